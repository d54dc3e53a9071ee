import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CardChoiceList } from '../../../cards/choices/CardChoiceDialog.tsx';
import { NewCardComposer } from '../../../cards/NewCardComposer.tsx';
import { indexOfRow } from '../../../data/id-remap.ts';
import { useLookups, usePeople } from '../../../data/lookups.ts';
import { useMissingScopeReason } from '../../../data/permissions.ts';
import { focusCard } from '../../../data/selection.ts';
import { cardListsOf, shownCardIds } from '../../../model/arrange.ts';
import type { CardTableSettings, TableColumn } from '../../../model/board-settings.ts';
import { cx } from '../../../ui/cx.ts';
import { AnchoredPopover } from '../../../ui/popups/Popover.tsx';
import type { CardChoiceKind } from '../../../workbench/dialog-state.ts';
import type { BoardLayoutProps } from '../ColumnsLayout.tsx';
import { rowIdsInPxRange } from '../lasso.ts';
import { useBoardCardLists } from '../use-board-list.ts';
import { useLassoArea } from '../use-lasso.ts';
import styles from './TableLayout.module.css';
import {
  type TableRowScroller,
  TableRows,
  tableComposerHeightPx,
  tableHeadHeightPx,
  tableRowHeightPx,
} from './TableRows.tsx';
import {
  cardIdsSortedByColumn,
  type TableCellContext,
  tableColumnDefinitions,
  visibleTableColumns,
} from './table-columns.ts';

interface EditedCell {
  readonly cardId: string;
  readonly choiceKind: CardChoiceKind;
  readonly anchor: HTMLElement;
}

export function TableLayout({ model, title, empty }: BoardLayoutProps): ReactElement {
  const { source, arrangement, loaded, view, setView } = model;
  const lookups = useLookups();
  const people = usePeople();
  const { zones } = source;
  const context = useMemo<TableCellContext>(
    () => ({ loaded, zones, lookups, people }),
    [loaded, zones, lookups, people],
  );
  const columns = visibleTableColumns(view.table).filter((name) => name !== 'zone' || zones.length > 0);
  const sort = view.table?.sort ?? null;
  const previous = useRef<readonly string[]>([]);
  const ids = useMemo(() => {
    const uniqueIds = [...new Set(shownCardIds(arrangement))];
    const next = sort ? cardIdsSortedByColumn(uniqueIds, sort, context) : uniqueIds;
    const same = next.length === previous.current.length && next.every((id, index) => id === previous.current[index]);
    if (!same) previous.current = next;
    return previous.current;
  }, [arrangement, sort, context]);
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useRef<TableRowScroller>(null);
  const { handlers, composing } = useBoardCardLists({
    model,
    title,
    order: ids,
    scrollToList: (_list, index) => scroll.current?.reveal(index),
  });
  const [editing, setEditing] = useState<EditedCell | null>(null);
  const edit = useCallback((anchor: HTMLElement, cardId: string, choiceKind: CardChoiceKind) => {
    focusCard(cardId);
    setEditing({ cardId, choiceKind, anchor });
  }, []);
  const width = columns.reduce((sum, name) => sum + tableColumnDefinitions[name].widthPx, 0);
  const template = columns
    .map((name) =>
      name === 'title'
        ? `minmax(${tableColumnDefinitions.title.widthPx}px, 1fr)`
        : `${tableColumnDefinitions[name].widthPx}px`,
    )
    .join(' ');
  const change = (table: CardTableSettings) => setView({ ...view, table: { ...view.table, ...table } });

  useLassoArea(scroller, !empty || !!composing, {
    lists: (element) => {
      const { left, right, top } = element.getBoundingClientRect();
      const composer = { slot, heightPx: tableComposerHeightPx };
      const cardIdsBetween = (from: number, to: number) => rowIdsInPxRange(ids, tableRowHeightPx, from, to, composer);
      return [{ key: 'rows', left, right, top: top - element.scrollTop + tableHeadHeightPx, cardIdsBetween }];
    },
  });
  const disabledReason = useMissingScopeReason('cards/create');
  // "New card" adds to this list, whose column decides which field values the card gets.
  const creatingList = cardListsOf(arrangement).find(model.canCreate);
  const composerList = composing && cardListsOf(arrangement).find(({ column }) => column.key === composing.key);
  const near = composing?.near ? indexOfRow(ids, composing.near) : -1;
  // `slot` is the index of the composer's row; -1 while the composer is closed. The row is at the first of these places
  // that exists:
  // - before the card `composing.before`, in a table that is not sorted by a column
  // - below the card at which the composer was opened (`composing.near`)
  // - at the end of the table
  const before = composing?.before && !sort ? indexOfRow(ids, composing.before) : -1;
  const slot = !composerList ? -1 : before >= 0 ? before : near >= 0 ? near + 1 : ids.length;
  useEffect(() => {
    const element = scroller.current;
    if (!element || slot < 0) return;
    const end = tableHeadHeightPx + slot * tableRowHeightPx + tableComposerHeightPx;
    if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight + 8;
  }, [slot]);
  if (empty && !composing) return <div className="grow min-h-0">{empty}</div>;
  const card = editing ? loaded.rows[editing.cardId] : undefined;
  const height = tableHeadHeightPx + ids.length * tableRowHeightPx + (slot < 0 ? 0 : tableComposerHeightPx);
  return (
    <div
      ref={scroller}
      className={cx('grow min-h-0 relative scroll border-top bg-surface', styles.scroller)}
      data-card-list={source.key}
      // Sticky cells slow down every frame of scrolling, so titles are sticky only while the table is scrolled to the
      // right.
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-aside', currentTarget.scrollLeft > 0)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: table elements cannot be positioned one by one */}
      <div
        role="grid"
        aria-label={title}
        aria-rowcount={ids.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        className="relative"
        style={{ minWidth: width, height, '--columns': template } as never}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: table elements cannot be positioned one by one */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the heads in this row contain buttons */}
        <div
          role="row"
          aria-rowindex={1}
          className={cx('grid border-bottom bg-inset sticky-top', styles.row, styles.heads)}
          style={{ height: tableHeadHeightPx }}
        >
          {columns.map((name) => (
            <TableHead key={name} name={name} sort={sort} onSort={(next) => change({ sort: next })} />
          ))}
        </div>
        <TableRows
          ids={ids}
          scroll={scroll}
          slot={slot}
          columns={columns.join(',')}
          context={context}
          order={handlers.order}
          onEdit={edit}
        />
      </div>
      {composerList && slot >= 0 ? (
        <div
          className={cx('absolute p-1-0', styles.composer)}
          style={{ top: tableHeadHeightPx + slot * tableRowHeightPx, height: tableComposerHeightPx }}
        >
          <NewCardComposer list={composerList} handlers={handlers} />
        </div>
      ) : null}
      {creatingList && !composerList ? (
        <button
          type="button"
          className={cx('row gap-6px w-full soft text-start px-3', styles.new)}
          disabled={disabledReason !== null}
          title={disabledReason ?? undefined}
          onClick={() => handlers.openComposer(creatingList.column.key)}
        >
          <Plus size={14} aria-hidden />
          New card
        </button>
      ) : null}
      {editing && card ? (
        <AnchoredPopover
          anchor={editing.anchor}
          focusOnClose={editing.anchor.closest<HTMLElement>('[role="row"]')}
          label={columnLabel(editing.choiceKind)}
          onClose={() => setEditing(null)}
        >
          <div className={styles.choices}>
            <CardChoiceList choiceKind={editing.choiceKind} cards={[card]} onDone={() => setEditing(null)} />
          </div>
        </AnchoredPopover>
      ) : null}
    </div>
  );
}

const columnLabel = (choiceKind: CardChoiceKind): string =>
  Object.values(tableColumnDefinitions).find(({ editedField }) => editedField === choiceKind)?.label ?? choiceKind;

interface HeadProps {
  name: TableColumn;
  sort: CardTableSettings['sort'];
  onSort: (sort: CardTableSettings['sort']) => void;
}

/**
 * The first click sorts by this column, the second reverses the order, and the third restores the order of the view.
 */
function TableHead({ name, sort, onSort }: HeadProps): ReactElement {
  const { label } = tableColumnDefinitions[name];
  const ownSort = sort?.column === name ? sort : null;
  const next = !ownSort
    ? { column: name, descending: false }
    : ownSort.descending
      ? null
      : { column: name, descending: true };
  return (
    // biome-ignore lint/a11y/useSemanticElements: table elements cannot be positioned one by one
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside can get the focus
    <div
      role="columnheader"
      className={cx('row min-w-0', styles.head)}
      aria-sort={ownSort ? (ownSort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={cx('inline-row gap-1 soft text-sm medium round-sm px-2 hover-fill', styles.sort)}
        onClick={() => onSort(next)}
      >
        {label}
        {ownSort ? ownSort.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden /> : null}
      </button>
    </div>
  );
}

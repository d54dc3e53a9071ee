/** Cards as a table: chosen columns, sorted by their heads, with menus in the cells that can be changed in place. */
import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import {
  memo,
  type ReactElement,
  type MouseEvent as ReactMouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { runLabel } from '../../shared/domain/run-label.ts';
import { ChooseList } from '../app/ChooseDialog.tsx';
import type { ChooseWhat } from '../app/dialog-state.ts';
import { useLack } from '../data/lacks.ts';
import { useLookups, usePeople } from '../data/lookups.ts';
import { openCard } from '../data/routes.ts';
import { clearSelection, focusCard, selectRange, toggleSelected, useSelection } from '../data/selection.ts';
import { cx } from '../ui/cx.ts';
import { PopoverAt } from '../ui/Popover.tsx';
import { axesOf, listsOf, shownOrder } from './arrange.ts';
import boardStyles from './Board.module.css';
import { keysAreHere } from './CardItem.tsx';
import type { LayoutProps } from './Columns.tsx';
import { Composer } from './Composer.tsx';
import { useCard, useRows } from './card-rows.ts';
import { useDrag } from './drag.ts';
import { registerLassoArea, rowsBetween } from './lasso.ts';
import { canCreateIn } from './new-card.ts';
import { useShownList, useWindow } from './shown-list.ts';
import styles from './Table.module.css';
import { CellValue } from './TableCell.tsx';
import {
  columnLooks,
  shownColumns,
  sortedBy,
  type TableColumn,
  type TableFacts,
  type TableView,
} from './table-columns.ts';

/** px */
const rowHeight = 36;
const headHeight = 34;
const composerHeight = 96;

interface Editing {
  readonly cardId: string;
  readonly what: ChooseWhat;
  readonly anchor: HTMLElement;
}

export function Table({ model, title, empty }: LayoutProps): ReactElement {
  const { source, arrangement, set, view, setView } = model;
  const lookups = useLookups();
  const people = usePeople();
  const facts = useMemo<TableFacts>(
    () => ({
      set,
      zones: source.zones,
      lookups,
      people,
      runName: (id) => {
        const sprint = lookups.sprints[id];
        return sprint ? runLabel(sprint, lookups.sprintConfigs[sprint.sprintConfigId]) : 'Run out of sight';
      },
    }),
    [set, source.zones, lookups, people],
  );
  const columns = shownColumns(view.table).filter((name) => name !== 'zone' || source.zones.length > 0);
  const sort = view.table?.sort ?? null;
  const previous = useRef<readonly string[]>([]);
  const ids = useMemo(() => {
    const once = [...new Set(shownOrder(arrangement))];
    const next = sort ? sortedBy(once, sort, facts) : once;
    const same = next.length === previous.current.length && next.every((id, index) => id === previous.current[index]);
    if (!same) previous.current = next;
    return previous.current;
  }, [arrangement, sort, facts]);
  const scroller = useRef<HTMLDivElement>(null);
  const { top, bottom } = useWindow(scroller, 72);
  const { handlers, composing } = useShownList({
    model,
    title,
    order: ids,
    show: (_list, index) => {
      const element = scroller.current;
      if (!element) return;
      const row = index * rowHeight;
      if (row < element.scrollTop) element.scrollTop = row;
      else if (row + rowHeight + headHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = row + rowHeight + headHeight + 8 - element.clientHeight;
    },
  });
  const [editing, setEditing] = useState<Editing | null>(null);
  const edit = useCallback((event: ReactMouseEvent<HTMLElement>, cardId: string, what: ChooseWhat) => {
    event.stopPropagation();
    focusCard(cardId);
    setEditing({ cardId, what, anchor: event.currentTarget });
  }, []);
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  const width = columns.reduce((sum, name) => sum + columnLooks[name].width, 0);
  const template = columns
    .map((name) => (name === 'title' ? `minmax(${columnLooks.title.width}px, 1fr)` : `${columnLooks[name].width}px`))
    .join(' ');
  const change = (table: TableView) => setView({ ...view, table: { ...view.table, ...table } });

  // Titles stick only while columns are scrolled away below them: each one that sticks costs every frame of scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with its first card the table has a scroller at all
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => element.toggleAttribute('data-aside', element.scrollLeft > 0);
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [!empty || !!composing]);
  const lasso = useRef(ids);
  lasso.current = ids;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with its first card the table has a scroller at all
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return registerLassoArea({
      element,
      scrollsByList: false,
      lists: () => {
        const { left, right, top } = element.getBoundingClientRect();
        const between = (from: number, to: number) => rowsBetween(lasso.current, rowHeight, from, to);
        return [{ key: 'rows', left, right, top: top - element.scrollTop + headHeight, between }];
      },
      scrollerAt: () => element,
    });
  }, [!empty || !!composing]);
  const lack = useLack('cards/create');
  // The list that a card written here belongs to: it gives the card what it stands for.
  const takes = listsOf(arrangement).find((each) => {
    const { column, lane } = axesOf(each);
    return canCreateIn(column, lane);
  });
  const written = composing && listsOf(arrangement).find(({ column }) => column.key === composing.key);
  const near = composing?.near ? ids.indexOf(composing.near) : -1;
  // Below the card it is written at, else below all.
  const before = composing?.before && !sort ? ids.indexOf(composing.before) : -1;
  const slot = !written ? -1 : before >= 0 ? before : near >= 0 ? near + 1 : ids.length;
  const topOf = (index: number) => index * rowHeight + (slot >= 0 && index >= slot ? composerHeight : 0);
  useEffect(() => {
    const element = scroller.current;
    if (!element || slot < 0) return;
    const end = headHeight + slot * rowHeight + composerHeight;
    if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight + 8;
  }, [slot]);
  if (empty && !composing) return <div className={boardStyles.empty}>{empty}</div>;
  const shown: number[] = [];
  const first = Math.max(0, Math.floor((top - headHeight) / rowHeight) - 4);
  for (let index = first; index < Math.min(ids.length, Math.ceil(bottom / rowHeight) + 4); index++) shown.push(index);
  // The row with the keyboard stays mounted wherever the table is scrolled to.
  if (focusedIndex >= 0 && !shown.includes(focusedIndex)) shown.push(focusedIndex);
  shown.sort((a, b) => a - b);
  const card = editing ? set.rows[editing.cardId] : undefined;
  return (
    <div ref={scroller} className={styles.scroller} data-card-list={source.key}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows on screen only, placed by themselves: table elements cannot be */}
      <div
        role="grid"
        aria-label={title}
        aria-rowcount={ids.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        className={styles.table}
        style={{ minWidth: width, height: headHeight + topOf(ids.length), '--columns': template } as never}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: its heads hold buttons */}
        <div role="row" aria-rowindex={1} className={cx(styles.row, styles.heads)} style={{ height: headHeight }}>
          {columns.map((name) => (
            <Head key={name} name={name} sort={sort} onSort={(next) => change({ sort: next })} />
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup">
          {shown.map((index) => {
            const id = ids[index];
            return id ? (
              <Row
                key={id}
                id={id}
                index={index}
                top={topOf(index)}
                columns={columns.join(',')}
                facts={facts}
                order={handlers.order}
                onEdit={edit}
              />
            ) : null;
          })}
        </div>
      </div>
      {written && slot >= 0 ? (
        <div className={styles.composer} style={{ top: headHeight + slot * rowHeight, height: composerHeight }}>
          <Composer
            column={axesOf(written).column}
            onCreate={(lines, deckId) => handlers.create(written.column.key, lines, deckId)}
            onClose={() => handlers.compose(null)}
          />
        </div>
      ) : null}
      {takes && !written ? (
        <button
          type="button"
          className={styles.new}
          disabled={lack !== null}
          title={lack ?? undefined}
          onClick={() => handlers.compose(takes.column.key)}
        >
          <Plus size={14} aria-hidden />
          New card
        </button>
      ) : null}
      {editing && card ? (
        <PopoverAt anchor={editing.anchor} label={columnLabel(editing.what)} onClose={() => setEditing(null)}>
          <div className={styles.choices}>
            <ChooseList what={editing.what} cards={[card]} onDone={() => setEditing(null)} />
          </div>
        </PopoverAt>
      ) : null}
    </div>
  );
}

const columnLabel = (what: ChooseWhat): string =>
  Object.values(columnLooks).find(({ edit }) => edit === what)?.label ?? what;

interface HeadProps {
  name: TableColumn;
  sort: TableView['sort'];
  onSort: (sort: TableView['sort']) => void;
}

/** Ascending, descending, then the order of the view again. */
function Head({ name, sort, onSort }: HeadProps): ReactElement {
  const { label } = columnLooks[name];
  const mine = sort?.column === name ? sort : null;
  const next = !mine
    ? { column: name, descending: false }
    : mine.descending
      ? null
      : { column: name, descending: true };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside is
    <div
      role="columnheader"
      className={styles.head}
      aria-sort={mine ? (mine.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(next)}>
        {label}
        {mine ? mine.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden /> : null}
      </button>
    </div>
  );
}

interface RowProps {
  id: string;
  index: number;
  /** px below the heads. */
  top: number;
  /** Names with commas: compared as one. */
  columns: string;
  facts: TableFacts;
  order: () => readonly string[];
  onEdit: (event: ReactMouseEvent<HTMLElement>, cardId: string, what: ChooseWhat) => void;
}

function sameRow(a: RowProps, b: RowProps): boolean {
  // Rows are read from the store: the facts differ by the set alone whenever another card changes.
  return (
    a.id === b.id &&
    a.index === b.index &&
    a.top === b.top &&
    a.columns === b.columns &&
    a.onEdit === b.onEdit &&
    a.facts.lookups === b.facts.lookups &&
    a.facts.people === b.facts.people &&
    a.facts.zones === b.facts.zones
  );
}

const Row = memo(function Row({ id, index, top, columns, facts, order, onEdit }: RowProps): ReactElement | null {
  const { card, subDone, subTotal } = useCard(id);
  const rows = useRows();
  const selected = useSelection((state) => state.selected.has(id));
  const focused = useSelection((state) => state.focused === id);
  const lifted = useDrag((state) => state.ids.has(id));
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused && element.current && element.current !== document.activeElement && keysAreHere())
      element.current.focus({ preventScroll: true });
  }, [focused]);
  if (!card) return null;
  const now = { ...facts, set: rows.set };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys come from the command table, for the whole window
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={focused ? 0 : -1}
      data-card-id={id}
      data-draggable
      className={cx(styles.row, styles.card, selected && styles.selected, lifted && styles.lifted)}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
      onFocus={() => focusCard(id)}
      onClick={(event) => {
        if (event.shiftKey) selectRange(id, order());
        else if (event.ctrlKey || event.metaKey) toggleSelected(id);
        else {
          clearSelection();
          focusCard(id);
          openCard(id);
        }
      }}
    >
      {(columns.split(',') as TableColumn[]).map((name) => {
        const { edit, label } = columnLooks[name];
        const value = <CellValue name={name} card={card} facts={now} subTotal={subTotal} subDone={subDone} />;
        const can = edit && !(card.isDoc && ['status', 'priority', 'effort'].includes(edit));
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the table
          // biome-ignore lint/a11y/useFocusableInteractive: rows have the keyboard
          <div key={name} role="gridcell" className={cx(styles.cell, styles[name], can && styles.editable)}>
            {can ? (
              <button
                type="button"
                tabIndex={-1}
                className={styles.edit}
                title={`Change ${label.toLowerCase()}`}
                data-no-drag
                onClick={(event) => onEdit(event, id, edit)}
              >
                {value}
              </button>
            ) : (
              value
            )}
          </div>
        );
      })}
    </div>
  );
}, sameRow);

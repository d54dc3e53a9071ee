/**
 * Cards are rows of equal height in groups. All groups together are one virtual list, of which only the rows in and
 * near the visible part are mounted.
 */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type ReactElement, useCallback, useEffect, useMemo, useRef } from 'react';
import { NewCardButton } from '../../cards/NewCardButton.tsx';
import { NewCardComposer } from '../../cards/NewCardComposer.tsx';
import { stableRowKey } from '../../data/id-remap.ts';
import { useSelection } from '../../data/selection.ts';
import { DropHint } from '../../dnd/DropHint.tsx';
import { registerDropZone } from '../../dnd/drag.ts';
import type { ArrangedColumn } from '../../model/arrange.ts';
import { canCreateCardIn } from '../../model/new-cards/new-card.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { itemTopPx } from '../../ui/virtual/item-positions.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import { type BoardLayoutProps, composerIndexInList, LayoutScroller, useEffortByColumn } from './ColumnsLayout.tsx';
import columnStyles from './column/BoardColumn.module.css';
import { CardSlot } from './column/BoardColumn.tsx';
import { ColumnHeading } from './column/ColumnHead.tsx';
import type { ColumnHandlers } from './column/column-handlers.ts';
import styles from './ListLayout.module.css';
import { rowIdsInPxRange } from './lasso.ts';
import { useBoardCardLists } from './use-board-list.ts';
import type { ComposerPosition } from './use-composer.ts';
import { useLassoArea } from './use-lasso.ts';

const headHeightPx = 36;
const rowHeightPx = 40;
const composerHeightPx = 96;
const gapPx = 6;
const marginPx = 10;

/** Mounted above and below the visible part. */
const overscanRows = 4;

/** The head of a group, the composer, or the row of a card. */
interface ListItem {
  readonly key: string;
  /** For the last item of a group it includes the gap below the group. */
  readonly heightPx: number;
  readonly group: number;
  /** -1 for a head or the composer. */
  readonly cardIndex: number;
}

/** Index among the rows of the group; -1 if the composer is not open in it. */
const composerSlotOf = (composing: ComposerPosition | null, group: ArrangedColumn): number =>
  composing?.key === group.column.key ? Math.max(0, composerIndexInList(composing, group)) : -1;

/** From top to bottom, and for each group the index of its head. */
function listItemsOf(
  columns: readonly ArrangedColumn[],
  folded: readonly string[],
  composing: ComposerPosition | null,
) {
  const items: ListItem[] = [];
  const heads: number[] = [];
  for (const [group, arranged] of columns.entries()) {
    const { key } = arranged.column;
    const ids = folded.includes(key) ? [] : arranged.ids;
    const slot = folded.includes(key) ? -1 : composerSlotOf(composing, arranged);
    heads.push(items.length);
    items.push({ key, heightPx: headHeightPx, group, cardIndex: -1 });
    for (let cardIndex = 0; cardIndex <= ids.length; cardIndex++) {
      if (cardIndex === slot) items.push({ key: `${key} composer`, heightPx: composerHeightPx, group, cardIndex: -1 });
      const id = ids[cardIndex];
      if (id !== undefined) items.push({ key: `${key} ${id}`, heightPx: rowHeightPx, group, cardIndex });
    }
    const last = items.pop();
    if (last) items.push({ ...last, heightPx: last.heightPx + gapPx });
  }
  return { items, heads };
}

export function ListLayout({ model, title, empty }: BoardLayoutProps): ReactElement {
  const { arrangement, loaded, sort } = model;
  const { columns } = arrangement;
  const scroller = useRef<HTMLDivElement>(null);
  const { handlers, composing, folded } = useBoardCardLists({
    model,
    title,
    listsPerRow: 1,
    scrollToList: (list, row) => {
      const found = items.findIndex((item) => item.group === list && item.cardIndex === row);
      if (found >= 0) virtualizer.scrollToIndex(found);
    },
  });
  const efforts = useEffortByColumn(columns, loaded);
  const { items, heads } = useMemo(() => listItemsOf(columns, folded, composing), [columns, folded, composing]);
  const isBare = !!empty && composing === null;
  const virtualizer = useListVirtualizer({
    count: items.length,
    getScrollElement: () => (isBare ? null : scroller.current),
    estimateSize: (index) => items[index]?.heightPx ?? rowHeightPx,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    paddingStart: marginPx,
    paddingEnd: marginPx,
    // The sticky head of a group covers the top of the list.
    scrollPaddingStart: headHeightPx,
    scrollPaddingEnd: marginPx,
    initialRect: { width: 0, height: Math.max(200, window.innerHeight - 100) },
    overscan: overscanRows,
  });
  /** In px; for the index after the last group, the end of the list. */
  const startOfGroup = (group: number) => itemTopPx(virtualizer.measurementsCache, heads[group] ?? items.length);
  useLassoArea(scroller, !isBare, {
    lists: (element) => {
      const { left, right, top: from } = element.getBoundingClientRect();
      return columns.flatMap((group, index) => {
        const { column, ids } = group;
        if (folded.includes(column.key)) return [];
        const composer = { slot: composerSlotOf(composing, group), heightPx: composerHeightPx };
        const start = from - element.scrollTop + startOfGroup(index) + headHeightPx;
        return {
          key: column.key,
          left,
          right,
          top: start,
          cardIdsBetween: (a, b) => rowIdsInPxRange(ids, rowHeightPx, a, b, composer),
        };
      });
    },
  });
  if (isBare) return <div className="grow min-h-0">{empty}</div>;
  /** By index of the group: from `from` up to, but not including, `to`. */
  const mounted = new Map<number, { from: number; to: number }>();
  for (const { index } of virtualizer.getVirtualItems()) {
    const { group, cardIndex: row } = items[index] ?? { group: -1, cardIndex: -1 };
    const rows = mounted.get(group) ?? { from: 0, to: 0 };
    if (row >= 0) mounted.set(group, { from: rows.to === 0 ? row : rows.from, to: row + 1 });
    else mounted.set(group, rows);
  }
  return (
    <LayoutScroller ref={scroller} model={model} title={title} className={styles.scroller}>
      <div className={cx('relative', styles.groups)} style={{ height: virtualizer.getTotalSize() }}>
        {columns.map((arranged, index) => {
          const rows = mounted.get(index);
          if (!rows) return null;
          const { key } = arranged.column;
          const start = startOfGroup(index);
          return (
            <div
              key={key}
              className={cx('absolute', styles.place)}
              style={{ top: start, height: startOfGroup(index + 1) - start - gapPx }}
            >
              <ListGroup
                arranged={arranged}
                handlers={handlers}
                scrollerElement={scroller.current}
                isFolded={folded.includes(key)}
                isManualOrder={sort === 'manual'}
                slot={composerSlotOf(composing, arranged)}
                effort={efforts.get(key) ?? 0}
                {...rows}
              />
            </div>
          );
        })}
      </div>
    </LayoutScroller>
  );
}

interface GroupProps {
  arranged: ArrangedColumn;
  handlers: ColumnHandlers;
  scrollerElement: HTMLElement | null;
  isFolded: boolean;
  isManualOrder: boolean;
  /** Row of the composer; -1 if it is not open in this group. */
  slot: number;
  effort: number;
  /** Mounted are the rows from `from` up to, but not including, `to`. */
  from: number;
  to: number;
}

const ListGroup = memo(function Group(props: GroupProps): ReactElement {
  const { arranged, handlers, scrollerElement, isFolded, isManualOrder, slot, effort, from, to } = props;
  const { column, ids } = arranged;
  const root = useRef<HTMLElement>(null);
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  const topOf = (index: number) =>
    headHeightPx + index * rowHeightPx + (slot >= 0 && index >= slot ? composerHeightPx : 0);
  const now = useRef({ ids, slot, isManualOrder, topOf });
  now.current = { ids, slot, isManualOrder, topOf };

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return registerDropZone({
      key: column.key,
      title: column.title,
      element,
      scrollerElement,
      indexAt: (_x, y) => {
        const inside = y - element.getBoundingClientRect().top - headHeightPx;
        const { slot: at, ids: shown } = now.current;
        const offsetPx =
          at >= 0 && inside > at * rowHeightPx ? Math.max(at * rowHeightPx, inside - composerHeightPx) : inside;
        return Math.max(0, Math.min(shown.length, Math.round(offsetPx / rowHeightPx)));
      },
      lineAt: (index) => {
        if (!now.current.isManualOrder) return null;
        const { left, top, width } = element.getBoundingClientRect();
        const frame = scrollerElement?.getBoundingClientRect();
        const y = top + now.current.topOf(index);
        return frame && (y < frame.top || y > frame.bottom) ? null : { left: left + 8, top: y, width: width - 16 };
      },
      refusal: (cards, fromKey) => handlers.refusal(cards, column.key, fromKey),
      caution: (cards, fromKey) => handlers.caution(cards, column.key, fromKey),
      drop: (cards, index, fromKey) => handlers.drop(cards, column.key, index, fromKey),
    });
  }, [handlers, column.key, column.title, scrollerElement]);

  const shown = useMemo(() => {
    const range = [];
    for (let index = from; index < Math.min(ids.length, to); index++) range.push(index);
    // The focused card stays mounted at any scroll position.
    if (focusedIndex >= 0 && !range.includes(focusedIndex)) range.push(focusedIndex);
    return range.sort((a, b) => a - b);
  }, [from, to, ids, focusedIndex]);
  const titleId = `group-${column.key.replaceAll(/[^\w-]/g, '_')}`;
  return (
    <section
      ref={root}
      className={cx('h-full relative round-lg', styles.group)}
      data-zone-key={column.key}
      aria-labelledby={titleId}
    >
      <header className={cx('row gap-6px bg sticky-top', styles.head)} style={{ height: headHeightPx }}>
        <IconButton
          icon={isFolded ? ChevronRight : ChevronDown}
          label={isFolded ? `Unfold ${column.title}` : `Fold ${column.title}`}
          small
          aria-expanded={!isFolded}
          onClick={() => handlers.setFolded(column.key, !isFolded)}
        />
        <ColumnHeading column={column} count={ids.length} id={titleId} />
        {effort > 0 ? (
          <span className={cx('rigid figures', columnStyles.count)} title="Effort of these cards">
            · {effort} effort
          </span>
        ) : null}
        <DropHint
          zoneKey={column.key}
          zoneElement={root}
          refusalClass="min-w-0 truncate danger text-sm"
          cautionClass="warning text-sm"
        />
        {canCreateCardIn(column) && !isFolded ? (
          <NewCardButton
            className={styles.plus}
            place={column.title}
            onPress={() => handlers.openComposer(column.key)}
          />
        ) : null}
      </header>
      {isFolded ? null : (
        <>
          {slot >= 0 ? (
            <div
              className={cx('absolute', styles.composer)}
              style={{ top: headHeightPx + slot * rowHeightPx, height: composerHeightPx }}
            >
              <NewCardComposer list={arranged} handlers={handlers} />
            </div>
          ) : null}
          <ul className={cx('absolute', styles.list)} aria-labelledby={titleId}>
            {shown.map((index) => {
              const id = ids[index];
              return id ? (
                <li
                  key={stableRowKey(id)}
                  className={cx('absolute', styles.row)}
                  aria-setsize={ids.length}
                  aria-posinset={index + 1}
                  style={{ height: rowHeightPx, transform: `translateY(${topOf(index)}px)` }}
                >
                  <CardSlot id={id} order={handlers.order} />
                </li>
              ) : null;
            })}
          </ul>
        </>
      )}
    </section>
  );
});

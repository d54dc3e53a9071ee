/** The layout as a list: cards are rows of equal height in groups, and all groups are one virtual list. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type ReactElement, useCallback, useEffect, useMemo, useRef } from 'react';
import { NewCardComposer } from '../../cards/NewCardComposer.tsx';
import { useCard } from '../../cards/card-rows.ts';
import { CardItem } from '../../cards/face/CardItem.tsx';
import { hexColor, useFaceSettings } from '../../cards/face/face-context.tsx';
import { NewCardButton } from '../../cards/NewCardButton.tsx';
import { useIsFirstSync } from '../../data/app-state.ts';
import { useSelection } from '../../data/selection.ts';
import { DropHint } from '../../dnd/DropHint.tsx';
import { registerZone } from '../../dnd/drag.ts';
import type { ArrangedColumn } from '../../model/arrange.ts';
import { canCreateIn } from '../../model/new-cards/new-card.ts';
import { IconButton } from '../../ui/Button.tsx';
import { topOfItem } from '../../ui/virtual/item-positions.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import boardStyles from './Board.module.css';
import { type ColumnHandlers, ColumnMark, ColumnTitle } from './BoardColumn.tsx';
import { composeAt, type LayoutProps, useEfforts } from './Columns.tsx';
import styles from './List.module.css';
import { rowsBetween } from './lasso.ts';
import { type Composing, useShownList } from './use-board-list.ts';
import { useLassoArea } from './use-lasso.ts';

/** Heights and spaces in px. */
const headHeight = 36;
const rowHeight = 40;
const composerHeight = 96;
const gap = 6;
const margin = 10;

/** Number of rows that are mounted above and below the visible part. */
const overscan = 4;

/** One item of the virtual list: the head of a group, the composer, or the row of a card. */
interface Item {
  readonly key: string;
  /** Height in px. For the last item of a group it includes the gap below the group. */
  readonly height: number;
  readonly group: number;
  /** Index of the card in its group; -1 for a head or the composer. */
  readonly row: number;
}

/** Returns all items of a list from top to bottom, and for each group the index of its head. */
function itemsOf(columns: readonly ArrangedColumn[], folded: readonly string[], composing: Composing | null) {
  const items: Item[] = [];
  const heads: number[] = [];
  for (const [group, arranged] of columns.entries()) {
    const { key } = arranged.column;
    const ids = folded.includes(key) ? [] : arranged.ids;
    const slot = composing?.key === key && !folded.includes(key) ? (composeAt(composing, arranged) ?? 0) : -1;
    heads.push(items.length);
    items.push({ key, height: headHeight, group, row: -1 });
    for (let row = 0; row <= ids.length; row++) {
      if (row === slot) items.push({ key: `${key} composer`, height: composerHeight, group, row: -1 });
      const id = ids[row];
      if (id !== undefined) items.push({ key: `${key} ${id}`, height: rowHeight, group, row });
    }
    const last = items.pop();
    if (last) items.push({ ...last, height: last.height + gap });
  }
  return { items, heads };
}

export function GroupedList({ model, title, empty }: LayoutProps): ReactElement {
  const { source, arrangement, set, sort } = model;
  const { columns } = arrangement;
  const isArriving = useIsFirstSync();
  const scroller = useRef<HTMLDivElement>(null);
  const reveal = useRef((_list: number, _row: number): void => undefined);
  const { handlers, composing, folded } = useShownList({
    model,
    title,
    across: 1,
    show: (list, index) => reveal.current(list, index),
  });
  const efforts = useEfforts(columns, set);
  const { items, heads } = useMemo(() => itemsOf(columns, folded, composing), [columns, folded, composing]);
  const isBare = !!empty && composing === null;
  const virtualizer = useListVirtualizer({
    count: items.length,
    getScrollElement: () => (isBare ? null : scroller.current),
    estimateSize: (index) => items[index]?.height ?? rowHeight,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    paddingStart: margin,
    paddingEnd: margin,
    // The head of a group covers the top, because it is sticky.
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: margin,
    initialRect: { width: 0, height: Math.max(200, window.innerHeight - 100) },
    overscan,
  });
  reveal.current = (list, row) => {
    const found = items.findIndex((item) => item.group === list && item.row === row);
    if (found >= 0) virtualizer.scrollToIndex(found);
  };
  /** Returns the top of a group in px; for the index after the last group, the end of the list. */
  const startOfGroup = (group: number) => topOfItem(virtualizer.measurementsCache, heads[group] ?? items.length);
  useLassoArea(scroller, !isBare, {
    lists: (element) => {
      const { left, right, top: from } = element.getBoundingClientRect();
      return columns.flatMap(({ column, ids }, index) => {
        if (folded.includes(column.key)) return [];
        const start = from - element.scrollTop + startOfGroup(index) + headHeight;
        return { key: column.key, left, right, top: start, between: (a, b) => rowsBetween(ids, rowHeight, a, b) };
      });
    },
  });
  if (isBare) return <div className={boardStyles.empty}>{empty}</div>;
  /** The rows that are mounted, by index of the group: from `from` up to, but not including, `to`. */
  const mounted = new Map<number, { from: number; to: number }>();
  for (const { index } of virtualizer.getVirtualItems()) {
    const { group, row } = items[index] ?? { group: -1, row: -1 };
    const rows = mounted.get(group) ?? { from: 0, to: 0 };
    if (row >= 0) mounted.set(group, { from: rows.to === 0 ? row : rows.from, to: row + 1 });
    else mounted.set(group, rows);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      ref={scroller}
      className={styles.scroller}
      data-card-list={source.key}
      role="group"
      aria-label={title}
      aria-busy={!model.ready || isArriving || undefined}
    >
      <div className={styles.groups} style={{ height: virtualizer.getTotalSize() }}>
        {columns.map((arranged, index) => {
          const rows = mounted.get(index);
          if (!rows) return null;
          const { key } = arranged.column;
          const start = startOfGroup(index);
          return (
            <div
              key={key}
              className={styles.place}
              style={{ top: start, height: startOfGroup(index + 1) - start - gap }}
            >
              <Group
                arranged={arranged}
                handlers={handlers}
                within={scroller.current}
                folded={folded.includes(key)}
                ordered={sort === 'manual'}
                composing={composing?.key === key}
                composeAt={composeAt(composing, arranged)}
                effort={efforts.get(key) ?? 0}
                {...rows}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface GroupProps {
  arranged: ArrangedColumn;
  handlers: ColumnHandlers;
  within: HTMLElement | null;
  folded: boolean;
  ordered: boolean;
  composing: boolean;
  composeAt: number | undefined;
  effort: number;
  /** The rows that are mounted: from index `from` up to, but not including, `to`. */
  from: number;
  to: number;
}

const Group = memo(function Group(props: GroupProps): ReactElement {
  const { arranged, handlers, within, folded, ordered, composing, effort, from, to } = props;
  const { column, ids } = arranged;
  const face = useFaceSettings();
  const root = useRef<HTMLElement>(null);
  const slot = composing ? (props.composeAt ?? 0) : -1;
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  const topOf = (index: number) => headHeight + index * rowHeight + (slot >= 0 && index >= slot ? composerHeight : 0);
  const now = useRef({ ids, slot, ordered, topOf });
  now.current = { ids, slot, ordered, topOf };

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return registerZone({
      key: column.key,
      title: column.title,
      element,
      ...(within ? { within } : {}),
      indexAt: (_x, y) => {
        const inside = y - element.getBoundingClientRect().top - headHeight;
        const { slot: at, ids: shown } = now.current;
        const offsetPx =
          at >= 0 && inside > at * rowHeight ? Math.max(at * rowHeight, inside - composerHeight) : inside;
        return Math.max(0, Math.min(shown.length, Math.round(offsetPx / rowHeight)));
      },
      lineAt: (index) => {
        if (!now.current.ordered) return null;
        const { left, top, width } = element.getBoundingClientRect();
        const frame = within?.getBoundingClientRect();
        const y = top + now.current.topOf(index);
        return frame && (y < frame.top || y > frame.bottom) ? null : { left: left + 8, top: y, width: width - 16 };
      },
      refusal: (cards, fromKey) => handlers.refusal(cards, column.key, fromKey),
      caution: (cards, fromKey) => handlers.caution(cards, column.key, fromKey),
      drop: (cards, index, fromKey) => handlers.drop(cards, column.key, index, fromKey),
    });
  }, [handlers, column.key, column.title, within]);

  const shown = useMemo(() => {
    const range = [];
    for (let index = from; index < Math.min(ids.length, to); index++) range.push(index);
    // The focused card stays mounted at any scroll position.
    if (focusedIndex >= 0 && !range.includes(focusedIndex)) range.push(focusedIndex);
    return range.sort((a, b) => a - b);
  }, [from, to, ids, focusedIndex]);
  const titleId = `group-${column.key.replaceAll(/[^\w-]/g, '_')}`;
  return (
    <section ref={root} className={styles.group} data-zone-key={column.key} aria-labelledby={titleId}>
      <header className={styles.head} style={{ height: headHeight }}>
        <IconButton
          label={folded ? `Unfold ${column.title}` : `Fold ${column.title}`}
          small
          aria-expanded={!folded}
          onClick={() => handlers.fold(column.key, !folded)}
        >
          {folded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        </IconButton>
        <ColumnMark column={column} color={hexColor(column.color) ?? column.color} face={face} />
        <h2 id={titleId} className={styles.title} dir="auto">
          <ColumnTitle column={column} />
        </h2>
        <span className={styles.count}>{ids.length}</span>
        {effort > 0 ? (
          <span className={styles.count} title="Effort of these cards">
            · {effort} effort
          </span>
        ) : null}
        <DropHint zoneKey={column.key} root={root} refusalClass={styles.refusal} cautionClass={styles.caution} />
        {canCreateIn(column) && !folded ? (
          <NewCardButton className={styles.plus} place={column.title} onPress={() => handlers.compose(column.key)} />
        ) : null}
      </header>
      {folded ? null : (
        <>
          {composing ? (
            <div className={styles.composer} style={{ top: headHeight + slot * rowHeight, height: composerHeight }}>
              <NewCardComposer
                column={column}
                onCreate={(lines, deckId) => handlers.create(column.key, lines, deckId)}
                onClose={() => handlers.compose(null)}
              />
            </div>
          ) : null}
          <ul className={styles.list} aria-labelledby={titleId}>
            {shown.map((index) => {
              const id = ids[index];
              return id ? (
                <li
                  key={id}
                  className={styles.row}
                  aria-setsize={ids.length}
                  aria-posinset={index + 1}
                  style={{ height: rowHeight, transform: `translateY(${topOf(index)}px)` }}
                >
                  <Row id={id} order={handlers.order} />
                </li>
              ) : null;
            })}
          </ul>
        </>
      )}
    </section>
  );
});

const Row = memo(function Row({ id, order }: { id: string; order: () => readonly string[] }) {
  const { card, subTotal, subDone } = useCard(id);
  return card ? <CardItem card={card} subTotal={subTotal} subDone={subDone} order={order} /> : null;
});

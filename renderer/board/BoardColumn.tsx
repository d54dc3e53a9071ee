/** One column: a list named by its title, virtual from the first card on, and a place to drop. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ChevronsLeftRight, Plus } from 'lucide-react';
import { type CSSProperties, memo, type ReactElement, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useLack } from '../data/lacks.ts';
import { useSelection } from '../data/selection.ts';
import { ColumnZoneMenu, useZoneLift } from '../decks/ColumnZone.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { StatusDot } from '../ui/StatusDot.tsx';
import type { ArrangedColumn } from './arrange.ts';
import styles from './BoardColumn.module.css';
import { CardItem } from './CardItem.tsx';
import { Composer } from './Composer.tsx';
import { cardHeight, cardGap as gap } from './card-height.ts';
import { useCard, useRows } from './card-rows.ts';
import type { CardRow } from './cards.ts';
import { type DropZone, registerZone, useDrag } from './drag.ts';
import { type FaceFacts, hexColor, useFaceFacts } from './facts.tsx';
import { spansBetween } from './lasso.ts';

export interface ColumnHandlers {
  refusal(cards: readonly CardRow[], columnKey: string, fromKey: string | null): string | null;
  caution(cards: readonly CardRow[], columnKey: string, fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], columnKey: string, index: number, fromKey: string | null): void;
  order(): readonly string[];
  compose(columnKey: string | null): void;
  create(columnKey: string, lines: readonly string[], deckId: string | null): void;
  fold(columnKey: string, folded: boolean): void;
  /** Tells how high a list is with all its cards, px. */
  onHeight?(columnKey: string, height: number): void;
  /** Registers where a list's cards lie while it is mounted. */
  onLook?(columnKey: string, look: ColumnLook | null): void;
  /** Registers how to bring an index of the column into view. */
  onReveal(columnKey: string, reveal: ((index: number) => void) | null): void;
}

export interface ColumnLook {
  readonly scroller: HTMLElement | null;
  between(from: number, to: number): readonly string[];
}

export interface BoardColumnProps {
  arranged: ArrangedColumn;
  handlers: ColumnHandlers;
  composing: boolean;
  /** The index a card is being written at; absent: above all of them. */
  composeAt?: number | undefined;
  canCreate: boolean;
  /** Cards are ordered by hand: the drop has a place, not only a column. */
  ordered: boolean;
  folded: boolean;
  effort: number;
  /** Below the column's title: what else is to be said of it. */
  about?: ReactNode;
  /** Without a head: a column's part of a lane, which shows within `within` only. */
  within?: HTMLElement | null;
}

export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps): ReactElement {
  const { arranged, handlers, composing, composeAt, canCreate, ordered, folded, effort, about, within } = props;
  const { column, lane, ids } = arranged;
  const rows = useRows();
  // The composer stands among the cards as one more of them, unless it stands above all.
  const slot = composing && composeAt !== undefined ? composeAt : -1;
  const idAt = (index: number) => (index === slot ? undefined : ids[slot >= 0 && index > slot ? index - 1 : index]);
  const facts = useFaceFacts();
  const lack = useLack('cards/create');
  const scroller = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLElement>(null);
  const idsNow = useRef(ids);
  idsNow.current = ids;
  const slotNow = useRef(slot);
  slotNow.current = slot;
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  const refusal = useDrag((state) => state.refusals[column.key] ?? null);
  const caution = useDrag((state) => state.cautions[column.key] ?? null);
  const targeted = useDrag((state) => state.target?.key === column.key && state.refusal === null);
  const dropIndex = useDrag((state) =>
    ordered && state.target?.key === column.key && state.refusal === null ? state.target.index : -1,
  );

  const virtualizer = useVirtualizer({
    count: folded ? 0 : ids.length + Number(slot >= 0),
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === slot ? 92 : cardHeight(rows.set.rows[idAt(index) ?? ''], facts)),
    getItemKey: (index) => idAt(index) ?? 'composer',
    overscan: 5,
    gap,
    paddingStart: 2,
    paddingEnd: lane ? 8 : 24,
    // The card with the keyboard stays mounted wherever the column is scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        const kept = [focusedIndex, slot].filter((index) => index >= 0 && !shown.includes(index));
        return kept.length === 0 ? shown : [...shown, ...kept].sort((a, b) => a - b);
      },
      [focusedIndex, slot],
    ),
  });
  const virtual = useRef(virtualizer);
  virtual.current = virtualizer;

  useEffect(() => {
    handlers.onReveal(column.key, (index) => virtual.current.scrollToIndex(index, { align: 'auto' }));
    return () => handlers.onReveal(column.key, null);
  }, [handlers, column.key]);

  useEffect(() => {
    handlers.onLook?.(column.key, {
      get scroller() {
        return scroller.current;
      },
      between: (from, to) => {
        const [first, last] = spansBetween(virtual.current.measurementsCache, from, to);
        const before = (index: number) => (slotNow.current >= 0 && index > slotNow.current ? index - 1 : index);
        return idsNow.current.slice(before(first), before(last));
      },
    });
    return () => handlers.onLook?.(column.key, null);
  }, [handlers, column.key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: folding takes the scroller away and brings another
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const zone: DropZone = {
      key: column.key,
      title: column.title,
      element,
      ...(scroller.current ? { scroller: scroller.current } : {}),
      ...(within ? { within } : {}),
      indexAt: (_x, y) => {
        const index = scroller.current ? indexAt(virtual.current, scroller.current, y) : 0;
        return slotNow.current >= 0 && index > slotNow.current ? index - 1 : index;
      },
      refusal: (cards, fromKey) => handlers.refusal(cards, column.key, fromKey),
      caution: (cards, fromKey) => handlers.caution(cards, column.key, fromKey),
      drop: (cards, index, fromKey) =>
        handlers.drop(cards, column.key, Math.min(index, idsNow.current.length), fromKey),
    };
    return registerZone(zone);
  }, [handlers, column.key, column.title, folded, within]);

  const height = virtualizer.getTotalSize() + (composing && slot < 0 ? 98 : 0);
  useEffect(() => handlers.onHeight?.(column.key, height), [handlers, column.key, height]);
  // A composer that opens between cards is what the person looks for.
  useEffect(() => {
    if (slot >= 0) virtual.current.scrollToIndex(slot, { align: 'auto' });
  }, [slot]);

  const writing = (
    <Composer
      column={column}
      onCreate={(lines, deckId) => handlers.create(column.key, lines, deckId)}
      onClose={() => handlers.compose(null)}
    />
  );
  const liftZone = useZoneLift(column);
  const titleId = `column-${column.key.replaceAll(/[^\w-]/g, '_')}`;
  const color = hexColor(column.color) ?? column.color;
  const head = (
    <header
      className={styles.head}
      title={column.detail ?? column.title}
      onPointerDown={liftZone}
      data-no-drag={liftZone && ''}
    >
      <ColumnMark column={column} color={color} facts={facts} />
      <h2 id={titleId} className={styles.title} dir="auto">
        {column.emoji ? `${column.emoji} ` : ''}
        {column.title}
      </h2>
      <span className={styles.count}>{ids.length}</span>
      {effort > 0 && !folded ? (
        <span className={styles.effort} title="Effort of these cards">
          {effort}
        </span>
      ) : null}
      <span className={styles.tools}>
        {folded ? null : <ColumnZoneMenu column={column} />}
        <IconButton
          label={folded ? `Unfold ${column.title}` : `Fold ${column.title}`}
          small
          onClick={() => handlers.fold(column.key, !folded)}
        >
          <ChevronsLeftRight size={13} aria-hidden />
        </IconButton>
        {canCreate && !folded ? (
          <IconButton
            className={styles.new}
            label={lack ? `New card in ${column.title}: ${lack}` : `New card in ${column.title}`}
            small
            disabled={lack !== null}
            onClick={() => handlers.compose(column.key)}
          >
            <Plus size={14} aria-hidden />
          </IconButton>
        ) : null}
      </span>
    </header>
  );
  const cellName = lane ? `${column.title}, ${lane.title}` : column.title;
  const name = lane ? { 'aria-label': cellName } : { 'aria-labelledby': titleId };
  const items = virtualizer.getVirtualItems();
  return (
    <section
      ref={root}
      className={cx(
        styles.column,
        folded && styles.folded,
        targeted && styles.targeted,
        refusal !== null && styles.refusing,
        lane && styles.cell,
      )}
      data-zone-key={column.key}
      data-drop-over={targeted || undefined}
      {...name}
    >
      {lane ? null : head}
      {lane && canCreate && !composing ? (
        <IconButton
          className={styles.cellNew}
          label={lack ? `New card in ${cellName}: ${lack}` : `New card in ${cellName}`}
          small
          disabled={lack !== null}
          onClick={() => handlers.compose(column.key)}
        >
          <Plus size={14} aria-hidden />
        </IconButton>
      ) : null}
      {folded ? null : (
        <>
          {about ? <div className={styles.about}>{about}</div> : null}
          {composing && slot < 0 ? writing : null}
          {refusal !== null ? <p className={styles.refusal}>{refusal}</p> : null}
          {caution !== null ? <p className={styles.caution}>{caution}</p> : null}
          <div ref={scroller} className={styles.scroller} tabIndex={ids.length > 0 ? -1 : 0}>
            <ul className={styles.list} {...name} style={{ height: virtualizer.getTotalSize() } as CSSProperties}>
              {items.map((item) => {
                const id = idAt(item.index);
                if (!id && item.index !== slot) return null;
                return (
                  <li
                    key={item.key}
                    ref={virtualizer.measureElement}
                    data-index={item.index}
                    aria-setsize={ids.length}
                    aria-posinset={slot >= 0 && item.index > slot ? item.index : item.index + 1}
                    className={styles.slot}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    {id ? <CardSlot id={id} order={handlers.order} /> : writing}
                  </li>
                );
              })}
            </ul>
            {dropIndex >= 0 ? <DropLine top={lineAt(virtualizer, dropIndex)} /> : null}
            {ids.length === 0 && !composing && !lane ? <p className={styles.nothing}>No cards</p> : null}
          </div>
        </>
      )}
    </section>
  );
});

const CardSlot = memo(function CardSlot({ id, order }: { id: string; order: () => readonly string[] }) {
  const { card, subTotal, subDone } = useCard(id);
  return card ? (
    <CardItem card={card} subTotal={subTotal} subDone={subDone} coverFileId={card.coverFile} order={order} />
  ) : null;
});

export function ColumnMark({
  column,
  color,
  facts,
}: {
  column: ArrangedColumn['column'];
  color: string | null | undefined;
  facts: FaceFacts;
}): ReactElement | null {
  if (column.statusGroup) return <StatusDot group={column.statusGroup} named={false} />;
  if (column.personId)
    return <Avatar id={column.personId} name={facts.people[column.personId]?.fullName ?? column.title} size={18} />;
  if (color) return <span className={styles.mark} style={{ '--mark': color } as CSSProperties} />;
  return null;
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

/** The index of the first card whose middle is below the pointer: a binary search over measured places. */
function indexAt(virtualizer: Virtual, scroller: HTMLElement, clientY: number): number {
  const y = clientY - scroller.getBoundingClientRect().top + scroller.scrollTop;
  const places = virtualizer.measurementsCache;
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const place = places[middle];
    if (place && (place.start + place.end) / 2 < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineAt(virtualizer: Virtual, index: number): number {
  const places = virtualizer.measurementsCache;
  const below = places[index];
  if (below) return below.start - gap / 2;
  const last = places.at(-1);
  return last ? last.end + gap / 2 : gap;
}

function DropLine({ top }: { top: number }): ReactElement {
  return <div className={styles.line} data-drop-line style={{ transform: `translateY(${top}px)` }} />;
}

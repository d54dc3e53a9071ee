/** One column: a list named by its title, virtual from the first card on, and a place to drop. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ChevronsLeftRight, Plus } from 'lucide-react';
import { type CSSProperties, memo, type ReactElement, type ReactNode, useCallback, useEffect, useRef } from 'react';
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
import type { CardRow, CardSet } from './cards.ts';
import { type DropZone, registerZone, useDrag } from './drag.ts';
import { type FaceFacts, hexColor, subCardsOf, useFaceFacts } from './facts.tsx';

export interface ColumnHandlers {
  refusal(cards: readonly CardRow[], columnKey: string, fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], columnKey: string, index: number, fromKey: string | null): void;
  order(): readonly string[];
  compose(columnKey: string | null): void;
  create(columnKey: string, lines: readonly string[], deckId: string | null): void;
  fold(columnKey: string, folded: boolean): void;
  /** Registers how to bring an index of the column into view. */
  onReveal(columnKey: string, reveal: ((index: number) => void) | null): void;
}

export interface BoardColumnProps {
  arranged: ArrangedColumn;
  set: CardSet;
  handlers: ColumnHandlers;
  composing: boolean;
  canCreate: boolean;
  /** Cards are ordered by hand: the drop has a place, not only a column. */
  ordered: boolean;
  folded: boolean;
  effort: number;
  /** Below the column's title: what else is to be said of it. */
  about?: ReactNode;
}

const gap = 6;

/** px, near enough that the scrollbar does not jump; the real height is measured as a card is shown. */
function estimate(card: CardRow | undefined, { density, hides, namesDeck }: FaceFacts): number {
  if (density === 'compact' || !card) return 32;
  if (density === 'row') return 36;
  const lines = Math.min(3, Math.ceil(card.title.length / 34) || 1);
  const tags = (namesDeck && !hides.has('deck')) || (card.tags.length > 0 && !hides.has('tag')) ? 24 : 0;
  return 25 + lines * 18 + 18 + tags + (density === 'cover' && card.coverFile ? 110 : 0);
}

export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps): ReactElement {
  const { arranged, set, handlers, composing, canCreate, ordered, folded, effort, about } = props;
  const { column, ids } = arranged;
  const facts = useFaceFacts();
  const scroller = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLElement>(null);
  const idsNow = useRef(ids);
  idsNow.current = ids;
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  const refusal = useDrag((state) => state.refusals[column.key] ?? null);
  const targeted = useDrag((state) => state.target?.key === column.key && state.refusal === null);
  const dropIndex = useDrag((state) =>
    ordered && state.target?.key === column.key && state.refusal === null ? state.target.index : -1,
  );

  const virtualizer = useVirtualizer({
    count: folded ? 0 : ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(set.rows[ids[index] ?? ''], facts),
    getItemKey: (index) => ids[index] ?? index,
    overscan: 5,
    gap,
    paddingStart: 2,
    paddingEnd: 24,
    // The card with the keyboard stays mounted wherever the column is scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        return focusedIndex < 0 || shown.includes(focusedIndex)
          ? shown
          : [...shown, focusedIndex].sort((a, b) => a - b);
      },
      [focusedIndex],
    ),
  });
  const virtual = useRef(virtualizer);
  virtual.current = virtualizer;

  useEffect(() => {
    handlers.onReveal(column.key, (index) => virtual.current.scrollToIndex(index, { align: 'auto' }));
    return () => handlers.onReveal(column.key, null);
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
      indexAt: (_x, y) => (scroller.current ? indexAt(virtual.current, scroller.current, y) : 0),
      refusal: (cards, fromKey) => handlers.refusal(cards, column.key, fromKey),
      drop: (cards, index, fromKey) =>
        handlers.drop(cards, column.key, Math.min(index, idsNow.current.length), fromKey),
    };
    return registerZone(zone);
  }, [handlers, column.key, column.title, folded]);

  const liftZone = useZoneLift(column);
  const titleId = `column-${column.key.replaceAll(/[^\w-]/g, '_')}`;
  const color = hexColor(column.color) ?? column.color;
  const head = (
    <header className={styles.head} title={column.detail ?? column.title} onPointerDown={liftZone}>
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
        {canCreate && !folded ? (
          <IconButton label={`New card in ${column.title}`} small onClick={() => handlers.compose(column.key)}>
            <Plus size={14} aria-hidden />
          </IconButton>
        ) : null}
        <IconButton
          label={folded ? `Unfold ${column.title}` : `Fold ${column.title}`}
          small
          onClick={() => handlers.fold(column.key, !folded)}
        >
          <ChevronsLeftRight size={13} aria-hidden />
        </IconButton>
      </span>
    </header>
  );
  const items = virtualizer.getVirtualItems();
  return (
    <section
      ref={root}
      className={cx(
        styles.column,
        folded && styles.folded,
        targeted && styles.targeted,
        refusal !== null && styles.refusing,
      )}
      data-zone-key={column.key}
      data-drop-over={targeted || undefined}
      aria-labelledby={titleId}
    >
      {head}
      {folded ? null : (
        <>
          {about ? <div className={styles.about}>{about}</div> : null}
          {composing ? (
            <Composer
              column={column}
              onCreate={(lines, deckId) => handlers.create(column.key, lines, deckId)}
              onClose={() => handlers.compose(null)}
            />
          ) : null}
          {refusal !== null ? <p className={styles.refusal}>{refusal}</p> : null}
          <div ref={scroller} className={styles.scroller} tabIndex={ids.length > 0 ? -1 : 0}>
            <ul
              className={styles.list}
              aria-labelledby={titleId}
              style={{ height: virtualizer.getTotalSize() } as CSSProperties}
            >
              {items.map((item) => {
                const card = set.rows[ids[item.index] ?? ''];
                if (!card) return null;
                const { total, done } = card.childCards.length > 0 ? subCardsOf(card, set.rows) : { total: 0, done: 0 };
                return (
                  <li
                    key={item.key}
                    ref={virtualizer.measureElement}
                    data-index={item.index}
                    aria-setsize={ids.length}
                    aria-posinset={item.index + 1}
                    className={styles.slot}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <CardItem
                      card={card}
                      subTotal={total}
                      subDone={done}
                      coverFileId={card.coverFile}
                      order={handlers.order}
                    />
                  </li>
                );
              })}
            </ul>
            {dropIndex >= 0 ? <DropLine top={lineAt(virtualizer, dropIndex)} /> : null}
            {ids.length === 0 && !composing ? <p className={styles.nothing}>No cards</p> : null}
          </div>
        </>
      )}
    </section>
  );
});

function ColumnMark({
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

/**
 * Columns of cards for the boards that the benchmark compares. The columns mount only the visible cards and have no
 * drag and drop. Boards built with other libraries use these columns and cards. Decktop's own board uses only
 * `Columns`, and has its own cards.
 */
import { memo, type ReactElement, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import boardStyles from '../../../../renderer/board/layouts/Board.module.css';
import styles from '../../../../renderer/board/layouts/column/BoardColumn.module.css';
import { useCardWithSubCardCounts, useNearestCardRowStore } from '../../../../renderer/cards/card-rows.ts';
import { CardFace } from '../../../../renderer/cards/face/CardFace.tsx';
import itemStyles from '../../../../renderer/cards/face/CardItem.module.css';
import { cardGapPx, estimatedCardHeightPx } from '../../../../renderer/cards/face/card-height.ts';
import type { ArrangedColumn } from '../../../../renderer/model/arrange.ts';
import { cx } from '../../../../renderer/ui/cx.ts';
import { type CardVirtualizer, useCardVirtualizer } from '../../../../renderer/ui/virtual/use-card-virtualizer.ts';
import { type BoardData, faceSettings } from './data.ts';

export const benchColumnWidthPx = 288;

export function Columns({
  data,
  column,
}: {
  data: BoardData;
  column: (one: ArrangedColumn) => ReactNode;
}): ReactElement {
  return (
    <main style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <div className={boardStyles.board} data-card-list="bench">
        <div className="h-full relative" style={{ width: data.columns.length * (benchColumnWidthPx + 10) + 24 }}>
          {data.columns.map((one, index) => (
            <div
              key={one.column.key}
              className={cx('absolute', boardStyles.place)}
              style={{ left: 12 + index * (benchColumnWidthPx + 10), width: benchColumnWidthPx }}
            >
              {column(one)}
            </div>
          ))}
        </div>
      </div>
    </main>
  );
}

export interface ColumnParts {
  readonly root: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly cards: CardVirtualizer;
}

export function useColumn({ ids }: ArrangedColumn): ColumnParts {
  const rows = useNearestCardRowStore();
  const root = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const cards = useCardVirtualizer({
    scroller,
    keys: ids,
    estimateHeight: useCallback(
      (key: string) => estimatedCardHeightPx(rows.loaded.rows[key], faceSettings) + cardGapPx,
      [rows],
    ),
    paddingEndPx: 22,
  });
  useLayoutEffect(() => {
    for (const item of list.current?.children ?? []) cards.virtualizer.measureElement(item as HTMLElement);
  });
  return { root, scroller, list, cards };
}

export interface ColumnFrameProps {
  one: ArrangedColumn;
  parts: ColumnParts;
  slot?: (index: number, id: string) => ReactElement;
}

export function ColumnFrame({ one, parts, slot }: ColumnFrameProps): ReactElement {
  const { root, scroller, list, cards } = parts;
  return (
    <section
      ref={root}
      className={cx('stack rigid min-h-0 w-full h-full relative round-lg bg-sunken', styles.column)}
      data-zone-key={one.column.key}
    >
      <header className={cx('row rigid gap-7px', styles.head)}>
        <h2 className={cx('min-w-0 truncate', styles.title)}>{one.column.title}</h2>
        <span className={cx('rigid figures', styles.count)}>{one.ids.length}</span>
      </header>
      <div ref={scroller} className={cx('grow min-h-0 relative scroll-y', styles.scroller)}>
        <ul
          ref={list}
          className="w-full relative"
          style={{ paddingTop: cards.paddingAbovePx, paddingBottom: cards.paddingBelowPx }}
        >
          {cards.items.map(({ index }) => {
            const id = one.ids[index] ?? '';
            return slot ? (
              slot(index, id)
            ) : (
              <li key={id} data-index={index} className={styles.slot}>
                <CardWithoutDrag id={id} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

export const cardSlotClassName = styles.slot;

/** A card of a column, without handlers for drag and drop. */
export const CardWithoutDrag = memo(function CardWithoutDrag({ id }: { id: string }): ReactElement | null {
  const { card, subCardCount, doneSubCardCount } = useCardWithSubCardCounts(id);
  return card ? (
    // biome-ignore lint/a11y/useSemanticElements: Decktop's own card item is a div with this role
    <div role="button" tabIndex={-1} data-card-id={id} className={cx('round-card', itemStyles.item)}>
      <CardFace card={card} subCardCount={subCardCount} doneSubCardCount={doneSubCardCount} />
    </div>
  ) : null;
});

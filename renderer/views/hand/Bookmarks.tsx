/** Bookmarks have their own manual order. Cards can be dragged between them and the Hand. */
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { bookmarksListKey, moveCardsToBookmarks } from '../../cards/bookmark-cards.ts';
import { MoreButton, useShownCardCount } from '../../cards/MoreButton.tsx';
import { stableRowKey } from '../../data/id-remap.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { dropIndexInList, registerDraggableList, useDragState, useDropZone } from '../../dnd/drag.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import styles from './HandView.module.css';

interface BookmarksProps {
  cards: readonly CardRow[];
  renderCard: (card: CardRow) => ReactNode;
}

export function Bookmarks({ cards, renderCard }: BookmarksProps): ReactElement {
  const root = useRef<HTMLElement>(null);
  const row = useRef<HTMLUListElement>(null);
  const ids = useMemo(() => cards.map(({ cardId }) => cardId), [cards]);
  const [shownCount, showMore] = useShownCardCount(ids);
  const latest = useRef(cards);
  latest.current = cards;
  useDropZone(root, {
    key: bookmarksListKey,
    title: 'Bookmarks',
    stackLevel: 1,
    indexAt: (x, y) => {
      const index = dropIndexInList(row.current, { x, y }, 'y');
      // A drop below the last shown card adds the cards after all bookmarks, also after those that are not shown.
      return index < Math.min(shownCount, cards.length) ? index : cards.length;
    },
    refusal: () => missingScopeReason('bookmarks/setOrders'),
    drop: (dropped, index) => moveCardsToBookmarks(dropped, index, cards),
  });
  useEffect(
    () =>
      registerDraggableList({
        key: bookmarksListKey,
        cardOf: (id) => latest.current.find(({ cardId }) => cardId === id),
        order: () => latest.current.map(({ cardId }) => cardId),
      }),
    [],
  );
  const refusal = useDragState((state) => (state.target?.key === bookmarksListKey ? state.refusal : null));
  const index = useDragState((state) =>
    state.target?.key === bookmarksListKey && !state.refusal ? state.target.index : -1,
  );
  return (
    <section
      ref={root}
      className={cx(
        'round-lg bg-sunken p-3',
        styles.hand,
        index >= 0 && styles.targeted,
        refusal !== null && styles.refusing,
      )}
      data-zone-key={bookmarksListKey}
      data-card-list={bookmarksListKey}
      aria-labelledby="bookmarks-title"
    >
      <h2 id="bookmarks-title" className={cx('h-6', styles.title)}>
        Bookmarks
      </h2>
      {refusal !== null ? <p className="danger mb-2">{refusal}</p> : null}
      <ul ref={row} className="stack gap-6px" aria-labelledby="bookmarks-title">
        {cards.slice(0, shownCount).map((card, at) => (
          <li key={stableRowKey(card.cardId)} className={cx('row gap-2 relative', index === at && styles.before)}>
            <span className={cx('rigid note figures', styles.number)} aria-hidden />
            <div className={cx('grow min-w-0', styles.card)}>{renderCard(card)}</div>
          </li>
        ))}
      </ul>
      <MoreButton hiddenCount={cards.length - shownCount} onClick={showMore} />
      {cards.length === 0 ? (
        <p className="note">Nothing yet. Drag cards here from the Hand, or press B on a card.</p>
      ) : null}
    </section>
  );
}

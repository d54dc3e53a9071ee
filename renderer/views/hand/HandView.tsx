/** A Hand with its cards in order, its free slots and its done pile; the person's own Hand also has the bookmarks. */
import { Hand } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useHandDropTarget } from '../../board/hand-strip/hand-drop-target.ts';
import { useBookmarkedCards } from '../../cards/bookmark-cards.ts';
import { CardItem } from '../../cards/face/CardItem.tsx';
import { CardFaceContext, subCardCountsOf } from '../../cards/face/face-context.tsx';
import { useHandCardFaceSettings, useHandCards } from '../../cards/hand/hand-cards.ts';
import { MoreButton, useShownCardCount } from '../../cards/MoreButton.tsx';
import { BulkBar } from '../../cards/menus/BulkBar.tsx';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { useCurrentUserId } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { nameOf, usePeople } from '../../data/lookups.ts';
import { focusCard, useSelection } from '../../data/selection.ts';
import type { CardRow } from '../../model/card-row.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { prefetchedComponent } from '../../ui/lazy-component.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { CurrentUserPicker } from '../../workbench/CurrentUserPicker.tsx';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { Bookmarks } from './Bookmarks.tsx';
import { DonePile } from './DonePile.tsx';
import styles from './HandView.module.css';
import { useHandAsActiveList } from './use-hand-list.ts';

// Shown only during a drag.
const HandDropBar = prefetchedComponent(() => import('../../cards/menus/HandDropBar.tsx'), 'HandDropBar');

/** A token of an organization may leave the workspace's user unknown; then asks who the person is. */
export function HandPage({ userId }: { userId: string | null }): ReactElement {
  const me = useCurrentUserId();
  if (userId || me) return <HandView userId={userId} />;
  return (
    <>
      <ViewHeader icon={<Hand size={16} aria-hidden />} title="Hand" />
      <EmptyState
        icon={<Hand aria-hidden />}
        title="Whose Hand is yours?"
        action={<CurrentUserPicker trigger={<Button text="Choose a person…" look="primary" />} />}
      >
        The token of this workspace belongs to the organization. Say who you are, and their Hand and bookmarks are yours
        here; comments still appear under the token’s name.
      </EmptyState>
    </>
  );
}

function HandView({ userId }: { userId: string | null }): ReactElement {
  const me = useCurrentUserId();
  const people = usePeople();
  const { hand, cards, done, loaded } = useHandCards(userId);
  const face = useHandCardFaceSettings(hand.userId);
  const root = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLUListElement>(null);
  const { isTargeted, index, refusal, note } = useHandDropTarget('hand-page', { root, row, hand, loaded });
  const isOwn = !userId || userId === me;
  const ids = cards.map((card) => card.cardId);
  const [shownCount, showMore] = useShownCardCount(ids);
  const doneIds = done.map((card) => card.cardId);
  const bookmarks = useBookmarkedCards(hand);
  const order = useHandAsActiveList({ key: `hand:${userId ?? 'own'}`, hand, loaded, ids, doneIds, bookmarks });
  const hasCards = order().length > 0;
  // Once the view has cards, one is the focused card, so that Tab reaches it. Later changes leave the focus alone,
  // because a card that moves may be in no list for a moment.
  useEffect(() => {
    const [first] = order();
    const { focused } = useSelection.getState();
    if (hasCards && first && (focused === null || !order().includes(focused))) focusCard(first);
  }, [hasCards, order]);

  const free = Math.max(0, hand.slots - hand.entries.length);
  const renderCard = (card: CardRow) => {
    const { total, done: finished } = subCardCountsOf(
      card,
      loaded.rows[card.cardId] ? loaded.rows : bookmarks.loaded.rows,
    );
    return <CardItem card={card} subCardCount={total} doneSubCardCount={finished} order={order} />;
  };
  return (
    <>
      <ViewHeader
        icon={<Hand size={16} aria-hidden />}
        title={isOwn ? 'Hand' : `Hand of ${nameOf(people[userId ?? ''])}`}
        detail={
          Number.isFinite(hand.slots) ? `${hand.entries.length} of ${hand.slots} slots` : String(hand.entries.length)
        }
      />
      <CardFaceContext.Provider value={face}>
        <CardMenu>
          <div className={cx('grid justify-center grow gap-6 min-h-0 scroll', styles.page)}>
            <div
              ref={root}
              className={cx(
                'round-lg bg-sunken p-3',
                styles.hand,
                isTargeted && styles.targeted,
                refusal !== null && styles.refusing,
              )}
              data-zone-key="hand-page"
              data-card-list="hand-page"
            >
              <h2 id="hand-title" className={cx('h-6', styles.title)}>
                In hand
              </h2>
              {note !== null ? <p className="danger mb-2">{note}</p> : null}
              <ul ref={row} className="stack gap-6px" aria-labelledby="hand-title">
                {cards.slice(0, shownCount).map((card, at) => (
                  <li
                    key={stableRowKey(card.cardId)}
                    className={cx('row gap-2 relative', isTargeted && index === at && styles.before)}
                  >
                    <span className={cx('rigid note figures', styles.number)}>{at + 1}</span>
                    <div className={cx('grow min-w-0', styles.card)}>{renderCard(card)}</div>
                  </li>
                ))}
                {Number.isFinite(free) && free > 0 ? (
                  <li className="row gap-2 relative" aria-hidden>
                    <span className={cx('rigid note figures', styles.number)}>{cards.length + 1}</span>
                    <div
                      className={cx(
                        'row grow note round-card border-dashed',
                        styles.slot,
                        isTargeted && index >= cards.length && styles.next,
                      )}
                    >
                      {countWithNoun(free, 'free slot')}
                      {isOwn ? ': drop a card here, or press H on one' : null}
                    </div>
                  </li>
                ) : null}
              </ul>
              <MoreButton hiddenCount={cards.length - shownCount} onClick={showMore} />
              {hand.ready && cards.length === 0 ? (
                <EmptyState title={isOwn ? 'Your Hand is empty' : 'This Hand is empty'}>
                  The Hand holds what you work on next, in order. Drag cards onto it from any board, or press H on a
                  card.
                </EmptyState>
              ) : null}
            </div>
            <DonePile
              entries={hand.done}
              rows={loaded.rows}
              ownUserId={isOwn ? hand.userId : null}
              renderCard={renderCard}
            />
            {isOwn && hand.ready ? <Bookmarks cards={bookmarks.cards} renderCard={renderCard} /> : null}
          </div>
        </CardMenu>
      </CardFaceContext.Provider>
      <HandDropBar holderOf={(zoneKey) => (zoneKey === 'hand-page' ? hand.userId : null)} />
      <BulkBar />
    </>
  );
}

/** The own Hand in its narrow window (`app/small/HandWindow.tsx`). Its cards have menus and can be dragged. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useHandDropTarget } from '../../board/hand-strip/hand-drop-target.ts';
import { CardItem } from '../../cards/face/CardItem.tsx';
import { CardFaceContext, subCardCountsOf } from '../../cards/face/face-context.tsx';
import { useHandCardFaceSettings, useHandCards } from '../../cards/hand/hand-cards.ts';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { useSyncStatus } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { putCursorOn } from '../../data/selection.ts';
import { usedSlotsText } from '../../model/hand/finished.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/messages.tsx';
import styles from './HandWindowView.module.css';
import { useHandAsActiveList } from './use-hand-list.ts';

export function HandWindowView(): ReactElement {
  const { hand, cards, loaded } = useHandCards();
  const face = useHandCardFaceSettings(hand.userId);
  const sync = useSyncStatus();
  const root = useRef<HTMLElement>(null);
  const row = useRef<HTMLUListElement>(null);
  const { isTargeted, index, refusal } = useHandDropTarget('hand-page', { root, row, hand, loaded });
  const ids = cards.map((card) => card.cardId);
  const order = useHandAsActiveList({ key: 'hand:strip', hand, loaded, ids });
  const first = ids[0];
  const isLoaded = hand.ready;
  // Keys work as soon as the window opens.
  useEffect(() => {
    const id = order()[0];
    if (isLoaded && id) putCursorOn(id);
  }, [isLoaded, order]);
  return (
    <section ref={root} className="stack grow min-h-0" aria-label="Your Hand" data-zone-key="hand-page">
      <h1 className="flex gap-2 p-2-3">
        Hand <span className="faint normal">{usedSlotsText(hand.entries.length, hand.slots)}</span>
        {sync?.phase === 'offline' || sync?.pausedByPerson ? (
          <span className="faint normal">{sync.pausedByPerson ? 'sync is paused' : 'offline'}</span>
        ) : null}
      </h1>
      {refusal !== null ? <p className="faint normal">{refusal}</p> : null}
      <CardFaceContext.Provider value={face}>
        <CardMenu>
          <ul
            ref={row}
            className={cx('stack grow gap-1 min-h-0 p-1-2', styles.list)}
            aria-label="Cards in your Hand"
            data-card-list="hand-page"
          >
            {cards.map((card, at) => {
              const { total, done } = subCardCountsOf(card, loaded.rows);
              return (
                <li key={stableRowKey(card.cardId)} className={cx(isTargeted && index === at && styles.before)}>
                  <CardItem
                    card={card}
                    subCardCount={total}
                    doneSubCardCount={done}
                    order={order}
                    isEntry={card.cardId === first}
                  />
                </li>
              );
            })}
          </ul>
        </CardMenu>
      </CardFaceContext.Provider>
      {isLoaded && cards.length === 0 ? (
        <EmptyState title="Your Hand is empty">Press H on a card in the main window to put it here.</EmptyState>
      ) : null}
    </section>
  );
}

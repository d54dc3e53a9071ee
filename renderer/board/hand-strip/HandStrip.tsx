import { ChevronDown, ChevronUp, Hand } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useMemo, useRef } from 'react';
import { CardItem } from '../../cards/face/CardItem.tsx';
import { CardFaceContext, type CardFaceSettings } from '../../cards/face/face-context.tsx';
import { useHandCardFaceSettings, useHandCards } from '../../cards/hand/hand-cards.ts';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { useViewState } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { navigate } from '../../data/routes.ts';
import { useSelection } from '../../data/selection.ts';
import { useDragState } from '../../dnd/drag.ts';
import { freeSlotKeys, usedSlotsText } from '../../model/hand/finished.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { prefetchedComponent } from '../../ui/lazy-component.ts';
import { registerHandStripCardLookup } from '../../workbench/active-list.ts';
import styles from './HandStrip.module.css';
import { useHandDropTarget } from './hand-drop-target.ts';
import { createHandReorderControls } from './hand-reorder-controls.tsx';

// Shown only during a drag.
const HandDropBar = prefetchedComponent(() => import('../../cards/menus/HandDropBar.tsx'), 'HandDropBar');

/** If the Hand has more cards, the strip ends with the number of cards that it does not show. */
const maxCards = 28;

export function HandStrip(): ReactElement | null {
  const [open, setOpen] = useViewState<boolean>('handStrip', true);
  const { hand, cards, loaded } = useHandCards();
  const shown = useDragState((state) => open || state.ids.size > 0);
  const root = useRef<HTMLElement>(null);
  const row = useRef<HTMLUListElement>(null);
  const face = useHandCardFaceSettings(hand.userId);
  const compactFace = useMemo<CardFaceSettings>(() => ({ ...face, density: 'compact', showsDeckName: false }), [face]);
  const { isTargeted, index, refusal, note } = useHandDropTarget('hand-strip', { root, row, hand, loaded });
  const ids = cards.map((card) => card.cardId);
  const order = useRef(ids);
  order.current = ids;
  const inOrder = useCallback(() => order.current, []);
  useEffect(() => {
    if (isTargeted && row.current && index >= ids.length) row.current.scrollLeft = row.current.scrollWidth;
  }, [isTargeted, index, ids.length]);
  const rows = useRef(loaded.rows);
  rows.current = loaded.rows;
  // Commands act only on shown cards; a folded strip shows none.
  useEffect(() => {
    if (!shown) return undefined;
    return registerHandStripCardLookup((id) =>
      order.current.slice(0, maxCards).includes(id) ? rows.current[id] : undefined,
    );
  }, [shown]);
  const isWithin = useSelection(({ focused }) => focused !== null && ids.includes(focused));
  if (!hand.userId) return null;
  const slots = createHandReorderControls(
    { userId: hand.userId, cardIds: ids, slots: hand.slots },
    (id) => loaded.rows[id],
    row,
  );
  return (
    <>
      <HandDropBar holderOf={(zoneKey) => (zoneKey === 'hand-strip' ? hand.userId : null)} />
      <section
        ref={root}
        className={cx(
          'row rigid gap-2 relative border-top bg-inset px-3',
          styles.strip,
          shown && styles.open,
          isTargeted && styles.targeted,
          refusal !== null && styles.refusing,
        )}
        aria-label="Your Hand"
        data-zone-key="hand-strip"
        data-card-list="hand-strip"
      >
        <div className="row rigid" data-done-pile>
          <Button
            icon={Hand}
            look="quiet"
            small
            tip="The ordered list of what you work on next, with its taken and all slots"
            onClick={() => navigate('hand')}
          >
            Hand
            <span className="faint figures">{usedSlotsText(hand.entries.length, hand.slots)}</span>
          </Button>
          <IconButton
            icon={open ? ChevronDown : ChevronUp}
            small
            label={open ? 'Fold the Hand' : 'Unfold the Hand'}
            onClick={() => setOpen(!open)}
          />
        </div>
        {shown ? (
          <CardFaceContext.Provider value={compactFace}>
            <CardMenu places={slots.menuEntriesOf}>
              <ul
                ref={row}
                className={cx('flex grow gap-6px min-w-0 scroll-x p-1', styles.row)}
                aria-label="Cards in your Hand"
                onKeyDown={slots.onKeyDown}
              >
                {cards.slice(0, maxCards).map((card, at) => (
                  <li
                    key={stableRowKey(card.cardId)}
                    className={cx('min-w-0 relative', styles.card, isTargeted && index === at && styles.before)}
                  >
                    <CardItem
                      card={card}
                      subCardCount={0}
                      doneSubCardCount={0}
                      order={inOrder}
                      isEntry={at === 0 && !isWithin}
                    />
                  </li>
                ))}
                {cards.length > maxCards ? (
                  <li className={cx('rigid nowrap note', styles.more)}>and {cards.length - maxCards} more</li>
                ) : null}
                {freeSlotKeys(hand.slots - hand.entries.length)
                  .slice(0, 12)
                  .map((slot, at) => (
                    <li
                      key={slot}
                      className={cx(
                        'round-card h-8 border-dashed',
                        styles.slot,
                        isTargeted && at === 0 && index >= cards.length && styles.next,
                      )}
                      aria-hidden
                    />
                  ))}
              </ul>
            </CardMenu>
          </CardFaceContext.Provider>
        ) : null}
        {note !== null ? <p className="rigid danger text-sm">{note}</p> : null}
      </section>
    </>
  );
}

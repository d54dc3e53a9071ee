/** Overdue cards, then cards without a due date. Dropping a card here removes its due date. */
import { type ReactElement, useRef } from 'react';
import { stableRowKey } from '../../data/id-remap.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { useDropZone } from '../../dnd/drag.ts';
import type { CardRow } from '../../model/card-row.ts';
import { maxCardsToSchedule } from '../../model/planning/due-calendar.ts';
import { cx } from '../../ui/cx.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import styles from './calendar.module.css';
import { DayCard } from './DayCard.tsx';
import { moveCardsToDueDay } from './use-calendar-list.ts';

interface UnscheduledCardsProps {
  overdue: readonly CardRow[];
  undated: readonly CardRow[];
  isKnown: boolean;
  order: () => readonly string[];
}

export function UnscheduledCards({ overdue, undated, isKnown, order }: UnscheduledCardsProps): ReactElement {
  const element = useRef<HTMLElement>(null);
  useDropZone(element, {
    key: 'undated',
    title: 'No due date',
    indexAt: () => 0,
    refusal: (cards) =>
      missingScopeReason('cards/update') ??
      (cards.every(({ dueDate }) => dueDate === null) ? 'Without a due date already.' : null),
    drop: (cards) => moveCardsToDueDay(cards, null),
  });
  const isCut = overdue.length + undated.length >= maxCardsToSchedule;
  return (
    <aside
      ref={element}
      className={cx('stack rigid gap-4 scroll-y border-left p-3', styles.beside)}
      data-zone-key="undated"
      aria-label="Overdue and without a date"
    >
      {[
        { title: 'Overdue', cards: overdue, isLate: true },
        { title: 'No due date', cards: undated, isLate: false },
      ].map(({ title, cards, isLate }) => (
        <section key={title}>
          <h2 className="mb-1">
            {title} <span className="note normal">{isKnown ? cards.length : ''}</span>
          </h2>
          {!isKnown ? null : cards.length === 0 ? (
            <p className="note">{isLate ? 'Nothing is overdue.' : 'Every open card has a date.'}</p>
          ) : (
            <ul className="stack gap-2px" aria-label={title}>
              {cards.map((card) => (
                <li key={stableRowKey(card.cardId)}>
                  <ItemBoundary item="This card" text={card.title}>
                    <DayCard card={card} isLate={isLate} order={order} />
                  </ItemBoundary>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {isCut ? <p className="note">Only the first {maxCardsToSchedule} cards are listed.</p> : null}
    </aside>
  );
}

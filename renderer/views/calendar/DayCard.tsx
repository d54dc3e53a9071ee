/** A card on one line: title, status and owner. */
import type { CSSProperties, ReactElement } from 'react';
import { validHexColor } from '../../cards/face/face-context.tsx';
import { useCardInteractions } from '../../cards/face/use-card-interactions.ts';
import { useLookups } from '../../data/lookups.ts';
import { type CardRow, shownTitle } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import styles from './calendar.module.css';

interface DayCardProps {
  card: CardRow;
  isLate: boolean;
  order: () => readonly string[];
}

export function DayCard({ card, isLate, order }: DayCardProps): ReactElement {
  const { isSelected, isLifted, props } = useCardInteractions(card.cardId, order);
  const { decks } = useLookups();
  const color = validHexColor(decks[card.deckId ?? '']?.coverColor);
  return (
    // biome-ignore lint/a11y/useSemanticElements: every list renders its cards as a div with a role
    // biome-ignore lint/a11y/useFocusableInteractive: `props` contains a tabIndex
    <div
      {...props}
      role="button"
      aria-roledescription="card"
      className={cx(
        'row text-sm border round-sm bg-surface gap-1 px-1',
        styles.card,
        isSelected && styles.selected,
        isLifted && styles.lifted,
      )}
      data-done={card.status === 'done' || undefined}
      data-late={isLate || undefined}
      style={color ? ({ '--deck-color': color } as CSSProperties) : undefined}
      title={shownTitle(card.title)}
    >
      <span className={cx('grow min-w-0 truncate', styles.name)} dir="auto">
        {shownTitle(card.title)}
      </span>
      <StatusIcon derivedStatus={card.derivedStatus} size={12} />
      {isLate ? <span className="visually-hidden">overdue</span> : null}
      {card.assigneeId ? (
        <span className={cx('flex', styles.owner)}>
          <PersonAvatar id={card.assigneeId} size={16} />
        </span>
      ) : null}
    </div>
  );
}

import type { ReactElement } from 'react';
import { openCard } from '../data/routes.ts';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import styles from './card.module.css';
import type { PanelCard, PanelCardAnswer } from './queries.ts';

/** A link from a sub card to its hero card. */
export function HeroCardLink({ card, answer }: { card: PanelCard; answer: PanelCardAnswer }): ReactElement | null {
  const parent = card.parentCardId ? answer.card?.[card.parentCardId] : undefined;
  if (!parent) return null;
  return (
    <button
      type="button"
      className={styles.parent}
      data-opens-card={parent.cardId}
      onClick={() => openCard(parent.cardId)}
    >
      <StatusIcon derivedStatus={parent.derivedStatus} size={12} named={false} />
      <span className="visually-hidden">Hero card: </span>
      {parent.title || 'Untitled'}
    </button>
  );
}

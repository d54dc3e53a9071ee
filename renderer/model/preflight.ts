/**
 * Predicts why the service will refuse an action. Actions skip cards that are refused, so an action on several cards is
 * disabled only if all of them are refused.
 */
import { refusalTexts, type TaskOnlyField } from '../../shared/contract/index.ts';
import type { WorkspaceLookups } from '../data/lookups.ts';
import { fieldRefusalForDocuments } from './card-fields/task.ts';
import { type CardRow, isHeroCardRow } from './card-row.ts';

type Decks = {
  readonly decks: Readonly<Record<string, Pick<WorkspaceLookups['decks'][string], 'deckType'> | undefined>>;
};

/** The service sets `snoozing` when a started card ages. */
export type SettableStatus = 'not_started' | 'started' | 'done';

/** The reason for the first card; null unless all cards are refused. */
function reasonOfAll(cards: readonly CardRow[], reasonOf: (card: CardRow) => string | null): string | null {
  const reasons = cards.map(reasonOf);
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

/** Null unless all cards are documents, which do not have the field. */
export const fieldRefusalIfAllDocuments = (cards: readonly CardRow[], field: 'status' | TaskOnlyField): string | null =>
  reasonOfAll(cards, ({ isDoc }) => (isDoc ? fieldRefusalForDocuments(field) : null));

/** Documents have no status, and hero cards cannot be started. */
export const statusRefusal = (cards: readonly CardRow[], status: SettableStatus, { decks }: Decks): string | null =>
  reasonOfAll(cards, (card) => {
    if (card.isDoc) return refusalTexts.doc_has_no_status;
    const isStart = status === 'started' && isHeroCardRow(card, decks[card.deckId ?? '']?.deckType);
    return isStart ? refusalTexts.hero_cannot_start : null;
  });

export const reasonCannotBecomeSubCard = (cards: readonly CardRow[]): string | null =>
  reasonOfAll(cards, ({ childCards, parentCardId }) =>
    childCards.length > 0 && parentCardId === null ? heroAsSubCardRefusal : null,
  );

/** A hero card has sub cards, and a sub card cannot have any. */
export const heroAsSubCardRefusal = 'A hero card cannot become a sub card.';

export const blockOrReviewRefusal = (cards: readonly CardRow[], { decks }: Decks): string | null =>
  reasonOfAll(cards, (card) => {
    if (card.isDoc) return refusalTexts.doc_takes_no_thread;
    return isHeroCardRow(card, decks[card.deckId ?? '']?.deckType) ? refusalTexts.hero_takes_no_thread : null;
  });

/** The card panel has no `CardRow`, so it passes only these. */
export interface FieldRefusalInput {
  readonly isDoc: boolean;
  readonly isHero: boolean;
  readonly isSubCard: boolean;
}

export function fieldRefusal(
  card: FieldRefusalInput,
  field: TaskOnlyField | 'status' | 'start' | 'subCards',
): string | null {
  switch (field) {
    case 'start':
      if (card.isDoc) return refusalTexts.doc_has_no_status;
      return card.isHero ? refusalTexts.hero_cannot_start : null;
    case 'subCards':
      return card.isSubCard ? refusalTexts.sub_card_depth : null;
    default:
      return card.isDoc ? fieldRefusalForDocuments(field) : null;
  }
}

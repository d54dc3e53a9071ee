/**
 * Refusals that the rules let one foresee, said before the press: of all cards, since the fitting ones go on without
 * the rest.
 */
import { refusalCodes, type TaskField } from '../../shared/contract/index.ts';
import type { Lookups } from '../data/lookups.ts';
import { docRefusalOf } from './card-fields/task.ts';
import { type CardRow, isHero } from './card-row.ts';

type Decks = { readonly decks: Readonly<Record<string, Pick<Lookups['decks'][string], 'deckType'> | undefined>> };

/** The first card's reason where every card has one. */
function ofAll(cards: readonly CardRow[], reasonOf: (card: CardRow) => string | null): string | null {
  const reasons = cards.map(reasonOf);
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

export const docRefusal = (cards: readonly CardRow[], field: 'status' | TaskField): string | null =>
  ofAll(cards, ({ isDoc }) => (isDoc ? docRefusalOf(field) : null));

/** Why cards cannot get a status, or null: documents are never started or done, hero cards never started. */
export const statusRefusal = (
  cards: readonly CardRow[],
  status: 'not_started' | 'started' | 'done',
  { decks }: Decks,
): string | null =>
  ofAll(cards, (card) => {
    if (card.isDoc) return docRefusalOf('status');
    const isStart = status === 'started' && isHero(card, decks[card.deckId ?? '']?.deckType);
    return isStart ? 'Hero cards cannot be started.' : null;
  });

export const heroRefusal = (cards: readonly CardRow[]): string | null =>
  ofAll(cards, ({ childCards, parentCardId }) =>
    childCards.length > 0 && parentCardId === null ? 'A hero card cannot become a sub card.' : null,
  );

/** Documents and hero cards take no block and no review. */
export const markRefusal = (cards: readonly CardRow[], { decks }: Decks): string | null =>
  ofAll(cards, (card) => {
    if (card.isDoc) return refusalCodes.doc_takes_no_thread;
    return isHero(card, decks[card.deckId ?? '']?.deckType) ? refusalCodes.hero_takes_no_thread : null;
  });

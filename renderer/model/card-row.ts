/** The query for the cards of a board, and its result: card rows and their positions in a manual order. */

import type { CardOrderContext, Row } from '../../shared/contract/index.ts';
import { type QueryObject, query, under } from '../../shared/contract/query.ts';
import { type CardProperty, cardProperties } from './card-fields/definitions.ts';

const openThreads = 'count:resolvables({"isClosed":false})' as const;

const face = [
  ...cardProperties,
  'checkboxStats',
  'derivedStatus',
  'hasBlockingDeps',
  'tags',
  'visibility',
  openThreads,
  { childCards: ['status', 'visibility'] },
  { coverFile: ['url', 'name'] },
  { assignee: ['name', 'fullName', 'kind', 'isIntegration'] },
] as const;

/** Selects cards that match a condition, with the fields of card faces and the position in one manual order. */
export const cardsWhere = (where: QueryObject, context: CardOrderContext | null) =>
  under('cards', where, [
    ...face,
    // Requested even if no manual order is shown, so that the answer has one type.
    under('cardOrders', { context: context ?? 'deck' }, ['context', 'cardId', 'label', 'sortValue']),
  ]);

/** Returns the query for the cards of an account that match a condition. */
export const cardsQuery = (where: QueryObject, context: CardOrderContext | null) =>
  query({ _root: [{ account: [cardsWhere(where, context)] }] });
export type CardsQuery = ReturnType<typeof cardsQuery>;
export type CardsAnswer = NonNullable<CardsQuery['__answer']>;

export type CardRow = Pick<
  Row<'card'>,
  'cardId' | CardProperty | 'checkboxStats' | 'derivedStatus' | 'hasBlockingDeps' | 'tags' | 'visibility'
> & {
  readonly childCards: readonly string[];
  readonly coverFile: string | null;
  readonly [openThreads]: number;
};

export const openThreadsOf = (card: CardRow): number => card[openThreads] ?? 0;

/** A card's position in a manual order: its zone and a sort key. */
export interface Place {
  readonly label: string | null;
  readonly sortValue: string;
}

/** The cards of an answer by id, and their positions in the manual order of `context`. */
export interface CardSet {
  readonly ids: readonly string[];
  readonly rows: Readonly<Record<string, CardRow>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly context: CardOrderContext | null;
  readonly files: Readonly<Record<string, { readonly url: string; readonly name: string }>>;
}

export const noCards: CardSet = { ids: [], rows: {}, places: {}, context: null, files: {} };

type Places = CardSet['places'];
/** Positions by card id. Cached per answer, since building the answer's JSON key for each of thousands of cards is slow. */
const byCard = new WeakMap<Places, { readonly context: string; readonly places: ReadonlyMap<string, Place> }>();

export function placeOf({ context, places }: CardSet, cardId: string): Place | null {
  if (!context) return null;
  let known = byCard.get(places);
  if (known?.context !== context) {
    const found = new Map<string, Place>();
    for (const key in places) {
      const [of, id] = JSON.parse(key) as [string, string];
      if (of === context) found.set(id, places[key] as Place);
    }
    known = { context, places: found };
    byCard.set(places, known);
  }
  return known.places.get(cardId) ?? null;
}

export interface Gathered {
  readonly parts: readonly CardSet[];
  readonly set: CardSet;
}

/**
 * Merges several answers to `cardsQuery`. Parts that did not change since `last` keep their identity. A card that moves
 * between two answers may be in both for a moment.
 */
export function gather(
  answers: readonly CardsAnswer[],
  context: CardOrderContext | null,
  last: Gathered | undefined,
): Gathered {
  const parts = answers.map((answer) => cardSet(answer, context));
  if (parts.length <= 1) return { parts, set: parts[0] ?? noCards };
  const reused = <K extends keyof CardSet>(name: K, join: () => CardSet[K]): CardSet[K] => {
    const isSame =
      last?.parts.length === parts.length && parts.every((part, index) => part[name] === last.parts[index]?.[name]);
    return isSame ? last.set[name] : join();
  };
  const all = (name: 'rows' | 'places' | 'files') => () => Object.assign({}, ...parts.map((part) => part[name]));
  // An answer also has partial rows of its hero cards' sub cards; the full row from another part wins.
  const wholeRows = () => {
    const rows: Record<string, CardRow> = all('rows')();
    for (const part of parts) for (const id of part.ids) if (part.rows[id]) rows[id] = part.rows[id];
    return rows;
  };
  const set = {
    ids: reused('ids', () => [...new Set(parts.flatMap(({ ids }) => ids))]),
    rows: reused('rows', wholeRows),
    places: reused('places', all('places')),
    files: reused('files', all('files')),
    context,
  };
  return { parts, set };
}

export function cardSet(answer: CardsAnswer | undefined, context: CardOrderContext | null): CardSet {
  if (!answer) return noCards;
  const account = Object.values(answer.account ?? {})[0] as Record<string, unknown> | undefined;
  let ids: readonly string[] = [];
  for (const key in account) if (key.startsWith('cards(')) ids = account[key] as string[];
  return {
    ids,
    rows: (answer.card ?? {}) as unknown as Record<string, CardRow>,
    places: (answer.cardOrder ?? {}) as unknown as Record<string, Place>,
    context,
    files: (answer.file ?? {}) as unknown as CardSet['files'],
  };
}

/** The cards of the answer itself, in its order, without the partial rows of cards related to them. */
export const cardsOf = ({ ids, rows }: CardSet): CardRow[] =>
  ids.flatMap((id) => {
    const card = rows[id];
    return card ? [card] : [];
  });

/** Whether the card is a hero: it has sub cards, or is in a hero deck and no sub card (rule `decks.hero`). */
export const isHero = (card: CardRow, deckType: string | undefined): boolean =>
  !card.isDoc && (card.childCards.length > 0 || (deckType === 'hero' && card.parentCardId === null));

export const isDone = (card: Pick<CardRow, 'status'>): boolean => card.status === 'done';

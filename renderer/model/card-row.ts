import { type CardOrderContext, type Row, rowMapOf, serviceLimits } from '../../shared/contract/index.ts';
import { type QueryObject, queryForAccount, selectRelated } from '../../shared/contract/query.ts';
import { shortCodeOf } from '../../shared/domain/short-code.ts';
import { type CardProperty, cardProperties } from './card-fields/definitions.ts';

const openThreads = 'count:resolvables({"isClosed":false})' as const;

const faceFields = [
  ...cardProperties,
  'checkboxStats',
  'derivedStatus',
  'hasBlockingDeps',
  'tags',
  'visibility',
  openThreads,
  { childCards: ['isDoc', 'status', 'visibility'] },
  { coverFile: ['url', 'name'] },
  { assignee: ['name', 'fullName', 'kind', 'isIntegration'] },
] as const;

export const cardsQueryPart = (where: QueryObject, orderKind: CardOrderContext | null) =>
  selectRelated('cards', where, [
    ...faceFields,
    // Requested even without a manual order, so that all answers have the same type.
    selectRelated('cardOrders', { context: orderKind ?? 'deck' }, ['context', 'cardId', 'label', 'sortValue']),
  ]);

export const cardsQuery = (where: QueryObject, orderKind: CardOrderContext | null) =>
  queryForAccount([cardsQueryPart(where, orderKind)]);
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

/** With a `$`; empty until the service has stored the card. */
export const shortCodeOfCard = ({ accountSeq }: Pick<CardRow, 'accountSeq'>): string =>
  accountSeq > 0 ? `$${shortCodeOf(accountSeq)}` : '';

/**
 * The service cuts a title to 80 code points (`card.title.80`). A list has no content to compare with, so any title of
 * that length gets an ellipsis. Where the content is loaded, use `wholeTitleOf`.
 */
export function shownTitle(title: string | null | undefined): string {
  if (!title) return 'Untitled';
  const isCut = title.length >= serviceLimits.titleLength && [...title].length >= serviceLimits.titleLength;
  return isCut ? `${title.trimEnd()}…` : title;
}

export const openThreadCountOf = (card: CardRow): number => card[openThreads] ?? 0;

/** By kind of manual order: the property of a card that names its deck, run or milestone, and the grouping. */
export const orderIdFields = { deck: 'deckId', sprint: 'sprintId', milestone: 'milestoneId' } as const;
export const orderGroupings = { deck: 'deck', sprint: 'run', milestone: 'milestone' } as const;

/** A zone and a sort key. */
export interface ManualPosition {
  readonly label: string | null;
  readonly sortValue: string;
}

/** `ids` are the cards that the query selected; `rows` also has partial rows of their sub cards. */
export interface LoadedCards {
  readonly ids: readonly string[];
  readonly rows: Readonly<Record<string, CardRow>>;
  readonly positions: Readonly<Record<string, ManualPosition>>;
  readonly orderKind: CardOrderContext | null;
}

export const noLoadedCards: LoadedCards = { ids: [], rows: rowMapOf(), positions: rowMapOf(), orderKind: null };

type PositionsByKey = LoadedCards['positions'];
/**
 * Cached for each answer, where the keys of the positions are JSON texts: to build such a key for each lookup is slow
 * for thousands of cards.
 */
const positionsByCard = new WeakMap<
  PositionsByKey,
  { readonly orderKind: string; readonly positions: ReadonlyMap<string, ManualPosition> }
>();

export function manualPositionOf(
  { orderKind, positions }: Pick<LoadedCards, 'orderKind' | 'positions'>,
  cardId: string,
): ManualPosition | null {
  if (!orderKind) return null;
  let known = positionsByCard.get(positions);
  if (known?.orderKind !== orderKind) {
    const found = new Map<string, ManualPosition>();
    for (const key in positions) {
      const [of, id] = JSON.parse(key) as [string, string];
      if (of === orderKind) found.set(id, positions[key] as ManualPosition);
    }
    known = { orderKind, positions: found };
    positionsByCard.set(positions, known);
  }
  return known.positions.get(cardId) ?? null;
}

export interface MergedLoadedCards {
  readonly parts: readonly LoadedCards[];
  readonly loaded: LoadedCards;
}

/**
 * A property of the result stays the same object if it did not change since `last`. A card that moves from one answer
 * to another can be in both until both are updated; the result then lists its id once.
 */
export function mergeCardAnswers(
  answers: readonly CardsAnswer[],
  orderKind: CardOrderContext | null,
  last: MergedLoadedCards | undefined,
): MergedLoadedCards {
  const parts = answers.map((answer) => loadedCardsOf(answer, orderKind));
  if (parts.length <= 1) return { parts, loaded: parts[0] ?? noLoadedCards };
  const reused = <K extends keyof LoadedCards>(name: K, join: () => LoadedCards[K]): LoadedCards[K] => {
    const isSame =
      last?.parts.length === parts.length && parts.every((part, index) => part[name] === last.parts[index]?.[name]);
    return isSame ? last.loaded[name] : join();
  };
  const all = (name: 'rows' | 'positions') => () =>
    rowMapOf<never>(...parts.map((part) => part[name] as Readonly<Record<string, never>>));
  // An answer has partial rows of sub cards. The full row of another answer replaces a partial row.
  const wholeRows = () => {
    const rows: Record<string, CardRow> = all('rows')();
    for (const part of parts) for (const id of part.ids) if (part.rows[id]) rows[id] = part.rows[id];
    return rows;
  };
  const loaded = {
    ids: reused('ids', () => [...new Set(parts.flatMap(({ ids }) => ids))]),
    rows: reused('rows', wholeRows),
    positions: reused('positions', all('positions')),
    orderKind,
  };
  return { parts, loaded };
}

export function loadedCardsOf(answer: CardsAnswer | undefined, orderKind: CardOrderContext | null): LoadedCards {
  if (!answer) return noLoadedCards;
  const account = Object.values(answer.account ?? {})[0] as Record<string, unknown> | undefined;
  let ids: readonly string[] = [];
  for (const key in account) if (key.startsWith('cards(')) ids = account[key] as string[];
  return {
    ids,
    rows: (answer.card ?? {}) as unknown as Record<string, CardRow>,
    positions: (answer.cardOrder ?? {}) as unknown as Record<string, ManualPosition>,
    orderKind,
  };
}

export const rowsOf = ({ rows }: Pick<LoadedCards, 'rows'>, ids: readonly string[]): CardRow[] =>
  ids.flatMap((id) => rows[id] ?? []);

/** In order, without the partial rows of related cards. */
export const queriedCardsOf = (loaded: LoadedCards): CardRow[] => rowsOf(loaded, loaded.ids);

/**
 * A hero card has sub cards, or is in a hero deck and not itself a sub card (rule `decks.hero`). Documents are never
 * hero cards.
 */
export const isHeroCardRow = (card: CardRow, deckType: string | undefined): boolean =>
  !card.isDoc && (card.childCards.length > 0 || (deckType === 'hero' && card.parentCardId === null));

/** Started cards become snoozing when they age. */
export const isStartedStatus = (status: unknown): boolean => status === 'started' || status === 'snoozing';

export const isCardDone = (card: Pick<CardRow, 'status'>): boolean => card.status === 'done';

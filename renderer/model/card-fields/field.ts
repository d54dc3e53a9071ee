/** The interface of a card field. Other files of this folder implement it; boards, tables, filters and menus use it. */
import type { Person, WorkspaceLookups } from '../../data/lookups.ts';
import type { BoardSource } from '../board-source.ts';
import type { CardRow, LoadedCards } from '../card-row.ts';
import type { Column, GroupingContext } from '../column.ts';

export type FieldValue = string | number | null;
export type CardChanges = Readonly<Record<string, unknown>>;

/** `loaded` has the cards with their positions. `zones` are in order; null is the unnamed zone. */
export interface ManualOrderWithZones {
  readonly loaded: LoadedCards;
  readonly zones: readonly (string | null)[];
}

export interface ValueNameContext {
  readonly lookups: WorkspaceLookups;
  readonly people: Readonly<Record<string, Person>>;
}

interface FilterContext {
  readonly lookups: WorkspaceLookups;
  readonly persons: readonly Person[];
  readonly source: Pick<BoardSource, 'showsDeckName' | 'newCardFields' | 'runIds'>;
}

type DeckTypeOf = (deckId: string | null) => string | undefined;

export interface CardField {
  /** For grouping and filters: one value, several for tags, and `[null]` if the card has no value. */
  readonly values: (card: CardRow, order?: ManualOrderWithZones) => readonly FieldValue[];
  /** Undefined if the value is unknown. */
  readonly nameOf?: (value: string, names: ValueNameContext) => string | undefined;
  /** In order. `used` contains the keys of the columns that have cards. */
  readonly columns?: (used: ReadonlySet<string>, loaded: LoadedCards, context: GroupingContext) => Column[];
  /** Cards that compare as equal are sorted by card number. */
  readonly compare?: (a: CardRow, b: CardRow) => number;
  /** Null sorts last. */
  readonly tableValue?: (card: CardRow, context: ValueNameContext & ManualOrderWithZones) => FieldValue;
  /** Compares texts of `tableValue` in the person's locale, otherwise by code units. */
  readonly sortsAsNames?: true;
  /** `found` are the distinct values of the board's cards. */
  readonly filterValues?: (found: readonly FieldValue[], context: FilterContext) => readonly (string | null)[];
  /** Reason against a drop or a menu choice, or null. */
  readonly refusal?: (card: CardRow, value: FieldValue, deckTypeOf: DeckTypeOf) => string | null;
  /**
   * Null if no change is needed or possible. Absent if a drop changes no property of the card: for example, the zone of
   * a card is changed through the manual order.
   */
  readonly changes?: (card: CardRow, to: Column, from: Column | null, me: string | null) => CardChanges | null;
  /** `params` are the params that are already set. */
  readonly paramsForNewCard?: (value: FieldValue, params: CardChanges, me: string | null) => CardChanges;
}

/** For a field whose value is exactly one property of the card. */
export function singlePropertyField(
  property: keyof CardRow,
): Required<Pick<CardField, 'values' | 'changes' | 'paramsForNewCard'>> {
  return {
    values: (card) => [card[property] as FieldValue],
    changes: (card, { value }) => (card[property] === value ? null : { [property]: value }),
    paramsForNewCard: (value) => ({ [property]: value }),
  };
}

export const isString = (value: FieldValue): value is string => typeof value === 'string';

/** For ids, days and timestamps. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const compareNullLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number =>
  a === null ? (b === null ? 0 : 1) : b === null ? -1 : compare(a, b);

/** Cards that the service has not numbered yet come after all numbered cards. */
const seqOf = (card: CardRow) => card.accountSeq || Number.MAX_SAFE_INTEGER;

/** All sort orders use it for cards that are otherwise equal. */
export const compareCardNumbers = (a: CardRow, b: CardRow): number =>
  seqOf(a) - seqOf(b) || compareCodeUnits(a.createdAt, b.createdAt) || compareCodeUnits(a.cardId, b.cardId);

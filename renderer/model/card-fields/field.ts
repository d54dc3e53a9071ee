/** The interface of a card field. Other files of this folder implement it; boards, tables, filters and menus use it. */
import type { Person, WorkspaceLookups } from '../../data/lookups.ts';
import type { BoardSource } from '../board-source.ts';
import type { CardRow, LoadedCards } from '../card-row.ts';
import type { Column, GroupingContext } from '../column.ts';

export type FieldValue = string | number | null;
export type CardChanges = Readonly<Record<string, unknown>>;

/**
 * The data of a manual order. `loaded` contains its cards with their positions. `zones` are the names of its zones in
 * order; null is the unnamed zone.
 */
export interface ManualOrderWithZones {
  readonly loaded: LoadedCards;
  readonly zones: readonly (string | null)[];
}

export interface ValueNameLookups {
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
  /**
   * Returns the values by which a card is grouped and filtered: usually one value, several values for tags, and
   * `[null]` if the card has no value.
   */
  readonly values: (card: CardRow, order?: ManualOrderWithZones) => readonly FieldValue[];
  /** Returns the name of a value, or undefined if it is unknown. */
  readonly nameOf?: (value: string, names: ValueNameLookups) => string | undefined;
  /**
   * Returns the columns, in order, of a board that is grouped by this field. `used` contains the keys of the columns
   * that have cards.
   */
  readonly columns?: (used: ReadonlySet<string>, loaded: LoadedCards, context: GroupingContext) => Column[];
  /** Compares two cards by the field. If they compare as equal, callers sort them by card number. */
  readonly compare?: (a: CardRow, b: CardRow) => number;
  /** Returns the value by which the table column sorts; null sorts last. */
  readonly tableValue?: (card: CardRow, context: ValueNameLookups & ManualOrderWithZones) => FieldValue;
  /** If true, the table compares texts of `tableValue` in the person's locale, otherwise by code units. */
  readonly sortsAsNames?: true;
  /** Returns the values that the filter offers; `found` are the distinct values of the board's cards. */
  readonly filterValues?: (found: readonly FieldValue[], context: FilterContext) => readonly (string | null)[];
  /** Returns the reason why a card cannot get the value by a drop or from a menu, or null. */
  readonly refusal?: (card: CardRow, value: FieldValue, deckTypeOf: DeckTypeOf) => string | null;
  /**
   * Returns the changes that put a card into the column `to`, or null if no change is needed or possible. Absent if a
   * drop changes no property of the card: for example, the zone of a card is changed through the manual order.
   */
  readonly changes?: (card: CardRow, to: Column, from: Column | null, me: string | null) => CardChanges | null;
  /**
   * Returns additional params for a new card in the column with this value. `params` are the params that are already
   * set.
   */
  readonly paramsForNewCard?: (value: FieldValue, params: CardChanges, me: string | null) => CardChanges;
}

/** Returns the functions of a field whose value is exactly one property of the card. */
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

/** How a field of a card behaves, as each file of this folder states it for some fields and boards, tables and menus use it. */
import type { Lookups, Person } from '../../data/lookups.ts';
import type { Source } from '../board-source.ts';
import type { CardRow, CardSet } from '../card-row.ts';
import type { Column, GroupingFacts } from '../column.ts';

export type Value = string | number | null;
export type Changes = Readonly<Record<string, unknown>>;

/** The manual order that a card's zone is looked up in. */
export interface Order {
  readonly set: CardSet;
  readonly zones: readonly (string | null)[];
}

export interface FieldNames {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
}

export interface ChoiceFacts {
  readonly lookups: Lookups;
  readonly persons: readonly Person[];
  readonly source: Pick<Source, 'namesDeck' | 'gives' | 'runs'>;
}

export type DeckTypeOf = (deckId: string | null) => string | undefined;

export interface CardField {
  /** The values that the card is grouped and filtered by: one, or one per tag; [null] for none. */
  readonly values: (card: CardRow, order?: Order) => readonly Value[];
  /** The name of a value; undefined where nothing here knows it. */
  readonly nameOf?: (value: string, names: FieldNames) => string | undefined;
  /** The columns of a board that is grouped by the field, in order; `used` has the keys of columns that cards are in. */
  readonly columns?: (used: ReadonlySet<string>, set: CardSet, facts: GroupingFacts) => Column[];
  /** The order of cards that are sorted by the field; 0 leaves it to their numbers. */
  readonly compare?: (a: CardRow, b: CardRow) => number;
  /** What a table's column sorts by; null sorts last. Text is compared as names are if `sortsAsNames`. */
  readonly tableValue?: (card: CardRow, facts: FieldNames & Order) => Value;
  readonly sortsAsNames?: true;
  /** Values that a filter offers; `found` are those that cards of the board have, each once. */
  readonly filterValues?: (found: readonly Value[], facts: ChoiceFacts) => readonly (string | null)[];
  /** Why a card cannot get the value by a drop or a menu; null when it can. */
  readonly refusal?: (card: CardRow, value: Value, deckTypeOf: DeckTypeOf) => string | null;
  /** What a card changes to get into the column; null for nothing. Absent: no column of the field changes a card. */
  readonly changes?: (card: CardRow, to: Column, from: Column | null, me: string | null) => Changes | null;
  /** Params of a new card in the column of the value; `params` as they are so far. */
  readonly creates?: (value: Value, params: Changes, me: string | null) => Changes;
}

/** A field that is one property of the card, with one value or none. */
export function single(property: keyof CardRow): Required<Pick<CardField, 'values' | 'changes' | 'creates'>> {
  return {
    values: (card) => [card[property] as Value],
    changes: (card, { value }) => (card[property] === value ? null : { [property]: value }),
    creates: (value) => ({ [property]: value }),
  };
}

export const isText = (value: Value): value is string => typeof value === 'string';

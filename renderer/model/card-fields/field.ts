/** The interface of a card field. Other files of this folder implement it; boards, tables, filters and menus use it. */
import type { Lookups, Person } from '../../data/lookups.ts';
import type { Source } from '../board-source.ts';
import type { CardRow, CardSet } from '../card-row.ts';
import type { Column, GroupingContext } from '../column.ts';

export type Value = string | number | null;
export type Changes = Readonly<Record<string, unknown>>;

/** The manual order that contains the cards' zones. */
export interface Order {
  readonly set: CardSet;
  readonly zones: readonly (string | null)[];
}

export interface FieldNames {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
}

interface FilterContext {
  readonly lookups: Lookups;
  readonly persons: readonly Person[];
  readonly source: Pick<Source, 'namesDeck' | 'gives' | 'runs'>;
}

type DeckTypeOf = (deckId: string | null) => string | undefined;

export interface CardField {
  /** Returns the values that the card is grouped and filtered by: one value, several for tags, or `[null]` for none. */
  readonly values: (card: CardRow, order?: Order) => readonly Value[];
  /** Returns the name of a value, or undefined if it is unknown. */
  readonly nameOf?: (value: string, names: FieldNames) => string | undefined;
  /** Returns the columns of a board grouped by the field, in order; `used` has the keys of columns that contain cards. */
  readonly columns?: (used: ReadonlySet<string>, set: CardSet, context: GroupingContext) => Column[];
  /** Compares two cards by the field; if equal, their numbers decide. */
  readonly compare?: (a: CardRow, b: CardRow) => number;
  /**
   * Returns the sort value of the table column; null sorts last. With `sortsAsNames`, text is compared in the user's
   * locale.
   */
  readonly tableValue?: (card: CardRow, context: FieldNames & Order) => Value;
  readonly sortsAsNames?: true;
  /** Returns the values that the filter offers; `found` are the distinct values of the board's cards. */
  readonly filterValues?: (found: readonly Value[], context: FilterContext) => readonly (string | null)[];
  /** Returns the reason why a card cannot get the value by a drop or a menu, or null. */
  readonly refusal?: (card: CardRow, value: Value, deckTypeOf: DeckTypeOf) => string | null;
  /** Returns the changes that put a card into the column, or null for none. Absent if a drop never changes the field. */
  readonly changes?: (card: CardRow, to: Column, from: Column | null, me: string | null) => Changes | null;
  /** Returns the params of a card that is created in the column of the value; `params` are those that are already set. */
  readonly creates?: (value: Value, params: Changes, me: string | null) => Changes;
}

/** Returns the behaviour of a field that is stored in one property of the card. */
export function single(property: keyof CardRow): Required<Pick<CardField, 'values' | 'changes' | 'creates'>> {
  return {
    values: (card) => [card[property] as Value],
    changes: (card, { value }) => (card[property] === value ? null : { [property]: value }),
    creates: (value) => ({ [property]: value }),
  };
}

export const isText = (value: Value): value is string => typeof value === 'string';

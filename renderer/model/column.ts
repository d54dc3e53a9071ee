/** Columns and lanes of a board: what they are grouped by and the value that their cards share. */

import { taskFieldNames } from '../../shared/contract/models/fields.ts';
import type { DeckRow, Lookups, Person } from '../data/lookups.ts';
import type { StatusGroup } from '../ui/icons/status.ts';
import { factsOf } from './card-fields/facts.ts';

export const groupingNames = [
  'zone',
  'deck',
  'status',
  'owner',
  ...taskFieldNames,
  'run',
  'milestone',
  'tag',
  'hero',
  'none',
] as const;
export type GroupingName = (typeof groupingNames)[number];

export const groupingLabel = (by: GroupingName): string => (by === 'none' ? 'One list' : factsOf(by).label);

/** A column or lane. `value` is the value that its cards share; null: none. */
export interface Column {
  readonly key: string;
  readonly title: string;
  readonly by: GroupingName;
  readonly value: string | number | null;
  /** CSS colour of its mark. */
  readonly color?: string | null;
  readonly statusGroup?: StatusGroup;
  readonly personId?: string;
  readonly emoji?: string | null;
  readonly detail?: string;
  readonly deckType?: string;
}

export interface GroupingFacts {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
  readonly me: string | null;
  /** Zones of the source, in order; empty where it has none. */
  readonly zones: readonly (string | null)[];
  /** Decks of the source, in order. */
  readonly decks: readonly DeckRow[];
  /** The runs shown, where the source is about some of them only. */
  readonly runs?: readonly string[] | undefined;
  /** All its cards have an owner: none is unassigned. */
  readonly owned?: boolean;
  /** The statuses that are shown; absent or empty: all. */
  readonly statuses?: readonly StatusGroup[] | undefined;
  /** Titles of hero cards by id, where cards are grouped by them. */
  readonly heroes?: Readonly<Record<string, string>> | undefined;
}

/** The key of the column for a value; the value can be read back from it by `valueIn`. */
export const keyOf = (by: GroupingName, value: string | number | null): string =>
  // Tags that differ by case alone are one tag.
  `${by}:${by === 'tag' ? String(value ?? '').toLowerCase() : (value ?? '')}`;

/** The value of a column's key as text; empty for none. */
export const valueIn = (key: string): string => key.slice(key.indexOf(':') + 1);

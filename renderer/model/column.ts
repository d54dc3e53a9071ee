import { taskOnlyFieldNames } from '../../shared/contract/models/fields.ts';
import { foldCase } from '../../shared/domain/search-text.ts';
import type { DeckRow, Person, WorkspaceLookups } from '../data/lookups.ts';
import type { StatusGroup } from '../ui/icons/status.ts';
import { fieldDefinitionOf } from './card-fields/definitions.ts';

export const groupingNames = [
  'zone',
  'deck',
  'status',
  'owner',
  ...taskOnlyFieldNames,
  'run',
  'milestone',
  'tag',
  'hero',
  'none',
] as const;
export type GroupingName = (typeof groupingNames)[number];

export const groupingLabel = (by: GroupingName): string => (by === 'none' ? 'One list' : fieldDefinitionOf(by).label);

/** `value` is the field value that all cards have; null if they have none. */
export interface Column {
  readonly key: string;
  readonly title: string;
  readonly by: GroupingName;
  readonly value: string | number | null;
  /** Mark beside the title. */
  readonly color?: string | null;
  readonly statusGroup?: StatusGroup;
  readonly personId?: string;
  readonly emoji?: string | null;
  readonly detail?: string;
}

export interface GroupingContext {
  readonly lookups: WorkspaceLookups;
  readonly people: Readonly<Record<string, Person>>;
  readonly me: string | null;
  /** In order; empty if the source has no zones. */
  readonly zones: readonly (string | null)[];
  /** In order. */
  readonly decks: readonly DeckRow[];
  /** Null for cards without a run; absent if the source shows all runs. */
  readonly runIds?: readonly (string | null)[] | undefined;
  /** The board then has no column for cards without owner in the grouping by status. */
  readonly areAllCardsOwned?: boolean;
  /** Absent or empty means all. */
  readonly statuses?: readonly StatusGroup[] | undefined;
  /** By id, if cards are grouped by hero card. */
  readonly heroTitles?: Readonly<Record<string, string>> | undefined;
}

export const columnKeyOf = (by: GroupingName, value: string | number | null): string =>
  // Tags that differ only in case are the same tag.
  `${by}:${by === 'tag' ? foldCase(String(value ?? '')) : (value ?? '')}`;

/** Null is the column of the cards without a value. */
export const columnOf = (
  by: GroupingName,
  value: Column['value'],
  title: string,
  details: Omit<Partial<Column>, 'key' | 'by' | 'value' | 'title'> = {},
): Column => ({ key: columnKeyOf(by, value), title, by, value, ...details });

export function columnOrLaneBy(
  by: GroupingName,
  column: Column | null,
  lane: Column | null | undefined,
): Column | undefined {
  if (column?.by === by) return column;
  return lane?.by === by ? lane : undefined;
}

/** Empty if the cards have no value. */
export const valueOfColumnKey = (key: string): string => key.slice(key.indexOf(':') + 1);

/** `columnGapPx`: between columns. `boardMarginPx`: before the first and after the last column. */
export const columnGapPx = 10;
export const boardMarginPx = 12;

export const minColumnWidthPx = 288;

/** With this maximum, three columns fit beside a card panel of the default width in a window of 1920 px. */
const maxColumnWidthPx = 388;

/** If columns of `minWidthPx` do not fit, the board scrolls. */
export function columnWidthPxForBoard(boardWidthPx: number, columnCount: number, minWidthPx: number): number {
  const sharedWidth =
    Math.floor((boardWidthPx - 2 * boardMarginPx + columnGapPx) / Math.max(1, columnCount)) - columnGapPx;
  return Math.max(minWidthPx, Math.min(maxColumnWidthPx, sharedWidth));
}

/** For the estimated height of a card that is not measured yet. */
export const estimatedLettersPerLine = (columnWidthPx: number): number => Math.round((columnWidthPx - 80) / 6.1);

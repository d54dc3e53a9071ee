/**
 * Computes the progress of past days from the history of cards, for one person's burn-up charts: the progress that the
 * service records is not divided by person.
 */
import type { Day, Timestamp } from '../contract/index.ts';
import { daysFrom, utcDayOf } from './calendar.ts';
import { computeLiveProgress, type ProgressRow } from './progress.ts';

export interface CurrentCardValues {
  readonly cardId: string;
  readonly createdAt: Timestamp;
  readonly assigneeId: string | null;
  readonly sprintId: string | null;
  readonly milestoneId: string | null;
  readonly effort: number | null;
  readonly derivedStatus: string;
}

/** A `cardHistory` row: one change of a card. `diff` has `[old, new]` for each field with a single value. */
export interface CardHistoryChange {
  readonly cardId: string;
  readonly versionCreatedAt: Timestamp;
  readonly diff: unknown;
}

const restoredFields = ['assigneeId', 'sprintId', 'milestoneId', 'effort', 'derivedStatus'] as const;

/** The derived status that follows from a status. Needed for services whose history records only `status`. */
const derivedStatusByStatus: Readonly<Record<string, string>> = {
  done: 'done',
  started: 'started',
  snoozing: 'snoozing',
  not_started: 'assigned',
};

const oldValue = (diff: unknown, field: string): unknown => {
  const change = (diff as Record<string, unknown> | null)?.[field];
  return Array.isArray(change) && change.length === 2 ? change[0] : undefined;
};

/**
 * A field without an entry `[old, new]` in `diff` keeps its value. Exception: if `diff` has `status` but not
 * `derivedStatus`, the derived status follows from the old status.
 */
function cardBefore(card: CurrentCardValues, diff: unknown): CurrentCardValues {
  const changed: Record<string, unknown> = {};
  for (const field of restoredFields) {
    const value = oldValue(diff, field);
    if (value !== undefined) changed[field] = value;
  }
  const status = oldValue(diff, 'status');
  if (!('derivedStatus' in changed) && typeof status === 'string')
    changed.derivedStatus = derivedStatusByStatus[status];
  return Object.keys(changed).length === 0 ? card : { ...card, ...changed };
}

/** The past values of these cards are unknown. */
export function cardsWithoutHistory<Card extends CurrentCardValues>(
  cards: readonly Card[],
  versions: readonly CardHistoryChange[],
): Card[] {
  const known = new Set(versions.map(({ cardId }) => cardId));
  return cards.filter(({ cardId }) => !known.has(cardId));
}

/**
 * The progress at the end of each UTC day from `from` to `to`. A card counts with the values that it had on that day,
 * if `counts` returns true for them. A card that has left the run since then counts only if `cards` contains it.
 */
export function computePastProgress(
  cards: readonly CurrentCardValues[],
  versions: readonly CardHistoryChange[],
  { from, to }: { readonly from: Day; readonly to: Day },
  counts: (card: CurrentCardValues) => boolean,
): ProgressRow[] {
  const states = new Map(cards.map((card) => [card.cardId, card]));
  const newestFirst = versions.toSorted((a, b) => b.versionCreatedAt.localeCompare(a.versionCreatedAt));
  const rows: ProgressRow[] = [];
  let next = 0;
  for (const day of daysFrom(from, to).reverse()) {
    for (
      let version = newestFirst[next];
      version && utcDayOf(version.versionCreatedAt) > day;
      version = newestFirst[++next]
    ) {
      const card = states.get(version.cardId);
      if (card) states.set(version.cardId, cardBefore(card, version.diff));
    }
    const present = [...states.values()].filter((card) => utcDayOf(card.createdAt) <= day && counts(card));
    rows.push({ date: day, progress: computeLiveProgress(present) });
  }
  return rows.reverse();
}

/** Started cards become snoozing, done cards are archived (rules `status.snooze`, `status.archive-done`). */
import type { Timestamp } from '../../../shared/contract/index.ts';
import { addMilliseconds } from '../../../shared/domain/calendar.ts';
import { changeCard } from '../rules/card-changes.ts';
import { prepared, type RowStore } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

export interface PendingCardAging {
  readonly cardId: string;
  readonly dueAt: Timestamp;
}

interface Durations {
  /** Seconds without a change. */
  readonly snooze: number;
  /** Seconds without a change; null if done cards are never archived. */
  readonly archive: number | null;
}

/** Excludes archived and deleted cards. `since` is the time from which the age is measured. */
const startedSql = `SELECT cardId, lastUpdatedAt AS since, lastUpdatedAt AS unchangedSince FROM card
  WHERE visibility = 'default' AND status = 'started' AND lastUpdatedAt <= ?`;

/**
 * Excludes cards with an open thread and archived and deleted cards. The age is measured from the last change to the
 * card, or from the closing of its last thread if that is later.
 */
const doneSql = `SELECT cardId, max(lastUpdatedAt,
    coalesce((SELECT max(closedAt) FROM resolvable WHERE resolvable.cardId = card.cardId), '')) AS since, lastUpdatedAt AS unchangedSince
  FROM card WHERE visibility = 'default' AND status = 'done' AND lastUpdatedAt <= ?
    AND NOT EXISTS (SELECT 1 FROM resolvable WHERE resolvable.cardId = card.cardId AND NOT isClosed)`;

/**
 * For the scheduler's queries of each minute. Only the service has these indexes: a replica ages no cards and writes no
 * progress, and each index slows down its first sync.
 */
export function createSchedulerIndexes({ db }: RowStore): void {
  db.exec(`CREATE INDEX IF NOT EXISTS "card.aging" ON card (status, lastUpdatedAt)
      WHERE visibility = 'default' AND status IN ('started', 'done');
    CREATE INDEX IF NOT EXISTS "card.milestoneProgress" ON card (milestoneId, derivedStatus, deckId, effort)
      WHERE milestoneId IS NOT NULL`);
}

function durationsOf(rows: RowStore): Durations | undefined {
  return rows.find('account', {})[0]?.statusChangeDurations;
}

interface AgingCard extends PendingCardAging {
  /** Ignores the closing of its threads. With a `limit`, `agingCards` returns the cards with the earliest. */
  readonly dueWithoutThreads: Timestamp;
}

/**
 * Started cards and done cards that, by `until`, have been unchanged for the set time. A done card can nevertheless age
 * later, because the closing of a thread counts as well. With a `limit`, returns of each kind only the cards that have
 * been unchanged for the longest time.
 */
function agingCards(rows: RowStore, until: Timestamp, only: { cardId?: string; limit?: number } = {}): AgingCard[][] {
  const durations = durationsOf(rows);
  if (!durations) return [];
  const { cardId, limit } = only;
  const ripe = (sql: string, seconds: number | null): AgingCard[] => {
    if (seconds === null) return [];
    const before = addMilliseconds(until, -seconds * 1000);
    const found =
      cardId !== undefined
        ? prepared(rows.db, `${sql} AND card.cardId = ?`).all(before, cardId)
        : limit !== undefined
          ? prepared(rows.db, `${sql} ORDER BY lastUpdatedAt LIMIT ?`).all(before, limit)
          : prepared(rows.db, sql).all(before);
    return (found as { cardId: string; since: Timestamp; unchangedSince: Timestamp }[]).map((row) => ({
      cardId: row.cardId,
      dueAt: addMilliseconds(row.since, seconds * 1000),
      dueWithoutThreads: addMilliseconds(row.unchangedSince, seconds * 1000),
    }));
  };
  return [ripe(startedSql, durations.snooze), ripe(doneSql, durations.archive)];
}

interface DueCards {
  /** Earliest first. */
  readonly cards: PendingCardAging[];
  /** `cards` has all that age before this time. Undefined if it has all due cards. */
  readonly knownBefore: Timestamp | undefined;
}

/** Earliest first, at most `limit` started and `limit` done: a shorter set time can age tens of thousands. */
export function cardsToSnoozeOrArchive(rows: RowStore, until: Timestamp, limit: number): DueCards {
  const byTime = (a: PendingCardAging, b: PendingCardAging) =>
    a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.cardId < b.cardId ? -1 : 1;
  const kinds = agingCards(rows, until, { limit });
  // `agingCards` returns the cards with the oldest changes, oldest first. So no card beyond the limit ages before
  // `dueWithoutThreads` of the last card in the list.
  const knownBefore = kinds
    .flatMap((ripe) => (ripe.length < limit ? [] : (ripe.at(-1)?.dueWithoutThreads ?? [])))
    .sort()[0];
  const cards = kinds
    .flat()
    .filter(({ dueAt }) => dueAt <= until && (knownBefore === undefined || dueAt < knownBefore))
    .sort(byTime);
  return { cards, knownBefore };
}

/** The time at which the card ages if nothing changes; undefined if it never ages or ages after `until`. */
export function agingTimeOf(rows: RowStore, cardId: string, until: Timestamp): Timestamp | undefined {
  return agingCards(rows, until, { cardId })
    .flat()
    .find(({ dueAt }) => dueAt <= until)?.dueAt;
}

/** The time can be too early, but not too late. Undefined if no card will age. */
export function earliestNextAgingTime(rows: RowStore, now: Timestamp): Timestamp | undefined {
  const durations = durationsOf(rows);
  if (!durations) return undefined;
  const nextOfStatus = (status: string, seconds: number | null): Timestamp[] => {
    if (seconds === null) return [];
    const sql = `SELECT min(lastUpdatedAt) FROM card
      WHERE visibility = 'default' AND status = '${status}' AND lastUpdatedAt > ?`;
    const since = prepared(rows.db, sql)
      .pluck()
      .get(addMilliseconds(now, -seconds * 1000)) as Timestamp | null;
    return since === null ? [] : [addMilliseconds(since, seconds * 1000)];
  };
  return [
    ...agingCards(rows, now)
      .flat()
      .map(({ dueAt }) => dueAt),
    ...nextOfStatus('started', durations.snooze),
    ...nextOfStatus('done', durations.archive),
  ].sort()[0];
}

export function snoozeOrArchiveCard(context: ActionContext, cardId: string): void {
  const status = context.rows.get('card', cardId)?.status;
  if (status === 'started') changeCard(context, cardId, { status: 'snoozing' });
  if (status === 'done') changeCard(context, cardId, { visibility: 'archived' });
}

/**
 * Changes of cards by time alone: a started card that is unchanged for long enough falls asleep, a done one is archived
 * (rules `status.snooze`, `status.archive-done`).
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Timestamp } from '../../../shared/contract/index.ts';
import { later } from '../../../shared/domain/calendar.ts';
import { changeCard } from '../rules/card-changes.ts';
import type { Rows } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

export interface DueCard {
  readonly cardId: string;
  readonly dueAt: Timestamp;
}

interface Durations {
  /** In seconds. */
  readonly snooze: number;
  readonly archive: number | null;
}

/** Started and still shown; the age counts from the last change. */
const started = `SELECT cardId, lastUpdatedAt AS since, lastUpdatedAt AS unchangedSince FROM card
  WHERE visibility = 'default' AND status = 'started' AND lastUpdatedAt <= ?`;

/** Done, still shown, without open threads; the age counts from the last change or the last thread's closing. */
const done = `SELECT cardId, max(lastUpdatedAt,
    coalesce((SELECT max(closedAt) FROM resolvable WHERE resolvable.cardId = card.cardId), '')) AS since, lastUpdatedAt AS unchangedSince
  FROM card WHERE visibility = 'default' AND status = 'done' AND lastUpdatedAt <= ?
    AND NOT EXISTS (SELECT 1 FROM resolvable WHERE resolvable.cardId = card.cardId AND NOT isClosed)`;

/**
 * Indexes for the queries that the scheduler runs each minute. Only the service has them: a replica ages no cards and
 * has no progress, and each index would slow down its first sync.
 */
export function createClockworkIndexes({ db }: Rows): void {
  db.exec(`CREATE INDEX IF NOT EXISTS "card.aging" ON card (status, lastUpdatedAt)
      WHERE visibility = 'default' AND status IN ('started', 'done');
    CREATE INDEX IF NOT EXISTS "card.milestoneProgress" ON card (milestoneId, derivedStatus, deckId, effort)
      WHERE milestoneId IS NOT NULL`);
}

/** Cached, since it runs once per card that ages, and compiling it costs more than running it. */
const statements = new WeakMap<Database, Map<string, Statement>>();

function prepared(db: Database, sql: string): Statement {
  const known = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  return statement;
}

function durationsOf(rows: Rows): Durations | undefined {
  return rows.find('account', {})[0]?.statusChangeDurations;
}

interface Ripe extends DueCard {
  /** By the card's own last change, the order in which cards are found. */
  readonly unchangedSince: Timestamp;
}

/**
 * Cards unchanged for long enough at `until`, with the time at which they age: later than `until` if a thread closed
 * since. With a `limit`, the longest unchanged of each kind.
 */
function ripeCards(rows: Rows, until: Timestamp, only: { cardId?: string; limit?: number } = {}): Ripe[][] {
  const durations = durationsOf(rows);
  if (!durations) return [];
  const { cardId, limit } = only;
  const ripe = (sql: string, seconds: number | null): Ripe[] => {
    if (seconds === null) return [];
    const before = later(until, -seconds * 1000);
    const found =
      cardId !== undefined
        ? prepared(rows.db, `${sql} AND card.cardId = ?`).all(before, cardId)
        : limit !== undefined
          ? prepared(rows.db, `${sql} ORDER BY lastUpdatedAt LIMIT ?`).all(before, limit)
          : prepared(rows.db, sql).all(before);
    return (found as { cardId: string; since: Timestamp; unchangedSince: Timestamp }[]).map((row) => ({
      cardId: row.cardId,
      dueAt: later(row.since, seconds * 1000),
      unchangedSince: later(row.unchangedSince, seconds * 1000),
    }));
  };
  return [ripe(started, durations.snooze), ripe(done, durations.archive)];
}

/** The cards that age next. */
interface DueCards {
  /** Soonest first. */
  readonly cards: DueCard[];
  /** From this time on there may be others; undefined when these are all. */
  readonly knownBefore: Timestamp | undefined;
}

/**
 * Cards that age until `until`, soonest first. Reads about `limit` cards at most: a workspace
 * can have tens of thousands after somebody shortens the time.
 */
export function dueCards(rows: Rows, until: Timestamp, limit: number): DueCards {
  const byTime = (a: DueCard, b: DueCard) =>
    a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.cardId < b.cardId ? -1 : 1;
  const kinds = ripeCards(rows, until, { limit });
  // Cards beyond the limit changed later than the last one that was read.
  const knownBefore = kinds
    .flatMap((ripe) => (ripe.length < limit ? [] : (ripe.at(-1)?.unchangedSince ?? [])))
    .sort()[0];
  const cards = kinds
    .flat()
    .filter(({ dueAt }) => dueAt <= until && (knownBefore === undefined || dueAt < knownBefore))
    .sort(byTime);
  return { cards, knownBefore };
}

/** The time at which the card ages if it does not change; undefined when that is after `until`. */
export function dueOf(rows: Rows, cardId: string, until: Timestamp): Timestamp | undefined {
  return ripeCards(rows, until, { cardId })
    .flat()
    .find(({ dueAt }) => dueAt <= until)?.dueAt;
}

/**
 * A time before which no card ages, given that all due cards at `now` have aged. It may be too early, never too late.
 * Undefined if none ever will.
 */
export function nextAging(rows: Rows, now: Timestamp): Timestamp | undefined {
  const durations = durationsOf(rows);
  if (!durations) return undefined;
  const ripening = (status: string, seconds: number | null): Timestamp[] => {
    if (seconds === null) return [];
    const sql = `SELECT min(lastUpdatedAt) FROM card
      WHERE visibility = 'default' AND status = '${status}' AND lastUpdatedAt > ?`;
    const since = prepared(rows.db, sql)
      .pluck()
      .get(later(now, -seconds * 1000)) as Timestamp | null;
    return since === null ? [] : [later(since, seconds * 1000)];
  };
  return [
    ...ripeCards(rows, now)
      .flat()
      .map(({ dueAt }) => dueAt),
    ...ripening('started', durations.snooze),
    ...ripening('done', durations.archive),
  ].sort()[0];
}

export function ageCard(context: ActionContext, cardId: string): void {
  const status = context.rows.get('card', cardId)?.status;
  if (status === 'started') changeCard(context, cardId, { status: 'snoozing' });
  if (status === 'done') changeCard(context, cardId, { visibility: 'archived' });
}

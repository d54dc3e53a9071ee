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
  /** Seconds. */
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
 * Indexes for what the clockwork asks each minute. Only the service has them: a replica ages no cards and keeps no
 * progress, and pays for each index in its first sync.
 */
export function createClockworkIndexes({ db }: Rows): void {
  db.exec(`CREATE INDEX IF NOT EXISTS "card.aging" ON card (status, lastUpdatedAt)
      WHERE visibility = 'default' AND status IN ('started', 'done');
    CREATE INDEX IF NOT EXISTS "card.milestoneProgress" ON card (milestoneId, derivedStatus, deckId, effort)
      WHERE milestoneId IS NOT NULL`);
}

/** Asked once per card that ages: compiling it each time would cost more than running it. */
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
  /** Of the card's own last change: they are found in this order. */
  readonly unchangedSince: Timestamp;
}

/**
 * Cards unchanged for their time at `until`, with when they age: later than `until` for one whose thread closed since.
 * With a `limit`, the longest unchanged of each kind.
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

/** Cards that come to age next. */
export interface DueCards {
  /** Soonest first. */
  readonly cards: DueCard[];
  /** From here on there may be others; undefined when these are all. */
  readonly knownBefore: Timestamp | undefined;
}

/**
 * Cards that come to age until `until`, by when, soonest first. No more than about `limit` are looked at: a workspace
 * can have tens of thousands when somebody shortens the time.
 */
export function dueCards(rows: Rows, until: Timestamp, limit: number): DueCards {
  const byTime = (a: DueCard, b: DueCard) =>
    a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.cardId < b.cardId ? -1 : 1;
  const kinds = ripeCards(rows, until, { limit });
  // A card that was not looked at has not changed for less long than the last one that was.
  const knownBefore = kinds
    .flatMap((ripe) => (ripe.length < limit ? [] : (ripe.at(-1)?.unchangedSince ?? [])))
    .sort()[0];
  const cards = kinds
    .flat()
    .filter(({ dueAt }) => dueAt <= until && (knownBefore === undefined || dueAt < knownBefore))
    .sort(byTime);
  return { cards, knownBefore };
}

/** When the card as it is now comes to age; undefined when it does not until `until`. */
export function dueOf(rows: Rows, cardId: string, until: Timestamp): Timestamp | undefined {
  return ripeCards(rows, until, { cardId })
    .flat()
    .find(({ dueAt }) => dueAt <= until)?.dueAt;
}

/**
 * Before this no card ages, as things are at `now` with all due cards aged. It may be too early, never too late.
 * Undefined: none ever will.
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

export function age(context: ActionContext, cardId: string): void {
  const status = context.rows.get('card', cardId)?.status;
  if (status === 'started') changeCard(context, cardId, { status: 'snoozing' });
  if (status === 'done') changeCard(context, cardId, { visibility: 'archived' });
}

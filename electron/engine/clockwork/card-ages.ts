/**
 * Cards that time alone changes (interface.md, `account.statusChangeDurations`): started ones fall asleep, done ones are
 * archived, once unchanged for long enough.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Timestamp } from '../../../shared/contract/index.ts';
import { later } from '../../../shared/domain/calendar.ts';
import { changeCard } from '../card-changes.ts';
import type { Rows } from '../rows.ts';
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
const started = `SELECT cardId, lastUpdatedAt AS since FROM card WHERE visibility = 'default' AND status = 'started'`;

/** Done, still shown, without open threads; the age counts from the last change or the last thread's closing. */
const done = `SELECT card.cardId, max(card.lastUpdatedAt, coalesce(max(thread.closedAt), '')) AS since
  FROM card LEFT JOIN resolvable thread ON thread.cardId = card.cardId
  WHERE card.visibility = 'default' AND card.status = 'done' {only}
  GROUP BY card.cardId HAVING coalesce(min(thread.isClosed), 1) = 1`;

/** Asked once per card that ages: compiling it each time would cost more than running it. */
const statements = new WeakMap<Database, Map<string, Statement>>();

function prepared(db: Database, sql: string): Statement {
  const known = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  return statement;
}

function agingCards({ db }: Rows, { snooze, archive }: Durations, cardId?: string): DueCard[] {
  const aged = (sql: string, seconds: number) => {
    const found = prepared(db, sql).all(...(cardId === undefined ? [] : [cardId]));
    return (found as { cardId: string; since: Timestamp }[]).map((row) => ({
      cardId: row.cardId,
      dueAt: later(row.since, seconds * 1000),
    }));
  };
  const only = cardId === undefined ? '' : 'AND card.cardId = ?';
  return [
    ...aged(`${started} ${only}`, snooze),
    ...(archive === null ? [] : aged(done.replace('{only}', only), archive)),
  ];
}

function durationsOf(rows: Rows): Durations | undefined {
  return rows.find('account', {})[0]?.statusChangeDurations;
}

/** Cards that will age, by when, soonest first. */
export function dueCards(rows: Rows): DueCard[] {
  const durations = durationsOf(rows);
  if (!durations) return [];
  const byTime = (a: DueCard, b: DueCard) =>
    a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.cardId < b.cardId ? -1 : 1;
  return agingCards(rows, durations).sort(byTime);
}

/** When the card as it is now comes to age; undefined when it does not. */
export function dueOf(rows: Rows, cardId: string): Timestamp | undefined {
  const durations = durationsOf(rows);
  return durations && agingCards(rows, durations, cardId)[0]?.dueAt;
}

export function age(context: ActionContext, cardId: string): void {
  const status = context.rows.get('card', cardId)?.status;
  if (status === 'started') changeCard(context, cardId, { status: 'snoozing' });
  if (status === 'done') changeCard(context, cardId, { visibility: 'archived' });
}

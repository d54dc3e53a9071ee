/**
 * After a commit, checks only the notifications that the changed rows concern. Checks all rows at the start, on each
 * new day, and after a commit that reports only the changed models.
 */
import { type Database, SqliteError } from 'better-sqlite3';
import type { AppNotification, NotificationListUpdate } from '../../../shared/bridge/index.ts';
import type { Failure } from '../../../shared/contract/index.ts';
import { dayInTimeZone, millisecondsPerDay, millisecondsPerHour } from '../../../shared/domain/calendar.ts';
import {
  diffNotifications,
  type NotificationState,
  notificationKey,
  type RowChangeOrigin,
  type StoredNotification,
} from '../../../shared/domain/notification-rules.ts';
import type { Clock } from '../../client/clock.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import type { IdReplacement } from '../store/local-ids.ts';
import {
  type ChangeAwaitingDecision,
  cardNotificationPrefixes,
  NotificationCandidateFinder,
} from './candidate-finder.ts';
import { SelfAssignmentCheck, type SelfAssignmentCheckOptions } from './self-assignment-check.ts';

/** Stores in the outbox file which notifications were announced and which the person has read. */
class StoredNotifications {
  #db: Database;
  #byKey: Map<string, StoredNotification>;

  constructor(db: Database) {
    this.#db = db;
    const rows = db.prepare('SELECT key, mark, at, state FROM durable.notification').all() as StoredNotification[];
    this.#byKey = new Map(rows.map((row) => [row.key, row]));
  }

  get all(): Iterable<StoredNotification> {
    return this.#byKey.values();
  }
  get keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  of(keys: Iterable<string>): StoredNotification[] {
    return [...keys].flatMap((key) => this.#byKey.get(key) ?? []);
  }

  /** In one transaction. */
  write(changed: readonly StoredNotification[], removed: Iterable<string>): void {
    const put = this.#db.prepare(
      'INSERT OR REPLACE INTO durable.notification (key, mark, at, state) VALUES (@key, @mark, @at, @state)',
    );
    const drop = this.#db.prepare('DELETE FROM durable.notification WHERE key = ?');
    const gone = [...removed];
    this.#db.transaction(() => {
      for (const notification of changed) put.run(notification);
      for (const key of gone) drop.run(key);
    })();
    for (const key of gone) this.#byKey.delete(key);
    for (const notification of changed) this.#byKey.set(notification.key, notification);
  }

  /** Skips silent notifications, because windows do not show them. Returns true if any state changed. */
  mark(keys: readonly string[], state: Exclude<NotificationState, 'silent'>): boolean {
    const marked = this.of(keys).filter(
      (notification) => notification.state !== 'silent' && notification.state !== state,
    );
    if (marked.length > 0)
      this.write(
        marked.map((notification) => ({ ...notification, state })),
        [],
      );
    return marked.length > 0;
  }

  rename(renamings: readonly IdReplacement[]): void {
    for (const { from, to } of renamings) {
      const old = [...this.#byKey.values()].filter(({ key }) => key.endsWith(`:${from}`));
      if (old.length === 0) continue;
      this.write(
        old.map((notification) => ({ ...notification, key: notification.key.slice(0, -from.length) + to })),
        old.map(({ key }) => key),
      );
    }
  }
}

export interface NotificationTrackerOptions extends Pick<SelfAssignmentCheckOptions, 'requestRows'> {
  readonly store: OptimisticStore;
  readonly clock: Clock;
  readonly userId: () => string | null;
  readonly isComplete: () => boolean;
  readonly refused: () => readonly ChangeAwaitingDecision[];
  readonly changed: (payload: NotificationListUpdate) => void;
  /** Handles damaged files and disk errors, and returns the failure to show; undefined for other errors. */
  readonly failureOf: (error: unknown) => Failure | undefined;
}

/** For notifications a day begins at this hour, so that nobody is notified of due cards at midnight. */
const dayStartHour = 8;
/** Commits within this delay share one check of all rows, because a check is slow in large workspaces. */
const compareDelayMs = 1_000;
/** Windows list a read notification until its event is this old. */
const readListedMs = 7 * millisecondsPerDay;
const maxListed = 200;
/**
 * Largest expected difference between the clocks of the service and this computer. Each check also searches cards that
 * changed up to this long before the last check, to miss no mention.
 */
const clockSlackMs = 2 * millisecondsPerHour;

const systemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const baselineName = 'notifications';
interface NotificationBaseline {
  /** If the workspace gets another user, the stored notifications are discarded, and `since` begins again. */
  readonly userId: string;
  /** Time of the first check. Events before this time are never announced, except refused changes. */
  readonly since: string;
  /** Time of the last check of all rows. */
  readonly lookedAt: string;
}

export class NotificationTracker {
  #options: NotificationTrackerOptions;
  #stored: StoredNotifications;
  #selfAssignmentCheck: SelfAssignmentCheck;
  #hasComparedAllRows = false;
  #cancelCompare: (() => void) | undefined;
  #cancelDayTimer: (() => void) | undefined;
  #refusedIds = '';

  constructor(options: NotificationTrackerOptions) {
    this.#options = options;
    this.#stored = new StoredNotifications(options.store.engine.db);
    this.#selfAssignmentCheck = new SelfAssignmentCheck({
      clock: options.clock,
      rows: options.store.rows,
      requestRows: options.requestRows,
      onDecided: (key, isOwn) => this.#reportingErrors(() => this.#assignmentDecided(key, isOwn)),
    });
  }

  get #baseline(): NotificationBaseline | undefined {
    const stored = this.#options.store.storedValues.get(baselineName) as NotificationBaseline | undefined;
    return stored?.userId === this.#options.userId() ? stored : undefined;
  }
  get #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  /** Call it after each commit. */
  committed(changed: ChangedRows, renamed: readonly IdReplacement[], origin: 'service' | 'own'): void {
    const { userId, isComplete, store } = this.#options;
    const me = userId();
    if (!isComplete() || me === null) return;
    this.#reportingErrors(() => {
      if (!this.#baseline) return;
      this.#stored.rename(renamed);
      // Check the person's own changes at once. A delayed check would announce them as changes by others.
      if (changed.unknownModels.size > 0 && origin === 'own') this.#compareAllRows('own');
      else if (changed.unknownModels.size > 0) this.#compareAllRowsSoon();
      const keys = affectedKeys(changed, store.rows, me);
      if (keys.size > 0) this.#reconcile(keys, origin);
      this.#selfAssignmentCheck.committed(changed, me);
    });
  }

  /** Updates the notifications of refused changes. Call it when the state of the sync or the outbox changes. */
  statusChanged(): void {
    if (!this.#options.isComplete() || this.#options.userId() === null) return;
    this.#reportingErrors(() => {
      if (this.#hasComparedAllRows && this.#baseline) this.#compareRefused();
      else this.#compareAllRowsSoon();
    });
  }

  /** Runs a check. Reports errors of SQLite instead of throwing them, because the commit itself has succeeded. */
  #reportingErrors(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof SqliteError)) throw error;
      queueMicrotask(() => this.#options.failureOf(error));
    }
  }

  #compareRefused(): void {
    const ids = this.#options.refused().map(({ id }) => notificationKey('refused', id));
    if (ids.join() === this.#refusedIds) return;
    this.#refusedIds = ids.join();
    this.#reconcile(new Set([...ids, ...[...this.#stored.keys].filter((key) => key.startsWith('refused:'))]), 'own');
  }

  /**
   * Unread ones, and read ones of the last week, newest first, at most `maxListed`. Empty while the user is unknown.
   */
  list(): readonly AppNotification[] {
    const finder = this.#finder();
    if (!finder) return [];
    const oldest = new Date(this.#options.clock.now() - readListedMs).toISOString();
    const listed = [...this.#stored.all]
      .filter(({ state, at }) => state === 'unread' || (state === 'read' && at >= oldest))
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, maxListed);
    return this.#options.store.rows.withRowCache(() => listed.flatMap((noted) => finder.describe(noted) ?? []));
  }

  mark(keys: readonly string[], isRead: boolean): void {
    if (this.#stored.mark(keys, isRead ? 'read' : 'unread')) this.#report([]);
  }

  close(): void {
    this.#cancelCompare?.();
    this.#cancelDayTimer?.();
    this.#selfAssignmentCheck.close();
  }

  #finder(): NotificationCandidateFinder | null {
    const { store, clock, userId, refused } = this.#options;
    const me = userId();
    if (me === null) return null;
    const today = dayInTimeZone(systemZone(), new Date(clock.now() - dayStartHour * millisecondsPerHour).toISOString());
    return new NotificationCandidateFinder({ rows: store.rows, me, today, refused: refused() });
  }

  #compareAllRowsSoon(): void {
    this.#cancelCompare ??= this.#options.clock.after(compareDelayMs, () =>
      this.#reportingErrors(() => this.#compareAllRows('service')),
    );
  }

  /** The first check for a user announces refused changes only, because all other events happened before it. */
  #compareAllRows(origin: 'service' | 'own'): void {
    this.#cancelCompare?.();
    this.#cancelCompare = undefined;
    const { store, userId } = this.#options;
    const me = userId();
    const finder = this.#finder();
    if (me === null || !finder) return;
    this.#hasComparedAllRows = true;
    this.#scheduleNextDay();
    const known = this.#baseline;
    if (!known) this.#stored.write([], [...this.#stored.keys]);
    const since = known ? new Date(Date.parse(known.lookedAt) - clockSlackMs).toISOString() : null;
    const keys = finder.candidates(since);
    for (const key of this.#stored.keys) keys.add(key);
    const began = known ?? { userId: me, since: this.#now };
    store.storedValues.set(baselineName, { ...began, lookedAt: this.#now } satisfies NotificationBaseline);
    // Report the list even if nothing changed, because windows have no list before the first check.
    if (!this.#reconcile(keys, known ? origin : 'first')) this.#report([]);
  }

  #scheduleNextDay(): void {
    this.#cancelDayTimer?.();
    const { clock } = this.#options;
    const next = new Date(clock.now());
    next.setHours(dayStartHour, 0, 0, 0);
    if (next.getTime() <= clock.now()) next.setDate(next.getDate() + 1);
    this.#cancelDayTimer = clock.after(next.getTime() - clock.now(), () =>
      this.#reportingErrors(() => this.#compareAllRows('service')),
    );
  }

  /** Returns true if the list in windows changed; windows then have the new list. */
  #reconcile(keys: ReadonlySet<string>, origin: RowChangeOrigin): boolean {
    const finder = this.#finder();
    const since = this.#baseline?.since;
    if (!finder || since === undefined) return false;
    const candidates = this.#options.store.rows.withRowCache(() => [...keys].flatMap((key) => finder.find(key) ?? []));
    const noted = this.#stored.of(keys);
    const { changed, removed, arrived } = diffNotifications(noted, candidates, { origin, now: this.#now, since });
    if (changed.length === 0 && removed.length === 0) return false;
    this.#stored.write(changed, removed);
    // The list does not contain silent notifications, so their changes need no report.
    if ([...noted, ...changed].every(({ state }) => state === 'silent')) return false;
    this.#report(this.#selfAssignmentCheck.hold(arrived));
    return true;
  }

  #assignmentDecided(key: string, isOwn: boolean): void {
    const [noted] = this.#stored.of([key]);
    if (!noted) return;
    if (isOwn) this.#stored.write([{ ...noted, state: 'silent' }], []);
    this.#report(isOwn ? [] : [key]);
  }

  #report(arrived: readonly string[]): void {
    this.#options.changed({ all: this.list(), arrived });
  }
}

/** Columns of cards. If one of them changes, notifications about the card or its run may change. */
const cardColumns = ['assigneeId', 'visibility', 'status', 'dueDate', 'mentionedUsers', 'deckId', 'sprintId'] as const;

function affectedKeys(changed: ChangedRows, rows: RowStore, me: string): Set<string> {
  const keys = new Set<string>();
  const each = (model: string, add: (row: AnyRow, key: string) => void) => {
    for (const [key, { before, after }] of changed.of(model)) for (const row of [before, after]) if (row) add(row, key);
  };
  const addCard = (cardId: unknown) => {
    for (const prefix of cardNotificationPrefixes) keys.add(notificationKey(prefix, String(cardId)));
  };
  each('resolvable', (_row, id) => keys.add(notificationKey('thread', id)));
  each('resolvableEntry', ({ resolvableId }) => keys.add(notificationKey('thread', String(resolvableId))));
  each('sprint', (_row, id) => keys.add(notificationKey('run', id)));
  each('queueEntry', ({ userId, cardId }) => {
    if (userId === me) addCard(cardId);
  });
  for (const [cardId, { columns, before, after }] of changed.of('card')) {
    if (columns && !cardColumns.some((column) => columns.has(column))) continue;
    addCard(cardId);
    for (const row of [before, after]) if (row?.sprintId) keys.add(notificationKey('run', String(row.sprintId)));
  }
  // The open threads of the card may concern other people than before.
  for (const [cardId, { columns }] of changed.of('card'))
    if (!columns || columns.has('assigneeId') || columns.has('visibility'))
      for (const { id } of rows.find('resolvable', { cardId: cardId as never, isClosed: false }))
        keys.add(notificationKey('thread', id));
  return keys;
}

/**
 * Keeps what the person is notified of up to date with the replica's commits. Each commit is looked at once, by the rows
 * that it names; commits that name none, the start and each new day are followed by a look at all rows.
 */
import { SqliteError } from 'better-sqlite3';
import type { AppNotification, NotificationsChanged } from '../../../shared/bridge/index.ts';
import type { Failure } from '../../../shared/contract/index.ts';
import { dayIn, millisecondsPerDay, millisecondsPerHour } from '../../../shared/domain/calendar.ts';
import { type ChangeOrigin, notificationKey, reconcile } from '../../../shared/domain/notification-rules.ts';
import type { Clock } from '../../client/clock.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import type { Renaming } from '../store/local-ids.ts';
import { Attribution, type AttributionOptions } from './attribution.ts';
import { CandidateFinder, cardSubjects, type RefusedChange } from './candidate-finder.ts';
import { StoredNotifications } from './stored-notifications.ts';

export interface NotificationTrackerOptions extends Pick<AttributionOptions, 'requestRows'> {
  readonly store: OptimisticStore;
  readonly clock: Clock;
  readonly userId: () => string | null;
  /** Whether the first sync is over. */
  readonly isComplete: () => boolean;
  /** Changes that wait for the person's decision. */
  readonly refused: () => readonly RefusedChange[];
  readonly changed: (payload: NotificationsChanged) => void;
  /** Handles errors of the files, such as damage or a full disk; returns undefined for other errors. */
  readonly failureOf: (error: unknown) => Failure | undefined;
}

/** Days begin for notifications at this hour, so that nobody is told at midnight of what is due. */
const dayStartHour = 8;
/** Delay of a look at all rows, which takes some time in large workspaces. */
const compareDelayMs = 1_000;
/** Read notifications stay in the list this long. */
const listedMs = 7 * millisecondsPerDay;
const maxListed = 200;
/** Clocks of service and computer may differ by this much. */
const clockSlackMs = 2 * millisecondsPerHour;

const systemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Name of the stored value: for whom, and since when, the workspace's rows are noticed. */
const beginning = 'notifications';
interface Beginning {
  readonly userId: string;
  readonly since: string;
  /** Time of the last look at all rows. */
  readonly lookedAt: string;
}

export class NotificationTracker {
  #options: NotificationTrackerOptions;
  #stored: StoredNotifications;
  #attribution: Attribution;
  #hasComparedAllRows = false;
  #cancelCompare: (() => void) | undefined;
  #cancelDayTimer: (() => void) | undefined;
  #refusedIds = '';

  constructor(options: NotificationTrackerOptions) {
    this.#options = options;
    this.#stored = new StoredNotifications(options.store.engine.db);
    this.#attribution = new Attribution({
      clock: options.clock,
      rows: options.store.rows,
      requestRows: options.requestRows,
      decided: (key, isOwn) => this.#reportingErrors(() => this.#attributed(key, isOwn)),
    });
  }

  get #beginning(): Beginning | undefined {
    const stored = this.#options.store.storedValues.get(beginning) as Beginning | undefined;
    return stored?.userId === this.#options.userId() ? stored : undefined;
  }
  get #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  /** Call after each commit. */
  committed(changed: ChangedRows, renamed: readonly Renaming[], origin: 'service' | 'own'): void {
    const { userId, isComplete, store } = this.#options;
    const me = userId();
    if (!isComplete() || me === null) return;
    this.#reportingErrors(() => {
      if (!this.#beginning) return;
      this.#stored.rename(renamed);
      // What the person does must not look like news at the next look.
      if (changed.unknownModels.size > 0 && origin === 'own') this.#compareAllRows('own');
      else if (changed.unknownModels.size > 0) this.#compareAllRowsSoon();
      const keys = affectedKeys(changed, store.rows, me);
      if (keys.size > 0) this.#reconcile(keys, origin);
      this.#attribution.committed(changed, me);
    });
  }

  /** Call when the sync or the outbox has a new state. */
  statusChanged(): void {
    if (!this.#options.isComplete() || this.#options.userId() === null) return;
    this.#reportingErrors(() => {
      if (this.#hasComparedAllRows && this.#beginning) this.#compareRefused();
      else this.#compareAllRowsSoon();
    });
  }

  /** The commit succeeded, even where looking at it fails: then the next look notices what it changed. */
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

  /** Newest first: unread ones, and read ones of the last days. */
  list(): readonly AppNotification[] {
    const finder = this.#finder();
    if (!finder) return [];
    const oldest = new Date(this.#options.clock.now() - listedMs).toISOString();
    return [...this.#stored.all]
      .filter(({ state, at }) => state === 'unread' || (state === 'read' && at >= oldest))
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, maxListed)
      .flatMap((noted) => finder.describe(noted) ?? []);
  }

  /** Marks notifications as read or unread. */
  mark(keys: readonly string[], isRead: boolean): void {
    if (this.#stored.mark(keys, isRead ? 'read' : 'unread')) this.#report([]);
  }

  close(): void {
    this.#cancelCompare?.();
    this.#cancelDayTimer?.();
    this.#attribution.close();
  }

  #finder(): CandidateFinder | null {
    const { store, clock, userId, refused } = this.#options;
    const me = userId();
    if (me === null) return null;
    const today = dayIn(systemZone(), new Date(clock.now() - dayStartHour * millisecondsPerHour).toISOString());
    return new CandidateFinder({ rows: store.rows, me, today, refused: refused() });
  }

  #compareAllRowsSoon(): void {
    this.#cancelCompare ??= this.#options.clock.after(compareDelayMs, () => this.#reportingErrors(() => this.#compareAllRows('service')));
  }

  /** Looks at all rows; the first look at a workspace announces nothing. */
  #compareAllRows(origin: 'service' | 'own'): void {
    this.#cancelCompare?.();
    this.#cancelCompare = undefined;
    const { store, userId } = this.#options;
    const me = userId();
    const finder = this.#finder();
    if (me === null || !finder) return;
    this.#hasComparedAllRows = true;
    this.#scheduleNextDay();
    const known = this.#beginning;
    if (!known) this.#stored.write([], [...this.#stored.keys]);
    const since = known ? new Date(Date.parse(known.lookedAt) - clockSlackMs).toISOString() : null;
    const keys = finder.candidates(since);
    for (const key of this.#stored.keys) keys.add(key);
    const began = known ?? { userId: me, since: this.#now };
    store.storedValues.set(beginning, { ...began, lookedAt: this.#now } satisfies Beginning);
    // Reported also without a change: nobody has the list yet.
    if (!this.#reconcile(keys, known ? origin : 'first')) this.#report([]);
  }

  /** Looks again when the next day begins. */
  #scheduleNextDay(): void {
    this.#cancelDayTimer?.();
    const { clock } = this.#options;
    const next = new Date(clock.now());
    next.setHours(dayStartHour, 0, 0, 0);
    if (next.getTime() <= clock.now()) next.setDate(next.getDate() + 1);
    this.#cancelDayTimer = clock.after(next.getTime() - clock.now(), () => this.#reportingErrors(() => this.#compareAllRows('service')));
  }

  /** Returns whether the list changed. */
  #reconcile(keys: ReadonlySet<string>, origin: ChangeOrigin): boolean {
    const finder = this.#finder();
    const since = this.#beginning?.since;
    if (!finder || since === undefined) return false;
    const candidates = this.#options.store.rows.withRowCache(() => [...keys].flatMap((key) => finder.find(key) ?? []));
    const noted = this.#stored.of(keys);
    const { changed, removed, arrived } = reconcile(noted, candidates, { origin, now: this.#now, since });
    if (changed.length === 0 && removed.length === 0) return false;
    this.#stored.write(changed, removed);
    // The list has no silent ones, and most of what the person does here changes only those.
    if ([...noted, ...changed].every(({ state }) => state === 'silent')) return false;
    this.#report(this.#attribution.hold(arrived));
    return true;
  }

  #attributed(key: string, isOwn: boolean): void {
    const [noted] = this.#stored.of([key]);
    if (!noted) return;
    if (isOwn) this.#stored.write([{ ...noted, state: 'silent' }], []);
    this.#report(isOwn ? [] : [key]);
  }

  #report(arrived: readonly string[]): void {
    this.#options.changed({ all: this.list(), arrived });
  }
}

/** Columns of a card that its candidates and those of its run depend on. */
const cardColumns = ['assigneeId', 'visibility', 'status', 'dueDate', 'mentionedUsers', 'deckId', 'sprintId'] as const;

/** The keys whose candidates the changed rows can change. */
function affectedKeys(changed: ChangedRows, rows: Rows, me: string): Set<string> {
  const keys = new Set<string>();
  const each = (model: string, add: (row: AnyRow, key: string) => void) => {
    for (const [key, { before, after }] of changed.of(model)) for (const row of [before, after]) if (row) add(row, key);
  };
  const addCard = (cardId: unknown) => {
    for (const subject of cardSubjects) keys.add(notificationKey(subject, String(cardId)));
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
  // Threads concern the owner of their card.
  for (const [cardId, { columns }] of changed.of('card'))
    if (!columns || columns.has('assigneeId') || columns.has('visibility'))
      for (const { id } of rows.find('resolvable', { cardId: cardId as never, isClosed: false }))
        keys.add(notificationKey('thread', id));
  return keys;
}

/**
 * Makes the changes that happen at certain times. A tick performs all events since the last tick in order and dates
 * each event at its own time, so the data is correct even after the computer has slept for weeks.
 */
import type { Day, Timestamp } from '../../../shared/contract/index.ts';
import {
  addDays,
  addMilliseconds,
  millisecondsPerDay,
  startOfUtcDay,
  utcDayOf,
} from '../../../shared/domain/calendar.ts';
import type { Engine, EngineCallContext } from '../engine.ts';
import { subscriptionPlanIncludes } from '../rules/access.ts';
import { startBeastMode } from '../rules/beast-mode.ts';
import { beastModeStartsAt, runEndsAt, scheduleOfRunConfig } from '../rules/run-times.ts';
import { completeRun, createRunsAhead, healRunsAfterClockSetBack } from '../rules/runs.ts';
import { addChangedKeys, type ChangedKeys, type RowStore } from '../store/rows.ts';
import type { ActionContext, Actor } from '../types.ts';
import {
  agingTimeOf,
  cardsToSnoozeOrArchive,
  createSchedulerIndexes,
  earliestNextAgingTime,
  type PendingCardAging,
  snoozeOrArchiveCard,
} from './card-ages.ts';
import { recordProgress } from './progress.ts';

/** `at` is the current time of the service's clock. */
interface SchedulerTickOptions extends Pick<EngineCallContext, 'at' | 'accountId' | 'newId'> {
  /**
   * Called between events; false stops the tick, and the next tick continues. So requests do not wait while tens of
   * thousands of cards age. Without it, a tick performs all due events.
   */
  readonly mayGoOn?: () => boolean;
}

/** The actor of the scheduler's changes. It owns no cards, and may change cards of guarded decks. */
const schedulerActor: Actor = { userId: '', isPerson: false, isProducer: true, projects: 'all', scopes: 'all' };

const lastTickSetting = 'clockwork';
/** `notice` rows (which tell users of comments) are deleted after this number of days. */
const maxNoticeAgeDays = 90;
/** Maximum number of started cards, and of done cards, that one search reads. */
const agingReadLimit = 1000;
/** Maximum number of cards that age in one change. `mayGoOn` is called between the changes. */
const cardsPerAging = 100;

/** The state after the last tick. The next tick ends at once if no row has changed since then and no event is due. */
interface TickState {
  /** SQLite's `total_changes()`. */
  readonly changes: number;
  readonly at: Timestamp;
  /** No event is due before this time. It can be too early; a tick then changes nothing. */
  readonly next: Timestamp | undefined;
  /** The tick stopped before it had performed all due events. */
  readonly isUnfinished: boolean;
}
const lastStates = new WeakMap<Engine, TickState>();

const totalChanges = ({ db }: Engine) => db.prepare('SELECT total_changes()').pluck().get() as number;

/** All events up to this time are performed; undefined if the scheduler never ran. */
export function lastTick(rows: RowStore): Timestamp | undefined {
  const value = rows.get('setting', lastTickSetting)?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * The time of the next event can be too early, but not too late; undefined if no event will follow or no tick has run.
 */
export const nextSchedulerEventAt = (engine: Engine): Timestamp | undefined => lastStates.get(engine)?.next;

export const isSchedulerBehind = (engine: Engine): boolean => lastStates.get(engine)?.isUnfinished ?? false;

/**
 * True if a tick must run before other work at `now`: an event is due, no tick has run, the last tick stopped early, a
 * minute has passed, the clock was set back, or a new UTC day has begun (changes made on the new day must not count for
 * the day before).
 */
export function isSchedulerDue(engine: Engine, now: Timestamp): boolean {
  const next = nextSchedulerEventAt(engine);
  if (isSchedulerBehind(engine) || (next !== undefined && next <= now)) return true;
  const last = lastStates.get(engine)?.at ?? lastTick(engine.rows);
  return last === undefined || now < last || utcDayOf(last) !== utcDayOf(now) || addMilliseconds(last, 60_000) <= now;
}

/** The end of a run, or the automatic start of Beast Mode. */
interface RunEvent {
  readonly at: Timestamp;
  readonly runId: string;
  readonly kind: 'end' | 'beast';
}

/** The end of a run comes before the start of Beast Mode at the same time in another run. */
function nextRunEvent(rows: RowStore): RunEvent | undefined {
  const hasBeastMode = subscriptionPlanIncludes(rows, 'beastMode');
  let next: RunEvent | undefined;
  const consider = (event: RunEvent) => {
    if (!next || event.at < next.at || (event.at === next.at && event.kind === 'end' && next.kind === 'beast'))
      next = event;
  };
  for (const config of rows.find('sprintConfig', {}, ['createdAt'])) {
    const schedule = scheduleOfRunConfig(rows, config.id);
    for (const run of rows.find('sprint', { sprintConfigId: config.id, isDeleted: false, completedAt: null })) {
      consider({ at: runEndsAt(run, schedule), runId: run.id, kind: 'end' });
      const starts = hasBeastMode ? beastModeStartsAt(run, config, schedule) : undefined;
      if (starts !== undefined) consider({ at: starts, runId: run.id, kind: 'beast' });
    }
  }
  return next;
}

/** Performs all events since the last tick, until `mayGoOn` returns false. */
export function runScheduler(engine: Engine, tick: SchedulerTickOptions): ChangedKeys {
  const { rows, db } = engine;
  const now = tick.at;
  const lastState = lastStates.get(engine);
  const isIdle =
    lastState &&
    !lastState.isUnfinished &&
    lastState.at <= now &&
    utcDayOf(lastState.at) === utcDayOf(now) &&
    (lastState.next === undefined || now < lastState.next);
  if (isIdle && lastState.changes === totalChanges(engine)) {
    lastStates.set(engine, { ...lastState, at: now });
    return new Map();
  }
  if (!lastState) createSchedulerIndexes(rows);
  const tickRun = new TickRun(engine, tick);
  const isFinished = db.transaction(() => tickRun.run()).immediate();
  const next = isFinished ? tickRun.next() : now;
  lastStates.set(engine, { changes: totalChanges(engine), at: now, next, isUnfinished: !isFinished });
  return tickRun.changes;
}

class TickRun {
  readonly changes: ChangedKeys = new Map();
  readonly #engine: Engine;
  readonly #tick: SchedulerTickOptions;
  /** The time of the last performed event, at first of the last tick. No event gets an earlier date. */
  #position: Timestamp;
  #day: Day;
  /** Progress can differ from the rows written last; at the start, since cards can have changed before. */
  #mayProgressDiffer = true;
  /** Cards to age, earliest first. The first `#agedCount` of them are done. */
  #aging: PendingCardAging[] = [];
  #agedCount = 0;
  /** `#aging` has all cards that age before this time. Undefined if it has all due cards. */
  #agingKnownBefore: Timestamp | undefined;

  constructor(engine: Engine, tick: SchedulerTickOptions) {
    this.#engine = engine;
    this.#tick = tick;
    const last = lastTick(engine.rows);
    // If the clock was set back, the tick starts at the new time.
    this.#position = last === undefined ? '' : last < tick.at ? last : tick.at;
    this.#day = utcDayOf(this.#position || tick.at);
  }

  #change(at: Timestamp, work: (context: ActionContext) => void): void {
    const { accountId, newId } = this.#tick;
    const call = { at, accountId, newId, actor: schedulerActor, isAutomatic: true, notBefore: this.#lastChangeAt() };
    const { changes } = this.#engine.change(call, work);
    addChangedKeys(this.changes, changes);
    if (changes.size > 0) this.#mayProgressDiffer = true;
  }

  /**
   * The newest `lastUpdatedAt` of all cards, but at most the time of the tick. A change that belongs to an earlier time
   * gets this date instead: polls read only changes after the last date that they have seen.
   */
  #lastChangeAt(): Timestamp {
    const last = this.#engine.db.prepare('SELECT max(lastUpdatedAt) FROM card').pluck().get() as Timestamp | null;
    return last !== null && last > this.#tick.at ? this.#tick.at : (last ?? '');
  }

  /** Returns false if `mayGoOn` stopped the tick. */
  run(): boolean {
    const { rows } = this.#engine;
    const now = this.#tick.at;
    this.#change(this.#position || now, (context) => {
      const last = lastTick(rows);
      const isSetBack = last !== undefined && now < addMilliseconds(last, -millisecondsPerDay);
      for (const { id } of rows.find('sprintConfig', {})) {
        if (isSetBack) healRunsAfterClockSetBack(context, id);
        createRunsAhead(context, id);
      }
    });
    this.#mayProgressDiffer = true;
    this.#lookForAging(agingReadLimit);
    const isFinished = this.#passUntil(now);
    const at = isFinished ? now : this.#position || now;
    if (isFinished) this.#recordProgress();
    this.#change(now, () => rows.put('setting', { name: lastTickSetting, value: at }));
    return isFinished;
  }

  #passUntil(now: Timestamp): boolean {
    for (let event = this.#due(now); event || this.#day < utcDayOf(now); event = this.#due(now)) {
      const nextDay = startOfUtcDay(addDays(this.#day, 1));
      const isRunEvent = event && event.at < nextDay;
      // Cards that age at midnight or later belong to the next day.
      if (!this.#ageCards(event && isRunEvent ? event.at : addMilliseconds(nextDay, -1))) return false;
      if (event && isRunEvent) this.#doRunEvent(event);
      else this.#endDay(nextDay);
      if (!this.#mayGoOn()) return false;
    }
    return this.#ageCards(now);
  }

  #mayGoOn(): boolean {
    return this.#tick.mayGoOn?.() ?? true;
  }

  #due(now: Timestamp): RunEvent | undefined {
    const event = nextRunEvent(this.#engine.rows);
    return event && event.at <= now ? event : undefined;
  }

  #doRunEvent({ at, runId, kind }: RunEvent): void {
    if (at > this.#position) this.#position = at;
    this.#change(this.#position, (context) => {
      const run = context.rows.get('sprint', runId);
      if (!run) return;
      if (kind === 'end') completeRun(context, run, at);
      else startBeastMode(context.rows, run, at);
    });
  }

  #endDay(nextDay: Timestamp): void {
    this.#recordProgress();
    this.#day = utcDayOf(nextDay);
    if (nextDay > this.#position) this.#position = nextDay;
    const old = addMilliseconds(nextDay, -maxNoticeAgeDays * millisecondsPerDay);
    this.#engine.db.prepare('DELETE FROM notice WHERE createdAt < ?').run(old);
  }

  /** Each card at its own time. Skips cards that changed since. False if `mayGoOn` stopped the tick. */
  #ageCards(until: Timestamp): boolean {
    const { rows } = this.#engine;
    for (let first = this.#earliestNextAging(until); first; first = this.#earliestNextAging(until)) {
      // No event gets a date before `#position`, so cards that were due earlier age there together.
      const moment = first.dueAt > this.#position ? first.dueAt : this.#position;
      const from = this.#agedCount;
      while ((this.#aging[this.#agedCount]?.dueAt ?? '~') <= moment && this.#agedCount - from < cardsPerAging)
        this.#agedCount++;
      const aging = this.#aging.slice(from, this.#agedCount).filter(({ cardId }) => {
        const dueAt = agingTimeOf(rows, cardId, this.#tick.at);
        if (dueAt !== undefined && dueAt > moment) this.#insertAging({ cardId, dueAt });
        return dueAt !== undefined && dueAt <= moment;
      });
      if (aging.length > 0) {
        this.#position = moment;
        this.#change(moment, (context) => {
          for (const { cardId } of aging) snoozeOrArchiveCard(context, cardId);
        });
      }
      if (!this.#mayGoOn()) return false;
    }
    return true;
  }

  /** Undefined if no card is due by `until`. */
  #earliestNextAging(until: Timestamp): PendingCardAging | undefined {
    for (let limit = agingReadLimit; ; limit *= 2) {
      const next = this.#aging[this.#agedCount];
      if (next && next.dueAt <= until) return next;
      if (this.#agingKnownBefore === undefined || this.#agingKnownBefore > until) return undefined;
      // Cards are read in the order of their last change; one whose thread was closed later ages later.
      this.#lookForAging(limit);
    }
  }

  #lookForAging(limit: number): void {
    const { cards, knownBefore } = cardsToSnoozeOrArchive(this.#engine.rows, this.#tick.at, limit);
    this.#aging = cards;
    this.#agedCount = 0;
    this.#agingKnownBefore = knownBefore;
  }

  #insertAging(card: PendingCardAging): void {
    const index = this.#aging.findIndex(({ dueAt }, index) => index >= this.#agedCount && dueAt > card.dueAt);
    this.#aging.splice(index < 0 ? this.#aging.length : index, 0, card);
  }

  #recordProgress(): void {
    if (!this.#mayProgressDiffer) return;
    this.#change(this.#position || this.#tick.at, ({ rows }) => recordProgress(rows, this.#day));
    this.#mayProgressDiffer = false;
  }

  /** If no row changes until then. It can be too early. Undefined if no event will follow. */
  next(): Timestamp | undefined {
    const { rows } = this.#engine;
    const moments = [nextRunEvent(rows)?.at, earliestNextAgingTime(rows, this.#tick.at)];
    return moments.filter((at) => at !== undefined).sort()[0];
  }
}

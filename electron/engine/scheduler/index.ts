/**
 * The service's scheduler: changes by time alone. It replays the time since its last tick in order, each event at its
 * own time, so that after weeks of sleep the data is as if the computer had been awake.
 */
import type { Day, Timestamp } from '../../../shared/contract/index.ts';
import { addDays, dayOf, later, millisecondsPerDay, startOfDay } from '../../../shared/domain/calendar.ts';
import { startBeastMode } from '../actions/beast-mode.ts';
import type { Engine, EngineCall } from '../engine.ts';
import { planIncludes } from '../rules/access.ts';
import type { Changes, Rows } from '../store/rows.ts';
import type { ActionContext, Actor } from '../types.ts';
import { ageCard, createClockworkIndexes, type DueCard, dueCards, dueOf, nextAging } from './card-ages.ts';
import { recordProgress } from './progress.ts';
import { beastModeAt, endsAt, scheduleOf } from './run-times.ts';
import { completeRun, createRunsAhead } from './runs.ts';

/** `at` is the current time of the service's clock. */
export interface Tick extends Pick<EngineCall, 'at' | 'accountId' | 'newId'> {
  /**
   * Called between events. When it returns false the tick stops, and the next one continues from there, so that
   * requests need not wait while tens of thousands of cards age at once. Without it, a tick does everything that is
   * due.
   */
  readonly mayGoOn?: () => boolean;
}

/** The service as actor: it owns nothing, and guarded decks do not restrict it. */
const clockworkActor: Actor = { userId: '', isPerson: false, isProducer: true, projects: 'all', scopes: 'all' };

const setting = 'clockwork';
/** Older notices are deleted. */
const noticeDays = 90;
/** Number of cards that are read at once, to age. */
const lookedAt = 1000;
/** Number of cards that age in one change; `mayGoOn` is called in between. */
const cardsPerAging = 100;

/** State between ticks of one process, so that a tick with nothing to do ends at once. */
interface Rest {
  /** Number of changes of the connection when the last tick ended. */
  readonly changes: number;
  readonly at: Timestamp;
  /** The time of the next event. */
  readonly next: Timestamp | undefined;
  /** Whether more was due when the tick stopped. */
  readonly isUnfinished: boolean;
}
const rests = new WeakMap<Engine, Rest>();

const changesOver = ({ db }: Engine) => db.prepare('SELECT total_changes()').pluck().get() as number;

function lastTick(rows: Rows): Timestamp | undefined {
  const value = rows.get('setting', setting)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The time of the next event as of the last tick; undefined where there is none, or no tick ran. */
export const nextDueAt = (engine: Engine): Timestamp | undefined => rests.get(engine)?.next;

/** Whether the last tick stopped with more to do. */
export const isClockworkBehind = (engine: Engine): boolean => rests.get(engine)?.isUnfinished ?? false;

/**
 * Whether the scheduler should run before other work at `now`: something is due, a minute has passed, a UTC
 * day has begun, whose changes must not count as yesterday's, or the last tick stopped with more to do.
 */
export function isClockworkDue(engine: Engine, now: Timestamp): boolean {
  const next = nextDueAt(engine);
  if (isClockworkBehind(engine) || (next !== undefined && next <= now)) return true;
  const last = rests.get(engine)?.at ?? lastTick(engine.rows);
  return last === undefined || now < last || dayOf(last) !== dayOf(now) || later(last, 60_000) <= now;
}

/** An event of a run, and its time. */
interface RunEvent {
  readonly at: Timestamp;
  readonly runId: string;
  readonly kind: 'end' | 'beast';
}

/** The next event of any run; a run's end precedes the events of the next run. */
function nextRunEvent(context: Pick<ActionContext, 'rows'>): RunEvent | undefined {
  const { rows } = context;
  const hasBeastMode = planIncludes(rows, 'beastMode');
  let next: RunEvent | undefined;
  const consider = (event: RunEvent) => {
    if (!next || event.at < next.at || (event.at === next.at && event.kind === 'end' && next.kind === 'beast'))
      next = event;
  };
  for (const config of rows.find('sprintConfig', {}, ['createdAt'])) {
    const schedule = scheduleOf(rows, config.id);
    for (const run of rows.find('sprint', { sprintConfigId: config.id, isDeleted: false, completedAt: null })) {
      consider({ at: endsAt(run, schedule), runId: run.id, kind: 'end' });
      const starts = hasBeastMode ? beastModeAt(run, config, schedule) : undefined;
      if (starts !== undefined) consider({ at: starts, runId: run.id, kind: 'beast' });
    }
  }
  return next;
}

/** Runs everything that is due since the last tick, until `mayGoOn` returns false. Returns the changes. */
export function runClockwork(engine: Engine, tick: Tick): Changes {
  const { rows, db } = engine;
  const now = tick.at;
  const rest = rests.get(engine);
  const isIdle =
    rest &&
    !rest.isUnfinished &&
    rest.at <= now &&
    dayOf(rest.at) === dayOf(now) &&
    (rest.next === undefined || now < rest.next);
  if (isIdle && rest.changes === changesOver(engine)) {
    rests.set(engine, { ...rest, at: now });
    return new Map();
  }
  if (!rest) createClockworkIndexes(rows);
  const passage = new Passage(engine, tick);
  const isFinished = db.transaction(() => passage.run()).immediate();
  const next = isFinished ? passage.next(rows) : now;
  rests.set(engine, { changes: changesOver(engine), at: now, next, isUnfinished: !isFinished });
  return passage.changes;
}

/** One run of the scheduler, from the last tick to now. */
class Passage {
  readonly changes: Changes = new Map();
  readonly #engine: Engine;
  readonly #tick: Tick;
  /** The current time of the replay; no event is dated before it. */
  #position: Timestamp;
  #day: Day;
  /** Whether progress may differ from the last rows, since people may have changed cards since the last tick. */
  #isStirred = true;
  /** Soonest first; those before `#aged` are done. */
  #aging: DueCard[] = [];
  #aged = 0;
  /** From this time on, more cards age than `#aging` contains. */
  #agingKnownBefore: Timestamp | undefined;

  constructor(engine: Engine, tick: Tick) {
    this.#engine = engine;
    this.#tick = tick;
    const last = lastTick(engine.rows);
    // If the clock was set back, the replay starts at the new time.
    this.#position = last === undefined ? '' : last < tick.at ? last : tick.at;
    this.#day = dayOf(this.#position || tick.at);
  }

  #change(at: Timestamp, work: (context: ActionContext) => void): void {
    const { accountId, newId } = this.#tick;
    const call = { at, accountId, newId, actor: clockworkActor, isAutomatic: true, notBefore: this.#lastChangeAt() };
    const { changes } = this.#engine.change(call, work);
    for (const [model, keys] of changes) {
      const all = this.changes.get(model) ?? new Set();
      this.changes.set(model, all);
      for (const key of keys) all.add(key);
    }
    if (changes.size > 0) this.#isStirred = true;
  }

  /** The time of the last change of any card, at most now. Earlier events get this date, or cursors would miss them. */
  #lastChangeAt(): Timestamp {
    const last = this.#engine.db.prepare('SELECT max(lastUpdatedAt) FROM card').pluck().get() as Timestamp | null;
    return last !== null && last > this.#tick.at ? this.#tick.at : (last ?? '');
  }

  /** Whether everything due is done. */
  run(): boolean {
    const { rows } = this.#engine;
    const now = this.#tick.at;
    this.#change(this.#position || now, (context) => {
      for (const { id } of rows.find('sprintConfig', {})) createRunsAhead(context, id);
    });
    this.#isStirred = true;
    this.#lookForAging(lookedAt);
    const isFinished = this.#passUntil(now);
    const at = isFinished ? now : this.#position || now;
    if (isFinished) this.#recordProgress();
    this.#change(now, () => rows.put('setting', { name: setting, value: at }));
    return isFinished;
  }

  #passUntil(now: Timestamp): boolean {
    for (let event = this.#due(now); event || this.#day < dayOf(now); event = this.#due(now)) {
      const nextDay = startOfDay(addDays(this.#day, 1));
      const isRunEvent = event && event.at < nextDay;
      // Events at midnight belong to the new day.
      if (!this.#ageCards(event && isRunEvent ? event.at : later(nextDay, -1))) return false;
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
    const event = nextRunEvent(this.#engine);
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
    this.#day = dayOf(nextDay);
    if (nextDay > this.#position) this.#position = nextDay;
    const old = later(nextDay, -noticeDays * millisecondsPerDay);
    this.#engine.db.prepare('DELETE FROM notice WHERE createdAt < ?').run(old);
  }

  /**
   * Ages the cards that are due until `until`, each at its own time. Cards that changed meanwhile are skipped.
   * @returns whether all of them were checked
   */
  #ageCards(until: Timestamp): boolean {
    const { rows } = this.#engine;
    for (let first = this.#nextAging(until); first; first = this.#nextAging(until)) {
      // Cards that were due before the replay began age together at its current time.
      const moment = first.dueAt > this.#position ? first.dueAt : this.#position;
      const from = this.#aged;
      while ((this.#aging[this.#aged]?.dueAt ?? '~') <= moment && this.#aged - from < cardsPerAging) this.#aged++;
      const aging = this.#aging.slice(from, this.#aged).filter(({ cardId }) => {
        const dueAt = dueOf(rows, cardId, this.#tick.at);
        if (dueAt !== undefined && dueAt > moment) this.#insertAging({ cardId, dueAt });
        return dueAt !== undefined && dueAt <= moment;
      });
      if (aging.length > 0) {
        this.#position = moment;
        this.#change(moment, (context) => {
          for (const { cardId } of aging) ageCard(context, cardId);
        });
      }
      if (!this.#mayGoOn()) return false;
    }
    return true;
  }

  /** The next card that ages until `until`. */
  #nextAging(until: Timestamp): DueCard | undefined {
    for (let limit = lookedAt; ; limit *= 2) {
      const next = this.#aging[this.#aged];
      if (next && next.dueAt <= until) return next;
      if (this.#agingKnownBefore === undefined || this.#agingKnownBefore > until) return undefined;
      // Cards whose threads were closed late can hide others that are due; a larger limit finds these.
      this.#lookForAging(limit);
    }
  }

  #lookForAging(limit: number): void {
    const { cards, knownBefore } = dueCards(this.#engine.rows, this.#tick.at, limit);
    this.#aging = cards;
    this.#aged = 0;
    this.#agingKnownBefore = knownBefore;
  }

  #insertAging(card: DueCard): void {
    const index = this.#aging.findIndex(({ dueAt }, index) => index >= this.#aged && dueAt > card.dueAt);
    this.#aging.splice(index < 0 ? this.#aging.length : index, 0, card);
  }

  #recordProgress(): void {
    if (!this.#isStirred) return;
    this.#change(this.#position || this.#tick.at, ({ rows }) => recordProgress(rows, this.#day));
    this.#isStirred = false;
  }

  /** The time of the next event, as things are. */
  next(rows: Rows): Timestamp | undefined {
    const moments = [nextRunEvent(this.#engine)?.at, nextAging(rows, this.#tick.at)];
    return moments.filter((at) => at !== undefined).sort()[0];
  }
}

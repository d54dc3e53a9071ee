/**
 * Notices a clock that is probably wrong, so that nothing is archived and no run ends because of it. A computer that
 * slept or was off for weeks raises no doubt.
 */
import { millisecondsPerDay } from '../../shared/domain/calendar.ts';

/** A clock that goes its way while the service runs is right within this, in milliseconds. */
const maxDeviationMs = millisecondsPerDay;
/** A service may be off this long without doubt: nothing but the clock itself measures this time. */
const maxTimeOffMs = 60 * millisecondsPerDay;

/** A time that the clock shows, and the time that the service would have expected; both in milliseconds since 1970. */
export interface ClockDoubt {
  readonly shown: number;
  readonly expected: number;
}

export class ClockGuard {
  /** Milliseconds since the computer's start, including sleep. Setting the clock does not change it. */
  readonly #uptimeMs: () => number;
  /** The last time without doubt. `uptime` is undefined for a time from before this start of the service. */
  #trusted: { readonly at: number; readonly uptime: number | undefined } | undefined;
  #doubt: ClockDoubt | null = null;

  /** @param lastRanAt when the clockwork last ran, in milliseconds since 1970; undefined if it never ran */
  constructor(uptimeMs: () => number, lastRanAt: number | undefined) {
    this.#uptimeMs = uptimeMs;
    this.#trusted = lastRanAt === undefined ? undefined : { at: lastRanAt, uptime: undefined };
  }

  /** Null while the clock can be right. A clock that was set right ends the doubt. */
  doubt(now: number): ClockDoubt | null {
    const uptime = this.#uptimeMs();
    const { at, uptime: before } = this.#trusted ?? { at: now, uptime };
    const expected = before === undefined ? at : at + (uptime - before);
    const isRight =
      now >= expected - maxDeviationMs && now <= expected + (before === undefined ? maxTimeOffMs : maxDeviationMs);
    this.#doubt = isRight ? null : { shown: now, expected };
    if (isRight) this.#trusted = { at: now, uptime };
    return this.#doubt;
  }

  /** The person says that the clock is right. */
  trust(now: number): void {
    this.#trusted = { at: now, uptime: this.#uptimeMs() };
    this.#doubt = null;
  }
}

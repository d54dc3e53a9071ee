import type { Clock } from '../../electron/client/clock.ts';

/** A clock for tests: time moves only when the test advances it. */
export class ManualClock implements Clock {
  #now: number;
  #timers = new Map<number, { at: number; work: () => void }>();
  #lastId = 0;

  constructor(now = Date.parse('2026-03-02T09:00:00.000Z')) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#timers.set(id, { at: this.#now + ms, work });
    return () => void this.#timers.delete(id);
  }

  /** Number of timers that have neither fired nor been cancelled. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Advances the time without running timers, as when the machine sleeps. */
  skip(ms: number): void {
    this.#now += ms;
  }

  /** Advances the time and runs each due timer at its time, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await waitForCallbacks();
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [id, { at, work }] = due;
      this.#timers.delete(id);
      this.#now = Math.max(this.#now, at);
      work();
    }
    this.#now = end;
    await waitForCallbacks();
  }
}

/** Resolves when all ready callbacks have run. */
export function waitForCallbacks(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

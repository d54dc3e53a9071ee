/** Counts events per key within a sliding window. Times are in milliseconds and come from the service's clock. */
export class RateLimiter {
  readonly #maxEvents: number;
  readonly #windowMs: number;
  readonly #times = new Map<string, number[]>();

  constructor(maxEvents: number, windowSeconds: number) {
    this.#maxEvents = maxEvents;
    this.#windowMs = windowSeconds * 1000;
  }

  /**
   * Returns how many seconds the sender must wait before the next event with this key, rounded up; 0 if an event is
   * allowed now.
   */
  secondsToWait(key: string, now: number): number {
    const times = this.#recent(key, now);
    if (times.length < this.#maxEvents) return 0;
    const oldest = times[times.length - this.#maxEvents] as number;
    return Math.max(1, Math.ceil((oldest + this.#windowMs - now) / 1000));
  }

  count(key: string, now: number): void {
    const times = this.#recent(key, now);
    times.push(now);
    // Keeps only the newest `maxEvents` timestamps of a key, so that a flood of events does not fill the memory.
    if (times.length > this.#maxEvents) times.splice(0, times.length - this.#maxEvents);
    this.#times.set(key, times);
    if (this.#times.size > 10_000) this.#sweep(now);
  }

  /**
   * Returns the times within the window. Drops times in the future, which exist after the clock was set back. Otherwise
   * these times would block the key until the clock reaches them again.
   */
  #recent(key: string, now: number): number[] {
    return (this.#times.get(key) ?? []).filter((time) => time <= now && time > now - this.#windowMs);
  }

  #sweep(now: number): void {
    for (const key of this.#times.keys()) if (this.#recent(key, now).length === 0) this.#times.delete(key);
  }
}

/** Counts events per key within a sliding window. Times are the service's clock in milliseconds. */
export class SlidingWindow {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #times = new Map<string, number[]>();

  constructor(most: number, windowSeconds: number) {
    this.#most = most;
    this.#windowMs = windowSeconds * 1000;
  }

  /** Seconds to wait until an event fits again, rounded up; 0 when one fits now. */
  wait(key: string, now: number): number {
    const times = this.#recent(key, now);
    if (times.length < this.#most) return 0;
    const oldest = times[times.length - this.#most] as number;
    return Math.max(1, Math.ceil((oldest + this.#windowMs - now) / 1000));
  }

  count(key: string, now: number): void {
    const times = this.#recent(key, now);
    times.push(now);
    // More than the limit is not stored, so that a flood costs no memory.
    if (times.length > this.#most) times.splice(0, times.length - this.#most);
    this.#times.set(key, times);
    if (this.#times.size > 10_000) this.#sweep(now);
  }

  /** Times within the window. A clock that was set back leaves none in the future, or it would block for ever. */
  #recent(key: string, now: number): number[] {
    return (this.#times.get(key) ?? []).filter((time) => time <= now && time > now - this.#windowMs);
  }

  #sweep(now: number): void {
    for (const key of this.#times.keys()) if (this.#recent(key, now).length === 0) this.#times.delete(key);
  }
}

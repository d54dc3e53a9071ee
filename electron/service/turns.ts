/**
 * Senders take turns on the one thread that answers: in the order of arrival, one sender with many expensive queries
 * would make all others wait for all of them.
 */

/** After this time, half of a sender's use is forgotten. */
const halfLifeMs = 10_000;

interface Sender {
  readonly waiting: (() => void)[];
  /** Use at the time `at`; later times forget a part. */
  usedMs: number;
  at: number;
}

export class Turns {
  readonly #senders = new Map<string, Sender>();
  readonly #now: () => number;
  #isRunning = false;

  /** @param now returns milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The turn is that of the waiting sender who has used the least time lately. */
  take<T>(senderName: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const sender = this.#senders.get(senderName) ?? { waiting: [], usedMs: 0, at: this.#now() };
      this.#senders.set(senderName, sender);
      sender.waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#isRunning) this.#runNextLater();
      this.#isRunning = true;
    });
  }

  /** Between two turns, Node reads the requests that have arrived, so that these take part in the choice. */
  #runNextLater(): void {
    setImmediate(() => {
      const sender = this.#next();
      const before = this.#now();
      sender?.waiting.shift()?.();
      if (sender) sender.usedMs += this.#now() - before;
      this.#isRunning = sender !== undefined;
      if (sender) this.#runNextLater();
    });
  }

  #next(): Sender | undefined {
    let next: Sender | undefined;
    for (const [name, sender] of this.#senders) {
      const now = this.#now();
      sender.usedMs *= 0.5 ** ((now - sender.at) / halfLifeMs);
      sender.at = now;
      if (sender.waiting.length > 0) {
        if (!next || sender.usedMs < next.usedMs) next = sender;
      } else if (sender.usedMs < 1) this.#senders.delete(name);
    }
    return next;
  }
}

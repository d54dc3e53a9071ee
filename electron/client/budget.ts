/**
 * Keeps all requests of this machine to one service within its rate limit (rule `limit.rate`). Actions of the person go
 * first, then what is on screen, then the rest.
 */
import { limits } from '../../shared/contract/index.ts';
import type { Clock } from './clock.ts';

const requestPriorities = ['action', 'screen', 'background'] as const;
export type RequestPriority = (typeof requestPriorities)[number];

export interface Budget {
  /** Resolves when a request may be sent; rejects with the signal's reason if the signal aborts first. */
  acquire(priority: RequestPriority, signal?: AbortSignal): Promise<void>;
  /** Sends nothing for this many seconds, as the service asked. */
  hold(seconds: number): void;
  /** Requests that can still be sent in the current window. */
  left(): number;
}

/** The budget for the embedded service, which has no limit. */
export const unlimited: Budget = {
  acquire: () => Promise.resolve(),
  hold: () => undefined,
  left: () => limits.rateRequests,
};

/** Requests of each window that a priority leaves to more urgent ones. */
const reserved: Record<RequestPriority, number> = { action: 0, screen: 4, background: 12 };

/** Longer than the service's window, since the service counts arrivals, which are not as regular as departures. */
const windowMs = limits.rateWindowSeconds * 1000 + 250;

interface Waiter {
  readonly priority: RequestPriority;
  readonly grant: () => void;
}

export function createBudget(clock: Clock): Budget {
  let sent: number[] = [];
  let heldUntil = 0;
  let waiting: Waiter[] = [];
  let cancelTimer: (() => void) | undefined;

  const remaining = () => {
    const now = clock.now();
    if (now < heldUntil) return 0;
    sent = sent.filter((at) => at > now - windowMs && at <= now);
    return limits.rateRequests - sent.length;
  };

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    for (const priority of requestPriorities)
      for (const waiter of waiting.filter((candidate) => candidate.priority === priority)) {
        if (remaining() <= reserved[priority]) break;
        waiting = waiting.filter((candidate) => candidate !== waiter);
        sent.push(clock.now());
        waiter.grant();
      }
    if (waiting.length === 0) return;
    const now = clock.now();
    const next = now < heldUntil ? heldUntil : (sent[0] ?? now) + windowMs;
    cancelTimer = clock.after(Math.max(next - now, 1), pump);
  }

  return {
    acquire(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const giveUp = () => {
          waiting = waiting.filter((candidate) => candidate !== waiter);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          priority,
          grant() {
            signal?.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.push(waiter);
        pump();
      });
    },
    hold(seconds) {
      heldUntil = Math.max(heldUntil, clock.now() + seconds * 1000);
      pump();
    },
    left: () => Math.max(remaining(), 0),
  };
}

/** Keeps requests to a service below its rate limit (rule `limit.rate`); the person's actions come first. */
import { serviceLimits } from '../../shared/contract/index.ts';
import type { Clock } from './clock.ts';

const requestPriorities = ['action', 'screen', 'background'] as const;
export type RequestPriority = (typeof requestPriorities)[number];

export interface RequestBudget {
  /** When a request may be sent. Rejects with the signal's reason if the signal aborts first. */
  acquire(priority: RequestPriority, signal?: AbortSignal): Promise<void>;
  /** Makes all requests wait, because the service throttles them. */
  hold(seconds: number): void;
  endHold(): void;
  /** Requests that may still be sent in the current time window of the rate limit. */
  remainingRequests(): number;
}

/** The service of a local workspace has no rate limit. */
export const unlimitedRequestBudget: RequestBudget = {
  acquire: () => Promise.resolve(),
  hold: () => undefined,
  endHold: () => undefined,
  remainingRequests: () => serviceLimits.rateRequests,
};

/** These requests of each time window are reserved for more urgent requests. */
const reservedRequests: Record<RequestPriority, number> = { action: 0, screen: 8, background: 16 };

/** 250 ms more than the service's window: two requests can arrive closer together than they were sent. */
const windowMs = serviceLimits.rateWindowSeconds * 1000 + 250;

interface Waiter {
  readonly priority: RequestPriority;
  readonly grant: () => void;
}

export function createRequestBudget(clock: Clock): RequestBudget {
  let sent: number[] = [];
  let blockedAt = 0;
  let blockedUntil = 0;
  let waiting: Waiter[] = [];
  let cancelTimer: (() => void) | undefined;

  /** While `hold` lasts. After the clock was set back, its end is unknown, so requests are sent at once. */
  const isBlocked = (now: number) => now >= blockedAt && now < blockedUntil;

  const remaining = () => {
    const now = clock.now();
    if (isBlocked(now)) return 0;
    sent = sent.filter((at) => at > now - windowMs && at <= now);
    return serviceLimits.rateRequests - sent.length;
  };

  function grantWaiting(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    for (const priority of requestPriorities)
      for (const waiter of waiting.filter((candidate) => candidate.priority === priority)) {
        if (remaining() <= reservedRequests[priority]) break;
        waiting = waiting.filter((candidate) => candidate !== waiter);
        sent.push(clock.now());
        waiter.grant();
      }
    if (waiting.length === 0) return;
    const now = clock.now();
    const next = isBlocked(now) ? blockedUntil : (sent[0] ?? now) + windowMs;
    cancelTimer = clock.after(Math.max(next - now, 1), grantWaiting);
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
        grantWaiting();
      });
    },
    hold(seconds) {
      const now = clock.now();
      blockedUntil = Math.max(isBlocked(now) ? blockedUntil : 0, now + seconds * 1000);
      blockedAt = now;
      grantWaiting();
    },
    endHold() {
      blockedUntil = 0;
      grantWaiting();
    },
    remainingRequests: () => Math.max(remaining(), 0),
  };
}

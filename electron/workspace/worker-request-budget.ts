/**
 * Gives a worker thread access to a request budget that the main process owns: before each request, it asks and waits.
 */
import { serviceLimits } from '../../shared/contract/index.ts';
import type { RequestBudget, RequestPriority } from '../client/budget.ts';
import type { MessageFromWorker } from './messages.ts';

interface BudgetPort extends RequestBudget {
  /**
   * Call it when the main process allows the request `id`.
   * @param left the number of requests left in the budget
   */
  granted(id: number, left: number): void;
}

export function createWorkerRequestBudget(post: (message: MessageFromWorker) => void): BudgetPort {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  let lastLeft: number = serviceLimits.rateRequests;
  return {
    acquire(priority: RequestPriority, signal?: AbortSignal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        lastId += 1;
        const id = lastId;
        waiting.set(id, resolve);
        signal?.addEventListener(
          'abort',
          () => {
            if (!waiting.delete(id)) return;
            post({ withdraw: id });
            reject(signal.reason);
          },
          { once: true },
        );
        post({ acquire: id, priority });
      });
    },
    hold(seconds) {
      lastLeft = 0;
      post({ hold: seconds });
    },
    endHold: () => post({ endHold: true }),
    remainingRequests: () => lastLeft,
    granted(id, left) {
      lastLeft = left;
      waiting.get(id)?.();
      waiting.delete(id);
    },
  };
}

/**
 * The worker's side of a request budget. Main owns the budget. The worker asks main by a message before each request,
 * and waits until main allows it.
 */
import { limits } from '../../shared/contract/index.ts';
import type { RequestBudget, RequestPriority } from '../client/budget.ts';
import type { MessageFromWorker } from './messages.ts';

interface BudgetPort extends RequestBudget {
  /**
   * Lets the waiting request `id` continue. Call this function when main allows the request.
   * @param left the number of requests left in the budget
   */
  granted(id: number, left: number): void;
}

/** Creates the worker's side of the budget. `post` sends a message to main. */
export function createRequestBudgetPort(post: (message: MessageFromWorker) => void): BudgetPort {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  let lastLeft: number = limits.rateRequests;
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
            post({ release: id });
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
    remainingRequests: () => lastLeft,
    granted(id, left) {
      lastLeft = left;
      waiting.get(id)?.();
      waiting.delete(id);
    },
  };
}

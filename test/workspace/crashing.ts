/**
 * Lets tests crash threads. The threads run crashing-replica.ts and crashing-service.ts, which start the real scripts.
 */
import { BroadcastChannel } from 'node:worker_threads';

export type CrashOrder = 'throw' | 'reject';

/**
 * Makes the calling thread crash when a test calls `orderCrash` with the same name. Threads call this function at their
 * start.
 */
export function obeyCrashOrders(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => {
    const fault = new Error('crashed by a test');
    if ((event as { data: CrashOrder }).data === 'throw') throw fault;
    void Promise.reject(fault);
  };
  channel.unref();
}

/** Crashes the thread that has called `obeyCrashOrders` with the same name. */
export function orderCrash(name: string, what: CrashOrder): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(what);
  channel.close();
}

/**
 * Lets tests crash the worker threads of a workspace, by an exception or by a rejection that nobody handles. The
 * threads run crashing-replica.ts and crashing-service.ts, which start the real scripts.
 */
import { BroadcastChannel } from 'node:worker_threads';

export type CrashKind = 'throw' | 'reject';

/**
 * Called by a worker thread at its start. When a test calls `orderCrash` with the same name, the thread throws an error
 * or a promise in it rejects.
 */
export function listenForCrashOrders(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => {
    const fault = new Error('crashed by a test');
    if ((event as { data: CrashKind }).data === 'throw') throw fault;
    void Promise.reject(fault);
  };
  channel.unref();
}

/**
 * Causes an error in the worker thread that has called `listenForCrashOrders` with the same name. `throw`: the thread
 * throws an exception and crashes. `reject`: a promise in the thread rejects, and nobody handles the rejection.
 */
export function orderCrash(name: string, kind: CrashKind): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(kind);
  channel.close();
}

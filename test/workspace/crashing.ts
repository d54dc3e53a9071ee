/** Lets tests crash the threads that run crashing-replica.ts and crashing-service.ts, which start the real scripts. */
import { BroadcastChannel } from 'node:worker_threads';

export type CrashOrder = 'throw' | 'reject';

/** The thread calls this to let tests crash it. */
export function obeyCrashes(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => {
    const fault = new Error('crashed by a test');
    if ((event as { data: CrashOrder }).data === 'throw') throw fault;
    void Promise.reject(fault);
  };
  channel.unref();
}

/** The test calls this to crash the thread that obeys orders of the same name. */
export function orderCrash(name: string, what: CrashOrder): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(what);
  channel.close();
}

/** Lets tests crash the threads of the real scripts (crashing-replica.ts, crashing-service.ts). */
import { BroadcastChannel } from 'node:worker_threads';

export type CrashOrder = 'throw' | 'reject';

/** Called in the thread: crashes it when a test orders it. */
export function obeyCrashes(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => {
    const fault = new Error('crashed by a test');
    if ((event as { data: CrashOrder }).data === 'throw') throw fault;
    void Promise.reject(fault);
  };
  channel.unref();
}

/** Called in the test: orders a crash of the thread. */
export function order(name: string, what: CrashOrder): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(what);
  channel.close();
}

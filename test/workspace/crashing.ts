/** Threads that crash when a test says so: the real scripts with an ear for it. */
import { BroadcastChannel } from 'node:worker_threads';

export type CrashOrder = 'throw' | 'reject';

/** In the thread. */
export function obeyCrashes(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => {
    const fault = new Error('crashed by a test');
    if ((event as { data: CrashOrder }).data === 'throw') throw fault;
    void Promise.reject(fault);
  };
  channel.unref();
}

/** In the test. */
export function order(name: string, what: CrashOrder): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(what);
  channel.close();
}

/**
 * Calls functions of another thread over a port, in both directions. Array buffers, streams and ports that stand
 * directly in the params or in the answer move to the other thread; everything else is copied.
 */
import { MessagePort, type Transferable } from 'node:worker_threads';

interface RpcPort {
  postMessage(message: RpcMessage, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: RpcMessage) => void): unknown;
}

export type RpcMessage =
  /** Without an id, nobody waits for an answer. */
  | { readonly call: string; readonly params?: unknown; readonly id?: number }
  | { readonly answer: number; readonly value?: unknown; readonly error?: unknown }
  | { readonly abort: number };

// biome-ignore lint/suspicious/noExplicitAny: each function has params of its own
type Functions<T> = { [Name in keyof T]: (params: any, signal: AbortSignal) => unknown };
type Params<F> = F extends (...args: infer A) => unknown ? A[0] : never;
type Answer<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

export interface Rpc<Theirs> {
  /**
   * Rejects with the signal's reason if the signal aborts before the answer. An answer that still arrives then goes to
   * `onLate`.
   */
  call<Name extends keyof Theirs & string>(
    name: Name,
    params: Params<Theirs[Name]>,
    options?: { readonly signal?: AbortSignal | undefined; readonly onLate?: (answer: Answer<Theirs[Name]>) => void },
  ): Promise<Answer<Theirs[Name]>>;
  /** Calls without waiting for an answer. */
  post<Name extends keyof Theirs & string>(name: Name, params: Params<Theirs[Name]>): void;
  /** The port has closed: rejects all calls, also later ones, with this error, and aborts those of the other side. */
  end(error: Error): void;
}

const movedParts = (value: unknown): Transferable[] =>
  Object.values(value ?? {}).filter(
    (part) => part instanceof ArrayBuffer || part instanceof ReadableStream || part instanceof MessagePort,
  );

export function connectRpc<Theirs extends Functions<Theirs>, Ours extends Functions<Ours> = object>(
  port: RpcPort,
  ours: Ours,
): Rpc<Theirs> {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: unknown): void }>();
  const running = new Map<number, AbortController>();
  const functions = ours as Record<string, (params: unknown, signal: AbortSignal) => unknown>;
  let lastId = 0;
  let ended: Error | undefined;

  async function answer(name: string, params: unknown, id: number): Promise<void> {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      const value = await functions[name]?.(params, stop.signal);
      if (!ended) port.postMessage({ answer: id, value }, movedParts(value));
    } catch (error) {
      if (!ended) port.postMessage({ answer: id, error });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (message) => {
    if ('abort' in message) running.get(message.abort)?.abort();
    else if ('answer' in message) {
      const caller = waiting.get(message.answer);
      waiting.delete(message.answer);
      if ('error' in message) caller?.reject(message.error);
      else caller?.resolve(message.value);
    } else if (message.id !== undefined) void answer(message.call, message.params, message.id);
    else functions[message.call]?.(message.params, new AbortController().signal);
  });

  return {
    call(name, params, { signal, onLate } = {}) {
      return new Promise((resolve, reject) => {
        // A closed port drops messages without an error.
        if (ended) return reject(ended);
        if (signal?.aborted) return reject(signal.reason);
        lastId += 1;
        const id = lastId;
        waiting.set(id, { resolve: (value) => resolve(value as never), reject });
        const giveUp = () => {
          if (!waiting.has(id)) return;
          waiting.set(id, { resolve: (late) => onLate?.(late as never), reject: () => undefined });
          port.postMessage({ abort: id });
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        port.postMessage({ call: name, params, id }, movedParts(params));
      });
    },
    post(name, params) {
      if (!ended) port.postMessage({ call: name, params }, movedParts(params));
    },
    end(error) {
      ended = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      for (const stop of running.values()) stop.abort();
    },
  };
}

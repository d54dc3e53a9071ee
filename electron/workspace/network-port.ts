/**
 * Sends a worker thread's requests through the main process: only it can use the proxy from the settings and the
 * system's certificates.
 */
import { errorMessage } from '../../shared/contract/index.ts';
import type { RequestSender } from '../client/client.ts';
import { errorCodeOf, proxyOfError } from '../client/failures.ts';
import type { MessageFromWorker, WorkerNetworkAnswer, WorkerNetworkRequest } from './messages.ts';

interface NetworkPort {
  readonly send: RequestSender;
  answered(answer: WorkerNetworkAnswer): void;
}

/**
 * The worker thread's side. A request's abort signal has an effect only until the answer arrives: its body then
 * continues to arrive.
 */
export function createWorkerNetwork(
  post: (message: MessageFromWorker, transfer?: readonly ArrayBuffer[]) => void,
): NetworkPort {
  const waiting = new Map<number, PromiseWithResolvers<Response>>();
  let lastId = 0;
  return {
    async send(request) {
      const { method, url, signal } = request;
      const body = request.body ? await request.arrayBuffer() : null;
      signal.throwIfAborted();
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<Response>();
      waiting.set(id, answer);
      signal.addEventListener(
        'abort',
        () => {
          if (!waiting.delete(id)) return;
          post({ cancelRequest: id });
          answer.reject(signal.reason);
        },
        { once: true },
      );
      post({ request: id, method, url, headers: [...request.headers], body }, body ? [body] : []);
      return answer.promise;
    },
    answered(answer) {
      const request = waiting.get(answer.answerTo);
      waiting.delete(answer.answerTo);
      if ('error' in answer) {
        const { error, code, proxy } = answer;
        request?.reject(Object.assign(new Error(error), { code, proxy }));
      } else if (request)
        request.resolve(new Response(answer.body, { status: answer.status, headers: answer.headers }));
      // Cancelled before the answer arrived, so nobody reads the body.
      else answer.body?.cancel().catch(() => undefined);
    },
  };
}

interface NetworkRelay {
  perform(request: WorkerNetworkRequest): void;
  cancel(id: number): void;
  close(): void;
}

/** The main process's side, for the requests of one worker thread. */
export function createNetworkRelay(
  network: RequestSender,
  post: (answer: WorkerNetworkAnswer, transfer?: readonly ReadableStream[]) => void,
): NetworkRelay {
  const running = new Map<number, AbortController>();

  async function answerOf({ request, url, method, headers, body }: WorkerNetworkRequest): Promise<WorkerNetworkAnswer> {
    const stop = new AbortController();
    running.set(request, stop);
    try {
      const init = { method, headers, body, redirect: 'manual', signal: stop.signal } as const;
      const response = await network(new Request(url, init));
      return { answerTo: request, status: response.status, headers: [...response.headers], body: response.body };
    } catch (error) {
      return { answerTo: request, error: errorMessage(error), code: errorCodeOf(error), proxy: proxyOfError(error) };
    } finally {
      running.delete(request);
    }
  }

  return {
    perform(request) {
      void answerOf(request).then((answer) => post(answer, 'body' in answer && answer.body ? [answer.body] : []));
    },
    cancel: (id) => running.get(id)?.abort(),
    close() {
      for (const stop of running.values()) stop.abort();
    },
  };
}

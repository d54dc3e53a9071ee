/** Sends requests to the embedded service's worker thread (shared/bridge/service-port.ts). */
import type { MessagePort } from 'node:worker_threads';
import type {
  ServiceAdminAnswerMessage,
  ServiceAdminRequestMessage,
  ServiceAnswerMessage,
  ServiceCommitMessage,
  ServiceRequestMessage,
} from '../../shared/bridge/service-port.ts';
import { type Failure, FailureError } from '../../shared/contract/index.ts';
import type { RequestSender } from './client.ts';

/** Only the path of a request is used; no server listens at this address. */
export const embeddedServiceBaseUrl = 'http://localhost';

export interface EmbeddedServiceConnection {
  readonly send: RequestSender;
  onCommit(listener: (commit: ServiceCommitMessage['commit']) => void): void;
  administer(
    administration: ServiceAdminRequestMessage['administration'],
    params: Record<string, unknown>,
  ): Promise<unknown>;
  close(): void;
}

type IncomingMessage = ServiceAnswerMessage | ServiceCommitMessage | ServiceAdminAnswerMessage;

interface PendingRequest {
  readonly resolve: (message: ServiceAnswerMessage & ServiceAdminAnswerMessage) => void;
  readonly reject: (error: unknown) => void;
}

const serviceStopped = () => new Error('The embedded service has stopped.');

export function connectToEmbeddedService(port: MessagePort): EmbeddedServiceConnection {
  const pendingRequests = new Map<number, PendingRequest>();
  const listeners: ((commit: ServiceCommitMessage['commit']) => void)[] = [];
  let lastId = 0;
  let isClosed = false;

  port.on('message', (message: IncomingMessage) => {
    if ('commit' in message) {
      for (const listener of listeners) listener(message.commit);
      return;
    }
    pendingRequests.get(message.id)?.resolve(message as ServiceAnswerMessage & ServiceAdminAnswerMessage);
    pendingRequests.delete(message.id);
  });
  port.on('close', () => {
    isClosed = true;
    for (const { reject } of pendingRequests.values()) reject(serviceStopped());
    pendingRequests.clear();
  });

  function exchange(
    message: Omit<ServiceRequestMessage, 'id'> | Omit<ServiceAdminRequestMessage, 'id'>,
    signal?: AbortSignal,
  ) {
    return new Promise<ServiceAnswerMessage & ServiceAdminAnswerMessage>((resolve, reject) => {
      // A closed port drops messages without an error, so the promise would never settle.
      if (isClosed) return reject(serviceStopped());
      if (signal?.aborted) return reject(signal.reason);
      lastId += 1;
      const id = lastId;
      pendingRequests.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        pendingRequests.delete(id);
        reject(signal.reason);
      });
      port.postMessage({ id, ...message });
    });
  }

  return {
    async send(request) {
      const url = new URL(request.url);
      const bytes = request.body ? new Uint8Array(await request.arrayBuffer()) : null;
      const isText = request.headers.get('content-type')?.startsWith('application/json') ?? false;
      const answer = await exchange(
        {
          method: request.method,
          path: url.pathname + url.search,
          headers: Object.fromEntries(request.headers),
          body: bytes && isText ? new TextDecoder().decode(bytes) : bytes,
        },
        request.signal,
      );
      const { status } = answer;
      // `Response` throws if it gets a body with one of these statuses.
      const isEmpty = status === 204 || status === 205 || status === 304;
      return new Response(isEmpty ? null : (answer.body as ConstructorParameters<typeof Response>[0]), {
        status,
        headers: answer.headers,
      });
    },
    onCommit: (listener) => void listeners.push(listener),
    async administer(administration, params) {
      const answer = await exchange({ administration, params });
      if (answer.error) {
        const failure: Failure = { kind: 'rejected', status: 400, ...answer.error };
        throw new FailureError(failure);
      }
      return answer.value;
    },
    close: () => port.close(),
  };
}

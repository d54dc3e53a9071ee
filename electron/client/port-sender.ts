/** Sends requests to the embedded service's worker thread (shared/bridge/service-port.ts). */
import type { MessagePort } from 'node:worker_threads';
import type {
  ServiceCommit,
  ServicePortAdministration,
  ServicePortFunctions,
  ServicePortListener,
} from '../../shared/bridge/service-port.ts';
import { FailureError } from '../../shared/contract/index.ts';
import { connectRpc } from '../engine/thread-rpc.ts';
import type { RequestSender } from './client.ts';

/** Only the path of a request is used; no server listens at this address. */
export const embeddedServiceBaseUrl = 'http://localhost';

export type EmbeddedServiceConnection = ReturnType<typeof connectToEmbeddedService>;

export function connectToEmbeddedService(port: MessagePort) {
  let listener: ((commit: ServiceCommit) => void) | undefined;
  const service = connectRpc<ServicePortFunctions, ServicePortListener>(port, { commit: (rows) => listener?.(rows) });
  port.on('close', () => service.end(new Error('The embedded service has stopped.')));

  const send: RequestSender = async (request) => {
    const { pathname, search } = new URL(request.url);
    const bytes = request.body ? new Uint8Array(await request.arrayBuffer()) : null;
    const isText = request.headers.get('content-type')?.startsWith('application/json') ?? false;
    const asked = {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: bytes && isText ? new TextDecoder().decode(bytes) : bytes,
    };
    const { status, headers, body } = await service.call('request', asked, { signal: request.signal });
    // `Response` throws if it gets a body with one of these statuses.
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : (body as ConstructorParameters<typeof Response>[0]), { status, headers });
  };

  return {
    send,
    /** Only one listener. */
    onCommit(added: (commit: ServiceCommit) => void): void {
      listener = added;
    },
    async administer(
      administration: ServicePortAdministration['administration'],
      params: ServicePortAdministration['params'],
    ): Promise<unknown> {
      const answer = await service.call('administer', { administration, params });
      if ('error' in answer) throw new FailureError({ kind: 'rejected', status: 400, ...answer.error });
      return answer.value;
    },
    close: () => port.close(),
  };
}

/** Only the main process can use the proxy from the settings and the system's certificates. */
import { errorMessage } from '../../shared/contract/index.ts';
import type { RequestSender } from '../client/client.ts';
import { errorCodeOf, proxyOfError } from '../client/failures.ts';
import type { Rpc } from '../engine/thread-rpc.ts';

interface NetworkRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}

type NetworkAnswer =
  | {
      readonly status: number;
      readonly headers: [string, string][];
      readonly body: ReadableStream<Uint8Array> | null;
    }
  /** `proxy`: host and port of the proxy that caused the error. */
  | { readonly error: string; readonly code: string | undefined; readonly proxy: string | undefined };

/** Performs the requests in the main process. */
export interface NetworkFunctions {
  request(request: NetworkRequest, signal: AbortSignal): Promise<NetworkAnswer>;
}

/** Aborting has an effect until the answer arrives: its body then continues to arrive. */
export function createWorkerNetwork(main: Rpc<NetworkFunctions>): RequestSender {
  return async (request) => {
    const { method, url, signal } = request;
    const body = request.body ? await request.arrayBuffer() : null;
    const answer = await main.call(
      'request',
      { method, url, headers: [...request.headers], body },
      {
        signal,
        // Nobody reads the body of a request that was cancelled.
        onLate: (late) => void ('body' in late && late.body?.cancel().catch(() => undefined)),
      },
    );
    if (!('error' in answer)) return new Response(answer.body, answer);
    throw Object.assign(new Error(answer.error), { code: answer.code, proxy: answer.proxy });
  };
}

export function createNetworkRelay(network: RequestSender): NetworkFunctions {
  return {
    async request({ url, ...init }, signal) {
      try {
        const response = await network(new Request(url, { ...init, redirect: 'manual', signal }));
        return { status: response.status, headers: [...response.headers], body: response.body };
      } catch (error) {
        return { error: errorMessage(error), code: errorCodeOf(error), proxy: proxyOfError(error) };
      }
    },
  };
}

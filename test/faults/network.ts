/** Simulates the network between a client and a service in this process, with faults that tests choose. */

import type { RequestSender } from '../../electron/client/client.ts';
import type { Service } from '../../electron/service/service.ts';

export type NetworkFault =
  /** The request gets lost. It never arrives, or it arrives later (see `FaultyNetwork.late`). */
  | 'dropBefore'
  /** The service performs the action, but its answer gets lost. */
  | 'dropAfter'
  /** There is no network: the request is not sent. */
  | 'unreachable'
  | 'throttle'
  | 'throttleForYears'
  | 'error500'
  /** Status 502 after the service performed the action. */
  | 'error502After'
  /** Status 400: the service does not have the extension `cardOrders`. */
  | 'noOrder'
  /** Status 403: the token does not have the scope. */
  | 'forbidden'
  | 'html'
  | 'htmlAfter'
  | 'truncate';

export interface NetworkExchange {
  readonly path: string;
  readonly body: string;
  readonly fault: NetworkFault | undefined;
  /** HTTP status of the service's answer. Undefined if the request did not reach the service. */
  readonly status: number | undefined;
  readonly answered: string;
}

export class FaultyNetwork {
  readonly exchanges: NetworkExchange[] = [];
  /** Returns the fault of a request. Undefined: no fault. */
  fault: (path: string, body: string) => NetworkFault | undefined = () => undefined;
  /**
   * The network calls and awaits this function before it applies a fault or passes the request on. If the service has
   * answered, the network calls it again before it returns the answer.
   */
  delay: ((path: string) => Promise<void>) | undefined;
  /**
   * The network calls this function for a request with the fault `dropBefore`. True: the test will call `arrive`, which
   * delivers the request later. False: the request never arrives.
   */
  late: ((arrive: () => void) => boolean) | undefined;
  #service: () => Service;
  #now: (() => number) | undefined;

  /** @param now the service's clock for the `date` header of answers; without it, answers have no `date` header */
  constructor(service: () => Service, now?: () => number) {
    this.#service = service;
    this.#now = now;
  }

  /** Of the requests for this action, returns those that the service answered with status 200. */
  carriedOut(action: string): NetworkExchange[] {
    return this.exchanges.filter(({ path, status }) => path === `/dispatch/${action}` && status === 200);
  }

  readonly send: RequestSender = async (request) => {
    const { pathname } = new URL(request.url);
    const body = await request.clone().text();
    const fault = this.fault(pathname, body);
    await this.#wait(request);
    const note = (status: number | undefined, answered = '') =>
      this.exchanges.push({ path: pathname, body, fault, status, answered });
    const fail = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: { code } });
    switch (fault) {
      case 'unreachable':
        note(undefined);
        throw fail('ENOTFOUND');
      case 'dropBefore':
        // The client gets no answer, even if the request arrives later.
        if (!this.late?.(() => void this.#arrive(request, note))) note(undefined);
        throw fail('ECONNRESET');
      case 'throttle':
      case 'throttleForYears':
        note(undefined);
        return new Response(JSON.stringify({ error: 'rate_limit', message: 'rate_limit', statusCode: 429 }), {
          status: 429,
          headers: { 'retry-after': fault === 'throttle' ? '3' : '99999999999' },
        });
      case 'error500':
        note(undefined);
        return new Response('trouble', { status: 500 });
      case 'noOrder':
        note(undefined);
        return new Response(
          JSON.stringify({
            error: 'unknown_relation',
            message: 'x',
            path: '_root.account.cardOrders',
            statusCode: 400,
          }),
          { status: 400 },
        );
      case 'forbidden':
        note(undefined);
        return new Response(
          JSON.stringify({ error: 'missing_scope', message: 'requires card:write', statusCode: 403 }),
          {
            status: 403,
          },
        );
      case 'html':
        note(undefined);
        return new Response('<html>Welcome to our Wi-Fi</html>', { headers: { 'content-type': 'text/html' } });
      default:
    }
    const { response, text } = await this.#arrive(request, note);
    await this.#wait(request);
    switch (fault) {
      case 'dropAfter':
        throw fail('ECONNRESET');
      case 'error502After':
        return new Response('trouble', { status: 502 });
      case 'htmlAfter':
        return new Response('<html>Welcome to our Wi-Fi</html>');
      case 'truncate':
        return new Response(text.slice(0, Math.floor(text.length / 2)) || '<', { status: response.status });
      default:
        if (this.#now) response.headers.set('date', new Date(this.#now()).toUTCString());
        return new Response(text || null, { status: response.status, headers: response.headers });
    }
  };

  /** Waits for `delay`. Throws an error if the client has already aborted the request or aborts it during the wait. */
  async #wait(request: Request): Promise<void> {
    request.signal.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
    });
    await Promise.race([this.delay?.(new URL(request.url).pathname), aborted]);
  }

  async #arrive(request: Request, note: (status: number, answered: string) => unknown) {
    const response = await this.#service().handle(request, { ip: '127.0.0.1' });
    const text = await response.text();
    note(response.status, text);
    return { response, text };
  }
}

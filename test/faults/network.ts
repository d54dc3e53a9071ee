/** A network between a client and a service in this process, that fails on command. */

import type { Send } from '../../electron/client/client.ts';
import type { Service } from '../../electron/service/service.ts';

export type Fault =
  /** The request never arrives. */
  | 'dropBefore'
  /** The service acts, the answer gets lost. */
  | 'dropAfter'
  /** There is no network: nothing is even sent. */
  | 'unreachable'
  | 'throttle'
  | 'error500'
  /** 500 after the service acted. */
  | 'error500After'
  /** 400: the service has no `cardOrders`. */
  | 'noOrder'
  /** 403: the token lacks a scope. */
  | 'forbidden'
  | 'html'
  | 'htmlAfter'
  | 'truncate';

export interface Exchange {
  readonly path: string;
  readonly body: string;
  readonly fault: Fault | undefined;
  /** Status that the service gave; undefined when the request did not reach it. */
  readonly status: number | undefined;
  readonly answered: string;
}

export class Network {
  readonly exchanges: Exchange[] = [];
  /** Decides the fate of each request. */
  fault: (path: string, body: string) => Fault | undefined = () => undefined;
  /** Awaited before the service sees the request, and again before its answer goes back. */
  delay: ((path: string) => Promise<void>) | undefined;
  /** Takes in what is to be done when a request that was given up arrives after all; answers whether it ever does. */
  late: ((arrive: () => void) => boolean) | undefined;
  #service: () => Service;
  #now: (() => number) | undefined;

  /** @param now the service's clock, told in the `date` of its answers as HTTP servers do; left out: none is told. */
  constructor(service: () => Service, now?: () => number) {
    this.#service = service;
    this.#now = now;
  }

  /** Requests that the service carried out, by action. */
  carriedOut(action: string): Exchange[] {
    return this.exchanges.filter(({ path, status }) => path === `/dispatch/${action}` && status === 200);
  }

  readonly send: Send = async (request) => {
    const { pathname } = new URL(request.url);
    const body = await request.clone().text();
    const fault = this.fault(pathname, body);
    await this.delay?.(pathname);
    const note = (status: number | undefined, answered = '') =>
      this.exchanges.push({ path: pathname, body, fault, status, answered });
    const fail = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: { code } });
    switch (fault) {
      case 'unreachable':
        note(undefined);
        throw fail('ENOTFOUND');
      case 'dropBefore':
        // Whoever sent it has no answer either way.
        if (!this.late?.(() => void this.#arrive(request, note))) note(undefined);
        throw fail('ECONNRESET');
      case 'throttle':
        note(undefined);
        return new Response(JSON.stringify({ error: 'rate_limit', message: 'rate_limit', statusCode: 429 }), {
          status: 429,
          headers: { 'retry-after': '3' },
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
    await this.delay?.(pathname);
    switch (fault) {
      case 'dropAfter':
        throw fail('ECONNRESET');
      case 'error500After':
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

  async #arrive(request: Request, note: (status: number, answered: string) => unknown) {
    const response = await this.#service().handle(request, { ip: '127.0.0.1' });
    const text = await response.text();
    note(response.status, text);
    return { response, text };
  }
}

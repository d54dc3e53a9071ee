/** HTTP client of any service with this interface. It never throws; it returns errors as failures. */
import {
  actionNamed,
  type Failure,
  mismatch,
  type Outcome,
  type Query,
  type QueryAnswer,
} from '../../shared/contract/index.ts';
import { startAnswerTimer } from './answer-timer.ts';
import type { Budget, RequestPriority } from './budget.ts';
import type { Clock } from './clock.ts';
import { dispatched, failureOfAnswer, failureOfSending, parsed, type RequestKind, refusalWithin } from './failures.ts';
import { learn, prune, type Refused } from './refused.ts';

/**
 * Sends a request. `onWaiting(true)` is called while a person is asked, such as for the password of a proxy: that time does not
 * count as the server's.
 */
export type Send = (request: Request, onWaiting?: (isWaiting: boolean) => void) => Promise<Response>;

interface ClientOptions {
  /** An address that `serviceAddress` accepted. */
  readonly baseUrl: string;
  readonly token: string;
  readonly send: Send;
  readonly clock: Clock;
  readonly budget: Budget;
  /** What this service is known to refuse; `onRefused` is called with additions. */
  readonly refused?: Refused;
  readonly onRefused?: (refused: Refused) => void;
  /** Time after which an answer counts as lost. */
  readonly timeoutMs?: number;
}

interface RequestOptions {
  readonly priority?: RequestPriority;
  readonly signal?: AbortSignal;
  /** Called right before the request is sent: the answer shows no older state. */
  readonly onStart?: () => void;
}

interface Queried {
  readonly answer: QueryAnswer;
  /** The query that was sent, without refused parts. */
  readonly query: Query;
  /** Length of the answer's body, in characters. */
  readonly size: number;
}

/** Headers of an answer that used a deprecated item (rule `token.deprecation-headers`). */
export interface Deprecation {
  readonly deprecation: string;
  readonly sunset: string | null;
  readonly link: string | null;
}

/** Bounds of how far the service's clock is ahead of this computer's. */
export interface ClockOffset {
  readonly minMs: number;
  readonly maxMs: number;
}

export interface Client {
  query(query: Query, options?: RequestOptions): Promise<Outcome<Queried>>;
  dispatch(
    action: string,
    params: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<Outcome<Record<string, unknown>>>;
  /** Asks for a signed address to upload a file to. */
  sign(objectName: string, options?: RequestOptions): Promise<Outcome<Record<string, unknown>>>;
  readonly refused: Refused;
  /**
   * Scopes of actions that were refused since this client was created. They are not stored, since a token's permission
   * can be raised, and an action that the app no longer offers would never show that.
   */
  readonly denied: readonly string[];
  /** Clears `denied`, so that these actions can be tried again. */
  forgetDenied(): void;
  readonly deprecations: readonly Deprecation[];
  readonly budget: Budget;
  /** From the HTTP header `date` of the newest answer; undefined without that header. */
  readonly clockOffset: ClockOffset | undefined;
}

export const requestTimeoutMs = 30_000;
/** Maximum number of refused parts of one query; a service that refuses more refuses the query. */
const maxRefusals = 40;

export function createClient(options: ClientOptions): Client {
  const { send, clock, budget, token, timeoutMs = requestTimeoutMs, onRefused } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  const deprecations = new Map<string, Deprecation>();
  let refused: Refused = options.refused ?? { scopes: [], items: [] };
  const denied = new Set<string>();
  let clockOffset: ClockOffset | undefined;

  /**
   * Computes the difference to the service's clock from the answer's `date`, which is precise to a second. An answer
   * that is not JSON comes from another server, such as a proxy, and does not count.
   */
  function noteClockOffset(headers: Headers, text: string, sentAt: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date) || !text.startsWith('{')) return;
    clockOffset = { minMs: date - clock.now(), maxMs: date + 1000 - sentAt };
  }

  function noteDeprecation(headers: Headers): void {
    const deprecation = headers.get('deprecation');
    if (!deprecation) return;
    const link = headers.get('link');
    deprecations.set(link ?? deprecation, { deprecation, sunset: headers.get('sunset'), link });
  }

  /** Sends a request and returns the text of a 2xx answer. */
  async function ask(
    kind: RequestKind,
    path: string,
    body: unknown,
    { sendOnce = false, ...options }: RequestOptions & { readonly sendOnce?: boolean },
  ): Promise<Outcome<string>> {
    try {
      await budget.acquire(options.priority ?? 'background', options.signal);
    } catch {
      return { ok: false, failure: { kind: 'offline', message: 'The request was cancelled.', answerLost: false } };
    }
    const stop = new AbortController();
    let timedOut = false;
    const timer = startAnswerTimer(clock, timeoutMs, () => {
      timedOut = true;
      stop.abort();
    });
    const forward = () => stop.abort();
    options.signal?.addEventListener('abort', forward, { once: true });
    try {
      options.onStart?.();
      const sentAt = clock.now();
      const request = new Request(`${base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          ...(sendOnce ? { connection: 'close' } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Following a redirect would send the token to another origin.
        redirect: 'manual',
        signal: stop.signal,
      });
      const response = await send(request, timer.setWaiting);
      const text = await response.text();
      noteDeprecation(response.headers);
      if (response.ok) {
        noteClockOffset(response.headers, text, sentAt);
        return { ok: true, value: text };
      }
      const failure = failureOfAnswer(response, text, kind, clock.now());
      if (failure.kind === 'throttled') budget.hold(failure.retryAfter);
      return { ok: false, failure };
    } catch (error) {
      return { ok: false, failure: failureOfSending(error, kind, timedOut) };
    } finally {
      timer.cancel();
      options.signal?.removeEventListener('abort', forward);
    }
  }

  async function query(wanted: Query, options: RequestOptions = {}): Promise<Outcome<Queried>> {
    for (let attempt = 0; ; attempt += 1) {
      const allowed = prune(wanted, refused);
      const sent = await ask('query', '/', { query: allowed }, options);
      if (sent.ok) return readAnswer(sent.value, allowed);
      const extended = attempt < maxRefusals ? learn(refused, allowed, sent.failure) : undefined;
      if (!extended) return sent;
      refused = extended;
      onRefused?.(refused);
    }
  }

  function readAnswer(text: string, allowed: Query): Outcome<Queried> {
    const answer = parsed(text);
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
      return offline('This answer is not from the service.');
    const failure = refusalWithin(answer as Record<string, unknown>);
    if (failure) return { ok: false, failure };
    if (Object.values(answer).some((rows) => typeof rows !== 'object' || rows === null))
      return offline('The answer of the service cannot be read.');
    return { ok: true, value: { answer: answer as QueryAnswer, query: allowed, size: text.length } };
  }

  async function dispatch(
    action: string,
    params: Readonly<Record<string, unknown>>,
    options: RequestOptions = {},
  ): Promise<Outcome<Record<string, unknown>>> {
    const known = actionNamed(action);
    // Chromium repeats a request by itself if a connection that it reuses breaks, so these never share a connection.
    const sendOnce = known?.retry !== 'harmless';
    const sent = await ask('dispatch', `/dispatch/${action}`, params, { priority: 'action', sendOnce, ...options });
    if (!sent.ok) {
      // One of its scopes would have been enough, so the token has none of them.
      if (sent.failure.kind === 'scope')
        for (const scope of known?.scopes ?? [sent.failure.requiredScope]) denied.add(scope);
      return sent;
    }
    for (const scope of known?.scopes ?? []) denied.delete(scope);
    const answer = dispatched(sent.value);
    const expected = known?.response;
    if (!answer.ok || !expected) return answer;
    // An answer without the promised keys was cut off or is not the service's; the created ids are unknown.
    const wrong = mismatch(expected, answer.value, true);
    return wrong ? lost(`The answer lacks '${wrong.path}'.`) : answer;
  }

  async function sign(objectName: string, options: RequestOptions = {}): Promise<Outcome<Record<string, unknown>>> {
    const path = `/s3/sign?objectName=${encodeURIComponent(objectName)}`;
    const sent = await ask('query', path, undefined, { priority: 'action', ...options });
    if (!sent.ok) return sent;
    const answer = parsed(sent.value);
    return typeof answer === 'object' && answer !== null
      ? { ok: true, value: answer as Record<string, unknown> }
      : offline('This answer is not from the service.');
  }

  return {
    query,
    dispatch,
    sign,
    budget,
    get refused() {
      return refused;
    },
    get denied() {
      return [...denied];
    },
    forgetDenied: () => denied.clear(),
    get deprecations() {
      return [...deprecations.values()];
    },
    get clockOffset() {
      return clockOffset;
    },
  };
}

const offline = (message: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'offline', message, answerLost: false },
});
const lost = (message: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'offline', message, answerLost: true },
});

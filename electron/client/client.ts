/** HTTP client for any service that implements the contract. Its functions never throw: they return failures. */
import {
  actionByName,
  embeddedServiceLimits,
  findTypeMismatch,
  isRecord,
  isSafeToRepeat,
  type Outcome,
  offlineOutcome,
  type Query,
  type QueryAnswer,
} from '../../shared/contract/index.ts';
import { AnswerCorrector, type WrongValueCounts } from './answer-correction.ts';
import type { RequestBudget, RequestPriority } from './budget.ts';
import { type Clock, startAnswerTimeout } from './clock.ts';
import {
  failureInBody,
  failureOfErrorAnswer,
  failureOfUnansweredRequest,
  parseActionAnswer,
  type RequestKind,
} from './failures.ts';
import { parseJson } from './json.ts';
import { addRefusedQueryPart, type RefusedQueryParts, removeRefusedQueryParts } from './refused.ts';

/**
 * Calls `onWaiting(true)` when it asks the person for data, such as a proxy's password, and `onWaiting(false)` when the
 * person has answered. The time in between does not count towards the timeout.
 */
export type RequestSender = (request: Request, onWaiting?: (isWaiting: boolean) => void) => Promise<Response>;

interface ClientOptions {
  /** An address that `parseServiceAddress` accepted. */
  readonly baseUrl: string;
  readonly token: string;
  readonly send: RequestSender;
  readonly clock: Clock;
  readonly budget: RequestBudget;
  /** Parts of queries that the service refused earlier. `onRefused` gets all parts refused so far. */
  readonly refused?: RefusedQueryParts;
  readonly onRefused?: (refused: RefusedQueryParts) => void;
  /** After this time, in milliseconds, an answer counts as lost. */
  readonly timeoutMs?: number;
}

interface RequestOptions {
  readonly priority?: RequestPriority;
  readonly signal?: AbortSignal;
  /** Called right before the request is sent. The answer shows the service's state at this time or later. */
  readonly onStart?: () => void;
}

interface QueryResult {
  readonly answer: QueryAnswer;
  /** The query as sent, without the parts that the service refuses. */
  readonly query: Query;
  /** Of the body of the answer, in characters. */
  readonly size: number;
}

/** In answers to requests that used a deprecated feature (rule `token.deprecation-headers`). */
interface DeprecationHeaders {
  readonly deprecation: string;
  readonly sunset: string | null;
  readonly link: string | null;
}

/** Bounds of the time by which the service's clock is ahead of this computer's clock; negative if it is behind. */
export interface ClockOffset {
  readonly minMs: number;
  readonly maxMs: number;
}

export interface ServiceClient {
  query(query: Query, options?: RequestOptions): Promise<Outcome<QueryResult>>;
  dispatch(
    action: string,
    params: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<Outcome<Record<string, unknown>>>;
  /** Asks for a signed address for the upload of a file. */
  sign(objectName: string, options?: RequestOptions): Promise<Outcome<Record<string, unknown>>>;
  readonly refused: RefusedQueryParts;
  /** The service refused actions for lack of these. In memory only: the token can get them later. */
  readonly deniedScopes: readonly string[];
  /** The app then offers the actions again that need these scopes. */
  clearDeniedScopes(): void;
  readonly deprecations: readonly DeprecationHeaders[];
  readonly wrongValues: WrongValueCounts;
  readonly budget: RequestBudget;
  /** Computed from the newest 2xx answer of the service with the HTTP header `date`; undefined if there is none. */
  readonly clockOffset: ClockOffset | undefined;
  /** When the oldest request without an answer was sent, in milliseconds since 1970; null if there is none. */
  readonly oldestRequestAt: number | null;
}

/** Default of `timeoutMs`. */
export const requestTimeoutMs = 30_000;
/** If the service refuses more parts of one query, the query fails. */
const maxRefusals = 40;

export function createServiceClient(options: ClientOptions): ServiceClient {
  const { send, clock, budget, token, timeoutMs = requestTimeoutMs, onRefused } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  const deprecations = new Map<string, DeprecationHeaders>();
  let refused: RefusedQueryParts = options.refused ?? { scopes: [], items: [] };
  const deniedScopes = new Set<string>();
  const corrector = new AnswerCorrector();
  let clockOffset: ClockOffset | undefined;
  const requestTimes = new Set<{ readonly sentAt: number }>();

  /** `date` is precise to a second. An answer that is not JSON comes from another server, such as a proxy. */
  function updateClockOffset(headers: Headers, text: string, sentAt: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date) || !text.startsWith('{')) return;
    clockOffset = { minMs: date - clock.now(), maxMs: date + 1000 - sentAt };
  }

  function storeDeprecation(headers: Headers): void {
    const deprecation = headers.get('deprecation');
    if (!deprecation) return;
    const link = headers.get('link');
    deprecations.set(link ?? deprecation, { deprecation, sunset: headers.get('sunset'), link });
  }

  async function ask(
    kind: RequestKind,
    path: string,
    body: unknown,
    { sendOnce = false, ...options }: RequestOptions & { readonly sendOnce?: boolean },
  ): Promise<Outcome<string>> {
    try {
      await budget.acquire(options.priority ?? 'background', options.signal);
      // `unlimitedRequestBudget` ignores the signal. Below, an aborted signal would no longer cancel the request.
      options.signal?.throwIfAborted();
    } catch {
      return offlineOutcome('The request was cancelled.');
    }
    const stop = new AbortController();
    let timedOut = false;
    const timer = startAnswerTimeout(clock, timeoutMs, () => {
      timedOut = true;
      stop.abort();
    });
    const forward = () => stop.abort();
    options.signal?.addEventListener('abort', forward, { once: true });
    const sentAt = clock.now();
    const own = { sentAt };
    requestTimes.add(own);
    try {
      options.onStart?.();
      const request = new Request(`${base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          ...(sendOnce ? { connection: 'close' } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Do not follow redirects: a redirect can send the token to another origin.
        redirect: 'manual',
        signal: stop.signal,
      });
      const response = await send(request, timer.setWaiting);
      const text = await response.text();
      storeDeprecation(response.headers);
      if (response.ok) {
        updateClockOffset(response.headers, text, sentAt);
        return { ok: true, value: text };
      }
      const failure = failureOfErrorAnswer(response, text, kind, clock.now());
      if (failure.kind === 'throttled') budget.hold(failure.retryAfter);
      return { ok: false, failure };
    } catch (error) {
      return { ok: false, failure: failureOfUnansweredRequest(error, kind, timedOut) };
    } finally {
      timer.cancel();
      requestTimes.delete(own);
      options.signal?.removeEventListener('abort', forward);
    }
  }

  async function query(wanted: Query, options: RequestOptions = {}): Promise<Outcome<QueryResult>> {
    for (let attempt = 0; ; attempt += 1) {
      const allowed = removeRefusedQueryParts(wanted, refused);
      const sent = await ask('query', '/', { query: allowed }, options);
      if (sent.ok) return readAnswer(sent.value, allowed);
      const extended = attempt < maxRefusals ? addRefusedQueryPart(refused, allowed, sent.failure) : undefined;
      if (!extended) return sent;
      refused = extended;
      onRefused?.(refused);
    }
  }

  function readAnswer(text: string, allowed: Query): Outcome<QueryResult> {
    const answer = parseJson(text);
    if (!isRecord(answer)) return offlineOutcome('This answer is not from the service.');
    const failure = failureInBody(answer);
    if (failure) return { ok: false, failure };
    // Every answer has `_root` (rule `response.root-maps-ids`).
    if (!isRecord(answer._root) || Object.values(answer).some((rows) => typeof rows !== 'object' || rows === null))
      return offlineOutcome('The answer of the service cannot be read.');
    // Rows that nobody asked for would keep the thread of the workspace busy for minutes.
    let rowCount = 0;
    for (const rows of Object.values(answer as QueryAnswer)) for (const _key in rows) rowCount++;
    if (rowCount > embeddedServiceLimits.rows)
      return offlineOutcome(`The answer of the service has more than ${embeddedServiceLimits.rows} rows.`);
    corrector.correct(answer as QueryAnswer, allowed);
    return { ok: true, value: { answer: answer as QueryAnswer, query: allowed, size: text.length } };
  }

  async function dispatch(
    action: string,
    params: Readonly<Record<string, unknown>>,
    options: RequestOptions = {},
  ): Promise<Outcome<Record<string, unknown>>> {
    const known = actionByName(action);
    // If a reused connection breaks, Chromium sends the request again. An action that must not run twice has the header
    // `connection: close`, with which electron/shell/network/network.ts sends it over a new connection.
    const sendOnce = !isSafeToRepeat(action, params);
    const sent = await ask('dispatch', `/dispatch/${action}`, params, { priority: 'action', sendOnce, ...options });
    if (!sent.ok) {
      // Any one of these scopes is enough for the action. So a refusal shows that the token has none of them.
      if (sent.failure.kind === 'scope')
        for (const scope of known?.scopes ?? [sent.failure.requiredScope]) deniedScopes.add(scope);
      return sent;
    }
    for (const scope of known?.scopes ?? []) deniedScopes.delete(scope);
    const answer = parseActionAnswer(sent.value);
    const expected = known?.response;
    if (!answer.ok || !expected) return answer;
    // An answer without the expected keys is incomplete or comes from another server, so the created ids are unknown.
    const wrong = findTypeMismatch(expected, answer.value, true);
    return wrong ? offlineOutcome(`The answer lacks '${wrong.path}'.`, true) : answer;
  }

  async function sign(objectName: string, options: RequestOptions = {}): Promise<Outcome<Record<string, unknown>>> {
    const path = `/s3/sign?objectName=${encodeURIComponent(objectName)}`;
    const sent = await ask('query', path, undefined, { priority: 'action', ...options });
    if (!sent.ok) return sent;
    const answer = parseJson(sent.value);
    return typeof answer === 'object' && answer !== null
      ? { ok: true, value: answer as Record<string, unknown> }
      : offlineOutcome('This answer is not from the service.');
  }

  return {
    query,
    dispatch,
    sign,
    budget,
    get wrongValues() {
      return corrector.counts;
    },
    get refused() {
      return refused;
    },
    get deniedScopes() {
      return [...deniedScopes];
    },
    clearDeniedScopes: () => deniedScopes.clear(),
    get deprecations() {
      return [...deprecations.values()];
    },
    get clockOffset() {
      return clockOffset;
    },
    get oldestRequestAt() {
      const [oldest] = requestTimes;
      return oldest?.sentAt ?? null;
    },
  };
}

/** HTTP client of any service that speaks the interface. It never throws: what goes wrong is answered as a Failure. */
import {
  actionNamed,
  type Failure,
  mismatch,
  type Outcome,
  type Query,
  type QueryAnswer,
} from '../../shared/contract/index.ts';
import type { Budget, RequestPriority } from './budget.ts';
import type { Clock } from './clock.ts';
import { dispatched, failureOfAnswer, failureOfSending, parsed, type RequestKind, refusalWithin } from './failures.ts';
import { learn, prune, type Refused } from './refused.ts';

export type Send = (request: Request) => Promise<Response>;

export interface ClientOptions {
  /** Checked by `serviceAddress`. */
  readonly baseUrl: string;
  readonly token: string;
  readonly send: Send;
  readonly clock: Clock;
  readonly budget: Budget;
  /** What this service is known to refuse, and who remembers more of it. */
  readonly refused?: Refused;
  readonly onRefused?: (refused: Refused) => void;
  /** Milliseconds until an answer counts as lost. */
  readonly timeout?: number;
}

export interface Asking {
  readonly priority?: RequestPriority;
  readonly signal?: AbortSignal;
  /** The request is about to leave: its answer can show nothing older than this moment. */
  readonly onStart?: () => void;
}

export interface Queried {
  readonly answer: QueryAnswer;
  /** The query as the service took it, without what it refused. */
  readonly query: Query;
  /** Characters of the answer's body. */
  readonly size: number;
}

/** Headers of an answer that used a deprecated item (rule `token.deprecation-headers`). */
export interface Deprecation {
  readonly deprecation: string;
  readonly sunset: string | null;
  readonly link: string | null;
}

/** How far the service's clock is ahead of this computer's, in milliseconds. */
export interface Lead {
  readonly least: number;
  readonly most: number;
}

export interface Client {
  query(query: Query, asking?: Asking): Promise<Outcome<Queried>>;
  dispatch(
    action: string,
    params: Readonly<Record<string, unknown>>,
    asking?: Asking,
  ): Promise<Outcome<Record<string, unknown>>>;
  /** Asks for a signed address to upload a file to. */
  sign(objectName: string, asking?: Asking): Promise<Outcome<Record<string, unknown>>>;
  readonly refused: Refused;
  /**
   * Scopes of actions that were refused since this client began: never kept longer, as a token's permission can be
   * raised and an action that nobody tries any more would never say so.
   */
  readonly denied: readonly string[];
  /** What was denied may be tried again. */
  forgetDenied(): void;
  readonly deprecations: readonly Deprecation[];
  readonly budget: Budget;
  /** By the `date` of its newest answer (HTTP's, not the interface's): undefined where it gives none. */
  readonly lead: Lead | undefined;
}

export const requestTimeout = 30_000;
/** Learning what one query may not name ends here; a service that refuses more is refusing the query. */
const mostRefusals = 40;

export function createClient(options: ClientOptions): Client {
  const { send, clock, budget, token, timeout = requestTimeout } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  const deprecations = new Map<string, Deprecation>();
  let refused: Refused = options.refused ?? { scopes: [], items: [] };
  const denied = new Set<string>();
  let lead: Lead | undefined;

  /** `date` names a whole second. What is no JSON came from something else, with a clock of its own. */
  function noteLead(headers: Headers, text: string, sentAt: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date) || !text.startsWith('{')) return;
    lead = { least: date - clock.now(), most: date + 1000 - sentAt };
  }

  function noteDeprecation(headers: Headers): void {
    const deprecation = headers.get('deprecation');
    if (!deprecation) return;
    const link = headers.get('link');
    deprecations.set(link ?? deprecation, { deprecation, sunset: headers.get('sunset'), link });
  }

  /** The text of a 2xx answer. */
  async function ask(kind: RequestKind, path: string, body: unknown, asking: Asking): Promise<Outcome<string>> {
    try {
      await budget.take(asking.priority ?? 'background', asking.signal);
    } catch {
      return { ok: false, failure: { kind: 'offline', message: 'The request was called off.', answerLost: false } };
    }
    const stop = new AbortController();
    let timedOut = false;
    const cancelTimer = clock.after(timeout, () => {
      timedOut = true;
      stop.abort();
    });
    const forward = () => stop.abort();
    asking.signal?.addEventListener('abort', forward, { once: true });
    try {
      asking.onStart?.();
      const sentAt = clock.now();
      const request = new Request(`${base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A redirect would carry the token to wherever it points.
        redirect: 'manual',
        signal: stop.signal,
      });
      const response = await send(request);
      const text = await response.text();
      noteDeprecation(response.headers);
      if (response.ok) {
        noteLead(response.headers, text, sentAt);
        return { ok: true, value: text };
      }
      const failure = failureOfAnswer(response, text, kind, clock.now());
      if (failure.kind === 'throttled') budget.hold(failure.retryAfter);
      return { ok: false, failure };
    } catch (error) {
      return { ok: false, failure: failureOfSending(error, kind, timedOut) };
    } finally {
      cancelTimer();
      asking.signal?.removeEventListener('abort', forward);
    }
  }

  async function query(wanted: Query, asking: Asking = {}): Promise<Outcome<Queried>> {
    for (let attempt = 0; ; attempt += 1) {
      const allowed = prune(wanted, refused);
      const asked = await ask('query', '/', { query: allowed }, asking);
      if (asked.ok) return readAnswer(asked.value, allowed);
      const learnt = attempt < mostRefusals ? learn(refused, allowed, asked.failure) : undefined;
      if (!learnt) return asked;
      refused = learnt;
      options.onRefused?.(refused);
    }
  }

  function readAnswer(text: string, allowed: Query): Outcome<Queried> {
    const answer = parsed(text);
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
      return offline('Something other than the service answered.');
    const failure = refusalWithin(answer as Record<string, unknown>);
    if (failure) return { ok: false, failure };
    if (Object.values(answer).some((rows) => typeof rows !== 'object' || rows === null))
      return offline('The answer of the service cannot be read.');
    return { ok: true, value: { answer: answer as QueryAnswer, query: allowed, size: text.length } };
  }

  async function dispatch(
    action: string,
    params: Readonly<Record<string, unknown>>,
    asking: Asking = {},
  ): Promise<Outcome<Record<string, unknown>>> {
    const asked = await ask('dispatch', `/dispatch/${action}`, params, { priority: 'action', ...asking });
    const known = actionNamed(action);
    if (!asked.ok) {
      // One of its scopes would have been enough, so that all of them lack.
      if (asked.failure.kind === 'scope')
        for (const scope of known?.scopes ?? [asked.failure.requiredScope]) denied.add(scope);
      return asked;
    }
    for (const scope of known?.scopes ?? []) denied.delete(scope);
    const answer = dispatched(asked.value);
    const expected = known?.response;
    if (!answer.ok || !expected) return answer;
    // Without the promised keys nobody knows what was created: a cut or foreign answer.
    const wrong = mismatch(expected, answer.value, true);
    return wrong ? lost(`The answer lacks '${wrong.path}'.`) : answer;
  }

  async function sign(objectName: string, asking: Asking = {}): Promise<Outcome<Record<string, unknown>>> {
    const path = `/s3/sign?objectName=${encodeURIComponent(objectName)}`;
    const asked = await ask('query', path, undefined, { priority: 'action', ...asking });
    if (!asked.ok) return asked;
    const answer = parsed(asked.value);
    return typeof answer === 'object' && answer !== null
      ? { ok: true, value: answer as Record<string, unknown> }
      : offline('Something other than the service answered.');
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
    get lead() {
      return lead;
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

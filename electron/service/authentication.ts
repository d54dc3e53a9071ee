/** Identifies callers by their tokens, and limits requests and failed attempts. */
import { embeddedServiceLimits, Refusal, scopesOfToken, serviceLimits } from '../../shared/contract/index.ts';
import type { RowStore } from '../engine/store/rows.ts';
import type { Actor } from '../engine/types.ts';
import type { RequestHead } from './message.ts';
import { type StoredTokenInfo, type TokenStore, tokenRefusal } from './tokens.ts';

/** `X-Auth-Token` stops working when this day begins (rule `token.legacy-header.end`). */
export const legacyTokenHeaderEndsAt = '2026-12-31T00:00:00.000Z';
/** When the end of `X-Auth-Token` was announced: the service API promises six months' notice. */
export const legacyTokenHeaderDeprecatedAt = '2026-06-30T00:00:00.000Z';

export interface AuthenticatedCaller {
  readonly actor: Actor;
  /** The token was in the legacy header `X-Auth-Token`. */
  readonly isLegacy: boolean;
}

interface AccountIdentity {
  readonly id: string;
  readonly subdomain: string;
}

/** The id inside the token, so that attempts with different secrets for the same id count together. */
const failureKey = (value: string) => (value.split('_')[1] ?? value).slice(0, 64);

/**
 * `caller`: with a valid token. `anyone`: for an existing file, a signed address or a release page. `stray`: for
 * nothing that exists. Wrong tokens count as failed attempts instead.
 */
type RequestKind = 'caller' | 'anyone' | 'stray';

export class RequestAuthenticator {
  readonly #tokens: TokenStore;
  readonly #rows: RowStore;
  /** Null without a rate limit. */
  readonly #requests: Readonly<Record<RequestKind, RateLimiter>> | null;
  readonly #failures = new RateLimiter(
    embeddedServiceLimits.failedAttempts,
    embeddedServiceLimits.failedAttemptsSeconds,
  );

  constructor(tokens: TokenStore, rows: RowStore, { rateLimit }: { readonly rateLimit: boolean }) {
    this.#tokens = tokens;
    this.#rows = rows;
    const limiter = () => new RateLimiter(serviceLimits.rateRequests, serviceLimits.rateWindowSeconds);
    this.#requests = rateLimit ? { caller: limiter(), anyone: limiter(), stray: limiter() } : null;
  }

  /**
   * Counts a request from `ip`. Each kind has its own limit, so that requests without a token take nothing from those
   * with one.
   * @param now the service's clock in milliseconds
   * @throws Refusal 429 with `retryAfter` in seconds, if the address has sent too many requests
   */
  enforceRateLimit(kind: RequestKind, ip: string, now: number): void {
    const requests = this.#requests?.[kind];
    const wait = requests?.secondsToWait(ip, now) ?? 0;
    if (wait > 0) throw tokenRefusal('rate_limit', wait);
    requests?.count(ip, now);
  }

  /** @param now the service's clock in milliseconds @throws Refusal with a code of `tokenRefusals` */
  callerOf(request: RequestHead, account: AccountIdentity, now: number): AuthenticatedCaller {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const isLegacy = bearer === undefined && this.#mayUseLegacyHeader(request, now);
    const value = isLegacy ? request.headers['x-auth-token'] : bearer;
    try {
      if (!value) throw tokenRefusal('invalid_token');
      const token = this.#tokens.verify(value);
      if (isLegacy && token.kind !== 'personal') throw tokenRefusal('invalid_token');
      const namedAccount = request.headers['x-account'];
      if (
        namedAccount !== undefined &&
        namedAccount !== account.id &&
        namedAccount.toLowerCase() !== account.subdomain.toLowerCase()
      )
        throw tokenRefusal('token_account_mismatch');
      return { actor: this.#actorOf(token), isLegacy };
    } catch (error) {
      throw error instanceof Refusal ? this.#refusalOfBadToken(error, request.ip, value, now) : error;
    }
  }

  /**
   * The given refusal, or a 429 after too many of them from the same address or with the same id. A valid token never
   * gets this 429, even from an address that has sent many bad tokens: a secret of 256 bits cannot be guessed.
   */
  #refusalOfBadToken(refusal: Refusal, ip: string, value: string | undefined, now: number): Refusal {
    const keys = [`address ${ip}`, ...(value === undefined ? [] : [`token ${failureKey(value)}`])];
    const waitSeconds = Math.max(...keys.map((key) => this.#failures.secondsToWait(key, now)));
    if (waitSeconds > 0) return tokenRefusal('rate_limit', waitSeconds);
    for (const key of keys) this.#failures.count(key, now);
    return refusal;
  }

  #mayUseLegacyHeader({ headers }: RequestHead, now: number): boolean {
    return (
      headers['x-auth-token'] !== undefined &&
      headers['x-account'] !== undefined &&
      now < Date.parse(legacyTokenHeaderEndsAt)
    );
  }

  #actorOf(token: StoredTokenInfo): Actor {
    const seesAll = token.projects === null || (token.kind === 'organization' && token.permission === 'admin');
    return {
      userId: token.userId,
      projects: seesAll ? 'all' : new Set(token.projects),
      scopes: scopesOfToken(token.kind, token.permission),
      isPerson: this.#rows.get('user', token.userId)?.kind === 'human',
      isProducer: token.permission === 'producer' || token.permission === 'admin',
    };
  }
}

/** A sliding window per key. Times are in milliseconds and come from the service's clock. */
class RateLimiter {
  readonly #maxEvents: number;
  readonly #windowMs: number;
  readonly #times = new Map<string, number[]>();

  constructor(maxEvents: number, windowSeconds: number) {
    this.#maxEvents = maxEvents;
    this.#windowMs = windowSeconds * 1000;
  }

  /** The seconds until the next event with this key is allowed, rounded up; 0 if it is allowed now. */
  secondsToWait(key: string, now: number): number {
    const times = this.#recent(key, now);
    if (times.length < this.#maxEvents) return 0;
    const oldest = times[times.length - this.#maxEvents] as number;
    return Math.max(1, Math.ceil((oldest + this.#windowMs - now) / 1000));
  }

  count(key: string, now: number): void {
    const times = this.#recent(key, now);
    times.push(now);
    // Keeps only the newest `maxEvents`, so that a flood of events does not fill the memory.
    if (times.length > this.#maxEvents) times.splice(0, times.length - this.#maxEvents);
    this.#times.set(key, times);
    if (this.#times.size > 10_000) this.#sweep(now);
  }

  /** Drops times in the future, which exist after the clock was set back and would block the key. */
  #recent(key: string, now: number): number[] {
    return (this.#times.get(key) ?? []).filter((time) => time <= now && time > now - this.#windowMs);
  }

  #sweep(now: number): void {
    for (const key of this.#times.keys()) if (this.#recent(key, now).length === 0) this.#times.delete(key);
  }
}

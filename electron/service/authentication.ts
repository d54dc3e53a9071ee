/** Finds the actor of a request from its headers, and limits failed attempts. */
import { ceilings, limits, type Permission, Refusal, scopesOf } from '../../shared/contract/index.ts';
import type { Rows } from '../engine/store/rows.ts';
import type { Actor } from '../engine/types.ts';
import { SlidingWindow } from './limiter.ts';
import type { RequestHead } from './message.ts';
import { refuseToken, type TokenInfo, type Tokens } from './tokens.ts';

/** The header `X-Auth-Token` stops working when this day begins (rule `token.legacy-header.end`). */
export const legacyHeaderEnds = '2026-12-31T00:00:00.000Z';
/** When its removal was announced: six months ahead, as for all stable items. */
export const legacyHeaderDeprecated = '2026-06-30T00:00:00.000Z';

export interface Caller {
  readonly token: TokenInfo;
  readonly actor: Actor;
  readonly permission: Permission;
  /** Whether the token was in the legacy header. */
  readonly isLegacy: boolean;
}

export interface Account {
  readonly id: string;
  readonly subdomain: string;
}

/** Attempts with the same token id count together, from any address. */
const tokenKey = (value: string) => (value.split('_')[1] ?? value).slice(0, 64);

export class Authentication {
  readonly #tokens: Tokens;
  readonly #rows: Rows;
  readonly #requests: SlidingWindow | null;
  readonly #failures = new SlidingWindow(ceilings.failedAttempts, ceilings.failedAttemptsSeconds);

  constructor(tokens: Tokens, rows: Rows, { rateLimit }: { readonly rateLimit: boolean }) {
    this.#tokens = tokens;
    this.#rows = rows;
    this.#requests = rateLimit ? new SlidingWindow(limits.rateRequests, limits.rateWindowSeconds) : null;
  }

  /** Counts the request of an address. @throws Refusal 429 with `retryAfter` */
  admit(ip: string, now: number): void {
    const wait = this.#requests?.wait(ip, now) ?? 0;
    if (wait > 0) throw refuseToken('rate_limit', wait);
    this.#requests?.count(ip, now);
  }

  /**
   * @param now the service's clock in milliseconds
   * @throws Refusal with one of the token refusals
   */
  callerOf(request: RequestHead, account: Account, now: number): Caller {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const isLegacy = bearer === undefined && this.#mayUseLegacyHeader(request, now);
    const value = isLegacy ? request.headers['x-auth-token'] : bearer;
    try {
      if (!value) throw refuseToken('invalid_token');
      const token = this.#tokens.verify(value);
      if (isLegacy && token.kind !== 'personal') throw refuseToken('invalid_token');
      const named = request.headers['x-account'];
      if (named !== undefined && named !== account.id && named.toLowerCase() !== account.subdomain.toLowerCase())
        throw refuseToken('token_account_mismatch');
      return { token, permission: token.permission, actor: this.#actorOf(token), isLegacy };
    } catch (error) {
      throw error instanceof Refusal && error.status === 401 ? this.#slowed(error, request.ip, value, now) : error;
    }
  }

  /**
   * The refusal of a bad token, or 429 after too many of them. Only bad tokens are counted and slowed: a good one
   * behind the same address is verified first, and guessing a secret of 256 bits needs no lock.
   */
  #slowed(refusal: Refusal, ip: string, value: string | undefined, now: number): Refusal {
    const keys = [`address ${ip}`, ...(value === undefined ? [] : [`token ${tokenKey(value)}`])];
    const waitSeconds = Math.max(...keys.map((key) => this.#failures.wait(key, now)));
    if (waitSeconds > 0) return refuseToken('rate_limit', waitSeconds);
    for (const key of keys) this.#failures.count(key, now);
    return refusal;
  }

  #mayUseLegacyHeader({ headers }: RequestHead, now: number): boolean {
    return (
      headers['x-auth-token'] !== undefined && headers['x-account'] !== undefined && now < Date.parse(legacyHeaderEnds)
    );
  }

  #actorOf(token: TokenInfo): Actor {
    const seesAll = token.projects === null || (token.kind === 'organization' && token.permission === 'admin');
    return {
      userId: token.userId,
      projects: seesAll ? 'all' : new Set(token.projects),
      scopes: scopesOf(token.kind, token.permission),
      isPerson: this.#rows.get('user', token.userId)?.kind === 'human',
      isProducer: token.permission === 'producer' || token.permission === 'admin',
    };
  }
}

/**
 * API tokens. Only a hash of each secret is stored (rule `token.hash`). Tokens cannot manage tokens (rule
 * `token.no-management`), so service-administration.ts is the only caller that creates or revokes them.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ApiTokenDetails } from '../../shared/bridge/administration.ts';
import {
  type MemberRole,
  Refusal,
  refuse,
  serviceLimits,
  type TokenPermission,
  type TokenRefusal,
  tokenPermissions,
  tokenRefusals,
} from '../../shared/contract/index.ts';
import type { RowStore } from '../engine/store/rows.ts';

/** The hash of the secret is missing here. */
export interface StoredTokenInfo extends ApiTokenDetails {
  /** A login of the local person: neither the maximum of tokens nor their switch applies to it. */
  readonly isSession: boolean;
}

export interface NewToken extends Pick<ApiTokenDetails, 'kind' | 'permission' | 'label'> {
  /** The projects that an organization token below admin can see. */
  readonly projects?: readonly string[];
  readonly expiresAt?: string | null;
  readonly userId?: string;
  readonly isSession?: boolean;
}

/** The text before the first `_`, by kind of token. */
export interface TokenPrefixes {
  readonly organization: string;
  readonly personal: string;
}
export const defaultTokenPrefixes: TokenPrefixes = { organization: 'cdxat', personal: 'cdxut' };

/** The highest permission of a personal token, by the role of its owner. */
export const maxPermissionOfRole: Record<MemberRole, TokenPermission> = {
  owner: 'admin',
  admin: 'admin',
  producer: 'producer',
  write: 'write',
  read: 'read',
};

export function lesserPermission(a: TokenPermission, b: TokenPermission): TokenPermission {
  return tokenPermissions.indexOf(a) <= tokenPermissions.indexOf(b) ? a : b;
}

/** `retryAfter` is in seconds. */
export function tokenRefusal(code: TokenRefusal, retryAfter?: number): Refusal {
  const { status } = tokenRefusals[code];
  const error = status === 401 ? 'Unauthorized' : status === 429 ? 'rate_limit' : 'Bad Request';
  return new Refusal(status, { error, message: code }, retryAfter);
}

interface StoredToken extends Omit<StoredTokenInfo, 'projects' | 'isSession'> {
  readonly projects: string | null;
  readonly isSession: 0 | 1;
  readonly hash: Buffer;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
/** A wrong id then takes as long as a wrong secret, so that time does not reveal which ids exist. */
const unknownTokenHash = hashOf(randomBytes(32).toString('hex'));

export class TokenStore {
  readonly #db: Database;
  readonly #rows: RowStore;
  readonly #prefixes: TokenPrefixes;
  readonly #now: () => string;

  constructor(db: Database, rows: RowStore, prefixes: TokenPrefixes, now: () => string) {
    this.#db = db;
    this.#rows = rows;
    this.#prefixes = prefixes;
    this.#now = now;
    db.exec(`CREATE TABLE IF NOT EXISTS apiToken (
      id TEXT PRIMARY KEY, kind TEXT, permission TEXT, projects TEXT, userId TEXT, label TEXT, hash BLOB,
      createdAt TEXT, expiresAt TEXT, revokedAt TEXT, isSession INTEGER) WITHOUT ROWID;
      -- Deletes the personal tokens of a removed member, whichever code removes the member.
      CREATE TRIGGER IF NOT EXISTS "apiToken.ofMember" AFTER DELETE ON "accountRole" BEGIN
        DELETE FROM apiToken WHERE userId = OLD.userId AND kind = 'personal';
      END`);
  }

  /**
   * An organization token gets a user of its own, whose name is the label.
   * @returns `token`, the full value, which is not stored; and `info`, the description
   * @throws Refusal `token_limit`, `invalid_param`, `not_found`, and `not_own` if personal tokens are disabled
   */
  create(
    token: NewToken,
    newId: (purpose: string) => string,
  ): { readonly token: string; readonly info: StoredTokenInfo } {
    const isSession = token.isSession ?? false;
    if (token.label.trim() === '') throw refuse('invalid_param', "field 'label' must not be empty");
    const userId = token.kind === 'organization' ? newId('user') : this.#ownerOf(token, isSession);
    const active = this.list().filter((other) => other.revokedAt === null && !other.isSession);
    const ofKind = active.filter((other) => other.kind === token.kind);
    if (token.kind === 'organization' && ofKind.length >= serviceLimits.organizationTokens)
      throw refuse(
        'token_limit',
        `an organization has at most ${serviceLimits.organizationTokens} tokens; revoke one first`,
      );
    if (
      token.kind === 'personal' &&
      !isSession &&
      ofKind.filter((other) => other.userId === userId).length >= serviceLimits.personalTokensPerMember
    )
      throw refuse(
        'token_limit',
        `a member has at most ${serviceLimits.personalTokensPerMember} tokens; revoke one first`,
      );
    for (const project of token.projects ?? [])
      if (!this.#rows.get('project', project))
        throw refuse('not_found', `there is no project with the id '${project}'`);
    const id = randomBytes(9).toString('hex');
    const secret = randomBytes(32).toString('hex');
    const seesAll = token.kind === 'personal' || token.permission === 'admin';
    const info: StoredTokenInfo = {
      id,
      kind: token.kind,
      permission: token.permission,
      projects: seesAll ? null : [...new Set(token.projects ?? [])],
      userId,
      label: token.label,
      createdAt: this.#now(),
      expiresAt: token.expiresAt ?? null,
      revokedAt: null,
      isSession,
    };
    this.#db.transaction(() => {
      if (token.kind === 'organization')
        this.#rows.insert('user', {
          id: userId,
          isIntegration: true,
          kind: 'api_token',
          name: token.label,
        });
      this.#db
        .prepare(
          'INSERT INTO apiToken VALUES (@id, @kind, @permission, @projects, @userId, @label, @hash, @createdAt, @expiresAt, @revokedAt, @isSession)',
        )
        .run({
          ...info,
          projects: info.projects && JSON.stringify(info.projects),
          hash: hashOf(secret),
          isSession: isSession ? 1 : 0,
        });
    })();
    return { token: `${this.#prefixes[token.kind]}_${id}_${secret}`, info };
  }

  #ownerOf(token: NewToken, isSession: boolean): string {
    const member = token.userId === undefined ? undefined : this.#rows.get('accountRole', token.userId);
    if (!member || member.isDisabled) throw refuse('not_found', "field 'userId' names no active member");
    if (!isSession && !this.personalTokensEnabled())
      throw refuse('not_own', 'personal tokens are switched off for the organization');
    const maxPermission = maxPermissionOfRole[member.role as MemberRole];
    if (lesserPermission(token.permission, maxPermission) !== token.permission)
      throw refuse('invalid_param', `field 'permission' must be at most '${maxPermission}', the owner's role`);
    return member.userId;
  }

  list(): StoredTokenInfo[] {
    const stored = this.#db.prepare('SELECT * FROM apiToken ORDER BY createdAt, id').all() as StoredToken[];
    return stored.map(infoOf);
  }

  /** Takes effect at once. The token's user remains as the author of earlier changes. @throws Refusal `not_found` */
  revoke(id: string): void {
    const { changes } = this.#db
      .prepare('UPDATE apiToken SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL')
      .run(this.#now(), id);
    if (changes === 0) throw refuse('not_found', `no active token has the id '${id}'`);
  }

  revokeSessions(): void {
    this.#db.prepare('DELETE FROM apiToken WHERE isSession = 1').run();
  }

  personalTokensEnabled(): boolean {
    return this.#rows.get('setting', 'personalTokensEnabled')?.value !== false;
  }

  /**
   * Takes the full value. A personal token gets at most the permission that its owner's current role allows.
   * @throws Refusal with a code of `tokenRefusals`
   */
  verify(value: string): StoredTokenInfo {
    const [prefix, id, secret, ...more] = value.split('_');
    const stored =
      id === undefined
        ? undefined
        : (this.#db.prepare('SELECT * FROM apiToken WHERE id = ?').get(id) as StoredToken | undefined);
    const matches = timingSafeEqual(hashOf(secret ?? ''), stored?.hash ?? unknownTokenHash);
    if (!stored || !matches || more.length > 0 || stored.revokedAt !== null || prefix !== this.#prefixes[stored.kind])
      throw tokenRefusal('invalid_token');
    if (stored.expiresAt !== null && Date.parse(stored.expiresAt) <= Date.parse(this.#now()))
      throw tokenRefusal('token_expired');
    const info = infoOf(stored);
    if (info.kind === 'organization') return info;
    const member = this.#rows.get('accountRole', info.userId);
    if (!member || member.isDisabled) throw tokenRefusal('not_a_member');
    if (!info.isSession && !this.personalTokensEnabled()) throw tokenRefusal('user_api_tokens_disabled');
    return { ...info, permission: lesserPermission(info.permission, maxPermissionOfRole[member.role as MemberRole]) };
  }
}

function infoOf({ hash: _hash, ...stored }: StoredToken): StoredTokenInfo {
  return {
    ...stored,
    projects: stored.projects === null ? null : (JSON.parse(stored.projects) as string[]),
    isSession: stored.isSession === 1,
  };
}

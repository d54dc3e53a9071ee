/**
 * What tokens cannot do (interface.md, Organization token settings): manage tokens and memberships. Reached in-process
 * only, by the app's settings and by tests.
 */
import type { Database } from 'better-sqlite3';
import type { PortAdministration } from '../../shared/bridge/service-port.ts';
import { isTimestamp, permissions, Refusal, refuse } from '../../shared/contract/index.ts';
import type { Role } from '../engine/internal.ts';
import type { Rows } from '../engine/rows.ts';
import type { NewToken, TokenInfo, Tokens } from './tokens.ts';

interface Parts {
  readonly db: Database;
  readonly rows: Rows;
  readonly tokens: Tokens;
  readonly newId: (purpose: string) => string;
  /** Tells listeners what changed. */
  readonly announce: () => void;
}

export class Administration {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  listTokens(): TokenInfo[] {
    return this.#parts.tokens.list();
  }

  /** @returns the token's full value, shown this once. */
  createToken(token: NewToken): { readonly token: string; readonly info: TokenInfo } {
    const created = this.#parts.tokens.create(token, this.#parts.newId);
    this.#parts.announce();
    return created;
  }

  revokeToken(id: string): void {
    this.#parts.tokens.revoke(id);
  }

  /** A fresh login for the person; earlier ones end. */
  startSession(userId: string): string {
    this.#parts.tokens.revokeSessions();
    return this.createToken({ kind: 'personal', permission: 'admin', label: 'This computer', userId, isSession: true })
      .token;
  }

  setPersonalTokensEnabled(value: boolean): void {
    this.#parts.rows.put('setting', { name: 'personalTokensEnabled', value });
    this.#parts.announce();
  }

  setRole(userId: string, role: Role): void {
    this.#change(userId, { role });
  }

  setDisabled(userId: string, isDisabled: boolean): void {
    this.#change(userId, { isDisabled });
  }

  /** The person stays as author and owner of what is theirs. */
  removeMember(userId: string): void {
    this.#parts.db.transaction(() => {
      if (!this.#parts.rows.remove('member', userId)) throw refuse('not_found', `'${userId}' is no member`);
      this.#parts.tokens.deleteOf(userId);
    })();
    this.#parts.announce();
  }

  /** Answers one message of shared/bridge/service-port.ts. @throws Refusal */
  answer({ administration, params }: Pick<PortAdministration, 'administration' | 'params'>): unknown {
    switch (administration) {
      case 'tokens/list':
        return this.listTokens().filter((token) => !token.isSession);
      case 'tokens/create':
        return this.createToken(checkNewToken(params));
      case 'tokens/revoke':
        if (typeof params.id !== 'string') throw invalid('id', "a token's id");
        return this.revokeToken(params.id) ?? null;
      default:
        throw new Refusal(404, { error: 'unknown_action', message: `there is no administration '${administration}'` });
    }
  }

  #change(userId: string, patch: { role?: Role; isDisabled?: boolean }): void {
    if (!this.#parts.rows.get('member', userId)) throw refuse('not_found', `'${userId}' is no member`);
    this.#parts.rows.update('member', userId, patch);
    this.#parts.announce();
  }
}

const invalid = (field: string, expected: string) => refuse('invalid_param', `field '${field}' must be ${expected}`);

function checkNewToken(params: Readonly<Record<string, unknown>>): NewToken {
  const { kind, permission, label, projects = [], expiresAt = null, userId } = params;
  if (kind !== 'organization' && kind !== 'personal') throw invalid('kind', 'organization or personal');
  const level = permissions.find((name) => name === permission);
  if (level === undefined) throw invalid('permission', permissions.join(', '));
  if (typeof label !== 'string' || label.length > 100) throw invalid('label', 'a text of at most 100 characters');
  if (!Array.isArray(projects) || !projects.every((id) => typeof id === 'string'))
    throw invalid('projects', 'a list of project ids');
  if (expiresAt !== null && !isTimestamp(expiresAt)) throw invalid('expiresAt', 'a timestamp or null');
  if (kind === 'personal' && typeof userId !== 'string') throw invalid('userId', 'the id of a member');
  return {
    kind,
    permission: level,
    label,
    projects,
    expiresAt,
    ...(kind === 'personal' ? { userId: userId as string } : {}),
  };
}

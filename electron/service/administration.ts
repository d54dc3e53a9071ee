/**
 * Local administration that no token may do: managing tokens, memberships and the service's own settings. Reached
 * in-process only, by the app's settings and by tests.
 */
import type { Database } from 'better-sqlite3';
import {
  type AdministrationAnswers,
  type AdministrationName,
  administrations,
  type Mail,
  type Member,
  type ServiceSettings,
} from '../../shared/bridge/administration.ts';
import type { PortAdministration } from '../../shared/bridge/service-port.ts';
import { type ActionName, type MemberRole, type Params, Refusal, refuse } from '../../shared/contract/index.ts';
import { isTimezone } from '../../shared/domain/calendar.ts';
import { planOf } from '../engine/rules/access.ts';
import { refuseLastOwner, refuseLocalPerson } from '../engine/rules/members.ts';
import { scheduleOf, serviceTimezone } from '../engine/scheduler/run-times.ts';
import type { Rows, StoredRow } from '../engine/store/rows.ts';
import type { Outbox } from './mail.ts';
import { localPersonOf } from './seed.ts';
import { lowerPermission, type NewToken, permissionOfRole, type TokenInfo, type Tokens } from './tokens.ts';

interface Parts {
  readonly db: Database;
  readonly rows: Rows;
  readonly tokens: Tokens;
  readonly mail: Outbox;
  /** In ISO 8601. */
  readonly now: () => string;
  readonly newId: (purpose: string) => string;
  /** Performs an action for the local person without checking scopes. @throws Refusal */
  readonly perform: <A extends ActionName>(name: A, params: Params<A>) => void;
  /** Announces the changes to listeners. */
  readonly announce: () => void;
}

type Membership = StoredRow<'accountRole'>;
type Changed = { userId: string; role?: MemberRole; isDisabled?: boolean; fullName?: string | null };
type ServiceChange = { timezone?: string; sprintConfigId?: string };

export class Administration {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  listTokens(): TokenInfo[] {
    return this.#parts.tokens.list();
  }

  /** @returns the token's full value, which is not stored */
  createToken(token: NewToken): { readonly token: string; readonly info: TokenInfo } {
    const created = this.#parts.tokens.create(token, this.#parts.newId);
    this.#parts.announce();
    return created;
  }

  /** Takes effect at once. The owner of a personal token is notified if somebody else revokes it. */
  revokeToken(id: string, byUserId: string = localPersonOf(this.#parts.rows)): void {
    const { tokens, mail, now } = this.#parts;
    const token = tokens.list().find((one) => one.id === id);
    tokens.revoke(id);
    if (token?.kind !== 'personal' || token.isSession || token.userId === byUserId) return;
    mail.post({
      userId: token.userId,
      subject: `Your API token “${token.label}” was revoked`,
      text: `${this.#nameOf(byUserId)} revoked your personal token “${token.label}”. Programs that use it are refused from now on; make a new one in your profile if you still need it.`,
      createdAt: now(),
    });
  }

  /** A new login of the person; earlier ones end. */
  startSession(userId: string): string {
    this.#parts.tokens.revokeSessions();
    return this.createToken({ kind: 'personal', permission: 'admin', label: 'This computer', userId, isSession: true })
      .token;
  }

  setPersonalTokensEnabled(value: boolean): void {
    this.#parts.rows.put('setting', { name: 'personalTokensEnabled', value });
    this.#parts.announce();
  }

  listMembers(): Member[] {
    const { rows, tokens } = this.#parts;
    const localPerson = localPersonOf(rows);
    const personal = tokens.list().filter((token) => token.kind === 'personal' && !token.isSession && !token.revokedAt);
    return rows.find('accountRole', {}).flatMap(({ userId, role, isDisabled }) => {
      const user = rows.get('user', userId);
      if (!user) return [];
      const maxPermission = permissionOfRole[role as MemberRole];
      const ownTokens = personal.filter((token) => token.userId === userId);
      return {
        userId,
        name: user.name,
        fullName: user.fullName,
        role: role as MemberRole,
        isDisabled,
        isLocalPerson: userId === localPerson,
        tokens: ownTokens.map(({ label, permission }) => ({
          label,
          made: permission,
          acts: lowerPermission(permission, maxPermission),
        })),
      };
    });
  }

  /** @throws Refusal where the organization would have no admin left */
  setRole(userId: string, role: MemberRole): void {
    this.#member(userId);
    if (role !== 'owner') refuseLastOwner(this.#parts.rows, userId);
    this.#change(userId, { role });
  }

  /** Their tokens are refused with `not_a_member` until the member is enabled again. */
  setDisabled(userId: string, isDisabled: boolean): void {
    this.#member(userId);
    if (isDisabled) {
      refuseLocalPerson(this.#parts.rows, userId, 'disabled');
      refuseLastOwner(this.#parts.rows, userId);
    }
    this.#change(userId, { isDisabled });
  }

  setFullName(userId: string, fullName: string | null): void {
    this.#member(userId);
    this.#parts.rows.update('user', userId, { fullName: fullName || null });
    this.#parts.announce();
  }

  /** Performs the action `users/remove` for the person whom the workspace belongs to. */
  removeMember(userId: string): void {
    this.#parts.perform('users/remove', { id: userId });
  }

  listMail(): Mail[] {
    return this.#parts.mail.list();
  }

  settings(): ServiceSettings {
    const { rows, tokens } = this.#parts;
    return {
      planFeatures: planOf(rows),
      personalTokensEnabled: tokens.personalTokensEnabled(),
      timezone: serviceTimezone(rows),
      runs: rows
        .find('sprintConfig', {}, ['createdAt'])
        .map(({ id }) => ({ sprintConfigId: id, ...scheduleOf(rows, id) })),
    };
  }

  setOrganizationName(name: string): void {
    const { rows, announce } = this.#parts;
    for (const { id } of rows.find('account', {})) rows.update('account', id, { name });
    announce();
  }

  /** Sets the time zone of one Run Config and its open runs; without `sprintConfigId`, of new Run Configs. */
  setTimezone({ timezone = '', sprintConfigId }: ServiceChange): void {
    const { rows, announce } = this.#parts;
    if (!isTimezone(timezone)) throw refuse('invalid_param', "field 'timezone' must be the name of an IANA time zone");
    if (sprintConfigId === undefined) rows.put('setting', { name: 'timezone', value: timezone });
    else if (!rows.get('sprintConfig', sprintConfigId))
      throw refuse('not_found', `there is no Run Config with the id '${sprintConfigId}'`);
    else rows.put('runSchedule', { sprintConfigId, days: scheduleOf(rows, sprintConfigId).days, timezone });
    announce();
  }

  /** Handles one message of shared/bridge/administration.ts. @throws Refusal */
  answer({ administration, params }: Pick<PortAdministration, 'administration' | 'params'>): unknown {
    const schema = Object.hasOwn(administrations, administration) ? administrations[administration] : undefined;
    if (!schema)
      throw new Refusal(404, { error: 'unknown_action', message: `there is no administration '${administration}'` });
    const checked = schema.safeParse(params);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw refuse('invalid_param', `field '${issue?.path.join('.')}': ${issue?.message}`);
    }
    // All changes of a message are made, or none.
    try {
      return this.#parts.db.transaction(() => this.#answers[administration](checked.data as never)).immediate();
    } catch (error) {
      this.#parts.rows.forget();
      throw error;
    }
  }

  readonly #answers: {
    readonly [N in AdministrationName]: (params: never) => AdministrationAnswers[N];
  } = {
    'members/list': () => this.listMembers(),
    'members/update': ({ userId, role, isDisabled, fullName }: Changed) => {
      if (role !== undefined) this.setRole(userId, role);
      if (isDisabled !== undefined) this.setDisabled(userId, isDisabled);
      if (fullName !== undefined) this.setFullName(userId, fullName);
      return this.listMembers();
    },
    'members/remove': ({ userId }: { userId: string }) => {
      this.removeMember(userId);
      return this.listMembers();
    },
    'tokens/list': () => this.listTokens().filter((token) => !token.isSession),
    'tokens/create': ({ projectIds, userId, ...token }: NewToken & { projectIds?: string[] | null }) => {
      if (token.kind === 'personal' && userId === undefined) throw refuse('invalid_param', "field 'userId' is missing");
      const { token: value } = this.createToken({
        ...token,
        ...(projectIds && { projects: projectIds }),
        ...(token.kind === 'personal' && userId !== undefined && { userId }),
      });
      return { token: value };
    },
    'tokens/revoke': ({ id }: { id: string }) => {
      this.revokeToken(id);
      return null;
    },
    'service/settings': () => this.settings(),
    'service/change': ({
      organizationName,
      personalTokensEnabled,
      timezone,
      runTimezone,
    }: {
      organizationName?: string;
      personalTokensEnabled?: boolean;
      timezone?: string;
      runTimezone?: Required<ServiceChange>;
    }) => {
      if (organizationName !== undefined) this.setOrganizationName(organizationName);
      if (timezone !== undefined) this.setTimezone({ timezone });
      if (runTimezone) this.setTimezone(runTimezone);
      if (personalTokensEnabled !== undefined) this.setPersonalTokensEnabled(personalTokensEnabled);
      return this.settings();
    },
    'mail/list': () => this.listMail(),
  };

  #member(userId: string): Membership {
    const member = this.#parts.rows.get('accountRole', userId);
    if (!member) throw refuse('not_found', `'${userId}' is no member`);
    return member;
  }

  #nameOf(userId: string): string {
    const user = this.#parts.rows.get('user', userId);
    return user?.fullName ?? user?.name ?? 'Somebody';
  }

  #change(userId: string, patch: { role?: MemberRole; isDisabled?: boolean }): void {
    this.#parts.rows.update('accountRole', userId, patch);
    this.#parts.announce();
  }
}

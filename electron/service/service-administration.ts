/**
 * Local administration of tokens, members, settings and stored e-mails. No API token allows this, so no HTTP request
 * reaches this code: the app's settings page calls `answer` through the service's MessagePort, and command.ts and
 * worker.ts create tokens when the service starts.
 */
import type { Database } from 'better-sqlite3';
import {
  type AdministrationAnswers,
  type AdministrationMessageName,
  administrationParamSchemas,
  type Member,
  type ServiceSettings,
  type StoredMail,
} from '../../shared/bridge/administration.ts';
import type { ServicePortAdministration } from '../../shared/bridge/service-port.ts';
import { type ActionName, type MemberRole, type Params, Refusal, refuse } from '../../shared/contract/index.ts';
import { isTimezone } from '../../shared/domain/calendar.ts';
import { subscriptionPlanFeaturesOf } from '../engine/rules/access.ts';
import { nameOfUser, refuseIfLastOwner, refuseIfLocalPerson } from '../engine/rules/members.ts';
import { defaultRunConfigTimezone, scheduleOfRunConfig } from '../engine/rules/run-times.ts';
import type { RowStore } from '../engine/store/rows.ts';
import type { ClockDoubt } from './clock-guard.ts';
import { requireLocalPersonId } from './seed.ts';
import {
  lesserPermission,
  maxPermissionOfRole,
  type NewToken,
  type StoredTokenInfo,
  type TokenStore,
} from './tokens.ts';

/** The oldest are deleted. */
const maxMails = 200;

/**
 * Stores the e-mails that the service API promises (rule `token.personal.revoked-told`). A local service has no mail
 * server, so the app's settings show them under Diagnostics.
 */
export class MailStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    db.exec(
      'CREATE TABLE IF NOT EXISTS mail (id INTEGER PRIMARY KEY, userId TEXT, subject TEXT, text TEXT, createdAt TEXT)',
    );
  }

  post(mail: Omit<StoredMail, 'id'>): void {
    this.#db
      .prepare('INSERT INTO mail (userId, subject, text, createdAt) VALUES (@userId, @subject, @text, @createdAt)')
      .run(mail);
    this.#db.prepare('DELETE FROM mail WHERE id <= (SELECT max(id) FROM mail) - ?').run(maxMails);
  }

  /** Newest first. */
  list(): StoredMail[] {
    return this.#db.prepare('SELECT * FROM mail ORDER BY id DESC').all() as StoredMail[];
  }
}

interface AdministrationDependencies {
  readonly db: Database;
  readonly rows: RowStore;
  readonly tokens: TokenStore;
  readonly mail: MailStore;
  /** ISO 8601. */
  readonly now: () => string;
  readonly newId: (purpose: string) => string;
  /** Acts as the local person, without checking scopes. @throws Refusal */
  readonly perform: <A extends ActionName>(name: A, params: Params<A>) => void;
  /** Reports to `Service.onCommit`. Within a transaction, the next call after the commit reports all. */
  readonly announce: () => void;
  /** While there is a doubt about the computer's clock, the scheduler waits. */
  readonly clockDoubt: () => ClockDoubt | null;
  readonly trustClock: () => void;
}

type MemberChange = { userId: string; role?: MemberRole; isDisabled?: boolean; fullName?: string | null };
type TimezoneChange = { timezone?: string; sprintConfigId?: string };

export class ServiceAdministration {
  readonly #dependencies: AdministrationDependencies;

  constructor(dependencies: AdministrationDependencies) {
    this.#dependencies = dependencies;
  }

  listTokens(): StoredTokenInfo[] {
    return this.#dependencies.tokens.list();
  }

  /** @returns `token`, the full value, which is not stored; and `info`, the description, which is stored */
  createToken(token: NewToken): { readonly token: string; readonly info: StoredTokenInfo } {
    const created = this.#dependencies.tokens.create(token, this.#dependencies.newId);
    this.#dependencies.announce();
    return created;
  }

  /** At once. The owner of a personal token gets an e-mail if another person revokes it. */
  revokeToken(id: string, byUserId: string = requireLocalPersonId(this.#dependencies.rows)): void {
    const { rows, tokens, mail, now } = this.#dependencies;
    const token = tokens.list().find((one) => one.id === id);
    tokens.revoke(id);
    if (token?.kind !== 'personal' || token.isSession || token.userId === byUserId) return;
    mail.post({
      userId: token.userId,
      subject: `Your API token “${token.label}” was revoked`,
      text: `${nameOfUser(rows, byUserId)} revoked your personal token “${token.label}”. Programs that use it are refused from now on; make a new one in your profile if you still need it.`,
      createdAt: now(),
    });
  }

  /** Starts a new login of the local person and ends all earlier ones. @returns the full value of the login's token */
  startSession(userId: string): string {
    this.#dependencies.tokens.revokeSessions();
    return this.createToken({ kind: 'personal', permission: 'admin', label: 'This computer', userId, isSession: true })
      .token;
  }

  setPersonalTokensEnabled(value: boolean): void {
    this.#dependencies.rows.put('setting', { name: 'personalTokensEnabled', value });
    this.#dependencies.announce();
  }

  listMembers(): Member[] {
    const { rows, tokens } = this.#dependencies;
    const localPerson = requireLocalPersonId(rows);
    const personal = tokens.list().filter((token) => token.kind === 'personal' && !token.isSession && !token.revokedAt);
    return rows.find('accountRole', {}).flatMap(({ userId, role, isDisabled }) => {
      const user = rows.get('user', userId);
      if (!user) return [];
      const maxPermission = maxPermissionOfRole[role as MemberRole];
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
          grantedPermission: permission,
          effectivePermission: lesserPermission(permission, maxPermission),
        })),
      };
    });
  }

  /** @throws Refusal `not_own` if the organization would have no active owner after this change */
  setRole(userId: string, role: MemberRole): void {
    this.#requireMember(userId);
    if (role !== 'owner') refuseIfLastOwner(this.#dependencies.rows, userId);
    this.#updateMember(userId, { role });
  }

  /**
   * The tokens of a disabled member are refused with `not_a_member`.
   * @throws Refusal `not_own` for disabling the local person or the last owner
   */
  setDisabled(userId: string, isDisabled: boolean): void {
    this.#requireMember(userId);
    if (isDisabled) {
      refuseIfLocalPerson(this.#dependencies.rows, userId, 'disabled');
      refuseIfLastOwner(this.#dependencies.rows, userId);
    }
    this.#updateMember(userId, { isDisabled });
  }

  setFullName(userId: string, fullName: string | null): void {
    this.#requireMember(userId);
    this.#dependencies.rows.update('user', userId, { fullName: fullName || null });
    this.#dependencies.announce();
  }

  /** Performs `users/remove` as the local person. */
  removeMember(userId: string): void {
    this.#dependencies.perform('users/remove', { id: userId });
  }

  listMail(): StoredMail[] {
    return this.#dependencies.mail.list();
  }

  settings(): ServiceSettings {
    const { rows, tokens } = this.#dependencies;
    return {
      planFeatures: subscriptionPlanFeaturesOf(rows),
      personalTokensEnabled: tokens.personalTokensEnabled(),
      timezone: defaultRunConfigTimezone(rows),
      runs: rows
        .find('sprintConfig', {}, ['createdAt'])
        .map(({ id }) => ({ sprintConfigId: id, ...scheduleOfRunConfig(rows, id) })),
    };
  }

  setOrganizationName(name: string): void {
    const { rows, announce } = this.#dependencies;
    for (const { id } of rows.find('account', {})) rows.update('account', id, { name });
    announce();
  }

  /** Changes one Run Config and its open runs; without `sprintConfigId`, the default of new Run Configs. */
  setTimezone({ timezone = '', sprintConfigId }: TimezoneChange): void {
    const { rows, announce } = this.#dependencies;
    if (!isTimezone(timezone)) throw refuse('invalid_param', "field 'timezone' must be the name of an IANA time zone");
    if (sprintConfigId === undefined) rows.put('setting', { name: 'timezone', value: timezone });
    else if (!rows.get('sprintConfig', sprintConfigId))
      throw refuse('not_found', `there is no Run Config with the id '${sprintConfigId}'`);
    else rows.put('runSchedule', { sprintConfigId, days: scheduleOfRunConfig(rows, sprintConfigId).days, timezone });
    announce();
  }

  /** Handles one message of shared/bridge/administration.ts. @throws Refusal */
  answer({ administration, params }: ServicePortAdministration): unknown {
    const schema = Object.hasOwn(administrationParamSchemas, administration)
      ? administrationParamSchemas[administration]
      : undefined;
    if (!schema)
      throw new Refusal(404, { error: 'unknown_action', message: `there is no administration '${administration}'` });
    const checked = schema.safeParse(params);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw refuse('invalid_param', `field '${issue?.path.join('.')}': ${issue?.message}`);
    }
    // All changes of a message, or none.
    const { db, rows, announce } = this.#dependencies;
    let answer: unknown;
    try {
      answer = db.transaction(() => this.#answers[administration](checked.data as never)).immediate();
    } catch (error) {
      rows.discardChanges();
      throw error;
    }
    announce();
    return answer;
  }

  readonly #answers: {
    readonly [N in AdministrationMessageName]: (params: never) => AdministrationAnswers[N];
  } = {
    'members/list': () => this.listMembers(),
    'members/update': ({ userId, role, isDisabled, fullName }: MemberChange) => {
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
      runTimezone?: Required<TimezoneChange>;
    }) => {
      if (organizationName !== undefined) this.setOrganizationName(organizationName);
      if (timezone !== undefined) this.setTimezone({ timezone });
      if (runTimezone) this.setTimezone(runTimezone);
      if (personalTokensEnabled !== undefined) this.setPersonalTokensEnabled(personalTokensEnabled);
      return this.settings();
    },
    'clock/doubt': () => this.#dependencies.clockDoubt(),
    'clock/trust': () => {
      this.#dependencies.trustClock();
      return null;
    },
    'mail/list': () => this.listMail(),
  };

  #requireMember(userId: string): void {
    if (!this.#dependencies.rows.get('accountRole', userId)) throw refuse('not_found', `'${userId}' is no member`);
  }

  #updateMember(userId: string, patch: { role?: MemberRole; isDisabled?: boolean }): void {
    this.#dependencies.rows.update('accountRole', userId, patch);
    this.#dependencies.announce();
  }
}

/**
 * Tests local administration: the messages with which the app's settings change members, tokens, service settings and
 * names.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type {
  AdministrationAnswers,
  AdministrationMessageName,
  AdministrationParams,
} from '../../shared/bridge/administration.ts';
import { startTestService, type TestService } from '../support/service.ts';

let opened: TestService;
beforeEach(async () => {
  opened = await startTestService();
});
afterEach(() => opened.close());

const ask = <N extends AdministrationMessageName>(administration: N, params: AdministrationParams<N>) =>
  opened.service.administration.answer({ administration, params }) as AdministrationAnswers[N];
const addPerson = async (name: string, role = 'write') =>
  (await opened.act<{ id: string }>(opened.tokens.personal, 'users/create', { name, role })).body.id;
const tokenOf = (userId: string, permission: 'read' | 'write' | 'producer' = 'write') =>
  ask('tokens/create', { kind: 'personal', permission, label: `Of ${userId.slice(0, 4)}`, userId }).token;
const answerTo = async (token: string) => {
  const { status, body } = await opened.query<{ message?: string }>(token, { _root: ['account'] });
  return [status, body.message];
};

test('a lower role limits a member’s tokens and says so; a higher role restores them', async () => {
  const userId = await addPerson('robin', 'producer');
  const token = tokenOf(userId, 'producer');
  const lowered = ask('members/update', { userId, role: 'read' }).find((member) => member.userId === userId);
  expect(lowered).toMatchObject({
    role: 'read',
    tokens: [{ grantedPermission: 'producer', effectivePermission: 'read' }],
  });
  expect(
    (await opened.act<{ message: string }>(token, 'cards/create', { content: 'x', deckId: null })).body.message,
  ).toBe('requires card:write');
  ask('members/update', { userId, role: 'owner' });
  expect((await opened.act(token, 'cards/create', { content: 'x', deckId: null })).status).toBe(200);
});

test('members are disabled, enabled and removed with their tokens', async () => {
  const userId = await addPerson('robin');
  const token = tokenOf(userId);
  ask('members/update', { userId, isDisabled: true });
  expect(await answerTo(token)).toEqual([401, 'not_a_member']);
  ask('members/update', { userId, isDisabled: false });
  expect(await answerTo(token)).toEqual([200, undefined]);
  expect(ask('members/remove', { userId }).map((member) => member.name)).toEqual(['me']);
  expect(await answerTo(token)).toEqual([401, 'invalid_token']);
  expect(ask('tokens/list', {}).some((info) => info.userId === userId)).toBe(false);
  // The user's row stays, because other rows name the person as their author.
  expect(opened.service.engine.rows.get('user', userId)?.name).toBe('robin');
});

// The last owner and the local person must not be able to lock themselves out of the workspace.
test('the last owner and the local person cannot be removed or disabled', async () => {
  const userId = opened.userId;
  expect(() => ask('members/update', { userId, role: 'read' })).toThrow(/at least one owner/);
  expect(() => ask('members/update', { userId, isDisabled: true })).toThrow(/cannot be disabled/);
  expect(() => ask('members/remove', { userId })).toThrow(/cannot be removed/);
  const other = await addPerson('robin', 'owner');
  ask('members/update', { userId, role: 'write' });
  expect(() => ask('members/update', { userId: other, role: 'admin' })).toThrow(/at least one owner/);
  expect(() => ask('members/update', { userId: 'nobody', role: 'read' })).toThrow(/no member/);
  // The message contains a new role and `isDisabled`. The service refuses to disable this member, so it must not change
  // the role either.
  expect(() => ask('members/update', { userId, role: 'owner', isDisabled: true })).toThrow(/cannot be disabled/);
  expect(ask('members/list', {}).find((member) => member.userId === userId)?.role).toBe('write');
});

test('only the owner of a personal token hears that somebody else revoked it', async () => {
  const userId = await addPerson('robin');
  tokenOf(userId);
  tokenOf(opened.userId);
  for (const { id } of ask('tokens/list', {})) ask('tokens/revoke', { id });
  expect(ask('mail/list', {})).toMatchObject([{ userId, createdAt: opened.now(), subject: /was revoked/ }]);
});

test('time zones of Run Configs can be set for new and existing ones', async () => {
  const { body } = await opened.act<{ id: string }>(opened.tokens.personal, 'sprints/createConfig', {
    name: 'Weekly',
    startDate: '2026-04-13',
    days: 7,
    timezone: 'Asia/Tokyo',
  });
  expect(ask('service/settings', {}).runs).toEqual([{ sprintConfigId: body.id, days: 7, timezone: 'Asia/Tokyo' }]);
  const changed = ask('service/change', {
    timezone: 'America/New_York',
    runTimezone: { sprintConfigId: body.id, timezone: 'Europe/Berlin' },
  });
  expect(changed).toMatchObject({ timezone: 'America/New_York', runs: [{ timezone: 'Europe/Berlin', days: 7 }] });
  // The run ends at midnight in Berlin, which is at 22:00 UTC in April.
  opened.advance({ days: 4, hours: 11 });
  opened.service.runScheduler();
  expect(opened.service.engine.rows.find('sprint', { index: 0 })[0]?.completedAt).toBeNull();
  opened.advance({ hours: 1 });
  opened.service.runScheduler();
  expect(opened.service.engine.rows.find('sprint', { index: 0 })[0]?.completedAt).toBe('2026-04-19T22:00:00.000Z');
  expect(() => ask('service/change', { timezone: 'Nowhere' })).toThrow(/IANA/);
});

test('people can be renamed, and replicas receive the new names', () => {
  const heard: unknown[] = [];
  opened.service.onCommit((commit) => heard.push(commit));
  const [me] = ask('members/update', { userId: opened.userId, fullName: ' Robin Moor ' });
  expect(me).toMatchObject({ name: 'me', fullName: 'Robin Moor' });
  expect(heard).toEqual([{ user: [opened.userId] }]);
  expect(ask('members/update', { userId: opened.userId, fullName: '' })[0]?.fullName).toBeNull();
});

// Listeners must hear of a change only after the service has committed the transaction that makes it.
test('listeners hear of an answer once, after its commit, and of no change that was rolled back', async () => {
  const userId = await addPerson('robin');
  const heard: unknown[] = [];
  opened.service.onCommit((commit) => heard.push([opened.service.engine.db.inTransaction, commit]));
  ask('members/update', { userId, role: 'admin', isDisabled: true, fullName: 'Robin Moor' });
  expect(heard.splice(0)).toEqual([[false, { accountRole: [userId], user: [userId] }]]);
  expect(() => ask('members/update', { userId: opened.userId, role: 'owner', isDisabled: true })).toThrow(/disabled/);
  ask('members/list', {});
  expect(heard).toEqual([]);
  ask('members/remove', { userId });
  expect(heard).toMatchObject([[false, { accountRole: [userId] }]]);
});

test('returns the plan and the switch for personal tokens', async () => {
  await opened.act(opened.tokens.personal, 'account/update', { planFeatures: ['capacity'] });
  expect(ask('service/change', { personalTokensEnabled: false })).toMatchObject({
    planFeatures: ['capacity'],
    personalTokensEnabled: false,
  });
  expect(await answerTo(opened.tokens.personal)).toEqual([401, 'user_api_tokens_disabled']);
});

test('refuses invalid messages and names the wrong field', () => {
  const token = { kind: 'organization' as const, permission: 'read' as const, label: 'T', projectIds: ['nowhere'] };
  expect(() => ask('tokens/create', token)).toThrow(/no project with the id 'nowhere'/);
  expect(() => ask('members/update', { userId: '', role: 'boss' as 'read' })).toThrow(/'userId'/);
  expect(() => ask('nothing/here' as 'mail/list', {})).toThrow(/no administration/);
});

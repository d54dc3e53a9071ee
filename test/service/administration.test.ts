/** Local administration as the app's settings reach it: members, tokens, the service's settings, and kept e-mails. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type {
  AdministrationAnswers,
  AdministrationName,
  AdministrationParams,
} from '../../shared/bridge/administration.ts';
import { startService, type TestService } from '../support/service.ts';

let test: TestService;
beforeEach(async () => {
  test = await startService();
});
afterEach(() => test.close());

const ask = <N extends AdministrationName>(administration: N, params: AdministrationParams<N>) =>
  test.service.administration.answer({ administration, params }) as AdministrationAnswers[N];
const addPerson = async (name: string, role = 'write') =>
  (await test.act<{ id: string }>(test.tokens.personal, 'users/create', { name, role })).body.id;
const tokenOf = (userId: string, permission: 'read' | 'write' | 'producer' = 'write') =>
  ask('tokens/create', { kind: 'personal', permission, label: `Of ${userId.slice(0, 4)}`, userId }).token;
const answerTo = async (token: string) => {
  const { status, body } = await test.query<{ message?: string }>(token, { _root: ['account'] });
  return [status, body.message];
};

it('lowers what tokens may do with the role, says so, and lets them act again once it is raised', async () => {
  const userId = await addPerson('robin', 'producer');
  const token = tokenOf(userId, 'producer');
  const lowered = ask('members/update', { userId, role: 'read' }).find((member) => member.userId === userId);
  expect(lowered).toMatchObject({ role: 'read', tokens: [{ made: 'producer', acts: 'read' }] });
  expect(
    (await test.act<{ message: string }>(token, 'cards/create', { content: 'x', deckId: null })).body.message,
  ).toBe('requires card:write');
  ask('members/update', { userId, role: 'owner' });
  expect((await test.act(token, 'cards/create', { content: 'x', deckId: null })).status).toBe(200);
});

it('disables, enables and removes members with their tokens', async () => {
  const userId = await addPerson('robin');
  const token = tokenOf(userId);
  ask('members/update', { userId, isDisabled: true });
  expect(await answerTo(token)).toEqual([401, 'not_a_member']);
  ask('members/update', { userId, isDisabled: false });
  expect(await answerTo(token)).toEqual([200, undefined]);
  expect(ask('members/remove', { userId }).map((member) => member.name)).toEqual(['me']);
  expect(await answerTo(token)).toEqual([401, 'invalid_token']);
  expect(ask('tokens/list', {}).some((info) => info.userId === userId)).toBe(false);
  // Whatever they wrote keeps its author.
  expect(test.service.engine.rows.get('user', userId)?.name).toBe('robin');
});

// Locking the last owner, or the person whose computer this is, out of their own workspace would break this.
it('keeps an owner, and the person whose computer it is', async () => {
  const userId = test.userId;
  expect(() => ask('members/update', { userId, role: 'read' })).toThrow(/at least one owner/);
  expect(() => ask('members/update', { userId, isDisabled: true })).toThrow(/cannot be disabled/);
  expect(() => ask('members/remove', { userId })).toThrow(/cannot be removed/);
  const other = await addPerson('robin', 'owner');
  ask('members/update', { userId, role: 'write' });
  expect(() => ask('members/update', { userId: other, role: 'admin' })).toThrow(/at least one owner/);
  expect(() => ask('members/update', { userId: 'nobody', role: 'read' })).toThrow(/no member/);
  // Both or neither.
  expect(() => ask('members/update', { userId, role: 'owner', isDisabled: true })).toThrow(/cannot be disabled/);
  expect(ask('members/list', {}).find((member) => member.userId === userId)?.role).toBe('write');
});

it('tells the owner of a personal token that somebody else revoked it, and nobody else', async () => {
  const userId = await addPerson('robin');
  tokenOf(userId);
  tokenOf(test.userId);
  for (const { id } of ask('tokens/list', {})) ask('tokens/revoke', { id });
  expect(ask('mail/list', {})).toMatchObject([{ userId, createdAt: test.now(), subject: /was revoked/ }]);
});

it('keeps the time zones of Run Configs, those to come and those there', async () => {
  const { body } = await test.act<{ id: string }>(test.tokens.personal, 'sprints/createConfig', {
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
  // The run ends at midnight in Berlin, which is 22:00 UTC in April.
  test.advance({ days: 4, hours: 11 });
  test.service.runClockwork();
  expect(test.service.engine.rows.find('sprint', { index: 0 })[0]?.completedAt).toBeNull();
  test.advance({ hours: 1 });
  test.service.runClockwork();
  expect(test.service.engine.rows.find('sprint', { index: 0 })[0]?.completedAt).toBe('2026-04-19T22:00:00.000Z');
  expect(() => ask('service/change', { timezone: 'Nowhere' })).toThrow(/IANA/);
});

it('names people anew, for replicas to hear of', () => {
  const heard: unknown[] = [];
  test.service.onCommit((commit) => heard.push(commit));
  const [me] = ask('members/update', { userId: test.userId, fullName: ' Robin Moor ' });
  expect(me).toMatchObject({ name: 'me', fullName: 'Robin Moor' });
  expect(heard).toEqual([{ user: [test.userId] }]);
  expect(ask('members/update', { userId: test.userId, fullName: '' })[0]?.fullName).toBeNull();
});

it('reads back the plan and the switch for personal tokens', async () => {
  await test.act(test.tokens.personal, 'account/update', { planFeatures: ['capacity'] });
  expect(ask('service/change', { personalTokensEnabled: false })).toMatchObject({
    planFeatures: ['capacity'],
    personalTokensEnabled: false,
  });
  expect(await answerTo(test.tokens.personal)).toEqual([401, 'user_api_tokens_disabled']);
});

it('refuses messages it cannot read with the field at fault', () => {
  const token = { kind: 'organization' as const, permission: 'read' as const, label: 'T', projectIds: ['nowhere'] };
  expect(() => ask('tokens/create', token)).toThrow(/no project with the id 'nowhere'/);
  expect(() => ask('members/update', { userId: '', role: 'boss' as 'read' })).toThrow(/'userId'/);
  expect(() => ask('nothing/here' as 'mail/list', {})).toThrow(/no administration/);
});

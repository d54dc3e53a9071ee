/**
 * Checks of tokens, their scopes, the projects they can see, rate limits, and requests from web pages of other origins.
 */
import assert from 'node:assert/strict';
import { rootKeyById, serviceLimits } from '../../../shared/contract/index.ts';
import { type Check, check, pause, type ServiceUnderTest } from '../subject.ts';

const question = JSON.stringify({ query: { _root: ['account'] } });
const json = { 'content-type': 'application/json' };

/** Sends a query with these headers to the embedded service. Returns the status and `message` of the answer. */
async function askLocal(s: ServiceUnderTest, headers: Record<string, string>): Promise<[number, string | undefined]> {
  const response = await s.local.fetch('/', { method: 'POST', headers: { ...json, ...headers }, body: question });
  const body = (await response.json()) as { message?: string };
  return [response.status, body.message];
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const admin = (s: ServiceUnderTest) => s.local.service.administration;
const tokenInfoOf = (s: ServiceUnderTest, token: string) => {
  const found = admin(s)
    .listTokens()
    .find(({ id }) => id === token.split('_')[1]);
  assert.ok(found);
  return found;
};

/** Sends a query with these headers to any service. Returns the status, `message` and headers of the answer. */
async function askAny(
  s: ServiceUnderTest,
  headers: Record<string, string>,
): Promise<[number, string | undefined, Headers]> {
  const response = await s.send('/', { method: 'POST', headers: { ...json, ...headers }, body: question });
  const { message } = (await response.json()) as { message?: string };
  return [response.status, message, response.headers];
}

async function ownKind(
  s: ServiceUnderTest,
): Promise<{ id: string; kind: string; name: string; timezone: string | null }> {
  const answer = await s.answer({ _root: [{ loggedInUser: ['kind', 'name', 'isIntegration', 'timezone'] }] });
  return Object.values(answer.user ?? {})[0] as never;
}

/**
 * The checks of tokens, scopes, the rate limit and foreign origins that can run on any service, not only the embedded
 * one.
 */
const checksForAnyService: readonly Check[] = [
  check(['token.bearer', 'token.invalid'], 'read', async (s) => {
    assert.equal((await askAny(s, {}))[0], 200);
    for (const authorization of ['Bearer nonsense', 'nonsense', 'Bearer a_b_c'])
      assert.deepEqual((await askAny(s, { authorization })).slice(0, 2), [401, 'invalid_token'], authorization);
  }),
  check(['token.account-header', 'token.account-mismatch'], 'read', async (s) => {
    const { subdomain } = await s.row('account', s.accountId);
    for (const own of [s.accountId, subdomain]) assert.equal((await askAny(s, { 'x-account': own }))[0], 200, own);
    const [status, message] = await askAny(s, { 'x-account': 'no-such-organization' });
    assert.deepEqual([status, message], [400, 'token_account_mismatch']);
  }),
  check('root.logged-in-user.personal', 'read', async (s) => {
    const { id, kind } = await ownKind(s);
    s.need(kind === 'human', 'a personal token');
    assert.equal(id, s.userId);
  }),
  check(['root.logged-in-user.organization', 'token.user'], 'read', async (s) => {
    const { kind, name } = await ownKind(s.isLocal ? s.withNewToken('read') : s);
    s.need(kind !== 'human', 'an organization token');
    assert.equal(kind, 'api_token');
    assert.notEqual(name, '');
  }),
  check('error.personal-settings', 'read', async (s) => {
    const answer = await s.answer({
      _root: [{ account: [{ cards: [{ creator: ['timezone'] }, { assignee: ['timezone'] }] }] }],
    });
    const others = Object.entries(answer.user ?? {}).filter(([id]) => id !== s.userId);
    s.need(others[0], 'cards of other people');
    for (const [id, { timezone }] of others) assert.equal(timezone as unknown, null, id);
  }),
  check(['account.billing-email', 'error.missing-scope.query', 'error.no-silent-drop'], 'read', async (s) => {
    const { status, body } = await s.query(
      { _root: [{ account: ['name', 'billingEmail'] }] },
      s.has('producer') ? 'producer' : undefined,
    );
    s.need(status !== 200, 'a token below admin');
    const error = body as unknown as Record<string, unknown>;
    assert.deepEqual([status, error.error, error.requiredScope], [403, 'missing_scope', 'account:readAdmin']);
    assert.match(String(error.path), /billingEmail/);
  }),
  check('scope.projects-create', 'write', async (s) => {
    // Send empty params, which are invalid: even if the service accepts the token by mistake, it creates no project.
    const { status, body } = await s.act('projects/create', {}, s.has('producer') ? 'producer' : undefined);
    s.need(status === 403, 'a token below admin');
    assert.equal(body.message, 'requires project:create');
  }),
  check('token.no-management', 'write', async (s) => {
    for (const action of ['tokens/create', 'tokens/list', 'apiTokens/create', 'users/login'])
      await s.refused(action, {}, {}, s.has('admin') ? 'admin' : undefined);
  }),
  check(
    'limit.rate',
    'limits',
    async (s) => {
      const askLocal = () => s.burst('/', { method: 'POST', headers: json, body: question });
      const answers = await Promise.all(Array.from({ length: serviceLimits.rateRequests + 20 }, askLocal));
      const waits = answers.filter(({ status }) => status === 429).map(({ headers }) => headers.get('retry-after'));
      assert.ok(waits.length > 0, 'they are all let through');
      for (const wait of waits) assert.match(wait ?? '', /^[1-9]\d*$/);
      const seconds = Math.max(...waits.map(Number));
      if (s.isLocal) s.local.advance({ seconds });
      else await pause(seconds * 1000);
      assert.equal((await askLocal()).status, 200);
    },
    { rateLimit: true },
  ),
  check(['origin.foreign', 'origin.no-cors'], 'read', async (s) => {
    const [status, , headers] = await askAny(s, { origin: 'https://page.example' });
    if (s.isLocal) assert.equal(status, 403);
    // Without the header `access-control-allow-origin`, a browser does not let the page of the other origin read the
    // answer.
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal((await askAny(s, {}))[2].get('access-control-allow-origin'), null);
  }),
];

export const accessChecks: readonly Check[] = [
  ...checksForAnyService,
  check('scope.projects-create', 'local', async (s) => {
    for (const permission of ['read', 'write', 'producer'] as const)
      await s.refused(
        'projects/create',
        { name: 'X' },
        { status: 403, message: 'requires project:create' },
        permission,
      );
    await s.ok('projects/create', { name: 'X' }, 'admin');
    assert.equal((await s.query({ _root: [{ account: ['billingEmail'] }] }, 'admin')).status, 200);
  }),
  check(['error.personal-settings', 'scope.personal-extra'], 'local', async (s) => {
    const other = await s.newPerson();
    const mine = await s.row('user', s.userId);
    assert.equal(mine.timezone, 'UTC');
    const card = await s.newCard({ assigneeId: other });
    const answer = await s.answer({ [rootKeyById('card', card)]: [{ assignee: ['name', 'timezone'] }] });
    assert.equal(answer.user?.[other]?.timezone, null);
    assert.equal((await s.asUser(other).row('user', other)).timezone, 'Asia/Tokyo');
  }),
  check(['root.logged-in-user.organization', 'token.user'], 'local', async (s) => {
    const answer = await s.answer({ _root: [{ loggedInUser: ['kind', 'name', 'isIntegration'] }] }, 'write');
    const [user] = Object.values(answer.user ?? {}) as unknown as Record<string, unknown>[];
    assert.deepEqual([user?.kind, user?.name, user?.isIntegration], ['api_token', 'Test write', true]);
  }),

  check(['token.bearer', 'token.invalid'], 'local', async (s) => {
    const { token } = admin(s).createToken({ kind: 'organization', permission: 'read', label: 'T' });
    assert.deepEqual(await askLocal(s, bearer(token)), [200, undefined]);
    const [prefix, id, secret = ''] = token.split('_');
    for (const wrong of [
      `${prefix}_${id}_${secret.slice(0, -1)}0`.replace(/0$/, secret.endsWith('0') ? '1' : '0'),
      `${prefix}_${id}`,
      `${prefix}_${id}_`,
      `cdxut_${id}_${secret}`,
      'nonsense',
    ])
      assert.deepEqual(await askLocal(s, bearer(wrong)), [401, 'invalid_token'], wrong);
    assert.deepEqual(await askLocal(s, {}), [401, 'invalid_token']);
    assert.deepEqual(await askLocal(s, { authorization: token }), [401, 'invalid_token']);
  }),
  check(['token.revoked', 'token.revoked.author'], 'local', async (s) => {
    const made = admin(s).createToken({
      kind: 'organization',
      permission: 'write',
      projects: [s.projectId],
      label: 'Robot',
    });
    const robot = s.withToken(made.token);
    const deckId = await s.newDeck();
    const { id } = await robot.ok('cards/create', { content: 'By a robot', deckId });
    admin(s).revokeToken(made.info.id);
    assert.deepEqual(await askLocal(s, bearer(made.token)), [401, 'invalid_token']);
    const answer = await s.answer({ [rootKeyById('card', id)]: [{ creator: ['name'] }] });
    assert.deepEqual(
      Object.values(answer.user ?? {}).map(({ name }) => name as unknown),
      ['Robot'],
    );
  }),
  check('token.expired', 'local', async (s) => {
    const expiresAt = '2026-04-16T00:00:00.000Z';
    const { token } = admin(s).createToken({ kind: 'organization', permission: 'read', label: 'T', expiresAt });
    assert.deepEqual(await askLocal(s, bearer(token)), [200, undefined]);
    s.local.advance({ days: 1 });
    assert.deepEqual(await askLocal(s, bearer(token)), [401, 'token_expired']);
  }),
  check(['token.legacy-header', 'token.legacy-header.end', 'token.deprecation-headers'], 'local', async (s) => {
    const headers = { ...json, 'x-auth-token': s.local.tokens.personal, 'x-account': s.local.service.subdomain };
    const response = await s.local.fetch('/', { method: 'POST', headers, body: question });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('deprecation') ?? '', /^@\d+$/);
    assert.equal(response.headers.get('sunset'), 'Thu, 31 Dec 2026 00:00:00 GMT');
    const link = /^<([^>]+)>; rel="deprecation"/.exec(response.headers.get('link') ?? '')?.[1];
    assert.match(await (await fetch(link ?? '')).text(), /X-Auth-Token/);
    const modern = await s.local.fetch('/', {
      method: 'POST',
      headers: { ...json, ...bearer(s.local.tokens.read) },
      body: question,
    });
    assert.equal(modern.headers.get('sunset'), null);
    s.local.advance({ days: 260 });
    assert.deepEqual(await askLocal(s, headers), [401, 'invalid_token']);
  }),
  check('token.hash', 'local', async (s) => {
    const stored = JSON.stringify(s.local.service.engine.db.prepare('SELECT *, hex(hash) AS hash FROM apiToken').all());
    for (const token of Object.values(s.local.tokens))
      assert.ok(!stored.toLowerCase().includes(token.split('_')[2] as string));
  }),
  check(['token.projects', 'token.projects.later', 'token.admin-projects'], 'local', async (s) => {
    const { id: hidden } = await s.ok('projects/create', { name: 'Hidden' });
    const token = s.withNewToken('write', [s.projectId]);
    const [seen, unseen] = [await s.newCard(), await s.newCard({ deckId: await s.newDeck({ projectId: hidden }) })];
    const { id: thread } = await s.ok('resolvables/create', { cardId: unseen, context: 'comment', content: 'x' });
    assert.deepEqual(await token.ids('projects'), [s.projectId]);
    assert.deepEqual(await token.ids('cards'), [seen]);
    assert.equal(await token.find('card', unseen), undefined);
    assert.deepEqual(await token.ids('resolvables'), []);
    assert.equal(await token.find('project', hidden), undefined);
    await token.refused('cards/update', { id: unseen, effort: 1 });
    await token.refused('resolvables/comment', { resolvableId: thread, content: 'x' });
    const { id: later } = await s.ok('projects/create', { name: 'Later' });
    assert.deepEqual(await token.ids('projects'), [s.projectId]);
    const all = await s.ids('projects', {}, 'admin');
    for (const id of [s.projectId, hidden, later]) assert.ok(all.includes(id));
  }),
  check(['token.personal.role', 'token.personal.role-lowered'], 'local', async (s) => {
    const other = await s.newPerson();
    assert.throws(() => admin(s).createToken({ kind: 'personal', permission: 'producer', label: 'T', userId: other }));
    const mine = s.asUser(other);
    const cardId = await s.newCard();
    admin(s).setRole(other, 'read');
    await mine.refused('cards/update', { id: cardId, effort: 1 }, { status: 403, message: 'requires card:write' });
    assert.equal((await mine.card(cardId)).effort, null);
    admin(s).setRole(other, 'admin');
    await mine.ok('cards/update', { id: cardId, effort: 1 });
    await mine.refused('projects/create', { name: 'X' }, { status: 403 });
  }),
  check(['token.personal.disabled', 'token.personal.removed'], 'local', async (s) => {
    const other = await s.newPerson();
    const { token } = admin(s).createToken({ kind: 'personal', permission: 'write', label: 'T', userId: other });
    admin(s).setDisabled(other, true);
    assert.deepEqual(await askLocal(s, bearer(token)), [401, 'not_a_member']);
    admin(s).setDisabled(other, false);
    assert.deepEqual(await askLocal(s, bearer(token)), [200, undefined]);
    tokenInfoOf(s, token);
    admin(s).removeMember(other);
    assert.equal(
      admin(s)
        .listTokens()
        .some(({ userId }) => userId === other),
      false,
    );
    assert.deepEqual(await askLocal(s, bearer(token)), [401, 'invalid_token']);
  }),
  check(['token.personal.off', 'token.personal.off.none-new'], 'local', async (s) => {
    const personal = bearer(s.local.tokens.personal);
    admin(s).setPersonalTokensEnabled(false);
    assert.deepEqual(await askLocal(s, personal), [401, 'user_api_tokens_disabled']);
    assert.deepEqual(await askLocal(s, bearer(s.local.tokens.read)), [200, undefined]);
    assert.throws(() => admin(s).createToken({ kind: 'personal', permission: 'read', label: 'T', userId: s.userId }));
    admin(s).setPersonalTokensEnabled(true);
    assert.deepEqual(await askLocal(s, personal), [200, undefined]);
  }),
  check('token.limit.organization', 'local', async (s) => {
    const present = admin(s)
      .listTokens()
      .filter(({ kind }) => kind === 'organization').length;
    const make = () => admin(s).createToken({ kind: 'organization', permission: 'read', label: 'T' });
    for (let n = present; n < serviceLimits.organizationTokens; n++) make();
    assert.throws(make, /at most 50/);
    // Revoke any organization token, so that there is room for a new one.
    const one = admin(s)
      .listTokens()
      .find(({ kind }) => kind === 'organization');
    admin(s).revokeToken(one?.id as string);
    make();
  }),
  check('token.limit.personal', 'local', async (s) => {
    const other = await s.newPerson();
    const make = (userId: string) => admin(s).createToken({ kind: 'personal', permission: 'read', label: 'T', userId });
    for (let n = 0; n < serviceLimits.personalTokensPerMember; n++) make(other);
    assert.throws(() => make(other), /at most 20/);
    make(s.userId);
  }),
  check(
    ['limit.rate', 'limit.rate.per-ip'],
    'local',
    async (s) => {
      const request = (ip: string) =>
        s.local.service.answer({
          method: 'POST',
          path: '/',
          headers: { ...json, ...bearer(s.local.tokens.read) },
          body: question,
          ip,
        });
      for (let n = 0; n < serviceLimits.rateRequests; n++) assert.equal(request('192.0.2.1').status, 200);
      const refused = request('192.0.2.1');
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '5']);
      assert.equal(request('192.0.2.2').status, 200);
      s.local.advance({ seconds: 4 });
      assert.equal(request('192.0.2.1').headers['retry-after'], '1');
      s.local.advance({ seconds: 1 });
      assert.equal(request('192.0.2.1').status, 200);
    },
    { rateLimit: true },
  ),
  check('limit.failed-attempts', 'local', async (s) => {
    let last: [number, string | undefined] = [0, ''];
    for (let n = 0; n < 100 && last[0] !== 429; n++) last = await askLocal(s, bearer('cdxat_aa_bb'));
    assert.deepEqual(last, [429, 'rate_limit']);
    assert.deepEqual(
      await askLocal(s, bearer(s.local.tokens.read)),
      [200, undefined],
      'a good token of the same address',
    );
    s.local.advance({ hours: 1 });
    assert.deepEqual(await askLocal(s, bearer('cdxat_aa_bb')), [401, 'invalid_token']);
  }),

  check(['origin.foreign', 'origin.no-cors'], 'local', async (s) => {
    for (const method of ['POST', 'OPTIONS', 'GET']) {
      const response = await s.local.fetch('/', {
        method,
        headers: { ...json, ...bearer(s.local.tokens.admin), origin: 'https://page.example' },
        ...(method === 'POST' && { body: question }),
      });
      assert.equal(response.status, 403, method);
      assert.equal(response.headers.get('access-control-allow-origin'), null);
    }
    const own = await s.local.fetch('/', {
      method: 'POST',
      headers: { ...json, ...bearer(s.local.tokens.admin) },
      body: question,
    });
    assert.equal(own.headers.get('access-control-allow-origin'), null);
  }),
];

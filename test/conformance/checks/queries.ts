/** Checks of queries and their answers. */
import assert from 'node:assert/strict';
import {
  findTypeMismatch,
  modelByName,
  models,
  type RowModelName,
  rootKeyById,
  rowModelNames,
} from '../../../shared/contract/index.ts';
import { type Check, check, type ServiceUnderTest } from '../subject.ts';

/** Returns two to five ids of cards, ordered by `accountSeq`. */
async function someCards(s: ServiceUnderTest): Promise<string[]> {
  const ids = await s.ids('cards', { visibility: 'default', $order: 'accountSeq', $limit: 5 });
  s.need(ids.length >= 2, 'two cards');
  return ids;
}

const account = (fields: readonly unknown[]) => ({ _root: [{ account: fields }] });
const relationKey = (relation: string, where: object) => `${relation}(${JSON.stringify(where)})`;

/**
 * Queries the account with one key, such as a relation with its query. Returns what the answer contains under this key.
 */
async function accountValue(s: ServiceUnderTest, key: string, fields: readonly unknown[] = []): Promise<unknown> {
  const answer = await s.answer(account([{ [key]: fields }]));
  return answer.account?.[s.accountId]?.[key];
}

/**
 * For each model, the relations that lead from the account to the model's rows, in the order in which a query follows
 * them. The model `release` is missing, because no relation of the account leads to it.
 */
const relationsToModel: Partial<Record<RowModelName, readonly string[]>> = {
  account: [],
  accountRole: ['roles'],
  attachment: ['attachments'],
  card: ['cards'],
  cardHistory: ['cards', 'diffs'],
  cardOrder: ['cardOrders'],
  deck: ['decks'],
  file: ['files'],
  handCard: ['handCards'],
  milestone: ['milestones'],
  milestoneProgress: ['milestones', 'progress'],
  milestoneProject: ['projects', 'milestoneProjects'],
  project: ['projects'],
  projectTag: ['projects', 'tags'],
  queueEntry: ['queueEntries'],
  resolvable: ['resolvables'],
  resolvableEntry: ['resolvables', 'entries'],
  resolvableEntryReaction: ['resolvables', 'entries', 'reactions'],
  sprint: ['sprints'],
  sprintConfig: ['sprintConfigs'],
  sprintConfigProgress: ['sprintConfigs', 'progress'],
  sprintProgress: ['sprints', 'progress'],
  sprintProject: ['sprintConfigs', 'sprintProjects'],
  user: ['cards', 'creator'],
  workflowItem: ['workflowItems'],
};

/**
 * Reads all fields and relations of a model, except fields that need a scope of their own and relations that are
 * extensions. Checks that each field's value has the right type, that relations to many rows are lists, and that other
 * relations are null only where this is allowed.
 */
async function readModel(s: ServiceUnderTest, name: RowModelName): Promise<void> {
  const model = modelByName(name);
  assert.ok(model);
  const fields = Object.entries(model.fields).filter(([, type]) => !type.scope);
  const relations = Object.entries(model.relations).filter(([, { extension }]) => !extension);
  const selection = [
    ...fields.map(([field]) => field),
    ...relations.map(([relation, { kind }]) => (kind === 'one' ? relation : { [relation]: [] })),
  ];
  const wrap = (path: readonly string[]): readonly unknown[] =>
    path.length === 0 ? selection : [{ [path[0] as string]: wrap(path.slice(1)) }];
  const path = relationsToModel[name];
  const root = name === 'release' ? { _root: [{ releases: selection }] } : account(wrap(path ?? []));
  const answer = await s.answer(root);
  const rows = Object.entries(answer[name] ?? {}).filter(([, row]) => name !== 'user' || 'kind' in row);
  s.need(rows.length > 0, `a row of ${name}`);
  for (const [key, row] of rows) {
    for (const [field, type] of fields) {
      assert.ok(field in row, `${name} ${key} lacks '${field}'`);
      assert.equal(
        findTypeMismatch(type, row[field], true),
        undefined,
        `${name}.${field} is ${JSON.stringify(row[field])}`,
      );
    }
    for (const [relation, { kind, ...rest }] of relations) {
      const value = row[relation] as unknown;
      if (kind !== 'one') assert.ok(Array.isArray(value), `${name}.${relation} is no list`);
      else if (!('orNull' in rest && rest.orNull)) assert.ok(value !== null, `${name}.${relation} is null`);
    }
  }
}

export const queryChecks: readonly Check[] = [
  check('model._root', 'read', async (s) => {
    const { body } = await s.query({ _root: Object.keys(models._root.relations).map((name) => ({ [name]: [] })) });
    assert.equal(typeof body._root?.account, 'string');
    assert.ok(Array.isArray(body._root?.releases));
  }),
  ...rowModelNames.map((name) =>
    'extension' in models[name]
      ? check(`model.${name}`, 'local', (s) => readModel(s, name), { demo: true })
      : check(`model.${name}`, 'read', (s) => readModel(s, name)),
  ),

  check(['row.has-id', 'row.id-names'], 'read', async (s) => {
    const answer = await s.answer(
      account([{ cards: ['title', { resolvableEntries: ['content'] }] }, { workflowItems: ['title'] }]),
    );
    for (const [id, row] of Object.entries(answer.card ?? {})) assert.equal(row.cardId, id);
    for (const [id, row] of Object.entries(answer.resolvableEntry ?? {})) assert.equal(row.entryId, id);
    for (const [id, row] of Object.entries(answer.workflowItem ?? {})) assert.equal(row.itemId, id);
    assert.equal(answer.account?.[s.accountId]?.id, s.accountId);
  }),
  check(['row.compound-ids', 'query.by-compound-id'], 'read', async (s) => {
    const answer = await s.answer(account([{ projects: [{ milestoneProjects: ['milestoneId', 'projectId'] }] }]));
    const link = s.need(Object.values(answer.milestoneProject ?? {})[0], 'a milestone of a project');
    const id = [link.milestoneId, link.projectId] as unknown as string[];
    const found = await s.answer({ [rootKeyById('milestoneProject', id)]: ['accountId'] });
    assert.equal(found.milestoneProject?.[JSON.stringify(id)]?.accountId, s.accountId);
  }),
  check(['value.timestamp', 'value.day'], 'read', async (s) => {
    const answer = await s.answer(account(['createdAt', { milestones: ['date'] }, { cards: ['lastUpdatedAt'] }]));
    for (const { lastUpdatedAt } of Object.values(answer.card ?? {}))
      assert.match(String(lastUpdatedAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    for (const { date } of Object.values(answer.milestone ?? {})) assert.match(String(date), /^\d{4}-\d\d-\d\d$/);
  }),
  check(['root.account', 'response.root-maps-ids', 'query.relation-as-name'], 'read', async (s) => {
    const { body } = await s.query({ _root: ['account'] });
    assert.equal(body._root?.account, s.accountId);
  }),
  check('root.releases', 'read', async (s) => {
    const answer = await s.answer({ _root: [{ releases: ['version', 'title', 'content', 'createdAt'] }] });
    assert.ok((answer._root as unknown as { releases: string[] }).releases.length > 0);
  }),
  check('account.max-hand-slots', 'read', async (s) => {
    const { maxHandSlotCount } = await s.row('account', s.accountId);
    assert.ok(maxHandSlotCount >= 7 && maxHandSlotCount <= 28);
  }),
  check(['account.decks.not-deleted', 'account.projects.active', 'account.archived-projects'], 'read', async (s) => {
    const answer = await s.answer(
      account([{ decks: ['isDeleted'] }, { projects: ['visibility'] }, { archivedProjects: ['visibility'] }]),
    );
    for (const deck of Object.values(answer.deck ?? {})) assert.equal(deck.isDeleted as unknown, false);
    const own = answer.account?.[s.accountId] as unknown as Record<string, string[]>;
    for (const id of own.projects ?? []) assert.equal(answer.project?.[id]?.visibility, 'default');
    for (const id of own.archivedProjects ?? []) assert.equal(answer.project?.[id]?.visibility, 'archived');
  }),

  check('query.body', 'read', async (s) => {
    const response = await s.send('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ _root: ['account'] }),
    });
    assert.equal(response.status, 400);
  }),
  check(
    ['query.field-list', 'response.rows-by-id', 'response.list-relation', 'response.single-relation'],
    'read',
    async (s) => {
      const answer = await s.answer(
        account(['name', { cards: ['title', { deck: ['title'] }, { milestone: ['name'] }] }]),
      );
      const ids = answer.account?.[s.accountId]?.cards as unknown as string[];
      assert.deepEqual(new Set(ids), new Set(Object.keys(answer.card ?? {})));
      for (const card of Object.values(answer.card ?? {})) {
        const { deck, milestone } = card as { deck: unknown; milestone: unknown };
        assert.ok(deck === null || typeof deck === 'string');
        assert.ok(milestone === null || typeof milestone === 'string');
        if (typeof deck === 'string') assert.ok(answer.deck?.[deck]);
      }
    },
  ),
  check(
    ['query.by-id', 'query.by-id.raw', 'query.by-id.unknown', 'query.by-id.several', 'response.empty-models'],
    'read',
    async (s) => {
      const [first = '', second = ''] = await someCards(s);
      for (const key of [`card("${first}")`, `card(${first})`, `card(["${first}"])`])
        assert.equal((await s.answer({ [key]: ['title'] })).card?.[first]?.cardId, first, key);
      const two = await s.answer({
        [rootKeyById('card', first)]: ['title'],
        [rootKeyById('card', second)]: ['version'],
      });
      assert.deepEqual(new Set(Object.keys(two.card ?? {})), new Set([first, second]));
      const none = await s.answer({ [rootKeyById('card', '00000000-0000-4000-8000-000000000000')]: ['title'] });
      assert.deepEqual(none.card, {});
    },
  ),
  check(['query.card-needs-id', 'error.missing_ids'], 'read', async (s) => {
    await s.refusedQuery({ card: ['title'] }, 'missing_ids');
  }),
  check('response.rows-once', 'read', async (s) => {
    const answer = await s.answer(
      account([{ cards: ['title'] }, { [relationKey('cards', { status: 'done' })]: ['status'] }]),
    );
    for (const [id, row] of Object.entries(answer.card ?? {})) assert.equal(row.cardId, id);
  }),
  check(
    ['query.relation-with-query', 'response.keys-as-sent', 'query.shorthand', 'query.same-relation-twice'],
    'read',
    async (s) => {
      const odd = 'cards( {"status" : "done"} )';
      const plain = relationKey('cards', { status: 'not_started' });
      const answer = await s.answer(account([{ [odd]: ['status'] }, { [plain]: ['status'] }]));
      const own = answer.account?.[s.accountId] as unknown as Record<string, string[]>;
      for (const id of own[odd] ?? assert.fail('the key is not as sent'))
        assert.equal(answer.card?.[id]?.status, 'done');
      for (const id of own[plain] ?? assert.fail('the second key is missing'))
        assert.equal(answer.card?.[id]?.status, 'not_started');
    },
  ),
  check(['query.condition', 'operator.eq'], 'read', async (s) => {
    const a = await s.ids('cards', { status: { op: 'eq', value: 'done' } });
    assert.deepEqual(new Set(a), new Set(await s.ids('cards', { status: 'done' })));
    s.need(a.length > 0 && a.length < (await s.ids('cards')).length, 'cards that are done and others');
  }),
  check(['query.list-shortcut', 'operator.in', 'operator.notIn'], 'read', async (s) => {
    const values = ['done', 'started'];
    const shortcut = await s.ids('cards', { status: values });
    const within = await s.ids('cards', { status: { op: 'in', value: values } });
    const without = await s.ids('cards', { status: { op: 'notIn', value: values } });
    assert.deepEqual(new Set(shortcut), new Set(within));
    assert.equal(within.length + without.length, (await s.ids('cards')).length);
    s.need(within.length > 0 && without.length > 0, 'cards in several states');
  }),
  check(['query.null.eq', 'query.null.neq', 'operator.neq', 'operator.inOrNull'], 'read', async (s) => {
    const all = (await s.ids('cards')).length;
    const none = await s.ids('cards', { priority: null });
    const some = await s.ids('cards', { priority: { op: 'neq', value: null } });
    assert.equal(none.length + some.length, all);
    const high = await s.ids('cards', { priority: 'a' });
    const highOrNone = await s.ids('cards', { priority: { op: 'inOrNull', value: ['a'] } });
    assert.equal(highOrNone.length, high.length + none.length);
  }),
  check(['operator.gt', 'operator.gte', 'operator.lt', 'operator.lte'], 'read', async (s) => {
    const all = (await s.ids('cards', {})).length;
    const number = async (op: string, value: number) => (await s.ids('cards', { accountSeq: { op, value } })).length;
    const [id = ''] = await someCards(s);
    const { accountSeq } = await s.card(id);
    assert.equal((await number('lt', accountSeq)) + (await number('gte', accountSeq)), all);
    assert.equal((await number('lte', accountSeq)) + (await number('gt', accountSeq)), all);
    assert.equal((await number('gte', accountSeq)) - (await number('gt', accountSeq)), 1);
  }),
  check('operator.contains', 'read', async (s) => {
    const [id = ''] = await someCards(s);
    const { title } = await s.card(id);
    const part = title.slice(1, Math.max(4, title.length - 1));
    assert.ok((await s.ids('cards', { title: { op: 'contains', value: part } })).includes(id));
    assert.ok((await s.ids('cards', { title: { op: 'contains', value: part.toUpperCase() } })).includes(id));
    assert.deepEqual(await s.ids('cards', { title: { op: 'contains', value: `${part}\u0001nowhere` } }), []);
  }),
  check(['query.relation-filter', 'query.relation-filter.not', 'query.filter-by-id-field'], 'read', async (s) => {
    const deckId = s.need((await s.ids('decks', { $order: 'accountSeq', $limit: 1 }))[0], 'a deck');
    const { title } = await s.row('deck', deckId);
    const same = new Set(await s.ids('decks', { title }));
    const inside = await s.ids('cards', { deck: { title } });
    const byField = await s.ids('cards', { deckId: [...same] });
    assert.deepEqual(new Set(inside), new Set(byField));
    const outside = await s.ids('cards', { '!deck': { title } });
    assert.equal(inside.length + outside.length, (await s.ids('cards')).length);
  }),
  check(['query.or', 'query.and', 'query.or.nested'], 'read', async (s) => {
    const done = await s.ids('cards', { status: 'done' });
    const docs = await s.ids('cards', { isDoc: true });
    const either = await s.ids('cards', { $or: [{ status: 'done' }, { isDoc: true }] });
    assert.deepEqual(new Set(either), new Set([...done, ...docs]));
    const both = await s.ids('cards', { $and: [{ status: 'done' }, { $or: [{ priority: 'a' }, { priority: 'b' }] }] });
    const plain = await s.ids('cards', { status: 'done', priority: ['a', 'b'] });
    assert.deepEqual(new Set(both), new Set(plain));
  }),
  check('query.or.no-special-keys', 'read', async (s) => {
    const query = account([{ [relationKey('cards', { $or: [{ $order: 'title' }] })]: [] }]);
    const { status } = await s.query(query);
    assert.equal(status, 400);
  }),
  check(
    ['query.order.full', 'query.order.single', 'query.order.ascending', 'query.order.descending'],
    'read',
    async (s) => {
      const up = await s.ids('cards', { $order: 'accountSeq' });
      const down = await s.ids('cards', { $order: '-accountSeq' });
      const single = await s.ids('cards', { $order: { field: 'accountSeq', dir: 'desc' } });
      const full = await s.ids('cards', {
        $order: [
          { field: 'status', dir: 'asc' },
          { field: 'accountSeq', dir: 'desc' },
        ],
      });
      assert.deepEqual(down, up.toReversed());
      assert.deepEqual(single, down);
      const answer = await s.answer(account([{ cards: ['status', 'accountSeq'] }]));
      const wanted = Object.values(answer.card ?? {}).sort((a, b) =>
        String(a.status) === String(b.status)
          ? Number(b.accountSeq) - Number(a.accountSeq)
          : String(a.status) < String(b.status)
            ? -1
            : 1,
      );
      assert.deepEqual(
        full,
        wanted.map((row) => row.cardId),
      );
      assert.deepEqual(
        up,
        wanted.toSorted((a, b) => Number(a.accountSeq) - Number(b.accountSeq)).map((row) => row.cardId),
      );
    },
  ),
  check(['query.first', 'query.first.needs-order'], 'read', async (s) => {
    const [first] = await someCards(s);
    const one = await accountValue(
      s,
      relationKey('cards', { visibility: 'default', $order: 'accountSeq', $first: true }),
      ['title'],
    );
    assert.equal(one, first);
    assert.equal(
      await accountValue(s, relationKey('cards', { title: 'no such \u0001', $order: 'title', $first: true })),
      null,
    );
    const { status } = await s.query(account([{ [relationKey('cards', { $first: true })]: [] }]));
    assert.equal(status, 400);
  }),
  check(['query.limit', 'query.offset'], 'read', async (s) => {
    const all = await s.ids('cards', { $order: 'accountSeq' });
    assert.deepEqual(await s.ids('cards', { $order: 'accountSeq', $limit: 2 }), all.slice(0, 2));
    assert.deepEqual(await s.ids('cards', { $order: 'accountSeq', $limit: 2, $offset: 1 }), all.slice(1, 3));
  }),
  check(
    [
      'query.limit.needs-order',
      'query.limit.max',
      'query.limit.whole',
      'query.offset.needs-limit',
      'error.invalid_limit',
    ],
    'read',
    async (s) => {
      for (const wrong of [
        { $limit: 3 },
        { $order: 'title', $limit: 3001 },
        { $order: 'title', $limit: -1 },
        { $order: 'title', $limit: 1.5 },
        { $order: 'title', $offset: 2 },
      ])
        await s.refusedQuery(account([{ [relationKey('cards', wrong)]: [] }]), 'invalid_limit');
      assert.equal(
        (await s.query(account([{ [relationKey('cards', { $order: 'title', $limit: 3000 })]: [] }]))).status,
        200,
      );
    },
  ),
  check(['query.count', 'query.exists', 'query.aggregate.with-query'], 'read', async (s) => {
    const done = await s.ids('cards', { status: 'done' });
    const key = 'count:cards({"status":"done"})';
    const none = 'exists:cards({"title":"no such \\u0001"})';
    const answer = await s.answer(account(['count:cards', 'exists:cards', key, none]));
    const own = answer.account?.[s.accountId] as unknown as Record<string, unknown>;
    assert.equal(own['count:cards'], (await s.ids('cards')).length);
    assert.equal(own['exists:cards'], true);
    assert.equal(own[key], done.length);
    assert.equal(own[none], false);
  }),
  check(['query.aggregate.list-only', 'error.invalid_aggregate'], 'read', async (s) => {
    await s.refusedQuery(account([{ cards: ['count:deck'] }]), 'invalid_aggregate');
    await s.refusedQuery(account(['count:nothing']), 'invalid_aggregate');
  }),
  check(['query.id-lists', 'error.relation_takes_no_query'], 'read', async (s) => {
    const [id = ''] = await someCards(s);
    for (const name of ['childCards', 'attachments', 'inDeps', 'outDeps']) {
      const row = await s.card(id, [name, `count:${name}`, `exists:${name}`]);
      assert.equal(row[`count:${name}`], (row[name] as string[]).length);
      const { status } = await s.query({ [rootKeyById('card', id)]: [{ [relationKey(name, {})]: [] }] });
      assert.equal(status, 400, `${name} takes no query`);
    }
    await s.refusedQuery(
      { [rootKeyById('card', id)]: [{ [relationKey('deck', {})]: ['title'] }] },
      'relation_takes_no_query',
    );
  }),
  check(['query.search.only-content', 'operator.search'], 'read', async (s) => {
    const answer = await s.answer(account([{ cards: ['content'] }]));
    const words = Object.entries(answer.card ?? {}).flatMap(([id, row]) => {
      const word = /[a-zA-Z]{4,}/.exec(String(row.content))?.[0];
      return word === undefined ? [] : [[id, word] as const];
    });
    const [id, word] = s.need(words[0], 'a card with a word');
    assert.ok((await s.ids('cards', { content: { op: 'search', value: word } })).includes(id));
    const { status } = await s.query(
      account([{ [relationKey('cards', { title: { op: 'search', value: word } })]: [] }]),
    );
    assert.equal(status, 400);
  }),
  check(['operator.has', 'operator.overlaps'], 'read', async (s) => {
    const answer = await s.answer(account([{ cards: ['tags'] }]));
    const rows = Object.entries(answer.card ?? {}) as unknown as [string, { tags: string[] }][];
    const tag = s.need(rows.find(([, { tags }]) => tags.length > 0)?.[1].tags[0], 'a card with tags');
    const wanted = rows.filter(([, { tags }]) => tags.includes(tag)).map(([id]) => id);
    assert.deepEqual(new Set(await s.ids('cards', { tags: { op: 'has', value: tag } })), new Set(wanted));
    const over = await s.ids('cards', { tags: { op: 'overlaps', value: [tag, 'no such tag'] } });
    assert.deepEqual(new Set(over), new Set(wanted));
  }),
  check('operator.overlaps', 'read', async (s) => {
    assert.deepEqual(await s.ids('cards', { tags: { op: 'overlaps', value: [] } }), []);
    assert.deepEqual(await s.ids('cards', { tags: { op: 'overlaps', value: ['no such tag \u0001'] } }), []);
  }),

  check(['error.body', 'error.path', 'error.unknown_field'], 'read', async (s) => {
    const body = await s.refusedQuery(account([{ cards: ['titel'] }]), 'unknown_field');
    assert.equal(typeof body.message, 'string');
    assert.equal(body.statusCode, 400);
    assert.match(String(body.path), /^_root.*account.*cards/);
  }),
  check(['error.hint', 'error.unknown_special_key'], 'read', async (s) => {
    const body = await s.refusedQuery(
      account([{ [relationKey('cards', { $oder: 'title' })]: [] }]),
      'unknown_special_key',
    );
    assert.match(JSON.stringify(body.hint), /\$order/);
  }),
  check('error.invalid_query_shape', 'read', async (s) => {
    await s.refusedQuery({ _root: { account: [] } }, 'invalid_query_shape');
    await s.refusedQuery(account([{ [relationKey('cards', { title: { value: 'x' } })]: [] }]), 'invalid_query_shape');
    await s.refusedQuery(account([{ [relationKey('cards', { '!title': 'x' })]: [] }]), 'invalid_query_shape');
  }),
  check('error.unknown_model', 'read', async (s) => void (await s.refusedQuery({ nothing: ['id'] }, 'unknown_model'))),
  check('error.unknown_relation', 'read', async (s) => {
    await s.refusedQuery(account([{ kards: ['title'] }]), 'unknown_relation');
  }),
  check('error.unknown_operator', 'read', async (s) => {
    const query = account([{ [relationKey('cards', { title: { op: 'like', value: 'x' } })]: [] }]);
    await s.refusedQuery(query, 'unknown_operator');
  }),
  check('error.invalid_value', 'read', async (s) => {
    for (const wrong of [
      { accountSeq: 'one' },
      { createdAt: { op: 'gt', value: 'yesterday' } },
      { status: { op: 'in', value: 'done' } },
      { status: { op: 'eq' } },
    ])
      await s.refusedQuery(account([{ [relationKey('cards', wrong)]: [] }]), 'invalid_value');
  }),
  check('value.id', 'read', async (s) => {
    const { path } = await s.refusedQuery(
      account([{ [relationKey('cards', { deckId: 'not-an-id' })]: [] }]),
      'invalid_value',
    );
    assert.match(String(path), /deckId$/);
    await s.refusedQuery({ [rootKeyById('card', 'not-an-id')]: ['title'] }, 'invalid_value');
  }),
  check('value.id', 'write', async (s) => {
    await s.refused('cards/update', { id: 'not-an-id', effort: 1 }, { status: 400, message: /'id'/ });
  }),
  check('error.invalid_order', 'read', async (s) => {
    await s.refusedQuery(account([{ [relationKey('cards', { $order: 'nothing' })]: [] }]), 'invalid_order');
    await s.refusedQuery(account([{ [relationKey('cards', { $order: { by: 'title' } })]: [] }]), 'invalid_order');
  }),
];

/**
 * Checks which rows and fields a viewer sees, depending on scopes, personal settings, private cards and the token's
 * projects.
 */
import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../../electron/engine/types.ts';
import { Refusal, rowModelNames, scopesOfToken } from '../../../shared/contract/index.ts';
import { parseQuery } from '../../../shared/contract/query-parse/parse.ts';
import { answerOf } from '../../support/answers.ts';
import { createReaderWithRows } from './database.ts';

const world = {
  account: [{ id: 'account', billingEmail: 'bill@example.org' }],
  user: [
    { id: 'ann', timezone: 'Europe/Berlin' },
    { id: 'bob', timezone: 'Asia/Tokyo', profileImageId: 'portrait' },
  ],
  project: [
    { id: 'p1', visibility: 'default', coverFileId: 'cover' },
    { id: 'p2', visibility: 'default' },
  ],
  deck: [
    { id: 'd1', projectId: 'p1', isDeleted: false },
    { id: 'd2', projectId: 'p2', isDeleted: false },
  ],
  card: [
    { cardId: 'open1', deckId: 'd1', parentCardId: 'open2', childCards: ['annsOwn', 'bobsOwn'], milestoneId: 'm2' },
    { cardId: 'open2', deckId: 'd2', childCards: ['open1'] },
    { cardId: 'annsOwn', deckId: null, creatorId: 'ann', parentCardId: 'open1', content: 'a secret' },
    { cardId: 'bobsOwn', deckId: null, creatorId: 'bob', parentCardId: 'open1', content: 'a secret' },
    { cardId: 'nobodys', deckId: null, creatorId: null },
  ],
  resolvable: ['open1', 'open2', 'annsOwn', 'bobsOwn'].map((cardId) => ({
    id: `t-${cardId}`,
    cardId,
    isClosed: false,
  })),
  resolvableEntry: ['open1', 'bobsOwn'].map((cardId) => ({
    entryId: `e-${cardId}`,
    cardId,
    resolvableId: `t-${cardId}`,
    authorId: 'bob',
  })),
  resolvableEntryReaction: ['open1', 'bobsOwn'].map((cardId) => ({
    id: `r-${cardId}`,
    entryId: `e-${cardId}`,
    resolvableId: `t-${cardId}`,
    userId: 'ann',
  })),
  attachment: [
    { id: 'a1', cardId: 'open1', fileId: 'f1' },
    { id: 'a2', cardId: 'bobsOwn', fileId: 'f2' },
    { id: 'a3', cardId: 'bobsOwn', fileId: 'f1' },
    { id: 'a4', cardId: 'open2', fileId: 'f3' },
  ],
  file: ['f1', 'f2', 'f3', 'cover', 'portrait', 'unused'].map((id) => ({ id, uploaderId: id === 'f2' ? 'bob' : null })),
  milestone: [
    { id: 'm1', isGlobal: false, isDeleted: false },
    { id: 'm2', isGlobal: false, isDeleted: false },
    { id: 'mAll', isGlobal: true, isDeleted: false },
  ],
  milestoneProject: [
    { milestoneId: 'm1', projectId: 'p1' },
    { milestoneId: 'm2', projectId: 'p2' },
    { milestoneId: 'mAll', projectId: 'p1' },
    { milestoneId: 'mAll', projectId: 'p2' },
  ],
  milestoneProgress: [
    { milestoneId: 'm1', date: '2026-01-01', progress: {} },
    { milestoneId: 'm2', date: '2026-01-01', progress: {} },
  ],
  sprintConfig: [
    { id: 'c1', isGlobal: false },
    { id: 'c2', isGlobal: false },
  ],
  sprintProject: [
    { sprintConfigId: 'c1', projectId: 'p1' },
    { sprintConfigId: 'c2', projectId: 'p2' },
  ],
  sprint: [
    { id: 's1', sprintConfigId: 'c1' },
    { id: 's2', sprintConfigId: 'c2' },
  ],
  queueEntry: [
    { id: 'q1', cardId: 'open1', userId: 'ann' },
    { id: 'q2', cardId: 'open2', userId: 'bob' },
    { id: 'q3', cardId: 'bobsOwn', userId: 'bob' },
  ],
};
const service = createReaderWithRows(world);

const ann: Viewer = { userId: 'ann', projects: 'all', scopes: 'all' };
const annInP1: Viewer = { ...ann, projects: new Set(['p1']) };

type Maps = Record<string, Record<string, Record<string, unknown>>>;
const ask = (query: unknown, viewer: Viewer, reader = service) => answerOf(reader, query, viewer) as unknown as Maps;
/** Returns the ids and the count of an account relation as a viewer sees them. */
const seen = (relation: string, viewer: Viewer) => {
  const row = ask({ _root: [{ account: [{ [relation]: [] }, `count:${relation}`] }] }, viewer).account?.account ?? {};
  return { ...row, [relation]: (row[relation] as string[]).toSorted() };
};
const listed = (relation: string, ids: string[]) => ({
  id: 'account',
  [relation]: ids,
  [`count:${relation}`]: ids.length,
});

describe('private cards', () => {
  test('are visible to their creator only, with all their threads and other rows', () => {
    expect(seen('cards', ann)).toEqual(listed('cards', ['annsOwn', 'open1', 'open2']));
    expect(seen('resolvables', ann)).toEqual(listed('resolvables', ['t-annsOwn', 't-open1', 't-open2']));
    expect(seen('attachments', ann)).toEqual(listed('attachments', ['a1', 'a4']));
    expect(seen('queueEntries', ann)).toEqual(listed('queueEntries', ['q1', 'q2']));
    expect(seen('files', ann)).toEqual(listed('files', ['cover', 'f1', 'f3', 'portrait', 'unused']));
  });

  test('without a creator are visible to nobody', () => {
    const nobody = { ...ann, userId: null };
    expect(seen('cards', nobody)).toEqual(listed('cards', ['open1', 'open2']));
    expect(ask({ 'card(nobodys)': [] }, nobody).card).toEqual({});
  });

  test('cannot be read by id, and neither can their threads', () => {
    const keys = [
      'card(bobsOwn)',
      'resolvable(t-bobsOwn)',
      'resolvableEntry(e-bobsOwn)',
      'resolvableEntryReaction(r-bobsOwn)',
      'file(f2)',
    ];
    for (const key of keys) expect(ask({ [key]: [] }, ann)).toMatchObject({ [key.split('(')[0] ?? '']: {} });
    for (const key of keys)
      expect(ask({ [key]: [] }, { ...ann, userId: 'bob' })[key.split('(')[0] ?? '']).not.toEqual({});
  });

  test('do not occur in id lists, counts and single relations', () => {
    const fields = ['count:childCards', { childCards: ['content'] }];
    const { card } = ask({ 'card(open1)': fields }, ann);
    expect(card?.open1).toEqual({ cardId: 'open1', 'count:childCards': 1, childCards: ['annsOwn'] });
    expect(card).not.toHaveProperty('bobsOwn');
    expect(ask({ 'card(open1)': ['childCards'] }, ann).card?.open1?.childCards).toEqual(['annsOwn']);
  });

  test('do not match in filters', () => {
    const through = (query: object) => seen(`cards(${JSON.stringify(query)})`, ann);
    const key = (query: object) => `cards(${JSON.stringify(query)})`;
    const children = { childCards: { cardId: 'bobsOwn' } };
    expect(through(children)).toEqual(listed(key(children), []));
    const none = { '!childCards': { cardId: 'bobsOwn' }, deckId: 'd1' };
    expect(through(none)).toEqual(listed(key(none), ['open1']));
    const search = { content: { op: 'search', value: 'secret' } };
    expect(through(search)).toEqual(listed(key(search), ['annsOwn']));
  });

  test("are visible on a replica, which stores its own person's rows only", () => {
    expect(ask({ 'card(bobsOwn)': [] }, ann, createReaderWithRows(world, 'replica')).card).toHaveProperty('bobsOwn');
  });
});

describe('selected projects', () => {
  test('are the only visible ones, with their rows', () => {
    const expected: Record<string, string[]> = {
      projects: ['p1'],
      decks: ['d1'],
      cards: ['annsOwn', 'open1'],
      resolvables: ['t-annsOwn', 't-open1'],
      attachments: ['a1'],
      files: ['cover', 'f1', 'portrait'],
      milestones: ['m1', 'mAll'],
      sprintConfigs: ['c1'],
      sprints: ['s1'],
      queueEntries: ['q1'],
    };
    for (const [relation, ids] of Object.entries(expected)) {
      expect(seen(relation, annInP1)).toEqual(listed(relation, ids));
    }
  });

  test('hide linked rows of other projects', () => {
    const { card, milestone } = ask(
      { 'card(open1)': ['parentCard', { milestone: ['isGlobal'] }, 'milestoneId'] },
      annInP1,
    );
    expect(card?.open1).toEqual({ cardId: 'open1', parentCard: null, milestone: null, milestoneId: null });
    expect(milestone).toEqual({});
    expect(ask({ 'card(open1)': ['childCards'] }, annInP1).card?.open1?.childCards).toEqual(['annsOwn']);
    expect(ask({ 'card(open1)': ['parentCard'] }, ann).card?.open1?.parentCard).toBe('open2');
  });

  test('hide rows by id and by compound id', () => {
    const keys = [
      'deck(d2)',
      'milestoneProgress(["m2","2026-01-01"])',
      'milestoneProject(["mAll","p2"])',
      'sprint(s2)',
    ];
    for (const key of keys) {
      const model = key.split('(')[0] ?? '';
      expect(ask({ [key]: [] }, annInP1)[model]).toEqual({});
      expect(ask({ [key]: [] }, ann)[model]).not.toEqual({});
    }
  });

  test('may be an empty list', () => {
    expect(seen('projects', { ...ann, projects: new Set() })).toEqual(listed('projects', []));
  });
});

describe('values that tell of hidden rows', () => {
  const hand = ['bobsOwn', 'open2', 'open1'].map((cardId, sortIndex) => ({
    id: `h-${cardId}`,
    cardId,
    userId: 'bob',
    cardDoneAt: null,
    sortIndex,
  }));
  const open1 = {
    cardId: 'open1',
    deckId: 'd1',
    status: 'started',
    inDeps: ['open2'],
    outDeps: ['bobsOwn'],
    hasBlockingDeps: true,
    isBlockingDep: true,
    milestoneId: 'm2',
  };
  const diff = {
    inDeps: { '+': ['open2'], '-': [] },
    cardReferences: { '+': ['open1', 'open2'], '-': ['bobsOwn'] },
    deckId: ['d2', 'd1'],
    milestoneId: [null, 'm2'],
    content: '[]',
    effort: [null, 3],
  };
  const reader = createReaderWithRows({
    ...world,
    card: [open1, ...world.card.filter(({ cardId }) => cardId !== 'open1')],
    queueEntry: hand,
    cardHistory: [{ cardId: 'open1', version: 2, diff }],
    cardOrder: [
      { context: 'deck', cardId: 'open1', label: null, sortValue: 'a' },
      { context: 'milestone', cardId: 'open1', label: 'Hidden zone', sortValue: 'a' },
    ],
  });
  const read = (fields: unknown[], viewer: Viewer) => ask({ 'card(open1)': fields }, viewer, reader);
  const count = (query: object, viewer: Viewer) => {
    const key = `count:cards(${JSON.stringify(query)})`;
    return ask({ _root: [{ account: [key] }] }, viewer, reader).account?.account?.[key];
  };

  test('are read, filtered and ordered without them', () => {
    const flags = ['hasBlockingDeps', 'isBlockingDep'];
    expect(read(flags, annInP1).card?.open1).toMatchObject({ hasBlockingDeps: false, isBlockingDep: false });
    expect(read(flags, ann).card?.open1).toMatchObject({ hasBlockingDeps: true, isBlockingDep: false });
    for (const query of [{ milestoneId: 'm2' }, { milestoneId: ['m2'] }, { milestoneId: { op: 'neq', value: null } }])
      expect([count(query, annInP1), count(query, ann)]).toEqual([0, 1]);
    expect(count({ milestoneId: null, deckId: 'd1' }, annInP1)).toBe(1);
    expect(count({ hasBlockingDeps: true }, annInP1)).toBe(0);
  });

  test('of a Hand are places without gaps', () => {
    const place = (viewer: Viewer) =>
      read([{ queueEntries: ['sortIndex'] }], viewer).queueEntry?.['h-open1']?.sortIndex;
    expect([place(annInP1), place(ann), place({ ...ann, userId: 'bob' })]).toEqual([0, 1, 2]);
  });

  test('of the history lack them', () => {
    const shown = (viewer: Viewer) => read([{ diffs: ['diff'] }], viewer).cardHistory?.['["open1",2]']?.diff;
    expect(shown(annInP1)).toEqual({
      cardReferences: { '+': ['open1'], '-': [] },
      deckId: [null, 'd1'],
      content: '[]',
      effort: [null, 3],
    });
    expect(shown(ann)).toEqual({ ...diff, cardReferences: { '+': ['open1', 'open2'], '-': [] } });
  });

  test('of a manual order are those of visible milestones and runs', () => {
    const labels = (viewer: Viewer) =>
      Object.values(read([{ cardOrders: ['label'] }], viewer).cardOrder ?? {}).map(({ label }) => label);
    expect([labels(annInP1), labels(ann).toSorted()]).toEqual([[null], ['Hidden zone', null]]);
  });
});

describe('scopes', () => {
  const all = [...rowModelNames.map((model) => `${model}:read`), '_root:read', 'account:readAdmin'];
  const without = (scope: string): Viewer => ({ ...ann, scopes: new Set(all.filter((held) => held !== scope)) });
  const refusal = (query: unknown, viewer: Viewer) => {
    try {
      ask(query, viewer);
    } catch (error) {
      if (error instanceof Refusal) return error.body;
      throw error;
    }
    return undefined;
  };

  test.each<[scope: string, query: unknown, path: string]>([
    ['account:readAdmin', { _root: [{ account: ['id', 'billingEmail'] }] }, '_root.account.billingEmail'],
    ['account:read', { _root: [{ account: [] }] }, '_root.account'],
    ['card:read', { 'card(open1)': ['title'] }, 'card'],
    ['card:read', { _root: [{ account: [{ decks: [{ cards: [] }] }] }] }, '_root.account.decks.cards'],
    ['user:read', { 'card(open1)': ['assignee'] }, 'card.assignee'],
    ['resolvable:read', { 'card(open1)': ['count:resolvables'] }, 'card.count:resolvables'],
    ['resolvable:read', { 'card(open1)': ['exists:resolvables({"isClosed":false})'] }, 'card.exists:resolvables'],
    ['deck:read', { _root: [{ account: [{ 'cards({"deck":{"title":"x"}})': [] }] }] }, '_root.account.cards.deck'],
    [
      'user:read',
      { _root: [{ account: [{ 'cards({"$or":[{"!assignee":{}}]})': [] }] }] },
      '_root.account.cards.$or.0.!assignee',
    ],
  ])('%s is asked for', (scope, query, path) => {
    expect(refusal(query, { ...ann, scopes: new Set(all) })).toBeUndefined();
    expect(refusal(query, without(scope))).toMatchObject({
      error: 'missing_scope',
      requiredScope: scope,
      path,
      statusCode: 403,
    });
  });

  test('are required where a field only filters or orders', () => {
    const viewer = { ...ann, scopes: scopesOfToken('personal', 'read') };
    const reached = (query: object) => ({ 'project(p1)': [{ decks: [{ [`cards(${JSON.stringify(query)})`]: [] }] }] });
    expect(refusal(reached({ account: { billingEmail: 'x' } }), viewer)).toMatchObject({
      requiredScope: 'account:readAdmin',
    });
    expect(refusal(reached({ account: {} }), viewer)).toBeUndefined();
  });

  test('are required by $order', () => {
    // Sorting by a field reveals its values, so it needs the same scope as selecting the field.
    const viewer = { ...ann, scopes: new Set(['_root:read', 'card:read', 'deck:read']) };
    const ordered = { 'deck(d1)': [{ 'cards({"$order":"title"})': [] }] };
    expect(refusal(ordered, viewer)).toBeUndefined();
    const plan = parseQuery({ _root: [{ account: [{ 'cards({"$order":["title","-effort"]})': [] }] }] });
    expect(plan.requiredScopes).toContainEqual({ scope: 'card:read', path: '_root.account.cards.$order.1' });
  });

  test('are checked after the query itself', () => {
    expect(refusal({ 'card(open1)': ['titel'] }, without('card:read'))?.error).toBe('unknown_field');
  });

  test.each(['read', 'write', 'producer', 'admin'] as const)(
    'of permission %s read everything but the admin fields',
    (permission) => {
      for (const kind of ['organization', 'personal'] as const) {
        const viewer = { ...ann, scopes: scopesOfToken(kind, permission) };
        expect(
          refusal(
            { _root: [{ account: [{ cards: ['title', { resolvables: [{ entries: ['content'] }] }] }] }] },
            viewer,
          ),
        ).toBeUndefined();
        const admin = refusal({ _root: [{ account: ['billingEmail'] }] }, viewer);
        expect(admin?.error).toBe(permission === 'admin' ? undefined : 'missing_scope');
      }
    },
  );
});

describe('personal settings', () => {
  const zones = (viewer: Viewer, reader = service) => {
    const { user } = ask({ 'user(ann)': ['timezone'], 'user(bob)': ['timezone'] }, viewer, reader);
    return [user?.ann?.timezone, user?.bob?.timezone];
  };
  test('are null on other people and without user:readSelf', () => {
    expect(zones(ann)).toEqual(['Europe/Berlin', null]);
    expect(zones({ ...ann, scopes: scopesOfToken('personal', 'read') })).toEqual(['Europe/Berlin', null]);
    expect(zones({ ...ann, scopes: scopesOfToken('organization', 'admin') })).toEqual([null, null]);
    expect(zones({ ...ann, userId: null })).toEqual([null, null]);
  });
  test('are null in filters and orders too', () => {
    const filter = 'queueEntries({"user":{"timezone":"Asia/Tokyo"}})';
    expect(seen(filter, { ...ann, userId: 'ann' })).toEqual(listed(filter, []));
    expect(seen(filter, { ...ann, userId: 'bob' })).toEqual(listed(filter, ['q2', 'q3']));
  });
  test('on a replica are what the service sent', () => {
    expect(zones(ann, createReaderWithRows(world, 'replica'))).toEqual(['Europe/Berlin', 'Asia/Tokyo']);
  });
});

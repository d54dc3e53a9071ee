/** Checks of cards: creating and changing them, derived fields, versions and history. */
import assert from 'node:assert/strict';
import { shortCodeOf } from '../../../shared/domain/short-code.ts';
import { type Check, check, type ServiceUnderTest, unknownId } from '../subject.ts';

const histories = async (s: ServiceUnderTest, cardId: string) => {
  const answer = await s.answer({
    [`card(${cardId})`]: [{ diffs: ['version', 'changerId', 'diff', 'versionCreatedAt'] }],
  });
  return Object.values(answer.cardHistory ?? {}) as unknown as {
    version: number;
    changerId: string;
    diff: Record<string, unknown>;
  }[];
};

export const cardChecks: readonly Check[] = [
  check(['cards.create.not-started', 'cards.create.answer', 'card.account-seq'], 'write', async (s) => {
    const deckId = await s.newDeck();
    const first = await s.ok('cards/create', { content: 'One', deckId });
    const second = await s.ok('cards/create', { content: 'Two', deckId });
    const card = await s.card(first.id);
    assert.equal(card.status, 'not_started');
    assert.equal(card.accountSeq, first.accountSeq);
    assert.ok(second.accountSeq > first.accountSeq && first.accountSeq >= 1);
  }),
  check('cards.create.fields', 'write', async (s) => {
    const { id: milestoneId } = await s.newMilestone();
    const given = { priority: 'b', effort: 5, assigneeId: s.userId, milestoneId };
    const card = await s.card(await s.newCard(given));
    for (const [name, value] of Object.entries(given)) assert.equal(card[name], value, name);
  }),
  check('cards.create.fields', 'write', async (s) => {
    const dueDate = '2030-02-03';
    const id = await s.uncheckedIfRefused('a plan with due dates', s.newCard({ dueDate }));
    assert.equal((await s.card(id)).dueDate, dueDate);
  }),
  check('cards.create.fields', 'local', async (s) => {
    const { id: configId } = await s.ok('sprints/createConfig', { name: 'R', startDate: '2026-04-13', days: 7 });
    const [sprintId = ''] = await s.ids('sprints', { sprintConfigId: configId, $order: 'index' });
    assert.equal((await s.card(await s.newCard({ sprintId }))).sprintId, sprintId);
  }),
  check('cards.create.private', 'hand', async (s) => {
    const id = await s.newCard({ deckId: null });
    assert.equal((await s.card(id)).deckId, null);
    assert.deepEqual((await s.bookmarks()).at(-1), id);
    await s.ok('cards/update', { id, visibility: 'deleted' });
  }),
  check('card.private', 'local', async (s) => {
    const id = await s.newCard({ deckId: null });
    const other = s.asUser(await s.newPerson());
    assert.equal(await other.find('card', id), undefined);
    await other.refused('cards/update', { id, content: 'Mine now' });
    assert.equal((await s.card(id)).content, 'A card');
  }),
  check(['cards.create.master-tags', 'card.tags'], 'write', async (s) => {
    const card = await s.card(await s.newCard({ content: 'With #one and #two', masterTags: ['two', 'three'] }));
    assert.deepEqual(new Set(card.tags), new Set(['one', 'two', 'three']));
    assert.equal(card.tags.length, 3);
    assert.ok(card.masterTags.includes('three'));
  }),
  check(['cards.create.parent', 'derived.hero'], 'write', async (s) => {
    const [hero = '', first = ''] = await s.newCards(2);
    const { deckId } = await s.card(hero);
    await s.ok('cards/update', { id: first, parentCardId: hero });
    const second = await s.newCard({ deckId, parentCardId: hero });
    const card = await s.card(hero, ['childCards']);
    assert.deepEqual(card.childCards, [first, second]);
    assert.equal(card.derivedStatus, 'hero');
    assert.equal((await s.card(second)).parentCardId, hero);
    await s.ok('cards/update', { id: hero, status: 'done' });
    assert.equal((await s.card(hero)).derivedStatus, 'heroDone');
  }),
  check('cards.create.bookmark', 'hand', async (s) => {
    const id = await s.newCard({ addAsBookmark: true });
    assert.equal((await s.bookmarks()).at(-1), id);
  }),
  check('cards.create.default-card', 'local', async (s) => {
    const deckId = await s.newDeck();
    s.local.service.engine.rows.update('deck', deckId, { defaultCard: { content: 'Template', priority: 'a' } });
    const card = await s.card(await s.newCard({ deckId }));
    assert.equal(card.content, 'A card');
    assert.equal(card.priority, null);
  }),
  check('cards.create.plan', 'local', async (s) => {
    const deckId = await s.newDeck();
    await s.ok('account/update', { planFeatures: [] });
    await s.refused('cards/create', { content: 'Late', deckId, dueDate: '2030-01-01' });
    assert.equal((await s.ids('cards')).length, 0);
    const id = await s.newCard({ deckId });
    await s.refused('cards/update', { id, dueDate: '2030-01-01' });
    await s.refused('cards/bulkUpdate', { ids: [id], dueDate: '2030-01-01' });
  }),

  check('cards.create-many.order', 'write', async (s) => {
    const deckId = await s.newDeck();
    const contents = ['c', 'a', 'b'];
    const { cards } = await s.ok('cards/createMany', { deckId, cards: contents.map((content) => ({ content })) });
    const made = await Promise.all(cards.map(({ id }) => s.card(id)));
    assert.deepEqual(
      made.map(({ content }) => content),
      contents,
    );
    assert.deepEqual(
      made.map(({ accountSeq }) => accountSeq),
      cards.map(({ accountSeq }) => accountSeq),
    );
  }),
  check(['cards.create-many.defaults', 'cards.create-many.values'], 'write', async (s) => {
    const deckId = await s.newDeck();
    const { cards } = await s.ok('cards/createMany', {
      deckId,
      cards: [
        { content: 'plain' },
        { content: 'done', status: 'done' },
        { content: 'away', visibility: 'archived' },
        { content: 'null', status: null },
      ],
    });
    const [plain, done, away, none] = await Promise.all(cards.map(({ id }) => s.card(id)));
    assert.deepEqual([plain?.status, plain?.visibility], ['not_started', 'default']);
    assert.equal(done?.status, 'done');
    assert.equal(away?.visibility, 'archived');
    assert.equal(none?.status, 'not_started');
  }),
  check('cards.create-many.parent', 'write', async (s) => {
    const hero = await s.newCard();
    const { deckId } = await s.card(hero);
    const { cards } = await s.ok('cards/createMany', {
      deckId: deckId as string,
      parentCardId: hero,
      cards: [{ content: 'x' }, { content: 'y' }],
    });
    assert.deepEqual(
      (await s.card(hero, ['childCards'])).childCards,
      cards.map(({ id }) => id),
    );
  }),

  check(['cards.update.content', 'card.title.first-line', 'card.title.no-markdown'], 'write', async (s) => {
    const id = await s.newCard({ content: 'Before' });
    await s.ok('cards/update', { id, content: '## **Bold** and `code`\n\nText #tagged' });
    const card = await s.card(id);
    assert.equal(card.title, 'Bold and code');
    assert.deepEqual(card.tags, ['tagged']);
  }),
  check('card.title.80', 'write', async (s) => {
    const card = await s.card(await s.newCard({ content: 'x'.repeat(100) }));
    assert.equal(card.title, 'x'.repeat(80));
  }),
  check('card.checkboxes', 'write', async (s) => {
    const card = await s.card(await s.newCard({ content: 'List\n- [ ] one\n- [x] two' }));
    assert.deepEqual(card.checkboxInfo, [
      { label: 'one', checked: false },
      { label: 'two', checked: true },
    ]);
    assert.deepEqual(card.checkboxStats, { total: 2, checked: 1 });
  }),
  check('card.mentions', 'write', async (s) => {
    const name = await s.ownName();
    assert.deepEqual((await s.card(await s.newCard({ content: `Ask @${name}` }))).mentionedUsers, [s.userId]);
    assert.deepEqual((await s.card(await s.newCard({ content: 'Ask nobody' }))).mentionedUsers, []);
  }),
  check('card.references', 'write', async (s) => {
    const first = await s.ok('cards/create', { content: 'One', deckId: await s.newDeck() });
    const id = await s.newCard({ content: `See $${shortCodeOf(first.accountSeq)}` });
    assert.deepEqual((await s.card(id, [{ cardReferences: [] }])).cardReferences, [first.id]);
  }),
  check(['card.version', 'card.history', 'card.history.single', 'card.history.list'], 'write', async (s) => {
    const id = await s.newCard();
    const before = await s.card(id);
    await s.ok('cards/update', { id, priority: 'a', masterTags: ['new'] });
    const after = await s.card(id);
    assert.equal(after.version, before.version + 1);
    const change = (await histories(s, id)).find(({ version }) => version === after.version);
    assert.equal(change?.changerId, s.userId);
    assert.deepEqual(change?.diff.priority, [null, 'a']);
    assert.deepEqual(change?.diff.masterTags, { '+': ['new'], '-': [] });
  }),
  check('card.last-updated', 'write', async (s) => {
    const id = await s.newCard();
    const before = await s.card(id);
    await s.letTimePass();
    await s.ok('cards/update', { id, effort: 3 });
    const { lastUpdatedAt } = await s.card(id);
    assert.ok(lastUpdatedAt > before.lastUpdatedAt);
    if (s.isLocal) assert.equal(lastUpdatedAt, s.local.now());
  }),
  check(['action.unknown-params', 'action.omitted-params', 'action.no-body'], 'write', async (s) => {
    const id = await s.newCard({ priority: 'a', effort: 2 });
    const { status, body } = await s.act('cards/update', { id, effort: 3, nonsense: { deep: [1] } });
    assert.equal(status, 200);
    assert.ok(body === undefined || body.payload === null);
    const card = await s.card(id);
    assert.equal(card.effort, 3);
    assert.equal(card.priority, 'a');
    assert.equal(card.content, 'A card');
  }),
  check('cards.update.master-tags', 'write', async (s) => {
    const id = await s.newCard({ content: 'Has #kept', masterTags: ['old'] });
    await s.ok('cards/update', { id, masterTags: ['new'] });
    const { tags } = await s.card(id);
    assert.deepEqual(new Set(tags), new Set(['kept', 'new']));
  }),
  check('cards.update.child-cards', 'write', async (s) => {
    const [hero = '', a = '', b = '', c = ''] = await s.newCards(4);
    await s.ok('cards/update', { id: hero, childCards: [c, a, b] });
    assert.deepEqual((await s.card(hero, ['childCards'])).childCards, [c, a, b]);
    await s.ok('cards/update', { id: hero, childCards: [b, c] });
    assert.deepEqual((await s.card(hero, ['childCards'])).childCards, [b, c]);
    assert.equal((await s.card(a)).parentCardId, null);
    assert.equal((await s.card(b)).parentCardId, hero);
  }),
  check(
    ['cards.update.in-deps', 'cards.update.out-deps', 'card.has-blocking-deps', 'card.is-blocking-dep'],
    'write',
    async (s) => {
      const [first = '', then = '', last = ''] = await s.newCards(3);
      await s.ok('cards/update', { id: then, inDeps: [first] });
      await s.ok('cards/update', { id: then, outDeps: [last] });
      assert.deepEqual((await s.card(first, ['outDeps'])).outDeps, [then]);
      assert.deepEqual((await s.card(last, ['inDeps'])).inDeps, [then]);
      const card = await s.card(then);
      assert.deepEqual([card.hasBlockingDeps, card.isBlockingDep], [true, true]);
      await s.ok('cards/update', { id: first, status: 'done' });
      assert.equal((await s.card(then)).hasBlockingDeps, false);
      assert.equal((await s.card(first)).isBlockingDep, false);
    },
  ),
  check('cards.update.cycle', 'write', async (s) => {
    const [a = '', b = '', c = ''] = await s.newCards(3);
    await s.ok('cards/update', { id: b, inDeps: [a] });
    await s.ok('cards/update', { id: c, inDeps: [b] });
    await s.refused('cards/update', { id: a, inDeps: [c] });
    assert.deepEqual((await s.card(a, ['inDeps'])).inDeps, []);
  }),
  check('cards.update.due-date-null', 'write', async (s) => {
    const id = await s.uncheckedIfRefused('a plan with due dates', s.newCard({ dueDate: '2030-01-01' }));
    await s.ok('cards/update', { id, dueDate: null });
    assert.equal((await s.card(id)).dueDate, null);
  }),
  check('cards.update.hero-start', 'write', async (s) => {
    const [hero = '', sub = ''] = await s.newCards(2);
    await s.ok('cards/update', { id: sub, parentCardId: hero });
    await s.refused('cards/update', { id: hero, status: 'started' });
    await s.refused('cards/bulkUpdate', { ids: [hero], status: 'started' });
    assert.equal((await s.card(hero)).status, 'not_started');
  }),
  check('cards.update.snoozing', 'write', async (s) => {
    const id = await s.newCard();
    await s.refused('cards/update', { id, status: 'snoozing' }, { status: 400, message: /status/ });
  }),
  check('cards.update.unknown-id', 'write', async (s) => {
    await s.refused('cards/update', { id: unknownId, effort: 1 });
  }),

  check('cards.bulk.same', 'write', async (s) => {
    const ids = await s.newCards(3);
    const hero = await s.newCard();
    const { id: milestoneId } = await s.newMilestone();
    const deckId = await s.newDeck();
    const given = { priority: 'c', effort: 8, assigneeId: s.userId, milestoneId, deckId, parentCardId: hero };
    await s.ok('cards/bulkUpdate', { ids, ...given });
    for (const id of ids) {
      const card = await s.card(id);
      for (const [name, value] of Object.entries(given)) assert.equal(card[name], value, name);
    }
    assert.deepEqual((await s.card(hero, ['childCards'])).childCards, ids);
    await s.ok('cards/bulkUpdate', { ids, parentCardId: null, isDoc: true });
    for (const id of ids) assert.deepEqual([(await s.card(id)).isDoc, (await s.card(id)).parentCardId], [true, null]);
  }),
  check(['cards.bulk.add-tag', 'cards.bulk.remove-tag'], 'write', async (s) => {
    const ids = await s.newCards(2, { masterTags: ['Odd'] });
    await s.ok('cards/bulkUpdate', { ids, addMasterTag: 'even' });
    for (const id of ids) assert.deepEqual(new Set((await s.card(id)).masterTags), new Set(['Odd', 'even']));
    await s.ok('cards/bulkUpdate', { ids, removeMasterTag: 'oDD' });
    for (const id of ids) assert.deepEqual((await s.card(id)).masterTags, ['even']);
  }),
  check('cards.bulk.whole', 'write', async (s) => {
    const [hero = '', sub = '', plain = ''] = await s.newCards(3);
    await s.ok('cards/update', { id: sub, parentCardId: hero });
    await s.refused('cards/bulkUpdate', { ids: [plain, hero], status: 'started' });
    assert.equal((await s.card(plain)).status, 'not_started');
  }),

  check(['cards.update-many.both', 'cards.update-many.title'], 'write', async (s) => {
    const [a = '', b = ''] = await s.newCards(2, { content: 'Old\nrest' });
    await s.ok('cards/updateMany', {
      cards: [
        { id: a, title: 'T', content: 'C' },
        { id: b, title: 'New' },
      ],
    });
    assert.equal((await s.card(a)).content, 'T\n\nC');
    assert.equal((await s.card(b)).content, 'New\nrest');
  }),
  check('cards.update-many.needs-either', 'write', async (s) => {
    const id = await s.newCard();
    await s.refused('cards/updateMany', { cards: [{ id, effort: 3 }] }, { status: 400 });
    assert.equal((await s.card(id)).effort, null);
  }),
  check('cards.update-many.creates-tags', 'local', async (s) => {
    const id = await s.newCard();
    await s.ok('cards/updateMany', { cards: [{ id, title: 'T', masterTags: ['fresh'] }] });
    const answer = await s.answer({ [`project(${s.projectId})`]: [{ tags: ['tag'] }] });
    assert.deepEqual(
      Object.values(answer.projectTag ?? {}).map(({ tag }) => tag as unknown),
      ['fresh'],
    );
  }),
  check('cards.update-many.skips', 'write', async (s) => {
    const id = await s.newCard();
    await s.ok('cards/updateMany', {
      cards: [
        { id: unknownId, title: 'X' },
        { id, title: 'Y' },
      ],
    });
    assert.equal((await s.card(id)).title, 'Y');
  }),

  check(['cards.copy', 'cards.copy.props'], 'write', async (s) => {
    const { id: milestoneId } = await s.newMilestone();
    const given = { priority: 'a', effort: 3, assigneeId: s.userId, milestoneId, masterTags: ['kept'] };
    const id = await s.newCard({ content: 'Copy me\nwhole', ...given });
    await s.ok('cards/update', { id, status: 'started' });
    const copied = async (props: string[]) => {
      const target = await s.newDeck();
      await s.ok('cards/copy', { ids: [id], props, target });
      const [copyId = ''] = await s.ids('cards', { deckId: target });
      assert.notEqual(copyId, id);
      const copy = await s.card(copyId);
      assert.deepEqual([copy.content, copy.status], ['Copy me\nwhole', 'not_started']);
      return copy;
    };
    const blank = { priority: null, effort: null, assigneeId: null, milestoneId: null, masterTags: [] };
    for (const props of [[], ['effort'], Object.keys(given)]) {
      const copy = await copied(props);
      for (const [name, value] of Object.entries(given))
        assert.deepEqual(copy[name], props.includes(name) ? value : blank[name as keyof typeof given], name);
    }
  }),
  check('cards.copy.props', 'local', async (s) => {
    const { id: configId } = await s.ok('sprints/createConfig', { name: 'R', startDate: '2026-04-13', days: 7 });
    const [sprintId = ''] = await s.ids('sprints', { sprintConfigId: configId, $order: 'index' });
    const id = await s.newCard({ sprintId });
    for (const [props, expected] of [
      [[], null],
      [['sprintId'], sprintId],
    ] as const) {
      const target = await s.newDeck();
      await s.ok('cards/copy', { ids: [id], props: [...props], target });
      const [copyId = ''] = await s.ids('cards', { deckId: target });
      assert.equal((await s.card(copyId)).sprintId, expected);
    }
  }),
  check('cards.copy.sub-card', 'write', async (s) => {
    const [hero = '', a = '', b = ''] = await s.newCards(3);
    await s.ok('cards/update', { id: hero, childCards: [a, b] });
    const { deckId } = await s.card(hero);
    await s.ok('cards/copy', { ids: [a], props: [], target: deckId as string });
    const children = (await s.card(hero, ['childCards'])).childCards as string[];
    assert.equal(children.length, 3);
    assert.deepEqual([children[0], children[2]], [a, b]);
  }),
];

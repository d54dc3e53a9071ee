/** Checks of decks, milestones, projects, tags and journeys, and of extensions that only the embedded service has. */
import assert from 'node:assert/strict';
import { type Check, check, type ServiceUnderTest, unknownId } from '../subject.ts';

const milestoneOf = async (s: ServiceUnderTest, cardId: string) => (await s.card(cardId)).milestoneId;
const projectsOf = async (s: ServiceUnderTest, id: string) => {
  const answer = await s.answer({ [`milestone(${id})`]: [{ milestoneProjects: ['projectId'] }] });
  return new Set(Object.values(answer.milestoneProject ?? {}).map(({ projectId }) => projectId as unknown as string));
};
const addTag = (s: ServiceUnderTest, tag: string) => s.ok('projects/addTag', { projectId: s.projectId, tag });
const decksIn = (s: ServiceUnderTest, spaceId: number, projectId = s.projectId) =>
  s.ids('decks', { projectId, spaceId, $order: 'sortValue' });
const twoSpaces = [
  { id: 1, name: 'One', icon: null, defaultDeckType: 'doc' },
  { id: 2, name: 'Two', icon: null, defaultDeckType: 'task' },
];

export const planningChecks: readonly Check[] = [
  check('decks.create', 'write', async (s) => {
    const id = await s.newDeck();
    const { spaceId, projectId } = await s.row('deck', id);
    assert.equal(projectId, s.projectId);
    assert.equal((await s.ids('decks', { projectId, spaceId, $order: 'sortValue' })).at(-1), id);
  }),
  check(['decks.create', 'decks.create.type'], 'local', async (s) => {
    await s.ok('projects/update', { id: s.projectId, spaces: twoSpaces });
    const [first, second] = [await s.newDeck({ deckType: undefined }), await s.newDeck()];
    assert.deepEqual(await decksIn(s, 1), [first, second]);
    assert.equal((await s.row('deck', first)).deckType, 'doc');
    assert.equal((await s.row('deck', second)).deckType, 'task');
  }),
  check('decks.update.milestone', 'write', async (s) => {
    const { id: milestoneId } = await s.newMilestone();
    const [a = '', archived = ''] = await s.newCards(2);
    const { deckId } = await s.card(a);
    await s.ok('cards/update', { id: archived, visibility: 'archived' });
    await s.ok('decks/update', { id: deckId as string, milestoneId });
    assert.deepEqual([await milestoneOf(s, a), await milestoneOf(s, archived)], [milestoneId, null]);
  }),
  check('decks.update.milestone-null', 'write', async (s) => {
    const [{ id: old }, { id: other }] = [await s.newMilestone(), await s.newMilestone()];
    const [a = '', b = ''] = await s.newCards(2);
    const { deckId } = await s.card(a);
    await s.ok('decks/update', { id: deckId as string, milestoneId: old });
    await s.ok('cards/update', { id: b, milestoneId: other });
    await s.ok('decks/update', { id: deckId as string, milestoneId: null });
    assert.deepEqual([await milestoneOf(s, a), await milestoneOf(s, b)], [null, other]);
  }),
  check(['decks.update.auto-tag', 'decks.auto-tag'], 'write', async (s) => {
    const [one, two] = await s.twoTags();
    const before = await s.newCard();
    const deckId = (await s.card(before)).deckId as string;
    await s.ok('decks/update', { id: deckId, defaultProjectTagId: one?.id as string });
    const created = await s.newCard({ deckId });
    const moved = await s.newCard();
    await s.ok('cards/update', { id: moved, deckId });
    for (const id of [before, created, moved]) assert.deepEqual((await s.card(id)).masterTags, [one?.tag]);
    await s.ok('decks/update', { id: deckId, defaultProjectTagId: two?.id as string });
    for (const id of [before, created, moved]) assert.deepEqual((await s.card(id)).masterTags, [two?.tag]);
  }),
  check('decks.update.zones', 'write', async (s) => {
    const id = await s.newDeck();
    await s.ok('decks/update', { id, manualOrderLabels: [' One ', 'Two', 'One', null] });
    assert.deepEqual((await s.row('deck', id)).manualOrderLabels, ['One', 'Two', null]);
  }),
  check('decks.update.journey', 'local', async (s) => {
    const deckId = await s.newDeck();
    await s.ok('workflowItems/create', { deckId, content: 'Step' });
    for (const deckType of ['hero', 'doc']) await s.refused('decks/update', { id: deckId, deckType });
    await s.ok('decks/update', { id: deckId, deckType: 'mixed' });
  }),
  check(['decks.delete', 'decks.delete.sub-cards', 'account.decks.not-deleted'], 'write', async (s) => {
    const hero = await s.newCard();
    const deckId = (await s.card(hero)).deckId as string;
    const [sub, other] = [await s.newCard({ parentCardId: hero }), await s.newCard()];
    await s.dropDeck(deckId);
    assert.equal((await s.row('deck', deckId)).isDeleted, true);
    assert.ok(!(await s.ids('decks')).includes(deckId));
    for (const id of [hero, sub]) assert.equal((await s.card(id)).visibility, 'archived');
    assert.equal((await s.card(other)).visibility, 'default');
  }),
  check('decks.delete.steps', 'local', async (s) => {
    const [deckId, elsewhere] = [await s.newDeck(), await s.newDeck()];
    const step = await s.ok('workflowItems/create', { deckId: elsewhere, content: 'Step', targetDeckId: deckId });
    const kept = await s.ok('workflowItems/create', { deckId: elsewhere, content: 'Step' });
    await s.dropDeck(deckId);
    assert.equal((await s.row('workflowItem', step.id)).visibility, 'archived');
    assert.equal((await s.row('workflowItem', kept.id)).visibility, 'default');
  }),
  check('decks.guardians', 'write', async (s) => {
    const id = await s.newDeck();
    await s.uncheckedIfRefused('a plan with guardians', s.ok('decks/updateGuardians', { id, userIds: [s.userId] }));
    assert.equal((await s.row('deck', id)).hasGuardians, true);
    await s.ok('decks/updateGuardians', { id, userIds: [] });
    assert.equal((await s.row('deck', id)).hasGuardians, false);
  }),
  check(['decks.guardians', 'decks.guardians.guard'], 'local', async (s) => {
    const [guardianId, writerId] = [await s.newPerson('guardian'), await s.newPerson('writer')];
    const [guardian, writer] = [s.asUser(guardianId), s.asUser(writerId)];
    const id = await s.newCard();
    const deckId = (await s.card(id)).deckId as string;
    await s.ok('decks/updateGuardians', { id: deckId, userIds: [guardianId] });
    assert.equal((await s.row('deck', deckId)).hasGuardians, true);
    for (const change of [
      { status: 'done' },
      { visibility: 'archived' },
      { visibility: 'deleted' },
      { deckId: await s.newDeck() },
    ])
      await writer.refused('cards/update', { id, ...change });
    await writer.ok('cards/update', { id, effort: 1 });
    await guardian.ok('cards/update', { id, status: 'done' });
    await writer.refused('cards/update', { id, status: 'not_started' });
    await s.ok('cards/update', { id, status: 'not_started' });
    await s.ok('decks/updateGuardians', { id: deckId, userIds: [] });
    assert.equal((await s.row('deck', deckId)).hasGuardians, false);
    await writer.ok('cards/update', { id, status: 'done' });
  }),
  check('decks.guardians.plan', 'local', async (s) => {
    const id = await s.newDeck();
    await s.ok('account/update', { planFeatures: [] });
    await s.refused('decks/updateGuardians', { id, userIds: [s.userId] });
    await s.ok('decks/updateGuardians', { id, userIds: [] });
  }),
  check(['decks.space.after', 'decks.space.before', 'decks.space.unknown'], 'write', async (s) => {
    const [a, b, c] = [await s.newDeck(), await s.newDeck(), await s.newDeck()];
    const spaceId = s.need((await s.row('deck', a)).spaceId, 'a space in the project');
    const place = { targetProjectId: s.projectId, targetSpaceId: spaceId };
    const order = () => decksIn(s, spaceId);
    const ours = async () => (await order()).filter((id) => [a, b, c].includes(id));
    await s.ok('decks/addToSpaceAfter', { deckIds: [c, b], targetId: a, ...place });
    assert.deepEqual(await ours(), [a, c, b]);
    await s.ok('decks/addToSpaceAfter', { deckIds: [a], targetId: null, ...place });
    assert.equal((await order()).at(-1), a);
    await s.ok('decks/addToSpaceBefore', { deckIds: [a], targetId: b, ...place });
    assert.deepEqual(await ours(), [c, a, b]);
    await s.ok('decks/addToSpaceBefore', { deckIds: [b], targetId: null, ...place });
    assert.equal((await order())[0], b);
    await s.refused('decks/addToSpaceAfter', { deckIds: [a], targetId: null, ...place, targetSpaceId: 987_654_321 });
  }),
  check(['decks.space.after', 'decks.space.before'], 'local', async (s) => {
    await s.ok('projects/update', { id: s.projectId, spaces: twoSpaces });
    const [a, b] = [await s.newDeck(), await s.newDeck()];
    const place = { targetProjectId: s.projectId, targetSpaceId: 2 };
    await s.ok('decks/addToSpaceAfter', { deckIds: [a], targetId: null, ...place });
    await s.ok('decks/addToSpaceBefore', { deckIds: [b], targetId: null, ...place });
    assert.deepEqual([await decksIn(s, 1), await decksIn(s, 2)], [[], [b, a]]);
  }),
  check('decks.space.project', 'local', async (s) => {
    const { id: projectId } = await s.ok('projects/create', { name: 'Other' });
    const card = await s.newCard();
    const deckId = (await s.card(card)).deckId as string;
    const params = { deckIds: [deckId], targetId: null, targetProjectId: projectId, targetSpaceId: 1 };
    await s.ok('decks/addToSpaceAfter', params);
    assert.equal((await s.row('deck', deckId)).projectId, projectId);
    assert.deepEqual(await s.ids('cards', { deck: { projectId } }), [card]);
  }),

  check(['milestones.create', 'milestones.create.links'], 'write', async (s) => {
    const own = await s.newMilestone({ startDate: '2030-04-01', description: 'Text' });
    const row = await s.row('milestone', own.id);
    assert.deepEqual(
      [row.accountSeq, row.date, row.startDate, row.description, row.isDeleted, row.isGlobal],
      [own.accountSeq, '2030-05-06', '2030-04-01', 'Text', false, false],
    );
    assert.deepEqual(await projectsOf(s, own.id), new Set([s.projectId]));
    const global = await s.newMilestone({ isGlobal: true, projectIds: null });
    const linked = await projectsOf(s, global.id);
    for (const id of await s.ids('projects')) assert.ok(linked.has(id));
    await s.dropMilestone(global.id);
  }),
  check('milestones.global.later-projects', 'local', async (s) => {
    const { id } = await s.newMilestone({ isGlobal: true, projectIds: null });
    const { id: later } = await s.ok('projects/create', { name: 'Later' });
    assert.ok((await projectsOf(s, id)).has(later));
  }),
  check(['milestones.update.global', 'milestones.update.needs-projects'], 'write', async (s) => {
    const { id } = await s.newMilestone();
    await s.ok('milestones/update', { id, isGlobal: true });
    const linked = await projectsOf(s, id);
    for (const project of await s.ids('projects')) assert.ok(linked.has(project));
    await s.refused('milestones/update', { id, isGlobal: false });
    assert.equal((await s.row('milestone', id)).isGlobal, true);
    await s.ok('milestones/update', { id, isGlobal: false, projectIds: [s.projectId] });
    assert.deepEqual(await projectsOf(s, id), new Set([s.projectId]));
  }),
  check('milestones.update.projects', 'local', async (s) => {
    const { id: other } = await s.ok('projects/create', { name: 'Other' });
    const { id } = await s.newMilestone({ isGlobal: true, projectIds: null });
    const [here, there] = [
      await s.newCard({ milestoneId: id }),
      await s.newCard({ deckId: await s.newDeck({ projectId: other }), milestoneId: id }),
    ];
    const deckId = (await s.card(there)).deckId as string;
    await s.ok('decks/update', { id: deckId, milestoneId: id });
    await s.ok('milestones/update', { id, projectIds: [s.projectId] });
    assert.equal((await s.row('milestone', id)).isGlobal, false);
    assert.deepEqual(await projectsOf(s, id), new Set([s.projectId]));
    assert.deepEqual([await milestoneOf(s, here), await milestoneOf(s, there)], [id, null]);
    assert.equal((await s.row('deck', deckId)).milestoneId, null);
  }),
  check('milestones.update.capacities', 'write', async (s) => {
    const { id } = await s.newMilestone();
    const set = (userCapacities: Record<string, number>) => s.ok('milestones/update', { id, userCapacities });
    await s.uncheckedIfRefused('a plan with capacity tracking', set({ [s.userId]: 3 }));
    assert.deepEqual((await s.row('milestone', id)).userCapacities, { [s.userId]: 3 });
    await set({});
    assert.deepEqual((await s.row('milestone', id)).userCapacities, {});
  }),
  check('milestones.update.capacities.people', 'local', async (s) => {
    const { id } = await s.newMilestone();
    const refusal = await s.refused('milestones/update', { id, userCapacities: { somebody: 1 } });
    assert.match(String(refusal.message), /'userCapacities'/);
    assert.deepEqual((await s.row('milestone', id)).userCapacities, {});
  }),
  check(['extension.rename-zone', 'extension.rename-zone.refused'], 'local', async (s) => {
    const { id: sprintConfigId } = await s.ok('sprints/createConfig', {
      name: 'Weeks',
      startDate: '2026-03-02',
      days: 7,
      projectIds: [s.projectId],
    });
    const runs = await s.answer({
      _root: [{ account: [{ [`sprints(${JSON.stringify({ sprintConfigId })})`]: ['id'] }] }],
    });
    const deck = await s.newDeck();
    const { id: milestone } = await s.newMilestone();
    const sprint = Object.keys(runs.sprint ?? {})[0] ?? '';
    const card = await s.newCard({ deckId: deck, milestoneId: milestone, sprintId: sprint });
    const owners = [
      ['deck', deck, 'decks/update', 'decks/renameZone'],
      ['milestone', milestone, 'milestones/update', 'milestones/renameZone'],
      ['sprint', sprint, 'sprints/updateSprint', 'sprints/renameZone'],
    ] as const;
    for (const [context, id, update] of owners) {
      await s.ok(update, { id, manualOrderLabels: ['One', null, 'Two'] });
      await s.ok('cardOrders/addAfter', { cardIds: [card], targetId: null, context, label: 'One' });
    }
    for (const [context, id, , rename] of owners) {
      for (const [label, newLabel] of [
        ['Three', 'Four'],
        ['One', 'Two'],
        ['One', ' '],
      ] as const)
        await s.refused(rename, { id, label, newLabel });
      await s.ok(rename, { id, label: 'One', newLabel: ` New ${context} ` });
      assert.deepEqual((await s.row(context, id)).manualOrderLabels, [`New ${context}`, null, 'Two']);
      assert.deepEqual(await s.order(context, [card]), [[card, `New ${context}`]]);
    }
  }),
  check('extension.card-id', 'local', async (s) => {
    const card = await s.newCard();
    const { card: byId = {} } = await s.answer({ [`card("${card}")`]: ['id', 'title'] });
    assert.deepEqual(byId, { [card]: { cardId: card, id: card, title: 'A card' } });
    const { card: listed = {} } = await s.answer({ _root: [{ account: [{ cards: ['id'] }] }] });
    assert.equal(listed[card]?.id, card);
    const { card: plain = {} } = await s.answer({ [`card("${card}")`]: ['title'] });
    assert.ok(!('id' in (plain[card] ?? {})));
    const filtered = `cards(${JSON.stringify({ id: card })})`;
    await s.refusedQuery({ _root: [{ account: [{ [filtered]: ['title'] }] }] }, 'unknown_field');
  }),
  check('extension.roles', 'local', async (s) => {
    const robin = await s.newPerson();
    const roles = { _root: [{ account: [{ roles: ['role', { user: ['name'] }] }] }] };
    const { accountRole = {} } = await s.answer(roles);
    assert.deepEqual([accountRole[s.userId]?.role, accountRole[robin]?.role], ['owner', 'write']);
    assert.equal(accountRole[robin]?.user, robin);
    await s.ok('users/remove', { id: robin });
    assert.deepEqual(Object.keys((await s.answer(roles)).accountRole ?? {}), [s.userId]);
  }),
  check(['milestones.update.capacities', 'milestones.update.capacities.plan'], 'local', async (s) => {
    const other = await s.newPerson();
    const { id } = await s.newMilestone();
    await s.ok('milestones/update', { id, userCapacities: { [s.userId]: 3 } });
    await s.ok('milestones/update', { id, userCapacities: { [other]: 4 } });
    assert.deepEqual((await s.row('milestone', id)).userCapacities, { [other]: 4 });
    await s.ok('account/update', { planFeatures: [] });
    await s.refused('milestones/update', { id, userCapacities: { [other]: 1 } });
    await s.ok('milestones/update', { id, userCapacities: { [other]: 0 } });
  }),
  check(['milestones.update.zones', 'milestones.update.start-date'], 'write', async (s) => {
    const { id } = await s.newMilestone({ startDate: '2030-01-01' });
    await s.ok('milestones/update', { id, startDate: null, manualOrderLabels: ['A ', 'A'] });
    const row = await s.row('milestone', id);
    assert.deepEqual([row.startDate, row.manualOrderLabels], [null, ['A']]);
  }),
  check('milestones.delete', 'write', async (s) => {
    const { id } = await s.newMilestone();
    const card = await s.newCard({ milestoneId: id });
    const deckId = (await s.card(card)).deckId as string;
    await s.ok('decks/update', { id: deckId, milestoneId: id });
    await s.dropMilestone(id);
    assert.equal((await s.row('milestone', id)).isDeleted, true);
    assert.equal(await milestoneOf(s, card), null);
    assert.equal((await s.row('deck', deckId)).milestoneId, null);
  }),
  check('milestones.pin.own', 'write', async (s) => {
    const { id: milestoneId } = await s.newMilestone();
    await s.refused('milestones/pin', { milestoneId, userId: unknownId });
  }),
  check('milestones.pin.own', 'local', async (s) => {
    const { id: milestoneId } = await s.newMilestone();
    await s.ok('milestones/pin', { milestoneId, userId: s.userId });
    await s.refused('milestones/pin', { milestoneId, userId: await s.newPerson() });
    await s.ok('milestones/pin', { milestoneId: null, userId: s.userId });
  }),

  check(['projects.closed-threads', 'account.archived-projects', 'account.projects.active'], 'local', async (s) => {
    const cardId = await s.newCard();
    const { id } = await s.ok('resolvables/create', { cardId, context: 'comment', content: 'x' });
    await s.ok('projects/setVisibility', { id: s.projectId, visibility: 'archived' });
    const row = await s.row('resolvable', id, ['closedBy']);
    assert.deepEqual([row.isClosed, row.closedBy], [true, null]);
    assert.deepEqual([await s.ids('projects'), await s.ids('archivedProjects')], [[], [s.projectId]]);
  }),
  check('projects.spaces', 'local', async (s) => {
    await s.ok('projects/update', { id: s.projectId, spaces: twoSpaces });
    const [a, b] = [await s.newDeck(), await s.newDeck()];
    const place = { targetProjectId: s.projectId, targetSpaceId: 2 };
    await s.ok('decks/addToSpaceAfter', { deckIds: [a], targetId: null, ...place });
    await s.ok('projects/update', { id: s.projectId, spaces: twoSpaces.slice(0, 1) });
    assert.deepEqual(await decksIn(s, 1), [b, a]);
  }),
  check('tags.rename', 'local', async (s) => {
    const { id } = await addTag(s, 'old');
    const written = await s.newCard({ content: 'Has #old here' });
    const direct = await s.newCard({ masterTags: ['old'] });
    await s.ok('projects/updateTag', { id, tag: 'new' });
    assert.equal((await s.card(written)).content, 'Has #new here');
    assert.deepEqual((await s.card(written)).tags, ['new']);
    assert.deepEqual((await s.card(direct)).masterTags, ['new']);
  }),

  check(
    [
      'journeys.start',
      'journeys.parent-title',
      'journeys.target',
      'journeys.deps',
      'journeys.visibility',
      'journeys.seq',
    ],
    'local',
    async (s) => {
      const [deckId, target] = [await s.newDeck(), await s.newDeck()];
      const first = await s.ok('workflowItems/create', {
        deckId,
        content: '%PARENT_TITLE%: one',
        assigneeId: s.userId,
        effort: 2,
      });
      const second = await s.ok('workflowItems/create', {
        deckId,
        content: 'two',
        targetDeckId: target,
        inDeps: [first.id],
      });
      const gone = await s.ok('workflowItems/create', { deckId, content: 'gone' });
      s.local.service.engine.rows.update('workflowItem', gone.id, { visibility: 'archived' });
      const hero = await s.ok('cards/create', { content: 'Hero', deckId });
      assert.equal((await s.row('workflowItem', gone.id)).accountSeq + 1, hero.accountSeq);
      const { ids } = await s.ok('journeys/start', { cardId: hero.id, deckId });
      assert.deepEqual((await s.card(hero.id, ['childCards'])).childCards, ids);
      const [one, two] = await Promise.all(ids.map((id) => s.card(id, ['inDeps'])));
      assert.equal(ids.length, 2);
      assert.deepEqual([one?.title, one?.deckId, one?.effort, one?.assigneeId], ['Hero: one', deckId, 2, s.userId]);
      assert.deepEqual([two?.deckId, two?.inDeps, two?.sourceWorkflowItemId], [target, [ids[0]], second.id]);
    },
  ),
  check('journeys.restore', 'local', async (s) => {
    const { id } = await s.ok('workflowItems/create', { deckId: await s.newDeck(), content: 'Step' });
    s.local.service.engine.rows.update('workflowItem', id, { visibility: 'archived' });
    await s.ok('workflowItems/update', { id, content: 'Changed' });
    assert.equal((await s.row('workflowItem', id)).visibility, 'default');
  }),
];

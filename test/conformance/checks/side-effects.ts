/**
 * Checks of the side effects of actions: for example, who watches a card afterwards, which values must not change, and
 * which rows must stay hidden.
 */
import assert from 'node:assert/strict';
import { type Check, check, type ServiceUnderTest } from '../subject.ts';

/** Returns the ids of the people who watch a card. Reads the service's database, because no query returns them. */
const watchers = (s: ServiceUnderTest, cardId: string): string[] =>
  s.local.service.engine.rows
    .find('cardSubscription', { cardId })
    .map(({ userId }) => userId)
    .sort();

async function weeklyRun(s: ServiceUnderTest): Promise<{ configId: string; sprintId: string }> {
  const { id } = await s.ok('sprints/createConfig', { name: 'R', startDate: '2026-04-13', days: 7, timezone: 'UTC' });
  const [sprintId = ''] = await s.ids('sprints', { sprintConfigId: id, $order: 'index' });
  return { configId: id, sprintId };
}

export const sideEffectChecks: readonly Check[] = [
  check(['watch.mentioned', 'watch.mentioned.create-only'], 'local', async (s) => {
    const robin = await s.newPerson('robin');
    const id = await s.newCard({ content: 'For @robin' });
    assert.deepEqual(watchers(s, id), [robin]);
    const later = await s.newCard({ content: 'For nobody' });
    await s.ok('cards/update', { id: later, content: 'For @robin' });
    assert.deepEqual(watchers(s, later), []);
    assert.deepEqual((await s.card(later)).mentionedUsers, [robin]);
  }),
  check(['watch.creator', 'watch.create-many'], 'local', async (s) => {
    assert.deepEqual(watchers(s, await s.newCard({ subscribeCreator: true })), [s.userId]);
    const { cards } = await s.ok('cards/createMany', { deckId: await s.newDeck(), cards: [{ content: 'x' }] });
    assert.deepEqual(watchers(s, cards[0]?.id as string), []);
  }),
  check('configs.auto-assign-new', 'local', async (s) => {
    const { configId, sprintId } = await weeklyRun(s);
    await s.ok('sprints/updateConfig', { id: configId, autoAssignNewCard: true });
    const deckId = await s.newDeck();
    const hero = await s.newCard({ deckId });
    assert.equal((await s.card(hero)).sprintId, null);
    await s.ok('workflowItems/create', { deckId, content: 'Step' });
    const { ids } = await s.ok('journeys/start', { cardId: hero, deckId });
    assert.equal((await s.card(ids[0] as string)).sprintId, sprintId);
  }),
  check('hand.sync.sprint.created-only', 'local', async (s) => {
    const { sprintId } = await weeklyRun(s);
    await s.ok('sprints/updateSprint', { id: sprintId, handSyncEnabled: true });
    const moved = await s.newCard({ assigneeId: s.userId });
    await s.ok('cards/update', { id: moved, sprintId });
    assert.deepEqual(await s.hand(), []);
  }),
  check('progress.active-projects', 'local', async (s) => {
    const { id: milestoneId } = await s.newMilestone({ isGlobal: true, projectIds: null });
    const { id: other } = await s.ok('projects/create', { name: 'Other' });
    await s.newCard({ milestoneId });
    await s.newCard({ milestoneId, deckId: await s.newDeck({ projectId: other }) });
    await s.newCard({ milestoneId, deckId: null });
    await s.ok('projects/setVisibility', { id: other, visibility: 'archived' });
    s.local.advance({ hours: 1 });
    const answer = await s.answer({ [`milestone(${milestoneId})`]: [{ progress: ['progress'] }] });
    const [row] = Object.values(answer.milestoneProgress ?? {}) as unknown as { progress: { cards: object } }[];
    assert.deepEqual(row?.progress.cards, { unassigned: 1 });
  }),
  check('error.missing-scope.filter', 'read', async (s) => {
    for (const key of [
      'cards({"account":{"billingEmail":"x"}})',
      'cards({"!account":{"billingEmail":"x"}})',
      'cards({"$or":[{"account":{"billingEmail":null}}]})',
    ]) {
      const query = { _root: [{ account: [`count:${key}`] }] };
      const { status, body } = await s.query(query, s.has('producer') ? 'producer' : undefined);
      s.need(status !== 200, 'a token below admin');
      assert.deepEqual([status, (body as { error?: unknown }).error], [403, 'missing_scope'], key);
    }
  }),
  check('token.personal.revoked-told', 'local', async (s) => {
    const { administration } = s.local.service;
    const robin = await s.newPerson('robin');
    const { info } = administration.createToken({
      kind: 'personal',
      permission: 'read',
      label: 'Reader',
      userId: robin,
    });
    administration.revokeToken(info.id);
    assert.deepEqual(
      administration.listMail().map(({ userId, subject }) => [userId, subject.includes('Reader')]),
      [[robin, true]],
    );
  }),
  check('token.projects.kept', 'local', async (s) => {
    const { id: hidden } = await s.ok('projects/create', { name: 'Hidden' });
    const unseen = await s.newCard({ deckId: await s.newDeck({ projectId: hidden }) });
    const [hero = '', sub = '', before = ''] = await s.newCards(3);
    await s.ok('cards/update', { id: hero, childCards: [sub, unseen], inDeps: [before, unseen] });
    const { id: milestoneId } = await s.newMilestone({ projectIds: [s.projectId, hidden] });
    await s.ok('cards/update', { id: unseen, milestoneId });
    await s.ok('handQueue/addCardsToHand', { cardIds: [unseen], userId: s.userId });

    const narrow = s.withNewToken('producer', [s.projectId]);
    assert.deepEqual((await narrow.card(hero, ['childCards'])).childCards, [sub]);
    await narrow.ok('cards/update', { id: hero, childCards: [], inDeps: [] });
    assert.deepEqual((await s.card(hero, ['childCards'])).childCards, [unseen]);
    assert.deepEqual((await s.card(hero, ['inDeps'])).inDeps, [unseen]);
    await narrow.ok('milestones/update', { id: milestoneId, projectIds: [s.projectId] });
    assert.equal((await s.card(unseen)).milestoneId, milestoneId);
    await narrow.refused('handQueue/removeCards', { cardIds: [unseen] });
    assert.deepEqual(await s.hand(), [unseen]);
  }),
  check('milestones.delete.repeated', 'write', async (s) => {
    const { id } = await s.newMilestone();
    await s.dropMilestone(id);
    const { status } = await s.act('milestones/delete', { id });
    // A service may answer a repeated deletion with any status below 500, but the row must stay deleted.
    assert.ok(status < 500);
    if (s.isLocal) assert.equal(status, 200);
    assert.equal((await s.row('milestone', id)).isDeleted, true);
  }),
];

import { beforeEach, describe, expect, test } from 'vitest';
import type { Params } from '../../../shared/contract/index.ts';
import { PlanningFixture, personActor } from './workspace.ts';

let w: PlanningFixture;
let project: string;
let other: string;
beforeEach(() => {
  w = new PlanningFixture();
  project = w.project();
  other = w.project('Other');
});

const create = (more: Partial<Params<'milestones/create'>> = {}) =>
  w.act('milestones/create', {
    accountId: 'account',
    name: 'Alpha',
    color: 'red',
    date: '2026-06-01',
    isGlobal: false,
    projectIds: [project],
    ...more,
  });
const row = (id: string) => w.rows.get('milestone', id);
const projectsOf = (milestoneId: string) =>
  w.rows
    .find('milestoneProject', { milestoneId })
    .map(({ projectId }) => projectId)
    .sort();
const without = (feature: string) =>
  ['dueDates', 'guardians', 'capacity', 'beastMode'].filter((name) => name !== feature);

describe('milestones/create', () => {
  test('returns the id and number of the new milestone', () => {
    expect(create().accountSeq).toBe(1);
    const { id, accountSeq } = create({ description: 'First look', startDate: '2026-05-01' });
    expect(accountSeq).toBe(2);
    expect(row(id)).toMatchObject({
      accountSeq: 2,
      color: 'red',
      creatorId: 'ada',
      date: '2026-06-01',
      startDate: '2026-05-01',
      description: 'First look',
      isDeleted: false,
      isGlobal: false,
      userCapacities: {},
    });
    expect(projectsOf(id)).toEqual([project]);
  });

  test('links a global milestone to every project, also to later ones, and ignores projectIds', () => {
    const { id } = create({ isGlobal: true, projectIds: [project] });
    expect(projectsOf(id)).toEqual([project, other].sort());
    const later = w.project('Later');
    expect(projectsOf(id)).toContain(later);
    expect(projectsOf(create().id)).not.toContain(later);
  });

  test('needs visible projects of its organization when not global', () => {
    const params = { accountId: 'account', name: 'A', color: 'red', date: '2026-06-01', isGlobal: false } as const;
    expect(w.refusal('milestones/create', { ...params, projectIds: null })).toBe('project_ids_needed');
    expect(w.refusal('milestones/create', { ...params, projectIds: ['unknown'] })).toBe('not_found');
    expect(w.refusal('milestones/create', { ...params, projectIds: [project], accountId: 'foreign' })).toBe(
      'invalid_param',
    );
  });
});

describe('milestones/update', () => {
  test('changes the given fields only', () => {
    const { id } = create({ startDate: '2026-05-01' });
    const before = row(id);
    w.act('milestones/update', { id, startDate: null, name: 'Beta' });
    expect(row(id)).toEqual({ ...before, startDate: null, name: 'Beta' });
    w.act('milestones/update', { id, manualOrderLabels: ['Must ', 'Must', null] });
    expect(row(id)?.manualOrderLabels).toEqual(['Must', null]);
  });

  test('removes itself from cards and decks of projects that it leaves', () => {
    const { id } = create({ projectIds: [project, other] });
    const [deck, far] = [w.deck(project), w.deck(other)];
    for (const deckId of [deck, far]) w.act('decks/update', { id: deckId, milestoneId: id });
    const [card, farCard] = [w.card(deck, { milestoneId: id }), w.card(far, { milestoneId: id })];
    w.act('cardOrders/addAfter', { targetId: null, cardIds: [farCard], context: 'milestone', label: null });
    w.act('milestones/update', { id, projectIds: [project] });
    expect(projectsOf(id)).toEqual([project]);
    expect(w.cardRow(card).milestoneId).toBe(id);
    expect(w.cardRow(farCard).milestoneId).toBeNull();
    expect(w.rows.get('deck', deck)?.milestoneId).toBe(id);
    expect(w.rows.get('deck', far)?.milestoneId).toBeNull();
    expect(w.rows.find('cardOrder', { cardId: farCard })).toEqual([]);
  });

  test('can become global and back', () => {
    const { id } = create();
    w.act('milestones/update', { id, isGlobal: true, projectIds: [] });
    expect(row(id)?.isGlobal).toBe(true);
    expect(projectsOf(id)).toEqual([project, other].sort());
    expect(w.refusal('milestones/update', { id, isGlobal: false })).toBe('project_ids_needed');
    w.act('milestones/update', { id, projectIds: [other] });
    expect(row(id)?.isGlobal).toBe(false);
    expect(projectsOf(id)).toEqual([other]);
    w.act('milestones/update', { id, isGlobal: false });
    expect(projectsOf(id)).toEqual([other]);
  });

  test('adds assigned cards that are not done to Hands when hand sync is turned on, and later cards too', () => {
    const { id } = create();
    const deck = w.deck(project);
    const [mine, done] = [
      w.card(deck, { assigneeId: 'ada', milestoneId: id }),
      w.card(deck, { assigneeId: 'ada', milestoneId: id }),
    ];
    w.act('cards/update', { id: done, status: 'done' });
    w.card(deck, { milestoneId: id });
    w.act('milestones/update', { id, handSyncEnabled: true });
    expect(w.hand('ada')).toEqual([mine]);
    const later = w.card(deck, { assigneeId: 'ada' });
    w.act('cards/update', { id: later, milestoneId: id });
    expect(w.hand('ada')).toEqual([mine, later]);
  });

  test('replaces capacities, above zero only with the plan', () => {
    const { id } = create();
    w.act('milestones/update', { id, userCapacities: { ada: 20, ben: 5 } });
    w.act('milestones/update', { id, userCapacities: { cleo: 3 } });
    expect(row(id)?.userCapacities).toEqual({ cleo: 3 });
    w.act('account/update', { planFeatures: without('capacity') as never });
    expect(w.refusal('milestones/update', { id, userCapacities: { ada: 1 } })).toBe('plan_feature_missing');
    w.act('milestones/update', { id, userCapacities: { ada: 0 } });
    expect(row(id)?.userCapacities).toEqual({ ada: 0 });
  });
});

describe('milestones/delete', () => {
  test('removes the milestone from cards, decks and runs and unpins it for everyone', () => {
    const [{ id }, kept] = [create(), create({ name: 'Beta' })];
    const deck = w.deck(project);
    w.act('decks/update', { id: deck, milestoneId: id });
    const [card, untouched] = [w.card(deck, { milestoneId: id }), w.card(deck, { milestoneId: kept.id })];
    w.act('cards/update', { id: card, visibility: 'archived' });
    const config = w.act('sprints/createConfig', { name: 'Weekly', startDate: '2026-03-02', days: 7 }).id;
    const run = w.rows.find('sprint', { sprintConfigId: config }, ['index'])[0]?.id ?? '';
    w.act('sprints/updateSprint', { id: run, autoMilestoneId: id });
    for (const userId of ['ada', 'ben']) w.act('milestones/pin', { milestoneId: id, userId }, personActor(userId));
    w.act('milestones/pin', { milestoneId: kept.id, userId: 'cleo' }, personActor('cleo'));
    w.act('milestones/delete', { id });
    expect(row(id)?.isDeleted).toBe(true);
    expect(w.cardRow(card).milestoneId).toBeNull();
    expect(w.cardRow(untouched).milestoneId).toBe(kept.id);
    expect(w.rows.get('deck', deck)?.milestoneId).toBeNull();
    expect(w.rows.find('pinnedMilestone', {})).toEqual([{ userId: 'cleo', milestoneId: kept.id }]);
    expect(w.cardRow(w.card(deck, { sprintId: run })).milestoneId).toBeNull();
    expect(w.refusal('cards/update', { id: untouched, milestoneId: id })).toBe('not_found');
  });
});

describe('milestones/pin', () => {
  test('pins, replaces and removes a milestone, for the caller only', () => {
    const [a, b] = [create().id, create().id];
    w.act('milestones/pin', { milestoneId: a, userId: 'ada' });
    w.act('milestones/pin', { milestoneId: b, userId: 'ada' });
    expect(w.rows.find('pinnedMilestone', {})).toEqual([{ userId: 'ada', milestoneId: b }]);
    expect(w.refusal('milestones/pin', { milestoneId: a, userId: 'ben' })).toBe('not_own');
    w.act('milestones/pin', { milestoneId: null, userId: 'ada' });
    expect(w.rows.find('pinnedMilestone', {})).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { Params } from '../../../shared/contract/index.ts';
import { PlanningFixture } from './workspace.ts';

let w: PlanningFixture;
let project: string;
let deck: string;
beforeEach(() => {
  w = new PlanningFixture();
  project = w.project();
  deck = w.deck(project);
});

const createConfig = (more: Partial<Params<'sprints/createConfig'>> = {}) =>
  w.act('sprints/createConfig', { name: 'Weekly', startDate: '2026-03-02', days: 7, ...more }).id;
const config = (id: string) => w.rows.get('sprintConfig', id);
const runs = (sprintConfigId: string) => w.rows.find('sprint', { sprintConfigId }, ['index']);
const run = (sprintConfigId: string, index: number) => {
  const found = runs(sprintConfigId)[index];
  if (!found) throw new Error(`There is no run ${index}`);
  return found;
};
const projectsOf = (sprintConfigId: string) =>
  w.rows.find('sprintProject', { sprintConfigId }).map(({ projectId }) => projectId);
const lock = (cardId: string) => w.rows.get('lockedCard', cardId);
const withoutPlan = (feature: string) =>
  w.act('account/update', {
    planFeatures: ['dueDates', 'guardians', 'capacity', 'beastMode'].filter((name) => name !== feature) as never,
  });

describe('sprints/createConfig', () => {
  test('creates a Run Config with its current run and two future ones', () => {
    const id = createConfig();
    expect(config(id)).toMatchObject({ name: 'Weekly', isGlobal: true, autoBeastModeDurationHours: null });
    expect(projectsOf(id)).toEqual([project]);
    expect(
      runs(id).map(({ index, accountSeq, startDate, endDate }) => [index, accountSeq, startDate, endDate]),
    ).toEqual([
      [0, 1, '2026-03-02', '2026-03-08'],
      [1, 2, '2026-03-09', '2026-03-15'],
      [2, 3, '2026-03-16', '2026-03-22'],
    ]);
    const later = w.project('Later');
    expect(projectsOf(id)).toContain(later);
  });

  test('belongs to the given projects, which are required when it is not global', () => {
    const id = createConfig({ projectIds: [project] });
    const later = w.project('Later');
    expect(config(id)?.isGlobal).toBe(false);
    expect(projectsOf(id)).not.toContain(later);
    const params = { name: 'W', startDate: '2026-03-02', days: 7 };
    expect(w.refusal('sprints/createConfig', { ...params, isGlobal: false })).toBe('project_ids_needed');
    expect(w.refusal('sprints/createConfig', { ...params, days: 0 })).toBe('invalid_param');
  });
});

describe('sprints/updateConfig', () => {
  test('changes the given fields only', () => {
    const id = createConfig();
    const before = config(id);
    w.act('sprints/updateConfig', {
      id,
      color: 'pink',
      moveOnFinish: ['review', 'review'],
      autoAssignStartedCard: true,
    });
    expect(config(id)).toEqual({ ...before, color: 'pink', moveOnFinish: ['review'], autoAssignStartedCard: true });
  });

  test('needs a placeholder in the label template', () => {
    const id = createConfig();
    expect(w.refusal('sprints/updateConfig', { id, runLabelTemplate: 'Sprint' })).toBe('label_template');
    w.act('sprints/updateConfig', { id, runLabelTemplate: 'W%CALENDAR_WEEK%' });
    w.act('sprints/updateConfig', { id, runLabelTemplate: null });
    expect(config(id)?.runLabelTemplate).toBeNull();
  });

  test('removes cards of projects that it leaves from its runs', () => {
    const other = w.project('Other');
    const [id, second] = [createConfig({ projectIds: [project, other] }), createConfig()];
    const far = w.deck(other);
    const [stays, leaves, elsewhere] = [
      w.card(deck, { sprintId: run(id, 0).id }),
      w.card(far, { sprintId: run(id, 1).id }),
      w.card(far, { sprintId: run(second, 0).id }),
    ];
    w.act('sprints/updateConfig', { id, projectIds: [project] });
    expect(projectsOf(id)).toEqual([project]);
    expect(w.cardRow(stays).sprintId).toBe(run(id, 0).id);
    expect(w.cardRow(leaves).sprintId).toBeNull();
    expect(w.cardRow(elsewhere).sprintId).toBe(run(second, 0).id);
    w.act('sprints/updateConfig', { id, isGlobal: true });
    expect(projectsOf(id).sort()).toEqual([project, other].sort());
    expect(w.refusal('sprints/updateConfig', { id, isGlobal: false })).toBe('project_ids_needed');
  });

  test('starts Beast Mode for the current run at once when the new time has passed', () => {
    const id = createConfig();
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: 10 });
    expect(runs(id).map(({ lockedAt }) => lockedAt)).toEqual([null, null, null]);
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: 9 });
    expect(runs(id).map(({ lockedAt }) => lockedAt)).toEqual([w.now, null, null]);
    const next = createConfig();
    w.act('sprints/updateConfig', { id: next, autoBeastModeDurationHours: 0 });
    expect(run(next, 0).lockedAt).toBe(w.now);
  });

  test('needs the plan for Beast Mode and its grace period', () => {
    const id = createConfig();
    withoutPlan('beastMode');
    expect(w.refusal('sprints/updateConfig', { id, autoBeastModeDurationHours: 1 })).toBe('plan_feature_missing');
    expect(w.refusal('sprints/updateConfig', { id, beastGracePeriodHours: 1 })).toBe('plan_feature_missing');
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: 0, beastGracePeriodHours: 0 });
    expect(run(id, 0).lockedAt).toBeNull();
    w.act('sprints/updateConfig', { id, autoBeastModeDurationHours: null });
    expect(w.refusal('sprints/updateConfig', { id, autoBeastModeDurationHours: -1 })).toBe('invalid_param');
  });

  test('adds started cards without a run to the current run, if its setting says so', () => {
    const id = createConfig({ projectIds: [project] });
    const [before, after, placed] = [w.card(deck), w.card(deck), w.card(deck, { sprintId: run(id, 2).id })];
    w.act('cards/update', { id: before, status: 'started' });
    w.act('sprints/updateConfig', { id, autoAssignStartedCard: true });
    for (const card of [after, placed]) w.act('cards/update', { id: card, status: 'started' });
    expect(w.cardRow(before).sprintId).toBeNull();
    expect(w.cardRow(after).sprintId).toBe(run(id, 0).id);
    expect(w.cardRow(placed).sprintId).toBe(run(id, 2).id);
    const elsewhere = w.card(w.deck(w.project('Other')));
    w.act('cards/update', { id: elsewhere, status: 'started' });
    expect(w.cardRow(elsewhere).sprintId).toBeNull();
  });
});

describe('sprints/updateSprint', () => {
  test('changes the given fields only', () => {
    const id = run(createConfig(), 0).id;
    const before = w.rows.get('sprint', id);
    w.act('sprints/updateSprint', { id, name: 'Polish', manualOrderLabels: [' A', 'A'], userCapacities: { ada: 8 } });
    expect(w.rows.get('sprint', id)).toEqual({
      ...before,
      name: 'Polish',
      manualOrderLabels: ['A'],
      userCapacities: { ada: 8 },
    });
    w.act('sprints/updateSprint', { id, name: null, complete: false, lockIn: false });
    expect(w.rows.get('sprint', id)).toMatchObject({ name: null, completedAt: null, lockedAt: null });
    withoutPlan('capacity');
    expect(w.refusal('sprints/updateSprint', { id, userCapacities: { ada: 1 } })).toBe('plan_feature_missing');
  });

  test('gives the auto milestone to its cards without one, also to later cards', () => {
    const id = run(createConfig(), 0).id;
    const milestone = (name: string) =>
      w.act('milestones/create', {
        accountId: 'account',
        name,
        color: 'red',
        date: '2026-06-01',
        isGlobal: true,
        projectIds: null,
      }).id;
    const [alpha, beta] = [milestone('Alpha'), milestone('Beta')];
    const [none, has] = [w.card(deck, { sprintId: id }), w.card(deck, { sprintId: id, milestoneId: beta })];
    w.act('sprints/updateSprint', { id, autoMilestoneId: alpha });
    expect(w.cardRow(none).milestoneId).toBe(alpha);
    expect(w.cardRow(has).milestoneId).toBe(beta);
    expect(w.cardRow(w.card(deck, { sprintId: id })).milestoneId).toBe(alpha);
    w.act('sprints/updateSprint', { id, autoMilestoneId: null });
    expect(w.cardRow(none).milestoneId).toBe(alpha);
  });

  test('puts cards created in it into their owners’ Hands with hand sync', () => {
    const id = run(createConfig(), 0).id;
    w.act('sprints/updateSprint', { id, handSyncEnabled: true });
    const card = w.card(deck, { sprintId: id, assigneeId: 'ben' });
    w.card(deck, { sprintId: id });
    expect(w.hand('ben')).toEqual([card]);
  });

  test('completes a run: unfinished cards move on as moveOnFinish says, docs and archived cards stay', () => {
    const id = createConfig();
    const current = run(id, 0).id;
    const card = () => w.card(deck, { sprintId: current });
    const [undone, done, review, blocked, archived, deleted] = Array.from({ length: 6 }, card) as string[];
    const doc = w.card(deck, { sprintId: current, isDoc: true });
    w.act('cards/update', { id: done as string, status: 'done' });
    w.act('resolvables/create', { cardId: review as string, context: 'review', content: '?' });
    w.act('resolvables/create', { cardId: blocked as string, context: 'block', content: '?' });
    w.act('cards/update', { id: archived as string, visibility: 'archived' });
    w.act('cards/update', { id: deleted as string, visibility: 'deleted' });
    const all = [undone, done, review, blocked, archived, deleted, doc] as string[];
    const places = () => all.map((cardId) => runs(id).findIndex((sprint) => sprint.id === w.cardRow(cardId).sprintId));

    w.act('sprints/updateConfig', { id, moveOnFinish: ['review'] });
    w.act('sprints/updateSprint', { id: current, complete: true });
    expect(run(id, 0).completedAt).toBe(w.now);
    expect(places()).toEqual([0, 0, 1, 0, 0, 0, 0]);
    expect(w.refusal('sprints/updateSprint', { id: current, complete: true })).toBe('run_completed');

    for (const cardId of all) w.act('cards/update', { id: cardId, sprintId: run(id, 1).id });
    w.act('sprints/updateConfig', { id, moveOnFinish: ['undone', 'blocked'] });
    w.act('sprints/updateSprint', { id: run(id, 1).id, complete: true });
    expect(places()).toEqual([2, 1, 1, 2, 1, 1, 1]);

    w.act('sprints/updateConfig', { id, moveOnFinish: [] });
    w.act('sprints/updateSprint', { id: run(id, 2).id, complete: true });
    expect(places()).toEqual([2, 1, 1, 2, 1, 1, 1]);
    expect(runs(id).filter(({ completedAt }) => completedAt === null)).toHaveLength(2);
  });

  test('moves a card in review as moveOnFinish says for reviews, even if it was marked done meanwhile', () => {
    const id = createConfig();
    const card = w.card(deck, { sprintId: run(id, 0).id });
    w.act('resolvables/create', { cardId: card, context: 'review', content: '?' });
    w.act('cards/update', { id: card, status: 'done' });
    w.act('sprints/updateConfig', { id, moveOnFinish: ['undone'] });
    w.act('sprints/updateSprint', { id: run(id, 0).id, complete: true });
    expect(w.cardRow(card).sprintId).toBe(run(id, 0).id);
    w.act('cards/update', { id: card, sprintId: run(id, 1).id });
    w.act('sprints/updateConfig', { id, moveOnFinish: ['review'] });
    w.act('sprints/updateSprint', { id: run(id, 1).id, complete: true });
    expect(w.cardRow(card).sprintId).toBe(run(id, 2).id);
  });

  test('gives the cards it moves the next run’s auto milestone and removes their manual order', () => {
    const id = createConfig();
    const milestoneId = w.act('milestones/create', {
      accountId: 'account',
      name: 'Alpha',
      color: 'red',
      date: '2026-06-01',
      isGlobal: true,
      projectIds: null,
    }).id;
    const card = w.card(deck, { sprintId: run(id, 0).id });
    w.act('cardOrders/addAfter', { targetId: null, cardIds: [card], context: 'sprint', label: null });
    w.act('sprints/updateSprint', { id: run(id, 1).id, autoMilestoneId: milestoneId });
    w.act('sprints/updateSprint', { id: run(id, 0).id, complete: true });
    expect(w.cardRow(card)).toMatchObject({ sprintId: run(id, 1).id, milestoneId });
    expect(w.rows.find('cardOrder', { cardId: card })).toEqual([]);
  });

  test('starts Beast Mode once, with all its cards locked', () => {
    const id = createConfig();
    w.act('sprints/updateConfig', { id, beastGracePeriodHours: 5 });
    const card = w.card(deck, { sprintId: run(id, 0).id });
    w.act('sprints/updateSprint', { id: run(id, 0).id, lockIn: true });
    expect(run(id, 0).lockedAt).toBe(w.now);
    expect(lock(card)).toEqual({ cardId: card, sprintId: run(id, 0).id, lockedAt: w.now, level: 0 });
    expect(w.refusal('sprints/updateSprint', { id: run(id, 0).id, lockIn: true })).toBe('run_locked');
    withoutPlan('beastMode');
    expect(w.refusal('sprints/updateSprint', { id: run(id, 1).id, lockIn: true })).toBe('plan_feature_missing');
  });
});

describe('the Beast level', () => {
  test('rises when a locked card moves to another run, by a user or at the end of the run', () => {
    const id = createConfig();
    const card = w.card(deck, { sprintId: run(id, 0).id });
    w.act('cards/update', { id: card, sprintId: run(id, 1).id });
    expect(lock(card)).toBeUndefined();
    w.act('sprints/updateSprint', { id: run(id, 1).id, lockIn: true });
    w.act('cards/update', { id: card, sprintId: run(id, 2).id });
    expect(lock(card)?.level).toBe(1);
    w.act('sprints/updateSprint', { id: run(id, 2).id, lockIn: true });
    w.act('cards/update', { id: card, sprintId: null });
    w.act('cards/update', { id: card, sprintId: run(id, 2).id });
    expect(lock(card)?.level).toBe(1);
    w.act('cards/update', { id: card, sprintId: null });
    w.act('cards/update', { id: card, sprintId: run(id, 0).id });
    expect(lock(card)?.level).toBe(2);
    w.act('sprints/updateSprint', { id: run(id, 0).id, lockIn: true });
    w.act('sprints/updateSprint', { id: run(id, 0).id, complete: true });
    expect(lock(card)).toMatchObject({ level: 3 });
  });

  test('does not change during the card’s grace period', () => {
    const id = createConfig();
    w.act('sprints/updateConfig', { id, beastGracePeriodHours: 2 });
    w.act('sprints/updateSprint', { id: run(id, 0).id, lockIn: true });
    const [card, late, away] = Array.from({ length: 3 }, () => w.card(deck, { sprintId: run(id, 0).id })) as [
      string,
      string,
      string,
    ];
    expect(lock(card)?.lockedAt).toBe('2026-03-02T11:00:00.000Z');
    w.now = '2026-03-02T10:59:59.999Z';
    w.act('cards/update', { id: card, sprintId: run(id, 1).id });
    expect(lock(card)).toBeUndefined();
    w.act('cards/update', { id: away, sprintId: null });
    w.now = '2026-03-02T11:00:00.000Z';
    w.act('cards/update', { id: late, sprintId: run(id, 1).id });
    expect(lock(late)?.level).toBe(1);
    w.act('cards/update', { id: away, sprintId: run(id, 1).id });
    expect(lock(away)).toBeUndefined();
  });
});

/** Checks of runs, Run Configs and progress over time. The service's clock starts on Wednesday 2026-04-15. */
import assert from 'node:assert/strict';
import type { Row } from '../../../shared/contract/index.ts';
import { type Check, check, type ServiceUnderTest } from '../subject.ts';

/** Creates a Run Config with weekly runs. The first run started on Monday 2026-04-13. */
async function weekly(s: ServiceUnderTest): Promise<{ configId: string; runs: Row<'sprint'>[] }> {
  s.local.service.engine.rows.put('setting', { name: 'timezone', value: 'UTC' });
  const { id } = await s.ok('sprints/createConfig', { name: 'Weekly', startDate: '2026-04-13', days: 7 });
  return { configId: id, runs: await runsOf(s, id) };
}

async function runsOf(s: ServiceUnderTest, sprintConfigId: string): Promise<Row<'sprint'>[]> {
  const ids = await s.ids('sprints', { sprintConfigId, $order: 'index' });
  return Promise.all(ids.map((id) => s.row('sprint', id)));
}

const runOf = async (s: ServiceUnderTest, cardId: string) => (await s.card(cardId)).sprintId;
const idAt = (runs: readonly Row<'sprint'>[], index: number) => runs[index]?.id as string;

async function progressOf(s: ServiceUnderTest, model: 'milestone' | 'sprint' | 'sprintConfig', id: string) {
  const answer = await s.answer({ [`${model}(${id})`]: [{ progress: ['date', 'progress'] }] });
  const rows = Object.values(answer[`${model}Progress`] ?? {}) as unknown as {
    date: string;
    progress: { cards?: object; effort?: object; stats: Record<string, number[]>; noEffortCards?: number };
  }[];
  return rows.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Returns lists of progress rows, one list for each milestone, run or Run Config. Each list is ordered by day. */
async function allProgress(s: ServiceUnderTest, list: string, model: 'milestone' | 'sprint' | 'sprintConfig') {
  const id = `${model}Id`;
  const answer = await s.answer({ _root: [{ account: [{ [list]: [{ progress: [id, 'date', 'progress'] }] }] }] });
  const rows = Object.values(answer[`${model}Progress`] ?? {}) as unknown as (Record<string, string> & {
    progress: { cards: Record<string, number>; effort: Record<string, number>; stats: Record<string, number[]> };
  })[];
  s.need(rows[0], `progress of a ${model}`);
  const byOwner = new Map<string, typeof rows>();
  for (const row of rows.sort((a, b) => (String(a.date) < String(b.date) ? -1 : 1)))
    byOwner.set(String(row[id]), [...(byOwner.get(String(row[id])) ?? []), row]);
  return [...byOwner.values()];
}

export const runChecks: readonly Check[] = [
  check('runs.ahead', 'read', async (s) => {
    const ids = await s.ids('sprints', { isDeleted: false, $order: ['sprintConfigId', 'index'] });
    const runs = await Promise.all(ids.map((id) => s.row('sprint', id)));
    s.need(runs[1], 'two runs');
    const later = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    for (const [index, run] of runs.entries()) {
      const next = runs[index + 1];
      assert.ok(run.startDate <= run.endDate);
      if (next?.sprintConfigId !== run.sprintConfigId) continue;
      assert.ok(next.index > run.index);
      assert.equal(next.startDate, later(run.endDate));
    }
  }),
  check(['progress.milestone', 'progress.run', 'progress.sparse'], 'read', async (s) => {
    for (const [list, model] of [
      ['milestones', 'milestone'],
      ['sprints', 'sprint'],
    ] as const)
      for (const rows of await allProgress(s, list, model))
        for (const [index, { progress }] of rows.entries()) {
          for (const [state, [count, effort, without]] of Object.entries(progress.stats)) {
            assert.deepEqual([progress.cards[state], progress.effort[state]], [count, effort]);
            assert.ok((count ?? 0) > 0 && (without ?? -1) >= 0, 'a state without cards is left out');
          }
          assert.notDeepEqual(progress, rows[index - 1]?.progress, 'a day without change has no row');
        }
  }),
  check(['progress.config', 'progress.sparse'], 'read', async (s) => {
    for (const rows of await allProgress(s, 'sprintConfigs', 'sprintConfig'))
      for (const [index, { progress }] of rows.entries()) {
        assert.deepEqual(
          Object.keys(progress.stats).filter((state) => state !== 'done'),
          [],
        );
        assert.notDeepEqual(progress, rows[index - 1]?.progress);
      }
  }),
  check('runs.ahead', 'local', async (s) => {
    const { runs } = await weekly(s);
    assert.ok(runs.length >= 2);
    assert.deepEqual(
      runs.slice(0, 2).map(({ index, startDate, endDate }) => [index, startDate, endDate]),
      [
        [0, '2026-04-13', '2026-04-19'],
        [1, '2026-04-20', '2026-04-26'],
      ],
    );
  }),
  check(['runs.end', 'runs.move-on-finish', 'runs.move-on-finish.stays'], 'local', async (s) => {
    const { configId, runs } = await weekly(s);
    const [undone = '', done = '', archived = '', doc = ''] = await s.newCards(4, { sprintId: idAt(runs, 0) });
    await s.ok('cards/update', { id: done, status: 'done' });
    await s.ok('cards/update', { id: archived, visibility: 'archived' });
    await s.ok('cards/update', { id: doc, isDoc: true });
    s.local.advance({ days: 4 });
    assert.equal((await runsOf(s, configId))[0]?.completedAt, null);
    s.local.advance({ days: 1 });
    const [first, second] = await runsOf(s, configId);
    assert.equal(first?.completedAt, '2026-04-20T00:00:00.000Z');
    assert.equal(second?.completedAt, null);
    assert.equal(await runOf(s, undone), idAt(runs, 1));
    for (const id of [done, archived, doc]) assert.equal(await runOf(s, id), idAt(runs, 0));
    s.local.advance({ days: 30 });
    const open = (await runsOf(s, configId)).filter(({ completedAt }) => completedAt === null);
    assert.equal(open[0]?.startDate, '2026-05-18');
    assert.equal(await runOf(s, undone), open[0]?.id);
  }),
  check('runs.move-on-finish.kinds', 'local', async (s) => {
    const { configId, runs } = await weekly(s);
    await s.ok('sprints/updateConfig', { id: configId, moveOnFinish: ['review'] });
    const [review = '', blocked = '', undone = ''] = await s.newCards(3, { sprintId: idAt(runs, 0) });
    await s.ok('resolvables/create', { cardId: review, context: 'review', content: 'x' });
    await s.ok('resolvables/create', { cardId: blocked, context: 'block', content: 'x' });
    await s.ok('sprints/updateSprint', { id: idAt(runs, 0), complete: true });
    assert.equal(await runOf(s, review), idAt(runs, 1));
    for (const id of [blocked, undone]) assert.equal(await runOf(s, id), idAt(runs, 0));
  }),
  check('runs.complete', 'local', async (s) => {
    const { runs } = await weekly(s);
    const id = idAt(runs, 0);
    const card = await s.newCard({ sprintId: id });
    await s.ok('sprints/updateSprint', { id, complete: true });
    assert.equal((await s.row('sprint', id)).completedAt, s.local.now());
    assert.equal(await runOf(s, card), idAt(runs, 1));
    await s.refused('sprints/updateSprint', { id, complete: true });
  }),
  check('runs.lock-in', 'local', async (s) => {
    const id = idAt((await weekly(s)).runs, 0);
    await s.ok('sprints/updateSprint', { id, lockIn: true });
    assert.equal((await s.row('sprint', id)).lockedAt, s.local.now());
    await s.refused('sprints/updateSprint', { id, lockIn: true });
  }),
  check('runs.lock-in.plan', 'local', async (s) => {
    const { runs, configId } = await weekly(s);
    await s.ok('account/update', { planFeatures: [] });
    await s.refused('sprints/updateSprint', { id: idAt(runs, 0), lockIn: true });
    await s.refused('sprints/updateConfig', { id: configId, autoBeastModeDurationHours: 3 });
    await s.refused('sprints/updateConfig', { id: configId, beastGracePeriodHours: 3 });
    await s.ok('sprints/updateConfig', { id: configId, autoBeastModeDurationHours: null, beastGracePeriodHours: 0 });
  }),
  check('runs.beast-auto', 'local', async (s) => {
    const { runs, configId } = await weekly(s);
    await s.ok('sprints/updateConfig', { id: configId, autoBeastModeDurationHours: 72 });
    assert.equal((await s.row('sprint', idAt(runs, 0))).lockedAt, null);
    s.local.advance({ hours: 15 });
    assert.equal((await s.row('sprint', idAt(runs, 0))).lockedAt, '2026-04-16T00:00:00.000Z');
    assert.equal((await s.row('sprint', idAt(runs, 1))).lockedAt, null);
  }),
  check('runs.beast-auto.at-once', 'local', async (s) => {
    const { runs, configId } = await weekly(s);
    await s.ok('sprints/updateConfig', { id: configId, autoBeastModeDurationHours: 24 });
    assert.equal((await s.row('sprint', idAt(runs, 0))).lockedAt, s.local.now());
  }),
  check(['runs.name', 'runs.zones'], 'local', async (s) => {
    const id = idAt((await weekly(s)).runs, 0);
    await s.ok('sprints/updateSprint', { id, name: 'Named', description: 'D', manualOrderLabels: ['Z', ' Z'] });
    const row = await s.row('sprint', id);
    assert.deepEqual([row.name, row.description, row.manualOrderLabels], ['Named', 'D', ['Z']]);
    await s.ok('sprints/updateSprint', { id, name: null });
    assert.equal((await s.row('sprint', id)).name, null);
  }),
  check(['runs.auto-milestone', 'runs.auto-milestone.added'], 'local', async (s) => {
    const id = idAt((await weekly(s)).runs, 0);
    const make = () =>
      s.ok('milestones/create', {
        accountId: s.accountId,
        name: 'M',
        color: 'pink',
        date: '2030-01-01',
        isGlobal: true,
        projectIds: null,
      });
    const [{ id: auto }, { id: other }] = [await make(), await make()];
    const without = await s.newCard({ sprintId: id });
    const having = await s.newCard({ sprintId: id, milestoneId: other });
    await s.ok('sprints/updateSprint', { id, autoMilestoneId: auto });
    assert.equal((await s.card(without)).milestoneId, auto);
    assert.equal((await s.card(having)).milestoneId, other);
    const created = await s.newCard({ sprintId: id });
    const moved = await s.newCard();
    await s.ok('cards/update', { id: moved, sprintId: id });
    for (const card of [created, moved]) assert.equal((await s.card(card)).milestoneId, auto);
    const kept = await s.newCard({ milestoneId: other });
    await s.ok('cards/update', { id: kept, sprintId: id });
    assert.equal((await s.card(kept)).milestoneId, other);
  }),
  check('runs.inherit', 'local', async (s) => {
    const { configId, runs } = await weekly(s);
    const last = runs.at(-1)?.id as string;
    await s.ok('sprints/updateSprint', { id: last, manualOrderLabels: ['A', 'B'], userCapacities: { [s.userId]: 7 } });
    s.local.advance({ days: 7 });
    const next = (await runsOf(s, configId))[runs.length];
    assert.deepEqual([next?.manualOrderLabels, next?.userCapacities], [['A', 'B'], { [s.userId]: 7 }]);
  }),
  check('runs.capacities.plan', 'local', async (s) => {
    const id = idAt((await weekly(s)).runs, 0);
    await s.ok('account/update', { planFeatures: [] });
    await s.refused('sprints/updateSprint', { id, userCapacities: { [s.userId]: 1 } });
  }),
  check('configs.auto-assign-started', 'local', async (s) => {
    const { configId, runs } = await weekly(s);
    const [before = '', after = ''] = await s.newCards(2);
    await s.ok('cards/update', { id: before, status: 'started' });
    assert.equal(await runOf(s, before), null);
    await s.ok('sprints/updateConfig', { id: configId, autoAssignStartedCard: true });
    await s.ok('cards/update', { id: after, status: 'started' });
    assert.equal(await runOf(s, after), idAt(runs, 0));
  }),
  check(['configs.projects', 'configs.global'], 'local', async (s) => {
    const { configId, runs } = await weekly(s);
    const { id: other } = await s.ok('projects/create', { name: 'Other' });
    const linked = async () => {
      const answer = await s.answer({ [`sprintConfig(${configId})`]: ['isGlobal', { sprintProjects: ['projectId'] }] });
      return new Set(Object.values(answer.sprintProject ?? {}).map(({ projectId }) => projectId as unknown as string));
    };
    assert.deepEqual(await linked(), new Set([s.projectId, other]));
    const here = await s.newCard({ sprintId: idAt(runs, 0) });
    const there = await s.newCard({ deckId: await s.newDeck({ projectId: other }), sprintId: idAt(runs, 0) });
    await s.refused('sprints/updateConfig', { id: configId, isGlobal: false });
    await s.ok('sprints/updateConfig', { id: configId, projectIds: [s.projectId] });
    assert.deepEqual(await linked(), new Set([s.projectId]));
    assert.deepEqual([await runOf(s, here), await runOf(s, there)], [idAt(runs, 0), null]);
    await s.ok('sprints/updateConfig', { id: configId, isGlobal: true });
    assert.deepEqual(await linked(), new Set([s.projectId, other]));
  }),
  check('configs.label', 'local', async (s) => {
    const { configId } = await weekly(s);
    await s.refused('sprints/updateConfig', { id: configId, runLabelTemplate: 'Plain' });
    for (const runLabelTemplate of ['R %RUN_NR%', 'W %CALENDAR_WEEK%', null])
      await s.ok('sprints/updateConfig', { id: configId, runLabelTemplate });
  }),
  check(['progress.milestone', 'progress.sparse', 'progress.run', 'progress.config'], 'local', async (s) => {
    const { configId, runs } = await weekly(s);
    const { id: milestoneId } = await s.ok('milestones/create', {
      accountId: s.accountId,
      name: 'M',
      color: 'gray',
      date: '2030-01-01',
      isGlobal: true,
      projectIds: null,
    });
    const planned = { milestoneId, sprintId: idAt(runs, 0), assigneeId: s.userId };
    const [done = '', assigned = ''] = await s.newCards(2, { ...planned, effort: 3 });
    await s.newCard({ ...planned });
    await s.ok('cards/update', { id: done, status: 'done' });
    s.local.advance({ days: 3 });
    const expected = {
      cards: { done: 1, assigned: 2 },
      effort: { done: 3, assigned: 3 },
      stats: { done: [1, 3, 0], assigned: [2, 3, 1] },
      noEffortCards: 1,
    };
    assert.deepEqual(await progressOf(s, 'milestone', milestoneId), [
      { milestoneId, date: '2026-04-15', progress: expected },
    ]);
    await s.ok('cards/update', { id: assigned, status: 'done' });
    s.local.advance({ days: 2 });
    const run = await progressOf(s, 'sprint', idAt(runs, 0));
    assert.deepEqual(run.map(({ date }) => date).slice(0, 2), ['2026-04-15', '2026-04-18']);
    assert.deepEqual(run[1]?.progress.stats, { done: [2, 6, 0], assigned: [1, 0, 1] });
    const config = await progressOf(s, 'sprintConfig', configId);
    assert.deepEqual(
      config.map(({ date, progress }) => [date, progress.stats.done]),
      [
        ['2026-04-15', [1, 3, 0]],
        ['2026-04-18', [2, 6, 0]],
      ],
    );
  }),
];

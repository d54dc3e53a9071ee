/**
 * Checks planning actions on a replica in three cases: the replica lacks the rows that an action names, the replica
 * performs an action again, or an effect is left to the service.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { actionHandlers } from '../../../electron/engine/actions/index.ts';
import { type ActionName, actions, allActions, type Params, Refusal } from '../../../shared/contract/index.ts';
import type { ValueType } from '../../../shared/contract/type.ts';
import { accountId, PlanningFixture, personActor } from './workspace.ts';

const mine = (Object.keys(actionHandlers) as ActionName[]).filter((name) =>
  /^(decks|milestones|resolvables|sprints|watchings|account|projects|users|workflowItems|journeys)\//.test(name),
);

/** Returns a valid value of the type. Ids in the value are ids of rows that do not exist. */
function sample(type: ValueType): unknown {
  switch (type.kind) {
    case 'nullable':
      return sample(type.of);
    case 'id':
      return `unknown-${type.model}`;
    case 'int32':
      return 7;
    case 'boolean':
      return true;
    case 'day':
      return '2026-04-01';
    case 'timestamp':
      return '2026-04-01T00:00:00.000Z';
    case 'enum':
      return type.values[0];
    case 'list':
      return [sample(type.of)];
    case 'record':
      return { 'unknown-user': 1 };
    case 'json':
      return [{ id: 1, name: 'Space', icon: null, defaultDeckType: 'task' }];
    case 'object':
      return Object.fromEntries(
        [...Object.entries(type.required), ...Object.entries(type.optional)].map(([name, of]) => [name, sample(of)]),
      );
    default:
      return 'Text #tag @ada %RUN_NR%';
  }
}

/**
 * Performs an action. If the same action is performed again, the rows that it creates get the same ids, as in a replay
 * of pending operations.
 */
function act<A extends ActionName>(w: PlanningFixture, name: A, params: Params<A>) {
  const newId = (purpose: string) => `local:${name}:${purpose}`;
  return w.engine.perform(name, params, { at: w.now, actor: personActor('ada'), accountId, newId }).answer;
}

describe('with unknown rows', () => {
  test.each(mine)('%s does not fail', (name) => {
    const w = new PlanningFixture('replica');
    const params = sample(allActions[name].params) as Record<string, unknown>;
    // The text that `sample` returns is not a valid tag, name or colour, so these params need other values.
    for (const field of ['tag', 'name']) if (field in params) params[field] = 'plain';
    if (typeof params.color === 'string' && name.endsWith('Tag')) params.color = '#a1b2c3';
    act(w, name, params as never);
  });

  test('covers every action of these namespaces', () => {
    expect(mine.filter((name) => name in actions)).toHaveLength(24);
  });
});

describe('effects that only the service performs', () => {
  let service: PlanningFixture;
  let w: PlanningFixture;
  beforeEach(() => {
    service = new PlanningFixture();
    const deck = service.deck(service.project());
    const config = service.act('sprints/createConfig', { name: 'Weekly', startDate: '2026-03-02', days: 7 }).id;
    const run = service.rows.find('sprint', { sprintConfigId: config }, ['index'])[0]?.id;
    service.card(deck, { sprintId: run, assigneeId: 'ben' });
    w = new PlanningFixture('replica');
    for (const model of ['project', 'deck', 'sprintConfig', 'sprintProject', 'sprint', 'card'] as const)
      for (const row of service.rows.find(model, {})) w.rows.insert(model, row as never);
    w.now = '2026-03-03T09:00:00.000Z';
  });
  const only = <M extends 'card' | 'sprint' | 'deck'>(model: M) => {
    const [row] = w.rows.find(model, {});
    if (!row) throw new Error(`There is no ${model}`);
    return row;
  };

  test('moves cards when a run is completed', () => {
    const before = only('card');
    const [run] = w.rows.find('sprint', {}, ['index']);
    act(w, 'sprints/updateSprint', { id: run?.id ?? '', complete: true });
    expect(w.rows.get('sprint', run?.id ?? '')?.completedAt).toBe(w.now);
    expect(only('card')).toEqual(before);
    expect(w.rows.find('sprint', {})).toHaveLength(3);
  });

  test('increments versions, assigns numbers, notifies watchers, creates runs', () => {
    const { version, lastUpdatedAt, cardId } = only('card');
    const { id } = act(w, 'resolvables/create', { cardId, context: 'block', content: '!' });
    expect(only('card')).toMatchObject({ version, lastUpdatedAt, derivedStatus: 'blocked' });
    expect(w.rows.find('notice', {})).toEqual([]);
    const entryId = w.rows.find('resolvableEntry', { resolvableId: id })[0]?.entryId ?? '';
    w.now = '2026-03-03T10:00:00.000Z';
    act(w, 'resolvables/updateComment', { entryId, content: '?' });
    expect(w.rows.get('resolvableEntry', entryId)).toMatchObject({
      content: '?',
      version: 1,
      lastChangedAt: '2026-03-03T09:00:00.000Z',
    });
    const deck = act(w, 'decks/create', { title: 'New', projectId: only('deck').projectId });
    expect(w.rows.get('deck', deck.id)?.accountSeq).toBeNull();
    const config = act(w, 'sprints/createConfig', { name: 'Monthly', startDate: '2026-04-01', days: 30 });
    expect(w.rows.find('sprint', { sprintConfigId: config.id })).toEqual([]);
  });

  test('only the service refuses for reasons that need all rows; a replica refuses what it can be sure of', () => {
    const { cardId } = only('card');
    act(w, 'resolvables/create', { cardId, context: 'block', content: '!' });
    const again = () =>
      w.engine.perform(
        'resolvables/create',
        { cardId, context: 'review', content: '?' },
        { at: w.now, actor: personActor('ada'), accountId, newId: (purpose) => `other:${purpose}` },
      );
    expect(again).toThrow(Refusal);
    const [run] = w.rows.find('sprint', {}, ['index']);
    for (let n = 0; n < 2; n++) act(w, 'sprints/updateSprint', { id: run?.id ?? '', complete: true, lockIn: true });
  });

  test('a replay writes the same rows, also onto rows that the service has confirmed', () => {
    const { cardId } = only('card');
    const { id: deckId } = only('deck');
    const replay = () => {
      act(w, 'resolvables/create', { cardId, context: 'review', content: '@ben?' });
      act(w, 'milestones/create', {
        accountId,
        name: 'Alpha',
        color: 'red',
        date: '2026-06-01',
        isGlobal: true,
        projectIds: null,
      });
      act(w, 'workflowItems/create', { deckId, content: 'Step' });
      act(w, 'journeys/start', { cardId, deckId });
      act(w, 'decks/create', { title: 'New', projectId: only('deck').projectId });
      act(w, 'watchings/addCard', { cardId });
      act(w, 'decks/update', { id: deckId, milestoneId: 'local:milestones/create:milestone', handSyncEnabled: true });
    };
    replay();
    const once = w.dump();
    replay();
    expect(w.dump()).toBe(once);
  });
});

/**
 * Checks that the effects that a dialog shows before an action are the effects that the service performs. Compares
 * previewed counts with the rows before and after random actions, and checks the sentences of the dialog.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/engine/engine.ts';
import { createDatabaseReader } from '../../../electron/engine/query/reader.ts';
import { isRemovedPerson } from '../../../electron/engine/rules/members.ts';
import { previewedChangesOf } from '../../../electron/replica/outbox/outbox-view.ts';
import type { ActStep } from '../../../renderer/data/act.ts';
import {
  type ActionEffectKind,
  type EffectLine,
  effectLineOf,
  effectLinesOfSteps,
} from '../../../renderer/model/effects.ts';
import { type Params, query, Refusal } from '../../../shared/contract/index.ts';
import { answerOf } from '../../support/answers.ts';
import { performStep, randomSteps } from '../../support/random-actions.ts';
import {
  type ActingPersonOptions,
  createEngineFixture,
  databaseText,
  decks,
  type EngineFixture,
  milestones,
  people,
  projects,
  runs,
  tags,
} from '../../support/workspace.ts';

type Row = Record<string, unknown>;
type Counts = Partial<Record<ActionEffectKind, number>>;

const snapshot = ({ db }: EngineFixture) => {
  const table = (name: string, key: string) =>
    new Map((db.prepare(`SELECT * FROM "${name}"`).all() as Row[]).map((row) => [String(row[key]), row]));
  return {
    card: table('card', 'cardId'),
    resolvable: table('resolvable', 'id'),
    deck: table('deck', 'id'),
    queueEntry: table('queueEntry', 'id'),
    workflowItem: table('workflowItem', 'itemId'),
    handCard: db.prepare('SELECT count(*) FROM handCard').pluck().get() as number,
  };
};
type Snapshot = ReturnType<typeof snapshot>;

const list = (value: unknown): string[] => JSON.parse(String(value ?? '[]')) as string[];
const dependencyEdges = ({ card }: Snapshot) =>
  new Set([...card].flatMap(([id, row]) => list(row.inDeps).map((from) => `${from} ${id}`)));
const lowerCaseTags = (row: Row | undefined) => list(row?.masterTags).map((tag) => tag.toLowerCase());
const isRunning = (row: Row | undefined) => row?.status === 'started' || row?.status === 'snoozing';

const count = <T>(items: readonly T[], test: (item: T) => boolean) => items.filter(test).length;

/** Counts the effects of an action: compares the rows before and after the action. */
function countEffects({ action, params }: ActStep, before: Snapshot, after: Snapshot): Counts {
  const cards = [...before.card].flatMap(([id, row]) => {
    const now = after.card.get(id);
    return now ? [{ id, row, now, isThere: row.visibility !== 'deleted' }] : [];
  });
  const there = cards.filter(({ isThere }) => isThere);
  const given = params as Row;
  const entries = [...before.queueEntry];
  const edgesAfter = dependencyEdges(after);
  const archived = there.filter(({ row, now }) => row.visibility === 'default' && now.visibility === 'archived');
  const hasDeckAction = action === 'decks/delete';
  // A milestone in the action's own params is not a side effect.
  const chosen = action.startsWith('cards/') ? given.milestoneId : undefined;
  const counts: Counts = {
    archive: hasDeckAction ? count(archived, ({ row }) => row.deckId === given.id) : 0,
    archiveSubCards: hasDeckAction ? count(archived, ({ row }) => row.deckId !== given.id) : 0,
    archiveSteps: count(
      [...before.workflowItem],
      ([id, row]) => row.visibility === 'default' && after.workflowItem.get(id)?.visibility === 'archived',
    ),
    threads: count([...before.resolvable], ([id, row]) => !row.isClosed && !!after.resolvable.get(id)?.isClosed),
    dependencies: count([...dependencyEdges(before)], (edge) => !edgesAfter.has(edge)),
    bookmarks: before.handCard - after.handCard,
    handIn: count([...after.queueEntry], ([id, entry]) => !before.queueEntry.has(id) && entry.cardDoneAt === null),
    handOut: count(entries, ([id]) => !after.queueEntry.has(id)),
    handBack: count(
      entries,
      ([id, entry]) => entry.cardDoneAt !== null && after.queueEntry.get(id)?.cardDoneAt === null,
    ),
    milestoneOn: count(
      there,
      ({ row, now }) => now.milestoneId !== null && now.milestoneId !== row.milestoneId && now.milestoneId !== chosen,
    ),
    milestoneOff: count(
      there,
      ({ row, now }) => now.milestoneId === null && row.milestoneId !== null && chosen !== null,
    ),
    decksLoseMilestone:
      action === 'decks/update'
        ? 0
        : count(
            [...before.deck],
            ([id, row]) => !row.isDeleted && row.milestoneId !== null && after.deck.get(id)?.milestoneId === null,
          ),
    nextRun: action === 'sprints/updateSprint' ? count(there, ({ row, now }) => row.sprintId !== now.sprintId) : 0,
    cardsMove: action.startsWith('decks/addToSpace')
      ? count(
          there,
          ({ row }) =>
            row.visibility === 'default' &&
            before.deck.get(String(row.deckId))?.projectId !== after.deck.get(String(row.deckId))?.projectId,
        )
      : 0,
    decksMove:
      action === 'projects/update'
        ? count([...before.deck], ([id, row]) => !row.isDeleted && row.spaceId !== after.deck.get(id)?.spaceId)
        : 0,
  };
  if (given.status === undefined) {
    counts.reset = count(there, ({ row, now }) => isRunning(row) && now.status === 'not_started');
    counts.undone = count(there, ({ row, now }) => row.status === 'done' && now.status !== 'done');
  }
  for (const { row, now } of there) {
    const [had, has] = [lowerCaseTags(row), lowerCaseTags(now)];
    counts.tagOff = (counts.tagOff ?? 0) + count(had, (tag) => !has.includes(tag));
    counts.tagOn = (counts.tagOn ?? 0) + count(has, (tag) => !had.includes(tag));
  }
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number));
}

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const deckId = fc.constantFrom(...Object.values(decks));
const milestoneId = fc.constantFrom(...Object.values(milestones));
const visibility = fc.constantFrom('default', 'archived', 'deleted');
const cardChange = some({
  assigneeId: orNull(fc.constantFrom(people.ann, people.bob, people.cal)),
  deckId,
  isDoc: fc.boolean(),
  milestoneId: orNull(milestoneId),
  sprintId: orNull(fc.constantFrom(...Object.values(runs))),
  status: fc.constantFrom('not_started', 'started', 'done'),
  visibility,
});
const placing = fc.record({
  deckIds: fc.uniqueArray(deckId, { minLength: 1, maxLength: 2 }),
  targetId: fc.constant(null),
  targetProjectId: fc.constantFrom(...Object.values(projects)),
  targetSpaceId: fc.constantFrom(1, 2),
});

/**
 * Generates actions with params. Card ids in the params are placeholders `#<number>`, which the tests replace by ids of
 * existing cards.
 */
const plannedActions = fc.oneof(
  fc.tuple(
    fc.constant('cards/update'),
    fc.tuple(fc.nat(), cardChange).map(([id, rest]) => ({ id: `#${id}`, ...rest })),
  ),
  fc.tuple(
    fc.constant('cards/bulkUpdate'),
    fc
      .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), cardChange)
      .map(([ids, rest]) => ({ ids: ids.map((id) => `#${id}`), ...rest })),
  ),
  fc.tuple(
    fc.constant('decks/update'),
    fc
      .tuple(
        deckId,
        some({
          deckType: fc.constantFrom('task', 'hero', 'doc', 'mixed'),
          handSyncEnabled: fc.boolean(),
          defaultProjectTagId: orNull(fc.constantFrom(tags.bug, tags.ui)),
          milestoneId: orNull(milestoneId),
        }),
      )
      .map(([id, rest]) => ({ id, ...rest })),
  ),
  fc.tuple(fc.constant('decks/delete'), fc.record({ id: deckId })),
  fc.tuple(fc.constantFrom('decks/addToSpaceAfter', 'decks/addToSpaceBefore'), placing),
  fc.tuple(fc.constant('milestones/delete'), fc.record({ id: milestoneId })),
  fc.tuple(
    fc.constant('milestones/update'),
    fc
      .tuple(
        milestoneId,
        some({
          handSyncEnabled: fc.boolean(),
          isGlobal: fc.boolean(),
          projectIds: fc.subarray(Object.values(projects)),
        }),
      )
      .map(([id, rest]) => ({ id, ...rest })),
  ),
  fc.tuple(
    fc.constant('sprints/updateSprint'),
    fc.record(
      { id: fc.constant(runs.first), complete: fc.boolean(), autoMilestoneId: orNull(milestoneId) },
      { requiredKeys: ['id'] },
    ),
  ),
  fc.tuple(
    fc.constant('projects/setVisibility'),
    fc.record({ id: fc.constantFrom(...Object.values(projects)), visibility }),
  ),
  fc.tuple(
    fc.constant('projects/update'),
    fc.record({
      id: fc.constantFrom(...Object.values(projects)),
      spaces: fc.subarray(
        [1, 2].map((id) => ({ id, name: `Space ${id}`, icon: null, defaultDeckType: 'task' })),
        { minLength: 1 },
      ),
    }),
  ),
) as fc.Arbitrary<readonly [string, Record<string, unknown>]>;

function withCardIds(value: unknown, cardIds: readonly string[]): unknown {
  if (typeof value === 'string' && /^#\d+$/.test(value)) return cardIds[Number(value.slice(1)) % cardIds.length];
  return Array.isArray(value) ? [...new Set(value.map((item) => withCardIds(item, cardIds)))] : value;
}

const manager: ActingPersonOptions = { by: 'bob', permission: 'admin', kind: 'organization' };

/**
 * Returns the lines that the confirmation dialog shows for `step`. They come from a preview by a replica's engine on
 * the service's rows. Checks that the preview does not change the database.
 */
async function previewedLines({ db, rows, call }: EngineFixture, step: ActStep): Promise<EffectLine[]> {
  const before = databaseText(db);
  const effects = previewedChangesOf(createEngine(db, 'replica').preview([step], () => call(manager)));
  expect(databaseText(db)).toBe(before);
  const byId = (model: 'milestone' | 'sprint' | 'sprintConfig') =>
    Object.fromEntries(rows.find(model, {}).map((row) => [row.id, row]));
  const lookups = {
    milestones: byId('milestone'),
    sprints: byId('sprint'),
    sprintConfigs: byId('sprintConfig'),
    projects: rows.find('project', {}),
  } as unknown as Parameters<typeof effectLinesOfSteps>[2];
  return effectLinesOfSteps([step], effects, lookups, (where) => {
    const key = `count:cards(${JSON.stringify(where)})`;
    const counting = query({ _root: [{ account: [key as 'count:cards'] }] });
    const [account] = Object.values(
      answerOf(createDatabaseReader(db, 'replica'), counting, call().actor).account ?? {},
    );
    return Promise.resolve((account as Record<string, number>)[key] ?? 0);
  });
}

/** Performs the action and compares its effects with the preview. Returns false if the action is refused. */
async function previewMatches(workspace: EngineFixture, step: ActStep): Promise<boolean> {
  const before = snapshot(workspace);
  const predicted: Counts = {};
  try {
    for (const { kind, count: number } of await previewedLines(workspace, step))
      if (kind !== 'stayInRun') predicted[kind] = (predicted[kind] ?? 0) + number;
    workspace.perform(step.action, step.params as Params<typeof step.action>, manager);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
  expect(predicted, JSON.stringify(step)).toEqual(countEffects(step, before, snapshot(workspace)));
  return true;
}

/** Returns code and message of the refusal of a preview. */
function refusalOf({ db, call }: EngineFixture, step: ActStep) {
  try {
    createEngine(db, 'replica').preview([step], () => call(manager));
  } catch (error) {
    if (error instanceof Refusal) return error.body;
  }
  throw new Error(`${step.action} was not refused`);
}

describe('previewed effects', () => {
  test('are those that the service performs, for random actions', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomSteps(30),
        fc.array(plannedActions, { minLength: 4, maxLength: 8, size: 'max' }),
        async (sequence, changes) => {
          const workspace = createEngineFixture();
          for (const step of sequence) performStep(workspace, step);
          for (const [action, params] of changes) {
            const cardIds = workspace.db.prepare('SELECT cardId FROM card ORDER BY n').pluck().all() as string[];
            if (cardIds.length === 0) break;
            if (action.startsWith('projects/')) {
              // Windows offer no changes in deleted projects, and no changes to spaces in archived projects.
              const { visibility } = workspace.row('project', String(params.id));
              if (visibility === 'deleted' || (action === 'projects/update' && visibility === 'archived')) continue;
            }
            // Windows do not offer removed people as owners.
            if (typeof params.assigneeId === 'string' && isRemovedPerson(workspace.rows, params.assigneeId)) continue;
            const ready = Object.fromEntries(
              Object.entries(params).map(([name, value]) => [name, withCardIds(value, cardIds)]),
            );
            await previewMatches(workspace, { action, params: ready } as ActStep);
          }
          workspace.db.close();
        },
      ),
      { numRuns: 100 },
    );
  });

  test('of deleting a deck: its cards, sub cards in other decks, started cards, open threads', async () => {
    const workspace = createEngineFixture();
    const hero = workspace.newCard({ content: 'Hero' });
    workspace.newCard({ content: 'Sub elsewhere', deckId: decks.more, parentCardId: hero });
    const started = workspace.newCard({ assigneeId: people.bob });
    workspace.act('cards/update', { id: started, status: 'started' });
    workspace.act('resolvables/create', { cardId: started, context: 'comment', content: 'Well?' });
    const change = { action: 'decks/delete', params: { id: decks.tasks } } as const;
    expect((await previewedLines(workspace, change)).map(({ text }) => text)).toEqual([
      '2 cards are archived.',
      '1 sub card in another deck is archived.',
      '1 started card goes back to not started.',
      '1 open thread closes.',
    ]);
    expect(await previewMatches(workspace, change)).toBe(true);
  });

  test('of completing a run: what moveOnFinish does with each kind of unfinished card', async () => {
    const workspace = createEngineFixture();
    workspace.rows.update('sprintConfig', 'config-1', { moveOnFinish: ['undone'] });
    workspace.newCard({ sprintId: runs.first });
    const blocked = workspace.newCard({ sprintId: runs.first });
    workspace.act('resolvables/create', { cardId: blocked, context: 'block', content: 'Stuck' });
    const change = { action: 'sprints/updateSprint', params: { id: runs.first, complete: true } } as const;
    expect((await previewedLines(workspace, change)).map(({ text }) => text)).toEqual([
      '1 card moves to Run 2.',
      '1 card that is not done stays.',
    ]);
    expect(await previewMatches(workspace, change)).toBe(true);
  });

  test('a card type that journey steps exclude is refused in the preview', async () => {
    const workspace = createEngineFixture();
    workspace.act('workflowItems/create', { deckId: decks.more, content: 'Step', targetDeckId: decks.tasks });
    const change = { action: 'decks/update', params: { id: decks.tasks, deckType: 'doc' } } as const;
    expect(refusalOf(workspace, change)).toMatchObject({
      error: 'deck_has_journey',
      message: 'Journey steps create cards in this deck: it cannot become an asset or knowledge deck.',
    });
    expect(workspace.refusal('decks/update', change.params)).toBe('deck_has_journey');
  });

  // The action removes the card's milestone, and the run sets the same milestone again. So nothing changes, and the
  // dialog must show no effect.
  test('a card that has the milestone already does not count as moved when its run sets it', async () => {
    const workspace = createEngineFixture();
    workspace.act('sprints/updateSprint', { id: runs.first, autoMilestoneId: milestones.beta });
    const id = workspace.newCard({ milestoneId: milestones.beta });
    const change = { action: 'cards/update', params: { id, milestoneId: null, sprintId: runs.first } } as const;
    expect(await previewedLines(workspace, change)).toEqual([]);
    expect(await previewMatches(workspace, change)).toBe(true);
  });

  // An archived project can have open threads, on cards that were added after it was archived. Archiving it again does
  // not close them, so the preview must not count them.
  test('archiving an archived project closes nothing', async () => {
    const workspace = createEngineFixture();
    const project = workspace.row('deck', decks.tasks).projectId;
    workspace.act('projects/setVisibility', { id: project, visibility: 'archived' });
    workspace.act('resolvables/create', { cardId: workspace.newCard(), context: 'block', content: 'Stuck' });
    const again = { action: 'projects/setVisibility', params: { id: project, visibility: 'archived' } } as const;
    expect(await previewedLines(workspace, again)).toEqual([]);
    expect(await previewMatches(workspace, again)).toBe(true);
  });

  test('a change without side effects has none', async () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    expect(await previewedLines(workspace, { action: 'cards/update', params: { id, visibility: 'archived' } })).toEqual(
      [],
    );
    expect(
      await previewedLines(workspace, { action: 'decks/update', params: { id: decks.tasks, title: 'Work' } }),
    ).toEqual([]);
  });

  test('sentences begin with their count, whatever characters names contain', () => {
    expect(effectLineOf({ kind: 'tagOn', count: 14, name: 'x' }).text).toBe('14 cards get the tag #x.');
    expect(effectLineOf({ kind: 'tagOff', count: 1, name: 'x' }).text).toBe('1 card loses the tag #x.');
    expect(effectLineOf({ kind: 'milestoneOn', count: 40, name: '# 1' }).text).toBe(
      '40 cards move to the milestone # 1.',
    );
  });
});

/**
 * What is foretold is what comes true: predicted counts against what the engine then changes, for random changes in
 * random organizations, and the sentences.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReader } from '../../electron/engine/query/reader.ts';
import { type Params, Refusal } from '../../shared/contract/index.ts';
import { factsFrom, factsQuery, type PlannedChange } from '../../shared/domain/consequence-facts.ts';
import { type ConsequenceKind, sentenceFor } from '../../shared/domain/consequence-words.ts';
import { consequencesOf, refusalOf } from '../../shared/domain/consequences.ts';
import { answerOf } from '../support/answers.ts';
import { steps, take } from '../support/random-actions.ts';
import {
  createWorkspace,
  decks,
  milestones,
  people,
  projects,
  runs,
  tags,
  type Workspace,
} from '../support/workspace.ts';

type Row = Record<string, unknown>;
type Counts = Partial<Record<ConsequenceKind, number>>;

const snapshot = ({ db }: Workspace) => {
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
const edges = ({ card }: Snapshot) =>
  new Set([...card].flatMap(([id, row]) => list(row.inDeps).map((from) => `${from} ${id}`)));
const lower = (row: Row | undefined) => list(row?.masterTags).map((tag) => tag.toLowerCase());
const isRunning = (row: Row | undefined) => row?.status === 'started' || row?.status === 'snoozing';

/** What the change did, seen from outside: rows before and after. */
function effects(change: PlannedChange, before: Snapshot, after: Snapshot, tagNames: Record<string, string>): Counts {
  const { action, params } = change;
  const cards = [...before.card].flatMap(([id, row]) => {
    const now = after.card.get(id);
    return now ? [{ id, row, now, isThere: row.visibility !== 'deleted' }] : [];
  });
  const there = cards.filter(({ isThere }) => isThere);
  const count = <T>(items: readonly T[], test: (item: T) => boolean) => items.filter(test).length;
  const given = params as Row;
  const entries = [...before.queueEntry];
  const edgesAfter = edges(after);
  const archived = there.filter(({ row, now }) => row.visibility === 'default' && now.visibility === 'archived');
  const hasDeckAction = action === 'decks/delete';
  // What the change itself says is no consequence of it.
  const chosen = action.startsWith('cards/') ? given.milestoneId : undefined;
  const counts: Counts = {
    archive: hasDeckAction ? count(archived, ({ row }) => row.deckId === given.id) : 0,
    archiveSubCards: hasDeckAction ? count(archived, ({ row }) => row.deckId !== given.id) : 0,
    archiveSteps: count(
      [...before.workflowItem],
      ([id, row]) => row.visibility === 'default' && after.workflowItem.get(id)?.visibility === 'archived',
    ),
    threads: count([...before.resolvable], ([id, row]) => !row.isClosed && !!after.resolvable.get(id)?.isClosed),
    dependencies: count([...edges(before)], (edge) => !edgesAfter.has(edge)),
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
  const tagOf = (id: unknown) => (typeof id === 'string' ? tagNames[id]?.toLowerCase() : undefined);
  if (action === 'decks/update' && given.defaultProjectTagId !== undefined) {
    const [from, to] = [
      tagOf(before.deck.get(String(given.id))?.defaultProjectTagId),
      tagOf(given.defaultProjectTagId),
    ];
    counts.tagOff = count(
      there,
      ({ row, now }) => from !== undefined && lower(row).includes(from) && !lower(now).includes(from),
    );
    counts.tagOn = count(
      there,
      ({ row, now }) => to !== undefined && !lower(row).includes(to) && lower(now).includes(to),
    );
  }
  if (action.startsWith('cards/') && given.deckId !== undefined) {
    const to = tagOf(before.deck.get(String(given.deckId))?.defaultProjectTagId);
    counts.tagOn = count(
      there,
      ({ row, now }) => to !== undefined && !lower(row).includes(to) && lower(now).includes(to),
    );
  }
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0));
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

/** Changes as they are planned: one card is `#<number>`, a list of cards is `ids`. */
const planned = fc.oneof(
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

function resolved(value: unknown, cardIds: readonly string[]): unknown {
  if (typeof value === 'string' && /^#\d+$/.test(value)) return cardIds[Number(value.slice(1)) % cardIds.length];
  return Array.isArray(value) ? [...new Set(value.map((item) => resolved(item, cardIds)))] : value;
}

/** Read as the app reads them: by the query, from a replica. */
const factsOf = (workspace: Workspace, change: PlannedChange) =>
  factsFrom(answerOf(createReader(workspace.db, 'replica'), factsQuery(change), workspace.call().actor));

const foretold = (workspace: Workspace, change: PlannedChange) => consequencesOf(change, factsOf(workspace, change));

/** Performs the change and compares; false when the service refuses it, which says nothing about effects. */
function comesTrue(workspace: Workspace, change: PlannedChange): boolean {
  const facts = factsOf(workspace, change);
  const predicted = Object.fromEntries(
    consequencesOf(change, facts)
      .filter(({ kind }) => kind !== 'stayInRun')
      .map(({ kind, count }) => [kind, count]),
  );
  const refusal = refusalOf(change, facts);
  const before = snapshot(workspace);
  const tagNames = { ...facts.tags };
  try {
    workspace.perform(change.action, change.params as Params<typeof change.action>, {
      by: 'bob',
      permission: 'admin',
      kind: 'organization',
    });
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
  expect(refusal).toBeNull();
  expect(predicted, JSON.stringify(change)).toEqual(effects(change, before, snapshot(workspace), tagNames));
  return true;
}

describe('consequences', () => {
  test('are what the engine then does, whatever is planned wherever', () => {
    fc.assert(
      fc.property(steps(30), fc.array(planned, { minLength: 4, maxLength: 8, size: 'max' }), (sequence, changes) => {
        const workspace = createWorkspace();
        for (const step of sequence) take(workspace, step);
        for (const [action, params] of changes) {
          const cardIds = workspace.db.prepare('SELECT cardId FROM card ORDER BY n').pluck().all() as string[];
          if (cardIds.length === 0) break;
          if (action.startsWith('projects/')) {
            // Nobody changes what is nowhere to be seen: spaces of an archived project, anything of a deleted one.
            const { visibility } = workspace.row('project', String(params.id));
            if (visibility === 'deleted' || (action === 'projects/update' && visibility === 'archived')) continue;
          }
          const ready = Object.fromEntries(
            Object.entries(params).map(([name, value]) => [name, resolved(value, cardIds)]),
          );
          comesTrue(workspace, { action, params: ready } as unknown as PlannedChange);
        }
        workspace.db.close();
      }),
      { numRuns: 100 },
    );
  });

  test('of deleting a deck: its cards, sub cards elsewhere, what was started, what was open', () => {
    const workspace = createWorkspace();
    const hero = workspace.newCard({ content: 'Hero' });
    workspace.newCard({ content: 'Sub elsewhere', deckId: decks.more, parentCardId: hero });
    const started = workspace.newCard({ assigneeId: people.bob });
    workspace.act('cards/update', { id: started, status: 'started' });
    workspace.act('resolvables/create', { cardId: started, context: 'comment', content: 'Well?' });
    const change = { action: 'decks/delete', params: { id: decks.tasks } } as const;
    expect(foretold(workspace, change).map(({ text }) => text)).toEqual([
      '2 cards are archived.',
      '1 sub card in another deck is archived.',
      '1 started card goes back to not started.',
      '1 open thread closes.',
    ]);
    expect(comesTrue(workspace, change)).toBe(true);
  });

  test('of completing a run: each kind of leftover goes where moveOnFinish says', () => {
    const workspace = createWorkspace();
    workspace.rows.update('sprintConfig', 'config-1', { moveOnFinish: ['undone'] });
    workspace.newCard({ sprintId: runs.first });
    const blocked = workspace.newCard({ sprintId: runs.first });
    workspace.act('resolvables/create', { cardId: blocked, context: 'block', content: 'Stuck' });
    const change = { action: 'sprints/updateSprint', params: { id: runs.first, complete: true } } as const;
    expect(foretold(workspace, change).map(({ text }) => text)).toEqual([
      '1 card moves to Run 2.',
      '1 card that is not done stays.',
    ]);
    expect(comesTrue(workspace, change)).toBe(true);
  });

  test('a type that journey steps forbid is told beforehand', () => {
    const workspace = createWorkspace();
    workspace.act('workflowItems/create', { deckId: decks.more, content: 'Step', targetDeckId: decks.tasks });
    const change = { action: 'decks/update', params: { id: decks.tasks, deckType: 'doc' } } as const;
    expect(refusalOf(change, factsOf(workspace, change))).toContain('A journey step creates cards in this deck');
    expect(workspace.refusal('decks/update', change.params)).toBe('deck_has_journey');
  });

  // Shrunk from the property above; counting every card that the run gives its milestone to would break it.
  test('a card that a run gives the milestone it had does not move to it', () => {
    const workspace = createWorkspace();
    workspace.act('sprints/updateSprint', { id: runs.first, autoMilestoneId: milestones.beta });
    const id = workspace.newCard({ milestoneId: milestones.beta });
    const change = { action: 'cards/update', params: { id, milestoneId: null, sprintId: runs.first } } as const;
    expect(foretold(workspace, change)).toEqual([]);
    expect(comesTrue(workspace, change)).toBe(true);
  });

  // Breaks where the threads of cards that came into an archived project later count as closing.
  test('archiving an archived project closes nothing', () => {
    const workspace = createWorkspace();
    const project = workspace.row('deck', decks.tasks).projectId;
    workspace.act('projects/setVisibility', { id: project, visibility: 'archived' });
    workspace.act('resolvables/create', { cardId: workspace.newCard(), context: 'block', content: 'Stuck' });
    const again = { action: 'projects/setVisibility', params: { id: project, visibility: 'archived' } } as const;
    expect(foretold(workspace, again)).toEqual([]);
    expect(comesTrue(workspace, again)).toBe(true);
  });

  test('a change that touches nothing else has none', () => {
    const workspace = createWorkspace();
    const id = workspace.newCard();
    expect(foretold(workspace, { action: 'cards/update', params: { id, visibility: 'archived' } })).toEqual([]);
    expect(foretold(workspace, { action: 'decks/update', params: { id: decks.tasks, title: 'Work' } })).toEqual([]);
  });

  test('sentences begin with their count, whatever signs names hold', () => {
    expect(sentenceFor('tagOn', 14, { tag: 'x' })).toBe('14 cards get the tag #x.');
    expect(sentenceFor('tagOff', 1, { tag: 'x' })).toBe('1 card loses the tag #x.');
    expect(sentenceFor('milestoneOn', 40, { to: '# 1' })).toBe('40 cards move to the milestone # 1.');
  });
});

/**
 * Compares two copies of a workspace: one with projects and private cards that a token does not see, and one without
 * them. The token sends the same random queries and actions to both. All answers, refusals and visible rows must be
 * equal, except for the differences in `knownDifferences`.
 */
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { createEngine, type Engine } from '../../electron/engine/engine.ts';
import { createDatabaseReader, type DatabaseReader } from '../../electron/engine/query/reader.ts';
import { progressOfParts, recordProgress } from '../../electron/engine/scheduler/progress.ts';
import type { RowStore, StoredRow } from '../../electron/engine/store/rows.ts';
import { tableDefinitionOf, tableDefinitions } from '../../electron/engine/store/schema.ts';
import type { Actor } from '../../electron/engine/types.ts';
import {
  type ActionName,
  actionByName,
  modelByName,
  type Params,
  type QueryAnswer,
  Refusal,
  type RowModelName,
  rowKey,
  rowModelNames,
} from '../../shared/contract/index.ts';
import { shortCodeOf } from '../../shared/domain/short-code.ts';
import { comparableAnswer } from '../engine/query/comparable-answer.ts';
import { generateRandomSteps, performStep, type RandomStep, withExistingIds } from '../support/random-actions.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import {
  accountId,
  actorOf,
  createEngineFixture,
  decks,
  type EngineFixture,
  people,
  projects,
} from '../support/workspace.ts';
import { FuzzRequestGenerator } from './requests.ts';

export interface ScopedReport {
  readonly seed: number;
  /** Number of compared answers to queries, of performed actions and of refused actions. */
  readonly queries: number;
  readonly actions: number;
  readonly refusals: number;
  /** How often each known difference ended the comparison of two copies. */
  readonly known: Readonly<Record<string, number>>;
}

export class ScopeLeak extends Error {
  override readonly name = 'ScopeLeak';
}

/** A token with selected projects as producer and as writer, and a person, from whom only private cards are hidden. */
const viewers: readonly Actor[] = [
  actorOf('bot', { permission: 'producer', projects: [projects.game] }),
  actorOf('bot', { permission: 'write', projects: [projects.game] }),
  actorOf('cal', { permission: 'producer' }),
];

/** Random steps that build a workspace, and steps that are then compared in one pair of copies. */
const lengths = { build: 60, compare: 25 } as const;
/** Pairs of copies made of one workspace. */
const pairsPerWorkspace = 6;
/** Of each model, this many hidden rows are asked for by id. */
const hiddenIdsPerModel = 6;

interface Copy {
  readonly engine: Engine;
  readonly reader: DatabaseReader;
}

type Row = Record<string, unknown>;

function copyOf(image: Buffer): Copy {
  const db = new Database(image);
  return { engine: createEngine(db, 'service'), reader: createDatabaseReader(db) };
}

/**
 * The row on which the visibility of a row depends: stated once more, so that a fault in the engine's own rules is a
 * difference, too. Models that are missing here have a rule in `hiddenKeysOf`, or everybody sees them.
 */
const ownerOf: { readonly [model: string]: readonly [field: string, model: RowModelName] | undefined } = {
  attachment: ['cardId', 'card'],
  cardHistory: ['cardId', 'card'],
  cardOrder: ['cardId', 'card'],
  deck: ['projectId', 'project'],
  handCard: ['cardId', 'card'],
  milestoneProgress: ['milestoneId', 'milestone'],
  milestoneProject: ['projectId', 'project'],
  projectTag: ['projectId', 'project'],
  queueEntry: ['cardId', 'card'],
  resolvable: ['cardId', 'card'],
  resolvableEntry: ['resolvableId', 'resolvable'],
  resolvableEntryReaction: ['entryId', 'resolvableEntry'],
  sprint: ['sprintConfigId', 'sprintConfig'],
  sprintConfigProgress: ['sprintConfigId', 'sprintConfig'],
  sprintProgress: ['sprintId', 'sprint'],
  sprintProject: ['projectId', 'project'],
  workflowItem: ['deckId', 'deck'],
};

/** Returns the keys of the rows that the viewer cannot see, by model. */
function hiddenKeysOf(rows: RowStore, actor: Actor): ReadonlyMap<string, ReadonlySet<string>> {
  const seesProject = (id: string) => actor.projects === 'all' || actor.projects.has(id);
  const isSeen = (model: string, row: Row): boolean => {
    const id = row.id as string;
    if (model === 'project') return seesProject(id);
    if (model === 'card' && row.deckId === null) return row.creatorId === actor.userId;
    if (model === 'milestone' || model === 'sprintConfig') {
      const links =
        model === 'milestone'
          ? rows.find('milestoneProject', { milestoneId: id })
          : rows.find('sprintProject', { sprintConfigId: id });
      return actor.projects === 'all' || row.isGlobal === true || links.some((link) => seesProject(link.projectId));
    }
    if (model === 'file') {
      const cards = rows.find('attachment', { fileId: id }).map((attachment) => isSeen('attachment', attachment));
      return row.uploaderId === actor.userId || cards.length === 0 || cards.includes(true);
    }
    const [field, owner] = model === 'card' ? (['deckId', 'deck'] as const) : (ownerOf[model] ?? []);
    if (field === undefined || owner === undefined) return true;
    const above = rows.get(owner, row[field] as string);
    return above === undefined ? actor.projects === 'all' : isSeen(owner, above);
  };
  const hidden = new Map<string, Set<string>>();
  for (const model of rowModelNames) {
    const { model: definition } = tableDefinitionOf(model);
    const keys = (rows.find(model, {}) as Row[])
      .filter((row) => !isSeen(model, row))
      .map((row) => rowKey(definition, row));
    hidden.set(model, new Set(keys));
  }
  // The position of a visible card in the order of a milestone or run that is hidden.
  for (const { context: kind, cardId } of rows.find('cardOrder', {})) {
    const card = rows.get('card', cardId);
    const isHidden =
      (kind === 'milestone' && hidden.get('milestone')?.has(card?.milestoneId ?? '')) ||
      (kind === 'sprint' && hidden.get('sprint')?.has(card?.sprintId ?? ''));
    if (isHidden) hidden.get('cardOrder')?.add(JSON.stringify([kind, cardId]));
  }
  return hidden;
}

/** Removes the hidden rows, and everything in other rows that stands for them. */
function removeHidden(
  { engine: { rows, db } }: Copy,
  hidden: ReadonlyMap<string, ReadonlySet<string>>,
  actor: Actor,
): void {
  const isHidden = (model: string | undefined, id: unknown) => hidden.get(model ?? '')?.has(id as string) === true;
  db.transaction(() => {
    for (const [model, keys] of hidden) for (const key of keys) rows.remove(model as RowModelName, key);
    for (const { name, columns, model, key } of tableDefinitions.values())
      for (const row of rows.find(name, {}) as unknown as Row[]) {
        const patch: Row = {};
        for (const column of columns) {
          const value = row[column.name];
          if (Array.isArray(value) && column.idsOfModel)
            patch[column.name] = value.filter((id) => !isHidden(column.idsOfModel, id));
          else if (isHidden(column.idsOfModel, value)) patch[column.name] = null;
        }
        // An internal row about a hidden row, such as its guardian.
        if (key.some((part) => patch[part] === null) || (!hidden.has(name) && Object.values(patch).includes(null)))
          rows.remove(name, rowKey(model, row));
        else rows.update(name, rowKey(model, row), patch as never);
      }
    for (const { cardId, hasBlockingDeps, isBlockingDep, inDeps, outDeps } of rows.find('card', {})) {
      const isOpen = (id: string) => rows.get('card', id)?.status !== 'done';
      rows.update('card', cardId, {
        hasBlockingDeps: hasBlockingDeps && inDeps.some(isOpen),
        isBlockingDep: isBlockingDep && outDeps.some(isOpen),
      });
    }
    for (const userId of Object.values(people)) {
      const entries = rows.find('queueEntry', { userId, cardDoneAt: null }, ['sortIndex']);
      for (const [sortIndex, { id }] of entries.entries()) rows.update('queueEntry', id, { sortIndex });
    }
    for (const { cardId, version, diff } of rows.find('cardHistory', {}))
      rows.update('cardHistory', JSON.stringify([cardId, version]), {
        diff: diffWithout(diff as Row, isHidden) as never,
      });
    if (actor.projects !== 'all') recountProgress(rows, hidden.get('project'));
    rows.flushText();
  })();
  rows.drainChanges();
}

/** Progress rows from what the remaining projects have counted, and only on the days on which that changed. */
function recountProgress(rows: RowStore, hiddenProjects: ReadonlySet<string> | undefined): void {
  for (const [model, owner] of Object.entries(ownerOf))
    if (/Progress$/.test(model))
      for (const row of rows.find(model as RowModelName, {}) as Row[]) {
        const [ownerId, date] = [row[owner?.[0] ?? ''], row.date as string];
        const parts = rows
          .find('projectProgress', {})
          .filter((part) => part.model === model && part.ownerId === ownerId && part.date <= date)
          .filter((part) => !hiddenProjects?.has(part.projectId));
        const latest = parts.filter(
          (part) => !parts.some((later) => later.projectId === part.projectId && later.date > part.date),
        );
        const key = rowKey(tableDefinitionOf(model as RowModelName).model, row as never);
        if (!latest.some((part) => part.date === date)) rows.remove(model as RowModelName, key);
        else {
          const text = progressOfParts(model, JSON.stringify(latest.map(({ stats }) => stats)));
          rows.update(model as RowModelName, key, { progress: JSON.parse(text) } as never);
        }
      }
}

function diffWithout(diff: Row, isHidden: (model: string | undefined, id: unknown) => boolean): Row {
  const { byName } = tableDefinitionOf('card');
  const shown = Object.entries(diff).map(([name, change]): [string, unknown] => {
    const model = byName.get(name)?.idsOfModel;
    if (Array.isArray(change)) {
      const pair = change.map((id) => (isHidden(model, id) ? null : id));
      return [name, pair.some((id, index) => id !== change[index]) && pair.every((id) => id === null) ? null : pair];
    }
    if (typeof change !== 'object' || change === null || model === undefined) return [name, change];
    const lists = Object.entries(change as Record<string, unknown[]>).map(
      ([sign, ids]) => [sign, ids.filter((id) => !isHidden(model, id))] as const,
    );
    return [name, lists.every(([, ids]) => ids.length === 0) ? null : Object.fromEntries(lists)];
  });
  return Object.fromEntries(shown.filter(([, change]) => change !== null));
}

/** The ids of a list's rows, sorted and filtered by each reference that can be null. */
const listsByReference = (list: string, model: string): unknown[] =>
  Object.entries(modelByName(model)?.fields ?? {})
    .filter(([, type]) => type.kind === 'nullable' && type.of.kind === 'id')
    .flatMap(([field]) => [{ $order: field }, { [field]: { op: 'neq', value: null } }])
    .map((query) => ({ [`${list}(${JSON.stringify(query)})`]: [] }));

/** Returns a query for all fields and lists of all rows, with each model reached once; counted, also for their numbers. */
function everythingQuery(isCounted: boolean): unknown {
  const met = new Set<string>(['_root', 'release']);
  const level = new Map<string, unknown[]>();
  const listOf = (model: string): unknown[] => {
    const known = level.get(model);
    if (known) return known;
    const list: unknown[] = Object.keys(modelByName(model)?.fields ?? {});
    level.set(model, list);
    return list;
  };
  const root = [{ account: listOf('account') }];
  const queue = ['account'];
  met.add('account');
  for (let model = queue.shift(); model !== undefined; model = queue.shift()) {
    const list = listOf(model);
    for (const [name, relation] of Object.entries(modelByName(model)?.relations ?? {})) {
      if (isCounted && relation.kind !== 'one') list.push(`count:${name}`, `exists:${name}`);
      if (isCounted && model === 'account' && relation.kind !== 'one')
        list.push(...listsByReference(name, relation.model));
      if (relation.kind === 'one') list.push(name);
      else if (met.has(relation.model)) list.push({ [name]: [] });
      else {
        met.add(relation.model);
        list.push({ [name]: listOf(relation.model) });
        queue.push(relation.model);
      }
    }
  }
  return { _root: root };
}
const everything = { start: everythingQuery(true), later: everythingQuery(false) };

/** Replaces the values by the places that they give, within rows of the same group. */
function rankValues(rows: readonly Row[], field: string, groupOf: (row: Row) => unknown): void {
  for (const group of Map.groupBy(rows, (row) => JSON.stringify(groupOf(row))).values()) {
    const values = [...new Set(group.map((row) => row[field]))].sort((a, b) =>
      (a as string) < (b as string) ? -1 : 1,
    );
    for (const row of group) row[field] = values.indexOf(row[field]);
  }
}

/** Returns all rows that the viewer sees. */
function visibleRows({ reader }: Copy, actor: Actor, at: keyof typeof everything): Record<string, Record<string, Row>> {
  const answer = comparableAnswer(
    JSON.parse(reader.answerText(everything[at], { ...actor, scopes: 'all' })) as QueryAnswer,
  );
  const rows = answer as Record<string, Record<string, Row>>;
  // Known difference `ranks`: positions are compared, but not the values that stand for them.
  const owner = { deck: 'deckId', milestone: 'milestoneId', sprint: 'sprintId' } as const;
  rankValues(Object.values(rows.cardOrder ?? {}), 'sortValue', ({ context, cardId }) => [
    context,
    rows.card?.[cardId as string]?.[owner[context as keyof typeof owner]],
  ]);
  rankValues(Object.values(rows.handCard ?? {}), 'sortIndex', ({ userId }) => userId);
  return rows;
}

interface Difference {
  readonly name: ActionName;
  readonly params: Readonly<Record<string, unknown>>;
  /** Code of the refusal in one of the copies; undefined if it performed the action. */
  readonly code: string | undefined;
  readonly hidden: ReadonlyMap<string, ReadonlySet<string>>;
  /** The cards, decks and steps of the copy with hidden rows, before the action. */
  readonly before: {
    readonly cards: ReadonlyMap<string, StoredRow<'card'>>;
    readonly decks: readonly StoredRow<'deck'>[];
    readonly steps: readonly StoredRow<'workflowItem'>[];
  };
  /** Ids of visible cards of which the two copies show different rows. */
  readonly cards: readonly string[];
}

const hasHidden = ({ hidden, before, cards }: Difference, of: (card: StoredRow<'card'>) => [string, unknown][]) =>
  cards.some((id) => {
    const card = before.cards.get(id);
    return card !== undefined && of(card).some(([model, other]) => hidden.get(model)?.has(other as string));
  });

/** What the interface makes a token notice of hidden rows (CHOICES.md, "what a token can notice"), by name. */
const knownDifferences: Readonly<Record<string, (difference: Difference) => boolean>> = {
  'full Hand': ({ code }) => code === 'hand_full',
  'dependency cycle': ({ code }) => code === 'dependency_cycle',
  'journey steps into a deck': ({ code }) => code === 'deck_has_journey',
  'journey into a hidden deck': ({ code, name }) =>
    code === 'not_found' && (name === 'journeys/start' || name === 'workflowItems/update'),
  // Deleting a deck archives only the steps whose cards go to it; such a step reads as one into its own deck.
  'step into a hidden deck': ({ name, hidden, before }) =>
    name === 'decks/delete' && before.steps.some(({ targetDeckId }) => hidden.get('deck')?.has(targetDeckId ?? '')),
  'hero card': ({ code }) =>
    ['hero_cannot_start', 'hero_takes_no_thread', 'sub_card_depth', 'parent_cycle'].includes(code ?? ''),
  'status of a hero card': (difference) =>
    hasHidden(difference, ({ parentCardId, childCards }) => [
      ['card', parentCardId],
      ...childCards.map((id): [string, unknown] => ['card', id]),
    ]),
  // Moving, starting and assigning a card can give it a milestone or run.
  'unless it has one': (difference) =>
    (!/^cards\/(?:update|bulkUpdate|copy)$/.test(difference.name) ||
      ['deckId', 'status', 'assigneeId', 'visibility'].some((name) => name in difference.params)) &&
    hasHidden(difference, ({ milestoneId, sprintId }) => [
      ['milestone', milestoneId],
      ['sprint', sprintId],
    ]),
  'auto tag of another project': ({ hidden, before }) =>
    before.decks.some(({ defaultProjectTagId: tag }) => hidden.get('projectTag')?.has(tag ?? '')),
};

/**
 * Ties visible cards to hidden ones in every way: as sub cards, dependencies, milestones, runs, Hands and journeys.
 * Returns a step that closes a cycle through a hidden card, and steps that each ask for one hidden thing.
 */
function tieToHidden(
  fixture: EngineFixture,
  random: SeededRandom,
): { readonly cycle: RandomStep; readonly probes: readonly RandomStep[] } {
  const { act, rows } = fixture;
  const tryTo = (work: () => unknown) => void outcomeOf(work);
  const milestoneId = act('milestones/create', {
    accountId,
    name: 'Hidden',
    color: 'red',
    date: '2026-08-01',
    isGlobal: false,
    projectIds: [projects.site],
  }).id;
  const { id: config } = act('sprints/createConfig', {
    name: 'Hidden',
    startDate: fixture.now().slice(0, 10),
    days: 7,
    projectIds: [projects.site],
  });
  const { id: deckId } = act('decks/create', { title: 'Hidden', projectId: projects.site });
  const sprintId = rows.find('sprint', { sprintConfigId: config })[0]?.id;
  const hidden = [1, 2, 3].map((n) => fixture.newCard({ deckId, content: `Hidden ${n}`, sprintId }));
  hidden.push(fixture.newCard({ deckId: null, content: 'Private' }));
  // A card with a hidden past, and one that comes out of it.
  for (const [from, to] of [
    [decks.tasks, decks.more],
    [deckId, decks.tasks],
  ] as const) {
    tryTo(() => {
      const id = fixture.newCard({ deckId: from, content: 'Moved' });
      for (const next of [deckId, to]) act('cards/update', { id, deckId: next });
    });
  }
  const [shown] = rows.find('card', {}).filter((card) => card.deckId === decks.tasks || card.deckId === decks.more);
  for (const [index, cardIds] of [[hidden[0]], [hidden[3]], [hidden[1], shown?.cardId], [shown?.cardId]].entries()) {
    const at = fixture.now();
    const [id, uploaderId] = [`file-${index}`, people.ann];
    rows.insert('file', { id, accountId, createdAt: at, name: `${id}.txt`, size: 1, uploaderId, url: `x/${id}` });
    for (const cardId of cardIds) {
      const card = rows.get('card', cardId ?? '');
      if (!card) continue;
      const attachmentId = `attachment-${id}-${card.cardId}`;
      rows.update('card', card.cardId, { attachments: [...card.attachments, attachmentId] });
      rows.insert('attachment', {
        id: attachmentId,
        accountId,
        cardId: card.cardId,
        content: `${id}.txt`,
        createdAt: at,
        creatorId: uploaderId,
        fileId: id,
        title: `${id}.txt`,
      });
    }
  }
  rows.drainChanges();
  const owners = [people.ann, people.bob, people.cal];
  for (const cardId of hidden)
    tryTo(() => act('handQueue/addCardsToHand', { cardIds: [cardId], userId: random.pick(owners) }));
  for (const { cardId, childCards, inDeps, outDeps, deckId: ownDeckId } of rows.find('card', {}).slice(0, 12)) {
    const other = random.pick(hidden);
    const ties = [
      { inDeps: [...inDeps, other] },
      { outDeps: [...outDeps, other] },
      { childCards: [other, ...childCards] },
      { parentCardId: other },
      { milestoneId },
      { sprintId },
      { content: `See $${shortCodeOf(rows.get('card', other)?.accountSeq ?? 1)}` },
    ];
    if (ownDeckId !== null)
      for (const tie of ties) if (random.next() < 0.2) tryTo(() => act('cards/update', { id: cardId, ...tie }));
  }
  tryTo(() => act('decks/update', { id: decks.more, milestoneId }));
  const shownDeck = act('decks/create', { title: 'Shown', projectId: projects.game }).id;
  const newHidden = () => fixture.newCard({ deckId, content: 'Hidden' });
  // One card for each tie, with nothing else that is hidden, so that no known difference ends the comparison.
  const tied = (fields: Params<'cards/update'> | Record<string, unknown>) => {
    const id = fixture.newCard({ deckId: shownDeck, content: 'Tied' });
    act('cards/update', { ...fields, id });
    return id;
  };
  const [inMilestone, inRun, subCard] = [
    tied({ milestoneId }),
    tied({ sprintId }),
    tied({ parentCardId: newHidden() }),
  ];
  const [hero, waiting] = [tied({ childCards: [newHidden()] }), tied({ inDeps: [newHidden()] })];
  const positions = { targetId: null, label: null };
  act('cardOrders/addAfter', { ...positions, cardIds: [inMilestone], context: 'milestone' });
  act('cardOrders/addAfter', { ...positions, cardIds: [inRun], context: 'sprint' });
  const hiddenDoc = fixture.newCard({ deckId, content: 'Document', isDoc: true });
  const both = [projects.game, projects.site];
  const shared = act('milestones/create', {
    accountId,
    name: 'Shared',
    color: 'green',
    date: '2026-08-01',
    isGlobal: false,
    projectIds: both,
  }).id;
  const { id: sharedConfig } = act('sprints/createConfig', {
    name: 'Shared',
    startDate: fixture.now().slice(0, 10),
    days: 7,
    projectIds: both,
  });
  const journey = act('decks/create', { title: 'Journey', projectId: projects.game }).id;
  act('workflowItems/create', { content: 'Step', deckId: journey, targetDeckId: deckId });
  const step = { content: 'Step', deckId: decks.more };
  if (random.next() < 0.3) tryTo(() => act('workflowItems/create', { ...step, targetDeckId: deckId }));
  if (random.next() < 0.3) tryTo(() => act('workflowItems/create', { ...step, deckId, targetDeckId: decks.tasks }));
  // Progress that both projects make on the first day, and only the hidden one on the second.
  const { id: global } = act('milestones/create', {
    accountId,
    name: 'Global',
    color: 'blue',
    date: '2026-09-01',
    isGlobal: true,
    projectIds: null,
  });
  const place = { content: 'Counted', milestoneId: global };
  const [day, nextDay] = ['2026-01-05', '2026-01-06'];
  tryTo(() => fixture.newCard({ ...place, deckId: shown?.deckId ?? decks.tasks }));
  fixture.newCard({ ...place, deckId });
  recordProgress(rows, day);
  fixture.newCard({ ...place, deckId });
  recordProgress(rows, nextDay);
  rows.drainChanges();
  const [first, second] = rows
    .find('card', {})
    .filter((card) => card.deckId === decks.tasks || card.deckId === decks.more)
    .slice(-2);
  for (const [id, side] of [
    [first?.cardId, 'inDeps'],
    [second?.cardId, 'outDeps'],
  ] as const)
    if (id !== undefined) tryTo(() => act('cards/update', { id, [side]: [hidden[0]] }));
  const stepOf = (name: ActionName, params: Record<string, unknown>): RandomStep => ({
    name,
    params,
    by: 'ann',
    delayMs: 0,
  });
  const props = ['milestoneId', 'sprintId'];
  const probes = [
    ...[inMilestone, inRun, subCard].map((id) => stepOf('cards/copy', { ids: [id], props, target: shownDeck })),
    stepOf('cards/updateMany', { cards: [{ id: hiddenDoc, title: 'Mine', status: 'done' }] }),
    stepOf('cards/updateMany', { cards: [{ id: hidden[1], title: 'Mine', masterTags: ['mine'] }] }),
    stepOf('cards/update', { id: hero, childCards: [] }),
    stepOf('cards/update', { id: waiting, inDeps: [] }),
    stepOf('cards/update', { id: inMilestone, milestoneId: null }),
    stepOf('cards/bulkUpdate', { ids: [inRun], sprintId: null }),
    stepOf('cards/update', { id: subCard, parentCardId: null }),
    stepOf('cardOrders/addAfter', { ...positions, cardIds: [inMilestone], context: 'milestone' }),
    stepOf('cardOrders/addAfter', { ...positions, cardIds: [inRun], targetId: hidden[1], context: 'deck' }),
    ...owners.map((userId) => stepOf('handQueue/setCardOrders', { cardIds: [], draggedCardIds: [], userId })),
    stepOf('cardOrders/updateLabel', { cardIds: [inRun], context: 'sprint', label: 'Now' }),
    stepOf('journeys/start', { cardId: fixture.newCard({ deckId: shownDeck }), deckId: journey }),
    stepOf('journeys/start', { cardId: fixture.newCard({ deckId: shownDeck }), deckId }),
    stepOf('milestones/update', { id: shared, projectIds: [projects.game] }),
    stepOf('sprints/updateConfig', { id: sharedConfig, projectIds: [projects.game] }),
    stepOf('sprints/deleteConfig', { id: sharedConfig }),
    stepOf('cards/bulkUpdate', { ids: [hidden[1]], effort: 5 }),
    stepOf('resolvables/create', { cardId: hidden[2], context: 'comment', content: 'Mine' }),
    stepOf('decks/update', { id: deckId, title: 'Mine' }),
  ];
  return { cycle: stepOf('cards/update', { id: first?.cardId, outDeps: [second?.cardId] }), probes };
}

const ties = new Set(['deckId', 'parentCardId', 'childCards', 'inDeps', 'outDeps']);

/**
 * Actions that leave hidden rows as they are (CHOICES.md, "what a token changes in projects that it does not see"). A
 * change of the place of a visible card can end its ties.
 */
function leavesHiddenRows(name: ActionName, params: Readonly<Record<string, unknown>>): boolean {
  if (/^cards\/(?:update|bulkUpdate)$/.test(name))
    return Object.entries(params).every(
      ([field, value]) =>
        field !== 'visibility' && (!ties.has(field) || value === null || (value as readonly unknown[]).length === 0),
    );
  return /^(?:cards\/(?:updateMany|copy)|milestones\/update|sprints\/(?:updateConfig|deleteConfig)|cardOrders\/|workflowItems\/update)/.test(
    name,
  );
}

/** What tokens must not change in hidden rows, by model and key. */
function hiddenState(rows: RowStore, hidden: ReadonlyMap<string, ReadonlySet<string>>): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const model of ['card', 'milestoneProject', 'sprintProject', 'deck', 'milestone', 'sprintConfig'] as const)
    for (const key of hidden.get(model) ?? []) {
      const row = rows.get(model, key) as Row | undefined;
      const {
        version: _version,
        lastUpdatedAt: _at,
        hasBlockingDeps: _blocked,
        isBlockingDep: _blocks,
        derivedStatus: _derived,
        // Deleting a Run Config takes private cards out of its runs.
        sprintId: _run,
        ...kept
      } = row ?? {};
      state[`${model} ${key}`] = row && kept;
    }
  return state;
}

type Outcome = { readonly answer: unknown } | { readonly refused: unknown; readonly code: string };

function outcomeOf(work: () => unknown): Outcome {
  try {
    return { answer: work() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: { status: error.status, ...error.body }, code: error.body.error };
  }
}

/** Queries of values that the interface lets differ: gaps of bookmarks, and ranks. */
const showsKnownValues = /handCard|sortValue/;

/**
 * Compares `rounds` queries and actions. Equal seeds give the same sequence.
 * @throws ScopeLeak that names the seed and the query or action whose answers differ
 */
export function compareScopes(rounds: number, seed: number): ScopedReport {
  const counts = { queries: 0, actions: 0, refusals: 0 };
  const known: Record<string, number> = {};
  const random = seededRandom(seed);
  let done = 0;
  for (let build = 0; done < rounds; build++) {
    const fixture = createEngineFixture();
    for (const step of generateRandomSteps(seed + build, lengths.build)) performStep(fixture, step);
    const { cycle, probes } = tieToHidden(fixture, random);
    const image = fixture.db.serialize();
    for (let pair = 0; pair < pairsPerWorkspace && done < rounds; pair++) {
      const actor = viewers[(build + pair) % viewers.length] as Actor;
      const stepSeed = seed + 7919 * (build * pairsPerWorkspace + pair + 1);
      const some = probes.filter((_, index) => index % 2 === pair % 2);
      const steps = [...some, ...generateRandomSteps(stepSeed, lengths.compare - some.length - 1), cycle];
      done += comparePair(image, actor, steps, fixture.now(), Math.min(steps.length, rounds - done));
    }
    fixture.db.close();
  }
  return { seed, ...counts, known };

  function comparePair(
    image: Buffer,
    actor: Actor,
    steps: ReturnType<typeof generateRandomSteps>,
    start: string,
    most: number,
  ): number {
    const [full, bare] = [copyOf(image), copyOf(image)];
    const hidden = hiddenKeysOf(full.engine.rows, actor);
    removeHidden(bare, hidden, actor);
    const leak = (what: unknown, one: unknown, other: unknown) =>
      new ScopeLeak(
        `seed ${seed}: ${JSON.stringify(what)} by ${actor.userId}\nwith hidden rows: ${JSON.stringify(one)}\nwithout: ${JSON.stringify(other)}`,
      );
    const compareRows = (
      what: unknown,
      isKnown: (cards: readonly string[]) => boolean,
      at: keyof typeof everything = 'later',
    ): boolean => {
      const [one, other] = [visibleRows(full, actor, at), visibleRows(bare, actor, at)];
      const shown = [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((model) => {
        const keys = new Set([...Object.keys(one[model] ?? {}), ...Object.keys(other[model] ?? {})]);
        return [...keys]
          .filter((key) => !isDeepStrictEqual(one[model]?.[key], other[model]?.[key]))
          .map((key) => ({ model, key, one: one[model]?.[key], other: other[model]?.[key] }));
      });

      if (shown.length === 0) return true;
      const cards = shown.flatMap(({ model, key, one: row, other: without }) =>
        model === 'card' ? [key] : [(row ?? without)?.cardId].filter((id): id is string => typeof id === 'string'),
      );
      if (isKnown(cards)) return false;
      const [first] = shown;
      throw leak(
        what,
        first,
        shown.map(({ model, key }) => `${model} ${key}`),
      );
    };
    const compareQuery = (query: unknown) => {
      const [one, other] = [full, bare].map(({ reader }) =>
        outcomeOf(() => comparableAnswer(JSON.parse(reader.answerText(query, actor)) as QueryAnswer)),
      );
      if (!isDeepStrictEqual(one, other)) throw leak(query, one, other);
      counts.queries++;
    };
    compareRows('the start', () => false, 'start');

    const ids = new Map(
      rowModelNames
        .filter((model) => tableDefinitionOf(model).key.length === 1)
        .map((model) => [
          model as string,
          full.engine.rows.find(model, {}).map((row) => rowKey(tableDefinitionOf(model).model, row as never)),
        ]),
    );
    const queries = new FuzzRequestGenerator(random, ids);
    // Hidden rows by their ids, with everything that a row leads to.
    for (const model of rowModelNames) {
      const keys = [...(hidden.get(model) ?? [])].slice(0, hiddenIdsPerModel);
      if (keys.length === 0) continue;
      const definition = modelByName(model);
      const lists = Object.keys(definition?.relations ?? {}).map((name) => ({ [name]: [] }));
      const fields = [...Object.keys(definition?.fields ?? {}), ...lists];
      const key = (id: string) => (tableDefinitionOf(model).key.length === 1 ? JSON.stringify(id) : id);
      compareQuery(Object.fromEntries(keys.map((id) => [`${model}(${key(id)})`, fields])));
    }
    let at = Date.parse(start);
    for (const [index, { name, params, delayMs }] of steps.slice(0, most).entries()) {
      for (let n = 0; n < 2; n++) {
        const query = queryIn(queries.next());
        if (query === undefined || showsKnownValues.test(JSON.stringify(query))) continue;
        compareQuery(query);
      }
      at += Math.max(0, delayMs);
      if (name === 'tick' || !mayPerform(actor, name)) continue;
      const sent = withExistingIds(full.engine.db, params) as Record<string, unknown>;
      const { rows } = full.engine;
      const before = {
        cards: new Map(rows.find('card', {}).map((card) => [card.cardId, card])),
        decks: rows.find('deck', {}),
        steps: rows.find('workflowItem', {}),
      };
      const hiddenBefore = leavesHiddenRows(name, sent) ? hiddenState(rows, hidden) : undefined;
      const [one, other] = [full, bare].map(({ engine }) =>
        outcomeOf(() => {
          const newId = (purpose: string) => `${purpose}@new${index}`;
          return engine.perform(name, sent, { at: new Date(at).toISOString(), actor, accountId, newId }).answer;
        }),
      ) as [Outcome, Outcome];
      const [code, bareCode] = [one, other].map((outcome) => ('code' in outcome ? outcome.code : undefined));
      if (hiddenBefore) {
        const hiddenAfter = hiddenState(rows, hidden);
        if (!isDeepStrictEqual(hiddenBefore, hiddenAfter)) {
          const changed = Object.keys(hiddenBefore).filter(
            (key) => !isDeepStrictEqual(hiddenBefore[key], hiddenAfter[key]),
          );
          const of = (state: Row) => changed.map((key) => [key, state[key]]);
          throw leak({ [name]: sent }, of(hiddenAfter), `hidden rows were ${JSON.stringify(of(hiddenBefore))}`);
        }
      }
      const named = hiddenIdIn(one, hidden, sent);
      if (named !== undefined) throw leak({ [name]: sent }, one, `names hidden '${named}'`);
      const nameOfKnown = (cards: readonly string[]) =>
        Object.entries(knownDifferences).find(([, isIt]) =>
          // Hidden rows also let actions pass: a step whose target deck is hidden reads as one into its own deck.
          [code, bareCode].some((either) => isIt({ name, params: sent, code: either, hidden, before, cards })),
        )?.[0];
      const what = { [name]: sent };
      let found: string | undefined;
      if (!isDeepStrictEqual(one, other)) {
        found = nameOfKnown([]);
        if (found === undefined) throw leak(what, one, other);
      } else if (code === undefined)
        compareRows(what, (cards) => {
          found = nameOfKnown(cards);
          return found !== undefined;
        });
      if (found !== undefined) {
        known[found] = (known[found] ?? 0) + 1;
        break;
      }
      if (code === undefined) counts.actions++;
      else counts.refusals++;
    }
    full.engine.db.close();
    bare.engine.db.close();
    return most;
  }
}

/** An id of a hidden row that the outcome names and the sender did not; refusals that are known differences have none. */
function hiddenIdIn(
  outcome: Outcome,
  hidden: ReadonlyMap<string, ReadonlySet<string>>,
  sent: unknown,
): string | undefined {
  const [said, asked] = [JSON.stringify(outcome), JSON.stringify(sent)];
  for (const keys of hidden.values())
    for (const id of keys) if ((said.includes(`"${id}"`) || said.includes(`'${id}'`)) && !asked.includes(id)) return id;
  return undefined;
}

function queryIn({ path, body }: ReturnType<FuzzRequestGenerator['next']>): unknown {
  if (path !== '/' || typeof body !== 'string') return undefined;
  try {
    return (JSON.parse(body) as { query?: unknown } | null)?.query;
  } catch {
    return undefined;
  }
}

const mayPerform = ({ scopes }: Actor, name: ActionName): boolean =>
  scopes === 'all' || (actionByName(name)?.scopes ?? []).some((scope) => scopes.has(scope));

/**
 * Generates random actions for tests. Their params have the right types, but often contain ids of rows that do not fit
 * together. So the service refuses many of the actions, and the tests cover refusals, too.
 */
import fc from 'fast-check';
import { runScheduler } from '../../electron/engine/scheduler/index.ts';
import type { StoredModelName } from '../../electron/engine/store/schema.ts';
import type { ActionName, Params } from '../../shared/contract/index.ts';
import { Refusal } from '../../shared/contract/index.ts';
import { type ActingPersonOptions, type EngineFixture, type PersonName, people, projects } from './workspace.ts';

/** One action of a person, or `tick`: the scheduler runs once. */
export interface RandomStep {
  readonly name: ActionName | 'tick';
  /**
   * Params of the action. They contain placeholders `@<model>:<number>` instead of ids. When the step runs, each
   * placeholder becomes the id of an existing row of the model: the row at index `number` modulo the number of rows.
   */
  readonly params: Record<string, unknown>;
  readonly by: PersonName;
  /** Milliseconds since the previous step. */
  readonly delayMs: number;
}

const text = fc.constantFrom(
  'Plain',
  '# Heading #bug',
  'With @bob and @cal\n- [ ] box\n- [x] done',
  'See $111 and $112',
  '#UI #other',
  '',
);
const idPlaceholder = (model: StoredModelName, most = 7) => fc.nat(most).map((number) => `@${model}:${number}`);
const card = idPlaceholder('card', 11);
const thread = idPlaceholder('resolvable', 3);
const deck = idPlaceholder('deck', 6);
const milestone = idPlaceholder('milestone', 3);
const run = idPlaceholder('sprint', 5);
const project = idPlaceholder('project', 3);
const comment = idPlaceholder('resolvableEntry');
const runConfigId = idPlaceholder('sprintConfig', 2);
const journeyStep = idPlaceholder('workflowItem', 5);
const projectTag = idPlaceholder('projectTag', 4);
const someCards = fc.array(card, { minLength: 1, maxLength: 4 });
const user = fc.constantFrom(people.ann, people.bob, people.cal);
const tag = fc.constantFrom('bug', 'UI', 'free', 'seo');
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const status = fc.constantFrom('not_started', 'started', 'done');
const visibility = fc.constantFrom('default', 'default', 'archived', 'deleted');
const zoneName = fc.constantFrom('Now', 'Later', 'Next');
const zone = orNull(fc.constantFrom('Now', 'Later'));
const zones = orNull(fc.array(orNull(fc.constantFrom('Now', ' Now ', 'Later', '')), { maxLength: 3 }));
const someProjects = fc.array(project, { minLength: 1, maxLength: 2 });
const capacities = fc.dictionary(user, fc.nat(20), { maxKeys: 2 });
const hours = orNull(fc.constantFrom(0, 1, 48));
const space = (id: number) => ({ id, name: `Space ${id}`, icon: null, defaultDeckType: 'task' });

/** Generates objects in which each field may be missing. */
const optionalFields = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

const cardFields = {
  priority: orNull(fc.constantFrom('a', 'b')),
  effort: orNull(fc.nat(8)),
  assigneeId: orNull(user),
  milestoneId: orNull(milestone),
  sprintId: orNull(run),
  isDoc: fc.constantFrom(false, false, true),
};

const paramsByAction: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  'cards/create': fc
    .tuple(
      fc.record({ content: text, deckId: orNull(deck) }),
      optionalFields({
        ...cardFields,
        masterTags: fc.array(tag, { maxLength: 2 }),
        parentCardId: orNull(card),
        addAsBookmark: fc.boolean(),
        putInQueue: fc.boolean(),
        subscribeCreator: fc.boolean(),
      }),
    )
    .map(([required, optional]) => ({ ...required, ...optional })),
  'cards/createMany': fc.record({
    cards: fc.array(
      fc
        .tuple(text, optionalFields({ assigneeId: orNull(user), status: orNull(status), visibility }))
        .map(([content, rest]) => ({ content, ...rest })),
      { minLength: 1, maxLength: 3 },
    ),
    deckId: deck,
  }),
  'cards/update': fc
    .tuple(
      card,
      optionalFields({
        ...cardFields,
        content: text,
        status,
        deckId: deck,
        visibility,
        masterTags: fc.array(tag, { maxLength: 2 }),
        parentCardId: orNull(card),
        childCards: orNull(fc.array(card, { maxLength: 3 })),
        inDeps: fc.array(card, { maxLength: 2 }),
        outDeps: fc.array(card, { maxLength: 2 }),
      }),
    )
    .map(([id, rest]) => ({ id, ...rest })),
  'cards/bulkUpdate': fc
    .tuple(
      someCards,
      optionalFields({
        ...cardFields,
        status,
        deckId: deck,
        visibility,
        addMasterTag: tag,
        removeMasterTag: tag,
        parentCardId: orNull(card),
      }),
    )
    .map(([ids, rest]) => ({ ids, ...rest })),
  'cards/updateMany': fc.record({
    cards: fc.array(
      fc
        .tuple(
          card,
          text,
          optionalFields({
            assigneeId: orNull(user),
            status: orNull(status),
            masterTags: fc.array(tag, { maxLength: 2 }),
          }),
        )
        .map(([id, title, rest]) => ({ id, title, ...rest })),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  'cards/copy': fc.record({
    ids: fc.array(card, { minLength: 1, maxLength: 2 }),
    props: fc.subarray(['effort', 'priority', 'assigneeId', 'masterTags', 'milestoneId', 'sprintId']),
    target: deck,
  }),
  'handQueue/addCardsToHand': fc.record({ cardIds: someCards, userId: user }),
  'handQueue/removeCards': fc
    .tuple(someCards, optionalFields({ userId: user }))
    .map(([cardIds, rest]) => ({ cardIds, ...rest })),
  'handQueue/setCardOrders': fc.record({ cardIds: someCards, draggedCardIds: someCards, userId: user }),
  'bookmarks/addCards': fc.record({ ids: someCards, userId: user }),
  'bookmarks/removeCards': fc.record({ ids: someCards, userId: user }),
  'bookmarks/setOrders': fc.record({ cardIds: someCards, userId: user }),
  'cardOrders/addAfter': fc.record({
    cardIds: someCards,
    targetId: orNull(card),
    context: fc.constantFrom('deck', 'milestone', 'sprint'),
    label: zone,
  }),
  'cardOrders/addBefore': fc.record({
    cardIds: someCards,
    targetId: orNull(card),
    context: fc.constantFrom('deck', 'milestone', 'sprint'),
    label: zone,
  }),
  'cardOrders/updateLabel': fc.record({
    cardIds: someCards,
    context: fc.constantFrom('deck', 'milestone', 'sprint'),
    label: zone,
  }),
  'resolvables/create': fc.record({
    cardId: card,
    context: fc.constantFrom('block', 'review', 'comment'),
    content: text,
  }),
  'resolvables/close': fc
    .tuple(thread, optionalFields({ markCardDone: fc.boolean() }))
    .map(([id, rest]) => ({ id, ...rest })),
  'resolvables/reopen': fc.record({ id: thread }),
  'decks/update': fc
    .tuple(
      deck,
      optionalFields({
        deckType: fc.constantFrom('task', 'hero', 'doc', 'mixed'),
        handSyncEnabled: fc.boolean(),
        defaultProjectTagId: orNull(projectTag),
        manualOrderLabels: zones,
        milestoneId: orNull(milestone),
      }),
    )
    .map(([id, rest]) => ({ id, ...rest })),
  'decks/addToSpaceAfter': fc.record({
    deckIds: fc.array(deck, { minLength: 1, maxLength: 2 }),
    targetId: orNull(deck),
    targetProjectId: project,
    targetSpaceId: fc.constantFrom(1, 2),
  }),
  'decks/addToSpaceBefore': fc.record({
    deckIds: fc.array(deck, { minLength: 1, maxLength: 2 }),
    targetId: orNull(deck),
    targetProjectId: project,
    targetSpaceId: fc.constantFrom(1, 2),
  }),
  'decks/create': fc
    .tuple(project, optionalFields({ deckType: fc.constantFrom('task', 'hero', 'doc', 'mixed') }))
    .map(([projectId, rest]) => ({ title: 'Made', projectId, ...rest })),
  'decks/updateGuardians': fc.record({ id: deck, userIds: fc.array(user, { maxLength: 2 }) }),
  'milestones/create': fc.record({
    accountId: fc.constant('account-1'),
    name: fc.constant('Made'),
    color: fc.constant('red'),
    date: fc.constant('2026-08-01'),
    isGlobal: fc.boolean(),
    projectIds: orNull(someProjects),
  }),
  'milestones/update': fc
    .tuple(
      milestone,
      optionalFields({
        isGlobal: fc.boolean(),
        projectIds: someProjects,
        handSyncEnabled: fc.boolean(),
        manualOrderLabels: zones,
        userCapacities: capacities,
      }),
    )
    .map(([id, rest]) => ({ id, ...rest })),
  'milestones/pin': fc.record({ milestoneId: orNull(milestone), userId: user }),
  'sprints/updateConfig': fc
    .tuple(
      runConfigId,
      optionalFields({
        isGlobal: fc.boolean(),
        projectIds: someProjects,
        moveOnFinish: fc.subarray(['undone', 'review', 'blocked']),
        autoAssignStartedCard: fc.boolean(),
        autoAssignNewCard: fc.boolean(),
        autoBeastModeDurationHours: hours,
        beastGracePeriodHours: fc.nat(2),
      }),
    )
    .map(([id, rest]) => ({ id, ...rest })),
  'sprints/createConfig': fc
    .tuple(
      fc.constantFrom('2026-02-23', '2026-03-02', '2026-03-20'),
      fc.constantFrom(1, 7, 14),
      optionalFields({ projectIds: someProjects }),
    )
    .map(([startDate, days, rest]) => ({ name: 'Made', startDate, days, timezone: 'Asia/Kolkata', ...rest })),
  'watchings/addCard': fc.record({ cardId: card }),
  'watchings/removeCard': fc.record({ cardId: card }),
  'watchings/addDeck': fc.record({ deckId: deck, userId: user }),
  'watchings/removeDeck': fc.record({ deckId: deck, userId: user }),
  'resolvables/updateComment': fc.record({ entryId: comment, content: text }),
  'resolvables/updateParticipantDone': fc
    .tuple(
      fc.record({ resolvableId: thread, userId: user, done: fc.boolean() }),
      optionalFields({ status: fc.constant('approve') }),
    )
    .map(([required, rest]) => ({ ...required, ...rest })),
  'resolvables/addReaction': fc.record({
    entryId: comment,
    value: fc.record({ type: fc.constant('emoji'), value: fc.constantFrom('🦉', '👍') }),
  }),
  'resolvables/removeReaction': fc.record({ reactionId: idPlaceholder('resolvableEntryReaction') }),
  'projects/create': fc.record({ name: fc.constant('Made') }),
  'projects/update': fc.record({
    id: project,
    spaces: fc.constantFrom([space(1)], [space(2), space(1)], [space(1), space(2), space(3)]),
  }),
  'projects/addTag': fc.record({ projectId: project, tag: fc.constantFrom('bug', 'other', 'fresh') }),
  'projects/updateTag': fc.record({ id: projectTag, tag: fc.constantFrom('bug', 'defect', 'free', 'ui') }),
  'account/update': optionalFields({
    maxHandSlotCount: fc.constantFrom(7, 8, 28),
    statusChangeDurations: fc.constantFrom({ snooze: 60, archive: 60 }, { snooze: 86_400, archive: null }),
    planFeatures: fc.subarray(['dueDates', 'guardians', 'capacity', 'beastMode']),
  }),
  'users/create': fc.record({ name: fc.stringMatching(/^[a-z]{6}$/), role: fc.constantFrom('owner', 'write') }),
  'workflowItems/update': fc
    .tuple(
      journeyStep,
      optionalFields({
        content: text,
        assigneeId: orNull(user),
        targetDeckId: orNull(deck),
        inDeps: fc.array(journeyStep, { maxLength: 2 }),
        visibility,
        masterTags: fc.array(tag, { maxLength: 2 }),
      }),
    )
    .map(([id, rest]) => ({ id, ...rest })),
  'resolvables/comment': fc.record({ resolvableId: thread, content: text }),
  'workflowItems/create': fc.record({
    deckId: deck,
    content: fc.constant('Step of %PARENT_TITLE%'),
    targetDeckId: orNull(deck),
  }),
  'decks/renameZone': fc.record({ id: deck, label: zoneName, newLabel: zoneName }),
  'milestones/renameZone': fc.record({ id: milestone, label: zoneName, newLabel: zoneName }),
  'sprints/renameZone': fc.record({ id: run, label: zoneName, newLabel: zoneName }),
  'journeys/start': fc.record({ cardId: card, deckId: deck }),
  'sprints/updateSprint': fc
    .tuple(
      run,
      optionalFields({
        autoMilestoneId: orNull(milestone),
        handSyncEnabled: fc.boolean(),
        manualOrderLabels: zones,
        userCapacities: capacities,
        lockIn: fc.boolean(),
      }),
    )
    .map(([id, rest]) => ({ id, ...rest })),
};

/** Actions that delete, archive or complete rows. They are chosen less often, so that rows remain for later steps. */
const paramsOfRemovals: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  'decks/delete': fc.record({ id: deck }),
  'milestones/delete': fc.record({ id: milestone }),
  'projects/setVisibility': fc.record({ id: fc.constant(projects.site), visibility }),
  'sprints/updateSprint': fc.record({ id: run, complete: fc.constant(true) }),
  'sprints/deleteConfig': fc.record({ id: runConfigId }),
  'projects/deleteTag': fc.record({ id: projectTag }),
  'users/remove': fc.record({ id: idPlaceholder('user') }),
};

/** Names of all actions that steps can perform. */
export const performableActions: ReadonlySet<string> = new Set([
  ...Object.keys(paramsByAction),
  ...Object.keys(paramsOfRemovals),
]);

const stepOf = (name: string, params: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<RandomStep> =>
  fc.record({
    name: fc.constant(name as ActionName),
    params,
    by: fc.constantFrom<PersonName>('ann', 'bob', 'cal'),
    delayMs: fc.constantFrom(0, 1, 60_000),
  });

const hourMs = 3_600_000;
/**
 * Changes the clock and runs the scheduler. In most cases time passes, but the clock can also go back by 30 seconds.
 */
const schedulerStep: fc.Arbitrary<RandomStep> = fc.record({
  name: fc.constant('tick' as const),
  params: fc.constant({}),
  by: fc.constant<PersonName>('ann'),
  delayMs: fc.constantFrom(0, 13_000, hourMs, 24 * hourMs, 8 * 24 * hourMs, -30_000),
});

export const randomStep: fc.Arbitrary<RandomStep> = fc.oneof(
  ...Object.entries(paramsByAction).map(([name, params]) => ({
    arbitrary: stepOf(name, params),
    // Real users create and change cards more often than anything else.
    weight: /^cards\/(create|update)$/.test(name) ? 25 : 4,
  })),
  ...Object.entries(paramsOfRemovals).map(([name, params]) => ({ arbitrary: stepOf(name, params), weight: 1 })),
  { arbitrary: schedulerStep, weight: 10 },
);

export const randomSteps = (maxLength: number) => fc.array(randomStep, { minLength: 1, maxLength, size: 'max' });

/** Generates a random sequence of steps. The same seed gives the same steps. */
export const generateRandomSteps = (seed: number, length: number): RandomStep[] =>
  fc.sample(randomStep, { seed, numRuns: length });

const keysOf: Partial<Record<StoredModelName, string>> = {
  card: 'SELECT cardId FROM card ORDER BY n',
  resolvableEntry: 'SELECT entryId FROM resolvableEntry ORDER BY entryId',
  workflowItem: 'SELECT itemId FROM workflowItem ORDER BY itemId',
};

/**
 * Replaces each placeholder in the params by the id of an existing row. If the model has no rows, the id is `nothing`.
 */
export function withExistingIds(db: EngineFixture['db'], params: unknown): unknown {
  const [, model, number] = (typeof params === 'string' && /^@(\w+):(\d+)$/.exec(params)) || [];
  if (model) {
    const sql = keysOf[model as StoredModelName] ?? `SELECT id FROM "${model}" ORDER BY id`;
    const keys = db.prepare(sql).pluck().all();
    return keys[Number(number) % keys.length] ?? 'nothing';
  }
  if (Array.isArray(params)) return params.map((item) => withExistingIds(db, item));
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, withExistingIds(db, value)]),
  );
}

/** Performs a step. Returns the code of the refusal if the action is refused, undefined if it succeeds. */
export function performStep(workspace: EngineFixture, { name, params, by, delayMs }: RandomStep): string | undefined {
  workspace.advanceClock(delayMs);
  if (name === 'tick') {
    const { at, accountId, newId } = workspace.call();
    runScheduler(workspace.engine, { at, accountId, newId });
    return undefined;
  }
  const doer: ActingPersonOptions = by === 'bob' ? { by, permission: 'producer', kind: 'organization' } : { by };
  try {
    workspace.perform(name, withExistingIds(workspace.db, params) as Params<typeof name>, doer);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.body.error;
    throw error;
  }
}

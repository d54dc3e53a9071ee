/** Random actions on the test organization, valid in form; many are refused, which is part of the point. */
import fc from 'fast-check';
import type { ActionName, Params } from '../../shared/contract/index.ts';
import { Refusal } from '../../shared/contract/index.ts';
import {
  type Doer,
  decks,
  milestones,
  type PersonName,
  people,
  projects,
  runs,
  tags,
  type Workspace,
} from './workspace.ts';

/** One action with cards named by their index among those that exist when it is performed. */
export interface Step {
  readonly name: ActionName;
  /** Card ids are `#<number>`, thread ids `~<number>`: taken modulo what exists. */
  readonly params: Record<string, unknown>;
  readonly by: PersonName;
  /** Milliseconds since the step before. */
  readonly later: number;
}

const text = fc.constantFrom(
  'Plain',
  '# Heading #bug',
  'With @bob and @cal\n- [ ] box\n- [x] done',
  'See $111 and $112',
  '#UI #other',
  '',
);
const card = fc.nat(11).map((index) => `#${index}`);
const thread = fc.nat(3).map((index) => `~${index}`);
const someCards = fc.array(card, { minLength: 1, maxLength: 4 });
const user = fc.constantFrom(people.ann, people.bob, people.cal);
const deck = fc.constantFrom(...Object.values(decks));
const milestone = fc.constantFrom(...Object.values(milestones));
const run = fc.constantFrom(...Object.values(runs));
const tag = fc.constantFrom('bug', 'UI', 'free', 'seo');
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const status = fc.constantFrom('not_started', 'started', 'done');
const visibility = fc.constantFrom('default', 'default', 'archived', 'deleted');
const zone = orNull(fc.constantFrom('Now', 'Later'));

/** Each key present every other time. */
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

const cardFields = {
  priority: orNull(fc.constantFrom('a', 'b')),
  effort: orNull(fc.nat(8)),
  assigneeId: orNull(user),
  milestoneId: orNull(milestone),
  sprintId: orNull(run),
  isDoc: fc.constantFrom(false, false, true),
};

const shapes: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  'cards/create': fc
    .tuple(
      fc.record({ content: text, deckId: orNull(deck) }),
      some({
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
        .tuple(text, some({ assigneeId: orNull(user), status: orNull(status), visibility }))
        .map(([content, rest]) => ({ content, ...rest })),
      { minLength: 1, maxLength: 3 },
    ),
    deckId: deck,
  }),
  'cards/update': fc
    .tuple(
      card,
      some({
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
      some({
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
          some({ assigneeId: orNull(user), status: orNull(status), masterTags: fc.array(tag, { maxLength: 2 }) }),
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
  'handQueue/removeCards': fc.tuple(someCards, some({ userId: user })).map(([cardIds, rest]) => ({ cardIds, ...rest })),
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
  'resolvables/close': fc.tuple(thread, some({ markCardDone: fc.boolean() })).map(([id, rest]) => ({ id, ...rest })),
  'resolvables/reopen': fc.record({ id: thread }),
  'decks/update': fc
    .tuple(
      deck,
      some({
        deckType: fc.constantFrom('task', 'hero', 'doc', 'mixed'),
        handSyncEnabled: fc.boolean(),
        defaultProjectTagId: orNull(fc.constant(tags.bug)),
        milestoneId: orNull(milestone),
      }),
    )
    .map(([id, rest]) => ({ id, ...rest })),
  'decks/addToSpaceAfter': fc.record({
    deckIds: fc.array(deck, { minLength: 1, maxLength: 2 }),
    targetId: orNull(deck),
    targetProjectId: fc.constantFrom(...Object.values(projects)),
    targetSpaceId: fc.constantFrom(1, 2),
  }),
  'projects/updateTag': fc.record({ id: fc.constant(tags.bug), tag: fc.constantFrom('bug', 'defect', 'free') }),
  'resolvables/comment': fc.record({ resolvableId: thread, content: text }),
  'workflowItems/create': fc.record({
    deckId: deck,
    content: fc.constant('Step of %PARENT_TITLE%'),
    targetDeckId: orNull(deck),
  }),
  'journeys/start': fc.record({ cardId: card, deckId: deck }),
  'sprints/updateSprint': fc
    .tuple(run, some({ autoMilestoneId: orNull(milestone), handSyncEnabled: fc.boolean() }))
    .map(([id, rest]) => ({ id, ...rest })),
};

/** What takes a deck, milestone or project away, which leaves less to do afterwards. */
const endings: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  'decks/delete': fc.record({ id: deck }),
  'milestones/delete': fc.record({ id: milestone }),
  'projects/setVisibility': fc.record({ id: fc.constant(projects.site), visibility }),
  'sprints/updateSprint': fc.record({ id: fc.constant(runs.first), complete: fc.constant(true) }),
};

const stepOf = (name: string, params: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Step> =>
  fc.record({
    name: fc.constant(name as ActionName),
    params,
    by: fc.constantFrom<PersonName>('ann', 'bob'),
    later: fc.constantFrom(0, 1, 60_000),
  });

export const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(shapes).map(([name, params]) => ({
    arbitrary: stepOf(name, params),
    // Most of all cards change.
    weight: /^cards\/(create|update)$/.test(name) ? 20 : 4,
  })),
  ...Object.entries(endings).map(([name, params]) => ({ arbitrary: stepOf(name, params), weight: 1 })),
);

export const steps = (maxLength: number) => fc.array(step, { minLength: 1, maxLength, size: 'max' });

/** The params with cards and threads that exist; undefined while there are none. */
function resolved(workspace: Workspace, params: unknown): unknown {
  if (typeof params === 'string' && /^[#~]\d+$/.test(params)) {
    const keys =
      params[0] === '#'
        ? workspace.db.prepare('SELECT cardId FROM card ORDER BY n').pluck().all()
        : workspace.db.prepare('SELECT id FROM resolvable ORDER BY id').pluck().all();
    return keys[Number(params.slice(1)) % keys.length] ?? 'nothing';
  }
  if (Array.isArray(params)) return params.map((item) => resolved(workspace, item));
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, resolved(workspace, value)]),
  );
}

/** Performs a step; answers the code of its refusal, or undefined when it was carried out. */
export function take(workspace: Workspace, { name, params, by, later }: Step): string | undefined {
  workspace.pass(later);
  const doer: Doer = by === 'ann' ? { by } : { by, permission: 'producer', kind: 'organization' };
  try {
    workspace.perform(name, resolved(workspace, params) as Params<typeof name>, doer);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.body.error;
    throw error;
  }
}

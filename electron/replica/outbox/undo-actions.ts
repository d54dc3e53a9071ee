/** Finds the steps that undo an `act` call, from all rows that it changed, including those changed by side effects. */
import { actions } from '../../../shared/contract/index.ts';
import { isSameTag, tagsIn } from '../../../shared/domain/content.ts';
import { fewestCardsToMove } from '../../../shared/domain/hand.ts';
import type { AnyRow, RowChange } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitions } from '../../engine/store/schema.ts';
import type { ActStep } from '../../engine/types.ts';
import { toSettableValue } from './overwrites.ts';
import { type FieldUpdateAction, fieldUpdateActionsOf } from './set-fields.ts';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
export const isChange = ({ before, after }: RowChange): boolean => !same(before, after);

/** Fields that link a card to other cards. They are undone separately from the card's values (`linkSteps`). */
const cardLists = ['parentCardId', 'childCards', 'inDeps', 'outDeps'];
const cardValues = Object.keys(actions['cards/update'].params.optional).filter((name) => !cardLists.includes(name));
const bulkValues = new Set(Object.keys(actions['cards/bulkUpdate'].params.optional));

export interface UndoLookups {
  /** Returns the ids of the cards that are in a person's Hand now, outside the done pile, in order. */
  readonly handOf: (userId: string) => readonly string[];
  /** `sortIndex` can have gaps and be negative. */
  readonly bookmarksOf: (userId: string) => readonly { readonly cardId: string; readonly sortIndex: number }[];
  /** The card before this position in a manual order; null at the start of its zone. */
  readonly predecessorOf: (order: AnyRow) => string | null;
  /** Null for the first deck of its space. */
  readonly deckBefore: (deck: AnyRow) => string | null;
  readonly linkedProjects: (model: string, field: string, id: string) => readonly string[];
  readonly isGlobal: (model: string, id: string) => boolean;
  /** Whether the service puts a card of this deck into the current run when the card is started. */
  readonly runStartsWith: (deckId: string) => boolean;
}

type ChangesOf = (model: StoredModelName) => readonly RowChange[];
/** Null if no action can undo the changes. `changes` can be empty. */
type ModelUndo = (changes: readonly RowChange[], changesOf: ChangesOf, context: UndoLookups) => ActStep[] | null;

/** For rows that follow from rows of other models, or that no undoable action changes. */
const noSteps: ModelUndo = () => [];
/** For models whose rows no action can delete. Null if a row is new. */
const formerValueSteps: ModelUndo = (changes) =>
  changes.some(({ before }) => !before) ? null : changes.flatMap((change) => valueSteps(change));
const fieldChanged = (name: string, { before, after }: RowChange) =>
  before !== undefined && !same(before[name], after?.[name]);

/** How to undo changes to each model's rows. The steps are performed in this order. */
const undoOf: { readonly [M in StoredModelName]: ModelUndo } = {
  // Archiving a project closes the threads of its cards. An undo restores the project first, then reopens the threads.
  project: formerValueSteps,
  resolvable: threadSteps,
  // Closing a new thread hides its first comment. Other new comments cannot be undone.
  resolvableEntry: (comments, changesOf) => {
    const newThreads = new Set(changesOf('resolvable').flatMap(({ key, before }) => (before ? [] : [key])));
    const hasLastingComment = comments.some(
      ({ before, after }) => !before && !newThreads.has(String(after?.resolvableId)),
    );
    return hasLastingComment ? null : comments.filter(({ before }) => before).flatMap((change) => valueSteps(change));
  },
  deck: (decks, _, context) =>
    decks.some((deck) => fieldChanged('isDeleted', deck))
      ? null
      : [
          ...decks.flatMap((deck) => valueSteps(deck, 'decks/delete')),
          ...decks.flatMap((deck) => deckMoves(deck, context)),
        ],
  milestone: (milestones) =>
    milestones.some((milestone) => fieldChanged('isDeleted', milestone))
      ? null
      : milestones.flatMap((milestone) => valueSteps(milestone, 'milestones/delete')),
  sprint: (sprints) =>
    sprints.some(
      ({ before, after }) => before?.completedAt !== after?.completedAt || before?.lockedAt !== after?.lockedAt,
    )
      ? null
      : sprints.flatMap((sprint) => valueSteps(sprint)),
  sprintConfig: formerValueSteps,
  projectTag: (tags) => tags.flatMap((tag) => valueSteps(tag)),
  milestoneProject: linkedProjectSteps({ owner: 'milestone', field: 'milestoneId', action: 'milestones/update' }),
  sprintProject: linkedProjectSteps({ owner: 'sprintConfig', field: 'sprintConfigId', action: 'sprints/updateConfig' }),
  deckGuardian: guardianSteps,
  card: (cards, _, context) =>
    // No action makes a card in a deck private again.
    cards.some(({ before, after }) => before?.deckId === null && after?.deckId !== null)
      ? null
      : cardSteps(cards, context),
  queueEntry: handSteps,
  handCard: bookmarkSteps,
  cardOrder: (orders, _, context) => [...zoneSteps(orders), ...orderSteps(orders, context)],
  resolvableEntryReaction: reactionSteps,
  cardSubscription: (subscriptions) =>
    subscriptions.map(({ before, after }) =>
      step(before ? 'watchings/addCard' : 'watchings/removeCard', { cardId: (before ?? after)?.cardId }),
    ),
  deckSubscription: (subscriptions) =>
    subscriptions.map(({ before, after }) => {
      const { deckId, userId } = (before ?? after) as AnyRow;
      return step(before ? 'watchings/addDeck' : 'watchings/removeDeck', { deckId, userId });
    }),
  pinnedMilestone: (pins) =>
    pins.map(({ before, after }) =>
      step('milestones/pin', { milestoneId: before?.milestoneId ?? null, userId: (before ?? after)?.userId }),
    ),
  user: formerValueSteps,
  attachment: formerValueSteps,
  workflowItem: formerValueSteps,
  account: noSteps,
  accountRole: noSteps,
  cardHistory: noSteps,
  file: noSteps,
  lockedCard: noSteps,
  projectProgress: noSteps,
  milestoneProgress: noSteps,
  notice: noSteps,
  release: noSteps,
  resolvableParticipant: noSteps,
  runSchedule: noSteps,
  setting: noSteps,
  sprintConfigProgress: noSteps,
  sprintProgress: noSteps,
  counter: noSteps,
  upload: noSteps,
};
const undoEntries = Object.entries(undoOf) as [StoredModelName, ModelUndo][];

/** Null if nothing changed, or if one of the changes cannot be undone. */
export function undoStepsOf(changes: readonly RowChange[], context: UndoLookups): ActStep[] | null {
  const byModel = Map.groupBy(changes.filter(isChange), ({ model }) => model);
  const changesOf: ChangesOf = (model) => byModel.get(model) ?? [];
  const steps: ActStep[] = [];
  for (const [model, undo] of undoEntries) {
    const found = undo(changesOf(model), changesOf, context);
    if (!found) return null;
    steps.push(...found);
  }
  return steps.length > 0 ? steps : null;
}

const step = (action: string, params: Record<string, unknown>): ActStep => ({ action, params });

function threadSteps(changes: readonly RowChange[]): ActStep[] {
  return changes.flatMap(({ key, before, after }) => {
    if (!before) return [step('resolvables/close', { id: key })];
    if (before.isClosed === after?.isClosed) return [];
    return [step(before.isClosed ? 'resolvables/close' : 'resolvables/reopen', { id: key })];
  });
}

/** The actions that set values, by model. `cards/update` is missing, because `cardSteps` makes the steps for cards. */
const fieldSettingActions = new Map<StoredModelName, readonly FieldUpdateAction[]>(
  [...tableDefinitions.values()].map(({ name }) => [
    name,
    fieldUpdateActionsOf(name).filter(({ action }) => action !== 'cards/update'),
  ]),
);

/** @param remove action that deletes a new row; without it, a new row has no steps */
function valueSteps({ model, key, before, after }: RowChange, remove?: string): ActStep[] {
  if (!before) return remove ? [step(remove, { id: key })] : [];
  return (fieldSettingActions.get(model) ?? []).flatMap(({ action, idParam, params: { required, optional } }) => {
    const fields = Object.keys({ ...required, ...optional }).filter((name) => name !== idParam && name in before);
    const former = fields.filter((name) => name in required || !same(before[name], after?.[name]));
    if (fields.every((name) => same(before[name], after?.[name]))) return [];
    return [step(action, { [idParam]: key, ...Object.fromEntries(former.map((name) => [name, before[name]])) })];
  });
}

interface ProjectLinks {
  readonly owner: StoredModelName;
  readonly field: string;
  readonly action: string;
}

/**
 * Each link is a row; one action replaces all links of an owner, a milestone or Run Config. An owner of all projects
 * needs no step, because its links follow from `isGlobal`.
 */
function linkedProjectSteps({ owner, field, action }: ProjectLinks): ModelUndo {
  return (links, changesOf, { linkedProjects, isGlobal }) => {
    const owners = [...new Set(links.map(({ before, after }) => String((before ?? after)?.[field])))];
    return owners.flatMap((id) => {
      const change = changesOf(owner).find(({ key }) => key === id);
      if (change && !change.before) return [];
      if (change ? change.before?.isGlobal : isGlobal(owner, id)) return [];
      const own = links.filter(({ before, after }) => (before ?? after)?.[field] === id);
      const added = own.filter(({ before }) => !before).map(({ after }) => String(after?.projectId));
      const removed = own.filter(({ after }) => !after).map(({ before }) => String(before?.projectId));
      const kept = linkedProjects(own[0]?.model ?? owner, field, id).filter((project) => !added.includes(project));
      return [step(action, { id, projectIds: [...kept, ...removed] })];
    });
  };
}

/** Only for decks that had no guardians: no query returns former guardians, so otherwise the result is null. */
function guardianSteps(guardians: readonly RowChange[], changesOf: ChangesOf): ActStep[] | null {
  const decks = new Map(changesOf('deck').map(({ key, before }) => [key, before]));
  const deckIds = [...new Set(guardians.map(({ before, after }) => String((before ?? after)?.deckId)))];
  if (deckIds.some((id) => decks.get(id)?.hasGuardians !== false)) return null;
  return deckIds.map((id) => step('decks/updateGuardians', { id, userIds: [] }));
}

function deckMoves({ key, before, after }: RowChange, { deckBefore }: UndoLookups): ActStep[] {
  if (!before || before.spaceId === null) return [];
  if (['sortValue', 'spaceId', 'projectId'].every((name) => same(before[name], after?.[name]))) return [];
  const targetId = deckBefore(before);
  return [
    step(targetId ? 'decks/addToSpaceAfter' : 'decks/addToSpaceBefore', {
      deckIds: [key],
      targetId,
      targetProjectId: before.projectId,
      targetSpaceId: before.spaceId,
    }),
  ];
}

/** Actions take no null for `isDoc`; false means the same. */
const writableCardValue = (name: string, value: unknown): unknown =>
  name === 'isDoc' ? value === true : toSettableValue(name, value);

/** True if a project tag of the card is in the new content as `#tag`, but not in the former content. */
function newContentAddsOwnTag(before: AnyRow, after: AnyRow | undefined): boolean {
  const [former, present] = [before, after].map((row) => tagsIn(String(row?.content ?? '')));
  const tags = (before.masterTags ?? []) as string[];
  const has = (names: readonly string[] | undefined, tag: string) => names?.some((name) => isSameTag(name, tag));
  return tags.some((tag) => has(present, tag) && !has(former, tag));
}

/** The fields that only the service sets when it starts a card, because it alone knows the current run. */
function fieldsSetByService(before: AnyRow, after: AnyRow | undefined, { runStartsWith }: UndoLookups): string[] {
  const isStarted =
    after?.status === 'started' && (before.status !== 'started' || before.assigneeId !== after.assigneeId);
  if (!isStarted || before.sprintId !== null || after.sprintId !== null) return [];
  if (typeof after.deckId !== 'string' || !runStartsWith(after.deckId)) return [];
  // The run can give its milestone to a card without one.
  return before.milestoneId === null ? ['sprintId', 'milestoneId'] : ['sprintId'];
}

function cardSteps(changes: readonly RowChange[], context: UndoLookups): ActStep[] {
  const groups = new Map<string, { ids: string[]; values: AnyRow }>();
  const single: ActStep[] = [];
  const links: ActStep[] = [];
  const withoutSubCards: ActStep[] = [];
  const changedCardIds = new Set(changes.map(({ key }) => key));
  for (const change of changes) {
    const { key, before, after } = change;
    if (!before) {
      addToGroup(groups, key, { visibility: 'deleted' });
      continue;
    }
    const names = cardValues.filter((name) => !same(before[name], after?.[name]));
    // Setting the owner resets the status of a started card, so the status is set together with the owner.
    if (names.includes('assigneeId') && !names.includes('status') && !before.isDoc) names.push('status');
    // Setting the content also removes the project tags that only the replaced content contains.
    if (names.includes('content') && !names.includes('masterTags') && newContentAddsOwnTag(before, after))
      names.push('masterTags');
    for (const name of fieldsSetByService(before, after, context)) if (!names.includes(name)) names.push(name);
    const values = Object.fromEntries(names.map((name) => [name, writableCardValue(name, before[name])]));
    if (names.length > 0 && names.every((name) => bulkValues.has(name))) addToGroup(groups, key, values);
    else if (names.length > 0) single.push(step('cards/update', { id: key, ...values }));
    single.push(...valueSteps(change));
    // A card with sub cards cannot be started, so a card that had none loses its new ones before it gets its status.
    const counts = [before, after ?? {}].map(({ childCards }) => ((childCards ?? []) as string[]).length);
    (counts[0] === 0 && counts[1] !== 0 ? withoutSubCards : links).push(
      ...linkSteps(key, before, after ?? {}, changedCardIds),
    );
  }
  const bulk = [...groups.values()].map(({ ids, values }) =>
    ids.length === 1 ? step('cards/update', { id: ids[0], ...values }) : step('cards/bulkUpdate', { ids, ...values }),
  );
  return [...withoutSubCards, ...bulk, ...single, ...links];
}

function addToGroup(groups: Map<string, { ids: string[]; values: AnyRow }>, id: string, values: AnyRow): void {
  const name = JSON.stringify(values);
  const group = groups.get(name);
  if (group) group.ids.push(id);
  else groups.set(name, { ids: [id], values });
}

/** Restores links between cards. A link is a field of both cards, so only one of the two cards restores it. */
function linkSteps(key: string, before: AnyRow, after: AnyRow, changedCardIds: ReadonlySet<string>): ActStep[] {
  const params: AnyRow = {};
  if (!same(before.childCards, after.childCards)) params.childCards = before.childCards;
  if (!same(before.inDeps, after.inDeps)) params.inDeps = before.inDeps;
  const outBefore = (before.outDeps ?? []) as string[];
  const outAfter = (after.outDeps ?? []) as string[];
  const differing = [...outBefore, ...outAfter].filter((id) => outBefore.includes(id) !== outAfter.includes(id));
  if (differing.some((id) => !changedCardIds.has(id))) params.outDeps = before.outDeps;
  if (before.parentCardId !== after.parentCardId) {
    const parents = [before.parentCardId, after.parentCardId].filter((id) => typeof id === 'string');
    // If the rows of both hero cards changed, their `childCards` restore the link and the order.
    if (!parents.every((id) => changedCardIds.has(id as string))) params.parentCardId = before.parentCardId;
  }
  return Object.keys(params).length > 0 ? [step('cards/update', { id: key, ...params })] : [];
}

const usersOf = (changes: readonly RowChange[]) => [
  ...new Set(changes.map(({ before, after }) => String((before ?? after)?.userId))),
];

function handSteps(changes: readonly RowChange[], _: ChangesOf, { handOf }: UndoLookups): ActStep[] {
  return usersOf(changes).flatMap((userId) => {
    const own = changes.filter(({ before, after }) => (before ?? after)?.userId === userId);
    const now = handOf(userId);
    // Only outside the done pile, which an entry enters or leaves when the status of its card changes.
    const open = own.filter(({ before }) => before?.cardDoneAt === null);
    const added = addedCards(own);
    const former = formerOrder(now, open).filter((id) => !added.includes(id));
    const others = now.filter((id) => !added.includes(id));
    const left = former.filter((id) => !now.includes(id));
    // The action adds every card of `draggedCardIds` to the Hand, so name only cards that this `act` call removed or
    // moved: another card that left the Hand since must not come back.
    const moved = fewestCardsToMove(
      others,
      former.filter((id) => !left.includes(id)),
    );
    const draggedCardIds = [...left, ...moved];
    return [
      ...(added.length > 0 ? [step('handQueue/removeCards', { cardIds: added, userId })] : []),
      ...(draggedCardIds.length > 0
        ? [step('handQueue/setCardOrders', { cardIds: former, draggedCardIds, userId })]
        : []),
    ];
  });
}

const addedCards = (changes: readonly RowChange[]) =>
  changes.filter(({ before }) => !before).map(({ after }) => String(after?.cardId));

/** Keeps the order of the unchanged cards, and inserts each changed card at its former position. */
function formerOrder(now: readonly string[], changes: readonly RowChange[]): string[] {
  const positions = new Map(changes.map(({ before }) => [String(before?.cardId), Number(before?.sortIndex)]));
  const result = now.filter((id) => !positions.has(id));
  for (const [id, position] of [...positions].sort(([, a], [, b]) => a - b))
    result.splice(Math.min(position, result.length), 0, id);
  return result;
}

function bookmarkSteps(changes: readonly RowChange[], _: ChangesOf, { bookmarksOf }: UndoLookups): ActStep[] {
  return usersOf(changes).flatMap((userId) => {
    const own = changes.filter(({ before, after }) => (before ?? after)?.userId === userId);
    const added = addedCards(own);
    const moved = own.flatMap(({ before }) =>
      before ? [{ cardId: String(before.cardId), sortIndex: Number(before.sortIndex) }] : [],
    );
    const changed = new Set([...added, ...moved.map(({ cardId }) => cardId)]);
    const former = [...bookmarksOf(userId).filter(({ cardId }) => !changed.has(cardId)), ...moved]
      .toSorted((a, b) => a.sortIndex - b.sortIndex)
      .map(({ cardId }) => cardId);
    return [
      ...(added.length > 0 ? [step('bookmarks/removeCards', { ids: added, userId })] : []),
      ...(moved.length > 0 ? [step('bookmarks/setOrders', { cardIds: former, userId })] : []),
    ];
  });
}

/** One step per zone. Only for cards that changed their zone but not their position. */
function zoneSteps(changes: readonly RowChange[]): ActStep[] {
  const zones = new Map<string, { cardIds: unknown[]; context: unknown; label: unknown }>();
  for (const { before } of changes.filter(changedOnlyZone)) {
    const { cardId, context, label } = before as AnyRow;
    const name = JSON.stringify([context, label]);
    const zone = zones.get(name);
    if (zone) zone.cardIds.push(cardId);
    else zones.set(name, { cardIds: [cardId], context, label });
  }
  return [...zones.values()].map((zone) => step('cardOrders/updateLabel', zone));
}

const changedOnlyZone = ({ before, after }: RowChange) => !!before && !!after && before.sortValue === after.sortValue;

function orderSteps(changes: readonly RowChange[], { predecessorOf }: UndoLookups): ActStep[] {
  const former = changes
    .filter((change) => change.before && !changedOnlyZone(change))
    .sort((a, b) => (String(a.before?.sortValue) < String(b.before?.sortValue) ? -1 : 1));
  return former.map(({ before }) => {
    const row = before as AnyRow;
    const targetId = predecessorOf(row);
    return step(targetId ? 'cardOrders/addAfter' : 'cardOrders/addBefore', {
      targetId,
      cardIds: [row.cardId],
      context: row.context,
      label: row.label,
    });
  });
}

function reactionSteps(changes: readonly RowChange[]): ActStep[] {
  return changes.map(({ key, before }) =>
    before
      ? step('resolvables/addReaction', { entryId: before.entryId, value: before.value })
      : step('resolvables/removeReaction', { reactionId: key }),
  );
}

/**
 * Undo: from the rows before and after an act to the actions that bring the old values back. Side effects count like
 * the change itself, since they are in the rows; where the interface has no way back the answer is null.
 */
import { actions, type Type } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { ActStep } from './operation.ts';
import type { RowChange } from './optimistic-store.ts';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const optionalOf = (params: { readonly optional: Readonly<Record<string, Type>> }) => Object.keys(params.optional);

/** Fields of a model that its update action sets, and that are plain values of the row. */
const writable: Record<string, { readonly action: string; readonly fields: readonly string[] }> = {
  deck: { action: 'decks/update', fields: optionalOf(actions['decks/update'].params) },
  milestone: { action: 'milestones/update', fields: optionalOf(actions['milestones/update'].params) },
  sprint: { action: 'sprints/updateSprint', fields: optionalOf(actions['sprints/updateSprint'].params) },
  sprintConfig: { action: 'sprints/updateConfig', fields: optionalOf(actions['sprints/updateConfig'].params) },
  project: { action: 'projects/update', fields: ['name', 'spaces'] },
  projectTag: { action: 'projects/updateTag', fields: ['tag', 'color', 'emoji', 'description'] },
};
/** Card fields in the order in which they are given back: lists of other cards are seen to apart. */
const cardValues = optionalOf(actions['cards/update'].params).filter(
  (name) => !['parentCardId', 'childCards', 'inDeps', 'outDeps'].includes(name),
);
const bulkValues = new Set(optionalOf(actions['cards/bulkUpdate'].params));

/** Changes that no action takes back. */
function isFinal({ model, before, after }: RowChange): boolean {
  switch (model) {
    case 'resolvableEntry':
      return before === undefined;
    case 'sprint':
      return before?.completedAt !== after?.completedAt || before?.lockedAt !== after?.lockedAt;
    case 'deck':
      return before?.isDeleted !== after?.isDeleted && before !== undefined;
    case 'milestone':
      return before?.isDeleted !== after?.isDeleted && before !== undefined;
    case 'card':
      // A private card that moved into a deck cannot become private again.
      return before !== undefined && before.deckId === null && after?.deckId !== null;
    case 'user':
    case 'project':
    case 'sprintConfig':
    case 'attachment':
    case 'workflowItem':
    case 'resolvableParticipant':
      return before === undefined && model !== 'resolvableParticipant';
    default:
      return false;
  }
}

export interface InverseContext {
  /** The whole open Hand of a person, in order, as it is now. */
  readonly handOf: (userId: string) => readonly string[];
  readonly bookmarksOf: (userId: string) => readonly string[];
  /** The card before this one in a manual order, or null at the start of its zone. */
  readonly predecessorOf: (order: AnyRow) => string | null;
  readonly deckBefore: (deck: AnyRow) => string | null;
  /** Projects of a milestone or Run Config, as they are now. */
  readonly linkedProjects: (model: string, field: string, id: string) => readonly string[];
  readonly isGlobal: (model: string, id: string) => boolean;
}

export function inverseOf(changes: readonly RowChange[], context: InverseContext): ActStep[] | null {
  const effective = changes.filter(({ before, after }) => !same(before, after));
  if (effective.some((change) => change.model !== 'resolvableEntry' && isFinal(change))) return null;
  if (hadUnknownGuardians(effective)) return null;
  const of = (model: string) => effective.filter((change) => change.model === model);
  // A new thread's first comment goes with the thread, which can be closed; a comment by itself stays.
  const newThreads = new Set(
    of('resolvable')
      .filter(({ before }) => !before)
      .map(({ key }) => key),
  );
  const comments = of('resolvableEntry');
  if (comments.some(({ before, after }) => !before && !newThreads.has(String(after?.resolvableId)))) return null;

  const steps: ActStep[] = [
    ...of('project').flatMap(visibilitySteps),
    ...threadSteps(of('resolvable')),
    ...comments
      .filter(({ before }) => before)
      .map(({ key, before }) => step('resolvables/updateComment', { entryId: key, content: before?.content })),
    ...Object.keys(writable).flatMap((model) => of(model).flatMap((change) => valueSteps(model, change))),
    ...linkedProjectSteps(effective, context),
    ...guardianSteps(of('deckGuardian')),
    ...deckSteps(of('deck'), context),
    ...cardSteps(of('card')),
    ...handSteps(of('queueEntry'), context),
    ...unpiledSteps(of('card'), of('queueEntry')),
    ...bookmarkSteps(of('handCard'), context),
    ...zoneSteps(of('cardOrder')),
    ...orderSteps(of('cardOrder'), context),
    ...reactionSteps(of('resolvableEntryReaction')),
    ...subscriptionSteps(of('cardSubscription'), of('deckSubscription'), of('pinnedMilestone')),
  ];
  return steps.length > 0 ? steps : null;
}

const step = (action: string, params: Record<string, unknown>): ActStep => ({ action, params });

const visibilitySteps = ({ key, before, after }: RowChange): ActStep[] =>
  before && before.visibility !== after?.visibility
    ? [step('projects/setVisibility', { id: key, visibility: before.visibility })]
    : [];

function threadSteps(changes: readonly RowChange[]): ActStep[] {
  return changes.flatMap(({ key, before, after }) => {
    if (!before) return [step('resolvables/close', { id: key })];
    if (before.isClosed === after?.isClosed) return [];
    return [step(before.isClosed ? 'resolvables/close' : 'resolvables/reopen', { id: key })];
  });
}

function valueSteps(model: string, { key, before, after }: RowChange): ActStep[] {
  const update = writable[model];
  if (!update) return [];
  if (!before) {
    if (model === 'deck') return [step('decks/delete', { id: key })];
    return model === 'milestone' ? [step('milestones/delete', { id: key })] : [];
  }
  const changed = update.fields.filter((name) => name in before && !same(before[name], after?.[name]));
  if (changed.length === 0) return [];
  return [step(update.action, { id: key, ...Object.fromEntries(changed.map((name) => [name, before[name]])) })];
}

/** Models whose projects are kept in rows of their own, and the action that replaces them. */
const projectLinks = {
  milestoneProject: { owner: 'milestone', field: 'milestoneId', action: 'milestones/update' },
  sprintProject: { owner: 'sprintConfig', field: 'sprintConfigId', action: 'sprints/updateConfig' },
} as const;

/** Projects of what was bound to some of them; what was global becomes so again by its own field. */
function linkedProjectSteps(changes: readonly RowChange[], { linkedProjects, isGlobal }: InverseContext): ActStep[] {
  return Object.entries(projectLinks).flatMap(([model, { owner, field, action }]) => {
    const links = changes.filter((change) => change.model === model);
    const owners = [...new Set(links.map(({ before, after }) => String((before ?? after)?.[field])))];
    return owners.flatMap((id) => {
      const change = changes.find((candidate) => candidate.model === owner && candidate.key === id);
      if (change && !change.before) return [];
      if (change ? change.before?.isGlobal : isGlobal(owner, id)) return [];
      const own = links.filter(({ before, after }) => (before ?? after)?.[field] === id);
      const added = own.filter(({ before }) => !before).map(({ after }) => String(after?.projectId));
      const removed = own.filter(({ after }) => !after).map(({ before }) => String(before?.projectId));
      const projectIds = [
        ...linkedProjects(model, field, id).filter((project) => !added.includes(project)),
        ...removed,
      ];
      return [step(action, { id, projectIds })];
    });
  });
}

/** Whether the service had guardians that no query names: setting others took them away for good. */
function hadUnknownGuardians(changes: readonly RowChange[]): boolean {
  const had = new Map(
    changes
      .filter(({ model, before }) => model === 'deck' && before)
      .map(({ key, before }) => [key, before?.hasGuardians]),
  );
  return changes.some(
    ({ model, before, after }) => model === 'deckGuardian' && had.get(String((before ?? after)?.deckId)) !== false,
  );
}

const guardianSteps = (changes: readonly RowChange[]): ActStep[] =>
  [...new Set(changes.map(({ after }) => String(after?.deckId)))].map((id) =>
    step('decks/updateGuardians', { id, userIds: [] }),
  );

function deckSteps(changes: readonly RowChange[], { deckBefore }: InverseContext): ActStep[] {
  return changes.flatMap(({ key, before, after }) => {
    if (!before || before.spaceId === null) return [];
    const moved = ['sortValue', 'spaceId', 'projectId'].some((name) => !same(before[name], after?.[name]));
    if (!moved) return [];
    const targetId = deckBefore(before);
    return [
      step(targetId ? 'decks/addToSpaceAfter' : 'decks/addToSpaceBefore', {
        deckIds: [key],
        targetId,
        targetProjectId: before.projectId,
        targetSpaceId: before.spaceId,
      }),
    ];
  });
}

/** `snoozing` cannot be written: such a card was started. */
const writableStatus = (value: unknown) => (value === 'snoozing' ? 'started' : value);

function cardSteps(changes: readonly RowChange[]): ActStep[] {
  const groups = new Map<string, { ids: string[]; values: AnyRow }>();
  const single: ActStep[] = [];
  const links: ActStep[] = [];
  const touched = new Set(changes.map(({ key }) => key));
  for (const { key, before, after } of changes) {
    if (!before) {
      add(groups, key, { visibility: 'deleted' });
      continue;
    }
    const names = cardValues.filter((name) => !same(before[name], after?.[name]));
    // An owner's change resets a started card, so both are given together.
    if (names.includes('assigneeId') && !names.includes('status') && !before.isDoc) names.push('status');
    const values = Object.fromEntries(
      names.map((name) => [name, name === 'status' ? writableStatus(before[name]) : before[name]]),
    );
    // A project tag that the content writes itself comes back with the content.
    if (names.includes('content') && !names.includes('masterTags')) delete values.masterTags;
    if (names.length > 0 && names.every((name) => bulkValues.has(name))) add(groups, key, values);
    else if (names.length > 0) single.push(step('cards/update', { id: key, ...values }));
    links.push(...linkSteps(key, before, after ?? {}, touched));
  }
  const bulk = [...groups.values()].map(({ ids, values }) =>
    ids.length === 1 ? step('cards/update', { id: ids[0], ...values }) : step('cards/bulkUpdate', { ids, ...values }),
  );
  return [...bulk, ...single, ...links];
}

function add(groups: Map<string, { ids: string[]; values: AnyRow }>, id: string, values: AnyRow): void {
  const name = JSON.stringify(values);
  const group = groups.get(name);
  if (group) group.ids.push(id);
  else groups.set(name, { ids: [id], values });
}

/** A link has two ends: it is given back from one of them. */
function linkSteps(key: string, before: AnyRow, after: AnyRow, touched: ReadonlySet<string>): ActStep[] {
  const params: AnyRow = {};
  if (!same(before.childCards, after.childCards)) params.childCards = before.childCards;
  if (!same(before.inDeps, after.inDeps)) params.inDeps = before.inDeps;
  const outBefore = (before.outDeps ?? []) as string[];
  const outAfter = (after.outDeps ?? []) as string[];
  const differing = [...outBefore, ...outAfter].filter((id) => outBefore.includes(id) !== outAfter.includes(id));
  if (differing.some((id) => !touched.has(id))) params.outDeps = before.outDeps;
  if (before.parentCardId !== after.parentCardId) {
    const parents = [before.parentCardId, after.parentCardId].filter((id) => typeof id === 'string');
    // The hero cards' own lists restore it, order included, where their rows are known.
    if (!parents.every((id) => touched.has(id as string))) params.parentCardId = before.parentCardId;
  }
  return Object.keys(params).length > 0 ? [step('cards/update', { id: key, ...params })] : [];
}

const usersOf = (changes: readonly RowChange[]) => [
  ...new Set(changes.map(({ before, after }) => String((before ?? after)?.userId))),
];

function handSteps(changes: readonly RowChange[], { handOf }: InverseContext): ActStep[] {
  const isOpen = (row: AnyRow | undefined) => row !== undefined && row.cardDoneAt === null;
  return usersOf(changes).flatMap((userId) => {
    const own = changes.filter(({ before, after }) => (before ?? after)?.userId === userId);
    const now = handOf(userId);
    const was = formerOrder(
      now,
      own.filter(({ before }) => isOpen(before)),
      'sortIndex',
    );
    // Those of the done pile come and go with their card's status; what was there before stays there.
    const added = own.filter(({ before, after }) => after && !before).map(({ after }) => String(after?.cardId));
    const former = was.filter((id) => !added.includes(id));
    const steps: ActStep[] = [];
    if (added.length > 0) steps.push(step('handQueue/removeCards', { cardIds: added, userId }));
    const left = now.filter((id) => !added.includes(id));
    if (former.length > 0 && !same(former, left))
      steps.push(step('handQueue/setCardOrders', { cardIds: former, draggedCardIds: former, userId }));
    return steps;
  });
}

/** Done again, a card joins its owner's done pile; one that was in no pile leaves it. */
function unpiledSteps(cards: readonly RowChange[], entries: readonly RowChange[]): ActStep[] {
  const piled = new Set(entries.flatMap(({ before }) => (before ? [`${before.userId} ${before.cardId}`] : [])));
  const byOwner = new Map<string, string[]>();
  for (const { key, before, after } of cards) {
    const owner = before?.assigneeId;
    if (before?.status !== 'done' || after?.status === 'done' || typeof owner !== 'string') continue;
    if (!piled.has(`${owner} ${key}`)) byOwner.set(owner, [...(byOwner.get(owner) ?? []), key]);
  }
  return [...byOwner].map(([userId, cardIds]) => step('handQueue/removeCards', { cardIds, userId }));
}

/** The order before: changed rows at their former places among those that stayed. */
function formerOrder(now: readonly string[], changed: readonly RowChange[], field: string): string[] {
  const places = new Map(changed.map(({ before }) => [String(before?.cardId), Number(before?.[field])]));
  const stayed = now.filter((id) => !places.has(id));
  const moved = [...places].sort(([, a], [, b]) => a - b);
  const result = [...stayed];
  for (const [id, place] of moved) result.splice(Math.min(place, result.length), 0, id);
  return result;
}

function bookmarkSteps(changes: readonly RowChange[], { bookmarksOf }: InverseContext): ActStep[] {
  return usersOf(changes).flatMap((userId) => {
    const own = changes.filter(({ before, after }) => (before ?? after)?.userId === userId);
    const added = own.filter(({ before }) => !before).map(({ after }) => String(after?.cardId));
    const places = new Map(
      own.filter(({ before }) => before).map(({ before }) => [String(before?.cardId), Number(before?.sortIndex)]),
    );
    const now = bookmarksOf(userId);
    const stayed = now.filter((id) => !added.includes(id) && !places.has(id));
    const former = [...stayed];
    for (const [id, place] of [...places].sort(([, a], [, b]) => a - b))
      former.splice(Math.min(place, former.length), 0, id);
    const steps: ActStep[] = [];
    if (added.length > 0) steps.push(step('bookmarks/removeCards', { ids: added, userId }));
    if (places.size > 0) steps.push(step('bookmarks/setOrders', { cardIds: former, userId }));
    return steps;
  });
}

/** Cards that changed only their zone go back to it where they stand: one step per zone, however many they are. */
function zoneSteps(changes: readonly RowChange[]): ActStep[] {
  const zones = new Map<string, { cardIds: unknown[]; context: unknown; label: unknown }>();
  for (const { before } of changes.filter(onlyZone)) {
    const { cardId, context, label } = before as AnyRow;
    const name = JSON.stringify([context, label]);
    const zone = zones.get(name);
    if (zone) zone.cardIds.push(cardId);
    else zones.set(name, { cardIds: [cardId], context, label });
  }
  return [...zones.values()].map((zone) => step('cardOrders/updateLabel', zone));
}

const onlyZone = ({ before, after }: RowChange) => !!before && !!after && before.sortValue === after.sortValue;

function orderSteps(changes: readonly RowChange[], { predecessorOf }: InverseContext): ActStep[] {
  const former = changes
    .filter((change) => change.before && !onlyZone(change))
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

function subscriptionSteps(
  cards: readonly RowChange[],
  decks: readonly RowChange[],
  pins: readonly RowChange[],
): ActStep[] {
  return [
    ...cards.map(({ before, after }) =>
      step(before ? 'watchings/addCard' : 'watchings/removeCard', { cardId: (before ?? after)?.cardId }),
    ),
    ...decks.map(({ before, after }) => {
      const { deckId, userId } = (before ?? after) as AnyRow;
      return step(before ? 'watchings/addDeck' : 'watchings/removeDeck', { deckId, userId });
    }),
    ...pins.map(({ before, after }) =>
      step('milestones/pin', { milestoneId: before?.milestoneId ?? null, userId: (before ?? after)?.userId }),
    ),
  ];
}

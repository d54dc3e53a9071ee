import { spaceType } from '../../../shared/contract/extension-actions.ts';
import { findTypeMismatch, type Params, refuse, type ValueOf } from '../../../shared/contract/index.ts';
import { ranksBetween } from '../../../shared/domain/rank.ts';
import {
  requireDeck,
  requireProject,
  requireSubscriptionPlanFeature,
  requireUndeletedDeck,
  requireUndeletedMilestone,
  requireUser,
  withoutUnseenNulls,
} from '../rules/access.ts';
import { addNewTagsToCards, changeCard, isStartedOrSnoozing } from '../rules/card-changes.ts';
import { tagsWithoutTag } from '../rules/card-tags.ts';
import { addToHandByHandSync } from '../rules/hand.ts';
import { changeJourneyStep } from '../rules/journey-steps.ts';
import { createRenameZoneHandler, normalizeZones } from '../rules/zones.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { insertIfMissing, nextAccountSeq } from '../store/sequences.ts';
import type { ActionContext, ActionHandler, ActionHandlers } from '../types.ts';

/** The order of decks in a space of a project (rules `decks.space.after`, `decks.space.before`). */
interface SpaceRef {
  readonly projectId: string;
  readonly spaceId: number | null;
}

/** Decks in order, without deleted ones. */
export function decksOfSpace(rows: RowStore, { projectId, spaceId }: SpaceRef): StoredRow<'deck'>[] {
  return rows.find('deck', { projectId, spaceId, isDeleted: false }, ['sortValue']);
}

/**
 * Moves the decks, in the given order, right after or before the deck `targetId`. Null means the end (`after`) or the
 * start (`before`) of the space. If the target is itself moved, all decks move to its position.
 */
function moveDecks(
  rows: RowStore,
  deckIds: readonly string[],
  space: SpaceRef,
  side: 'after' | 'before',
  targetId: string | null,
): void {
  const moving = [...new Set(deckIds)].filter((id) => rows.get('deck', id));
  const all = decksOfSpace(rows, space);
  const isStaying = ({ id }: { readonly id: string }) => !moving.includes(id);
  const staying = all.filter(isStaying);
  const target = targetId === null ? -1 : all.findIndex(({ id }) => id === targetId);
  // If a replica does not know the target, it guesses the end of the space.
  const isAtStart = side === 'before' && targetId === null;
  const place =
    target < 0
      ? isAtStart
        ? 0
        : staying.length
      : all.slice(0, side === 'after' ? target + 1 : target).filter(isStaying).length;
  const [after, before] = [staying[place - 1]?.sortValue ?? null, staying[place]?.sortValue ?? null];
  const ranks = ranksBetween(after, before, moving.length);
  const fits = before === null || ranks.every((rank) => rank < before);
  for (const [index, id] of moving.entries()) rows.update('deck', id, { ...space, sortValue: ranks[index] as string });
  if (fits) return;
  // The neighbours have equal ranks, so no rank is between them, and all decks of the space get new ranks.
  const order = [
    ...staying.slice(0, place).map(({ id }) => id),
    ...moving,
    ...staying.slice(place).map(({ id }) => id),
  ];
  const newRanks = ranksBetween(null, null, order.length);
  for (const [index, id] of order.entries()) rows.update('deck', id, { sortValue: newRanks[index] as string });
}

/** The spaces of a project group its decks. */
export type Space = ValueOf<typeof spaceType>;

const spaces = { kind: 'list', of: spaceType } as const;

/** The service API does not define the structure of `spaces`: empty if it is not a list of `Space` objects. */
export function spacesOf(project: Pick<StoredRow<'project'>, 'spaces'>): Space[] {
  return findTypeMismatch(spaces, project.spaces, true) === undefined ? (project.spaces as unknown as Space[]) : [];
}

/** @throws Refusal unless the value is a list of one or more spaces with different ids */
export function checkSpaces(value: unknown): Space[] {
  const found = findTypeMismatch(spaces, value);
  if (found) throw refuse('invalid_param', `field 'spaces${found.path}' in body must be ${found.expected}`);
  const list = value as Space[];
  if (list.length === 0) throw refuse('invalid_param', "'spaces' must hold at least one space.");
  if (new Set(list.map(({ id }) => id)).size < list.length)
    throw refuse('invalid_param', "'spaces' must not hold an id twice.");
  return list;
}

/** The decks move to the end of the first space, in their order (rule `projects.spaces`). */
export function moveDecksOfRemovedSpaces(
  rows: RowStore,
  projectId: string,
  before: readonly Space[],
  after: readonly Space[],
): void {
  const first = after[0];
  if (!first) return;
  for (const { id } of before) {
    if (after.some((space) => space.id === id)) continue;
    const decks = decksOfSpace(rows, { projectId, spaceId: id }).map((deck) => deck.id);
    moveDecks(rows, decks, { projectId, spaceId: first.id }, 'after', null);
  }
}

type Deck = StoredRow<'deck'>;

/** @throws Refusal for a color that is not a hex color such as `#1f8a70` */
export function checkHexColor(name: string, color: string | null | undefined): void {
  if (typeof color === 'string' && !/^#[0-9a-f]{6}$/i.test(color))
    throw refuse('invalid_param', `'${name}' must have the form #rrggbb.`);
}

function stepsInto(rows: RowStore, deckId: string): StoredRow<'workflowItem'>[] {
  return rows.where('workflowItem', 'coalesce(targetDeckId, deckId) = ?', deckId);
}

/** Null removes it (rules `decks.update.milestone`, `decks.update.milestone-null`). */
function applyMilestoneToCards(context: ActionContext, before: Deck, milestoneId: string | null): void {
  for (const card of context.rows.find('card', { deckId: before.id }, ['accountSeq'])) {
    const joins = milestoneId !== null && card.visibility === 'default';
    const leaves = milestoneId === null && before.milestoneId !== null && card.milestoneId === before.milestoneId;
    if (joins || leaves) changeCard(context, card.cardId, { milestoneId });
  }
}

/** Changes all cards of the deck. If `tagId` is null, only removes the old tag. */
function swapAutoTag(context: ActionContext, before: Deck, tagId: string | null): void {
  const { rows } = context;
  const nameOf = (id: string | null) => (id === null ? undefined : rows.get('projectTag', id)?.tag);
  const [old, now] = [nameOf(before.defaultProjectTagId), nameOf(tagId)];
  for (const { cardId, masterTags } of rows.find('card', { deckId: before.id })) {
    const otherTags = old === undefined ? masterTags : tagsWithoutTag(masterTags, old);
    changeCard(context, cardId, { masterTags: now === undefined ? otherTags : [...otherTags, now] });
  }
}

const moveToSpaceHandler = (side: 'after' | 'before') =>
  ({
    check(context, { deckIds, targetId, targetProjectId, targetSpaceId }) {
      const project = requireProject(context, targetProjectId);
      if (!spacesOf(project).some(({ id }) => id === targetSpaceId)) throw refuse('space_unknown');
      for (const id of deckIds) requireUndeletedDeck(context, id);
      if (targetId === null) return;
      const target = requireUndeletedDeck(context, targetId);
      if (target.projectId !== targetProjectId || target.spaceId !== targetSpaceId)
        throw refuse('invalid_param', "'targetId' must be a deck of the target space.");
    },
    effect(context, { deckIds, targetId, targetProjectId, targetSpaceId }) {
      const { rows } = context;
      const changesProject = deckIds.some((id) => rows.get('deck', id)?.projectId !== targetProjectId);
      moveDecks(rows, deckIds, { projectId: targetProjectId, spaceId: targetSpaceId }, side, targetId);
      // The card gets tags of the target project that its content contains.
      if (changesProject)
        addNewTagsToCards(
          context,
          targetProjectId,
          rows.find('projectTag', { projectId: targetProjectId }).map(({ tag }) => tag),
        );
    },
  }) satisfies ActionHandler<'decks/addToSpaceAfter'>;

export const deckHandlers = {
  'decks/create': {
    check(context, { projectId, coverColor }) {
      requireProject(context, projectId);
      checkHexColor('coverColor', coverColor);
    },
    effect(context, { title, projectId, coverColor, deckType }) {
      const { rows, accountId, actor, at } = context;
      const id = context.newId('deck');
      const project = rows.get('project', projectId);
      const space = project && spacesOf(project)[0];
      const spaceId = space?.id ?? null;
      if (rows.get('deck', id)) return { id };
      rows.insert('deck', {
        id,
        accountId,
        accountSeq: nextAccountSeq(context, 'deck'),
        coverColor: coverColor ?? null,
        createdAt: at,
        creatorId: actor.userId,
        deckType: deckType ?? space?.defaultDeckType ?? 'mixed',
        defaultCard: {},
        description: '',
        handSyncEnabled: false,
        hasGuardians: false,
        isDeleted: false,
        projectId,
        sortValue: '',
        spaceId,
        title,
      });
      moveDecks(rows, [id], { projectId, spaceId }, 'after', null);
      return { id };
    },
  },

  'decks/update': {
    check(context, params) {
      const deck = requireUndeletedDeck(context, params.id);
      checkHexColor('coverColor', params.coverColor);
      if (params.milestoneId) requireUndeletedMilestone(context, params.milestoneId);
      if (params.defaultProjectTagId) requireTagOf(context, params.defaultProjectTagId, deck.projectId);
    },
    refuseCertain({ rows }, { id, deckType }) {
      const deck = rows.get('deck', id);
      if (!deck || (deckType !== 'hero' && deckType !== 'doc') || deckType === deck.deckType) return;
      // Says no number, because some of the steps can be in decks that the actor cannot see.
      if (stepsInto(rows, id).some(({ visibility }) => visibility === 'default'))
        throw refuse(
          'deck_has_journey',
          'Journey steps create cards in this deck: it cannot become an asset or knowledge deck.',
        );
    },
    effect(context, sent) {
      const { rows } = context;
      const params = withoutUnseenNulls(context, 'deck', sent.id, sent);
      const before = rows.get('deck', params.id);
      if (!before) return;
      const { id, manualOrderLabels, ...fields } = params;
      rows.update('deck', id, {
        ...fields,
        ...(manualOrderLabels !== undefined && { manualOrderLabels: normalizeZones(manualOrderLabels) }),
      });
      applyToCards(context, before, params);
    },
  },

  'decks/delete': {
    check: (context, { id }) => void requireDeck(context, id),
    effect(context, { id }) {
      const { rows } = context;
      rows.update('deck', id, { isDeleted: true });
      for (const card of rows.find('card', { deckId: id }, ['accountSeq'])) {
        // Sub cards in other decks are not archived: no board shows that they belong to this deck.
        if (card.visibility === 'deleted') continue;
        for (const sub of card.childCards) archiveIfVisible(context, sub);
        archiveIfVisible(context, card.cardId);
      }
      for (const step of stepsInto(rows, id))
        if (step.visibility === 'default') changeJourneyStep(context, step, { visibility: 'archived' });
    },
  },

  'decks/updateGuardians': {
    check(context, { id, userIds }) {
      requireUndeletedDeck(context, id);
      // Removing all guardians needs no such feature.
      if (userIds.length > 0) requireSubscriptionPlanFeature(context, 'guardians');
      for (const userId of userIds) requireUser(context, userId);
    },
    effect({ rows }, { id, userIds }) {
      for (const { userId } of rows.find('deckGuardian', { deckId: id }))
        if (!userIds.includes(userId)) rows.remove('deckGuardian', JSON.stringify([id, userId]));
      for (const userId of userIds) insertIfMissing(rows, 'deckGuardian', { deckId: id, userId });
      rows.update('deck', id, { hasGuardians: userIds.length > 0 });
    },
  },

  'decks/renameZone': createRenameZoneHandler('deck'),
  'decks/addToSpaceAfter': moveToSpaceHandler('after'),
  'decks/addToSpaceBefore': moveToSpaceHandler('before'),
} satisfies Partial<ActionHandlers>;

/** The settings are a new milestone or auto tag, the deck type `hero`, and enabled Hand sync. */
function applyToCards(context: ActionContext, before: Deck, params: Params<'decks/update'>): void {
  const { rows } = context;
  const { milestoneId, defaultProjectTagId, deckType, handSyncEnabled } = params;
  const deckId = before.id;
  if (milestoneId !== undefined) applyMilestoneToCards(context, before, milestoneId);
  if (defaultProjectTagId !== undefined && defaultProjectTagId !== before.defaultProjectTagId)
    swapAutoTag(context, before, defaultProjectTagId);
  if (deckType === 'hero' && before.deckType !== 'hero')
    for (const { cardId, status } of rows.find('card', { deckId }))
      if (isStartedOrSnoozing(status)) changeCard(context, cardId, { status: 'not_started' });
  if (handSyncEnabled && !before.handSyncEnabled)
    for (const card of rows.find('card', { deckId }, ['accountSeq'])) addToHandByHandSync(context, card);
}

/** A deleted card stays deleted. */
function archiveIfVisible(context: ActionContext, cardId: string): void {
  if (context.rows.get('card', cardId)?.visibility === 'default')
    changeCard(context, cardId, { visibility: 'archived' });
}

function requireTagOf({ rows }: ActionContext, tagId: string, projectId: string): void {
  if (rows.get('projectTag', tagId)?.projectId !== projectId)
    throw refuse('not_found', `There is no projectTag with the id '${tagId}' in the deck's project.`);
}

/** Starting a journey, the steps of a deck, on a card creates a sub card per step (rule `journeys.start`). */
import { refuse, taskOnlyValuesOf } from '../../../shared/contract/index.ts';
import {
  canSee,
  requireCard,
  requireUndeletedDeck,
  requireUser,
  requireVisible,
  withoutUnseenNulls,
} from '../rules/access.ts';
import { insertCard } from '../rules/card-changes.ts';
import { setDependencies } from '../rules/dependencies.ts';
import {
  changeJourneyStep,
  derivedJourneyStepFields,
  type JourneyStep,
  refuseStepDependencyCycle,
  refuseStepsOfOtherJourneys,
  setStepDeps,
  sortValueAfterLabelGroup,
  visibleJourneyStepsOfDeck,
} from '../rules/journey-steps.ts';
import { findRunForAutoAssign } from '../rules/run-times.ts';
import { newCard, refuseInvalidParent, setParentCard } from '../rules/sub-cards.ts';
import { insertIfMissing, nextAccountSeq } from '../store/sequences.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

const parentTitlePlaceholder = '%PARENT_TITLE%';

/** @throws Refusal for an invisible or deleted deck, and for a deck that cannot get journey cards */
function checkTargetDeck(context: ActionContext, deckId: string): void {
  const target = requireUndeletedDeck(context, deckId);
  // `decks/update` also refuses these types while journey steps create cards in the deck.
  if (target.deckType === 'hero' || target.deckType === 'doc')
    throw refuse('invalid_param', `Journey cards cannot go to a deck of type '${target.deckType}'.`);
}

/** @throws Refusal for a step whose cards cannot be created, since their deck is invisible or deleted */
function checkStepTarget(context: ActionContext, { itemId, deckId, targetDeckId }: JourneyStep): void {
  const target = context.rows.get('deck', targetDeckId ?? deckId);
  // Without the deck, because the actor reads no id of an invisible deck.
  if (!target || target.isDeleted || !canSee(context, 'deck', target))
    throw refuse('not_found', `There is no deck for the cards of the journey step '${itemId}'.`);
}

export const journeyHandlers = {
  'workflowItems/create': {
    check(context, { deckId, ...fields }) {
      requireUndeletedDeck(context, deckId);
      if (fields.assigneeId) requireUser(context, fields.assigneeId);
      checkTargetDeck(context, fields.targetDeckId ?? deckId);
      refuseStepsOfOtherJourneys(context.rows, deckId, fields.inDeps ?? []);
    },
    effect(context, { deckId, content, inDeps, ...fields }) {
      const { rows, at, accountId, actor } = context;
      const id = context.newId('workflowItem');
      const [label, masterTags] = [fields.label ?? null, fields.masterTags ?? []];
      insertIfMissing(rows, 'workflowItem', {
        itemId: id,
        accountId,
        accountSeq: nextAccountSeq(context, 'card'),
        assigneeId: fields.assigneeId ?? null,
        content,
        createdAt: at,
        creatorId: actor.userId,
        deckId,
        inDeps: [],
        label,
        lastUpdatedAt: at,
        masterTags,
        outDeps: [],
        ...taskOnlyValuesOf(fields),
        sortValue: fields.sortValue ?? sortValueAfterLabelGroup(rows, deckId, label),
        targetDeckId: fields.targetDeckId ?? null,
        version: 1,
        visibility: fields.visibility ?? 'default',
        ...derivedJourneyStepFields(context, { content, masterTags }),
      });
      setStepDeps(rows, id, inDeps ?? []);
      return { id };
    },
  },

  'workflowItems/update': {
    check(context, { id, ...fields }) {
      const step = requireVisible(context, 'workflowItem', id);
      if (fields.assigneeId) requireUser(context, fields.assigneeId);
      const { visibility = 'default' } = fields;
      const { targetDeckId } = withoutUnseenNulls(context, 'workflowItem', id, fields);
      // While a step is archived or deleted, its target deck can be deleted or change its type.
      const isRestored = step.visibility !== 'default' && visibility === 'default';
      if (isRestored && targetDeckId === undefined) checkStepTarget(context, step);
      // A hidden target deck reads as null, so a null is checked as if the step had no target deck.
      if (isRestored || fields.targetDeckId !== undefined)
        checkTargetDeck(
          context,
          (fields.targetDeckId === undefined ? step.targetDeckId : fields.targetDeckId) ?? step.deckId,
        );
      if (fields.inDeps) refuseStepsOfOtherJourneys(context.rows, step.deckId, fields.inDeps);
    },
    refuseCertain({ rows }, { id, inDeps }) {
      // Without the step, a replica leaves the check for a cycle to the service.
      if (inDeps && rows.get('workflowItem', id)) refuseStepDependencyCycle(rows, id, inDeps);
    },
    effect(context, { id, inDeps, ...fields }) {
      const { rows } = context;
      const before = rows.get('workflowItem', id);
      if (!before) return;
      const { content = before.content, masterTags = before.masterTags } = fields;
      changeJourneyStep(context, before, {
        ...withoutUnseenNulls(context, 'workflowItem', id, fields),
        visibility: fields.visibility ?? 'default',
        ...derivedJourneyStepFields(context, { content, masterTags }),
      });
      if (inDeps) setStepDeps(rows, id, inDeps);
    },
  },

  'journeys/start': {
    check(context, { cardId, deckId }) {
      requireCard(context, cardId);
      requireUndeletedDeck(context, deckId);
      for (const step of visibleJourneyStepsOfDeck(context.rows, deckId)) checkStepTarget(context, step);
    },
    refuseCertain(context, { cardId }) {
      // The new cards have no sub cards, so only their hero card must be checked.
      refuseInvalidParent(context, newCard, cardId);
    },
    effect(context, { cardId, deckId }) {
      const { rows } = context;
      const title = rows.get('card', cardId)?.title ?? '';
      const steps = visibleJourneyStepsOfDeck(rows, deckId);
      const created = new Map<string, string>();
      const newIds: string[] = [];
      for (const step of steps) {
        const id = context.newId(`card:${step.itemId}`);
        created.set(step.itemId, id);
        if (rows.get('card', id)) continue;
        createStepCard(context, step, id, title);
        newIds.push(id);
      }
      setParentCard(context, newIds, cardId);
      for (const { itemId, inDeps } of steps) {
        const waitsFor = inDeps.flatMap((id) => created.get(id) ?? []);
        if (waitsFor.length > 0) setDependencies(context, created.get(itemId) as string, { inDeps: waitsFor });
      }
      return { ids: [...created.values()] };
    },
  },
} satisfies Partial<ActionHandlers>;

function createStepCard(context: ActionContext, step: JourneyStep, cardId: string, heroTitle: string): void {
  const deckId = step.targetDeckId ?? step.deckId;
  insertCard(context, {
    cardId,
    deckId,
    content: step.content.replaceAll(parentTitlePlaceholder, () => heroTitle),
    assigneeId: step.assigneeId,
    ...taskOnlyValuesOf(step),
    masterTags: step.masterTags,
    sprintId: findRunForAutoAssign(context, deckId, 'autoAssignNewCard')?.id,
    sourceWorkflowItemId: step.itemId,
  });
}

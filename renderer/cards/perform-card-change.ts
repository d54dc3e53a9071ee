/**
 * Runs changes to cards that may have side effects, which the replica computes in a preview. No preview is requested if
 * the loaded rows show that the change cannot have side effects.
 */
import type { Params } from '../../shared/contract/index.ts';
import { type ActOptions, type ActStep, act } from '../data/act.ts';
import type { ActionLabel } from '../data/action-labels.ts';
import { currentLookups, type SprintRow, type WorkspaceLookups } from '../data/lookups.ts';
import type { CardChanges } from '../model/card-fields/field.ts';
import { type CardRow, isStartedStatus } from '../model/card-row.ts';
import type { ActionEffectKind } from '../model/effects.ts';
import { currentRun, labelOfRun } from '../model/planning/run-phase.ts';
import { localDay } from '../ui/dates/today.ts';
import { confirmEffects, previewEffects } from '../workbench/confirmation/confirm.ts';
import { moveChangesIntoPlan } from './planning/plan-draft.ts';

/** Rows of boards and rows of the card panel both have these fields. */
type MovedCard = Pick<
  CardRow,
  'cardId' | 'title' | 'status' | 'visibility' | 'deckId' | 'assigneeId' | 'sprintId' | 'milestoneId'
>;

/** Side effects that remove something and so need a confirmation. */
const lossKinds: ReadonlySet<ActionEffectKind> = new Set([
  'reset',
  'undone',
  'threads',
  'dependencies',
  'bookmarks',
  'milestoneOff',
  'tagOff',
  'handOut',
]);

const isChanged = (changes: CardChanges, name: keyof MovedCard, card: MovedCard) =>
  name in changes && changes[name] !== card[name];

/**
 * A started or snoozing card that moves to a hero or document deck loses its status (rule
 * `status.move-to-hero-or-doc`).
 */
const losesStatus = (card: MovedCard, deckId: unknown, { decks }: Pick<WorkspaceLookups, 'decks'>): boolean =>
  isStartedStatus(card.status) &&
  typeof deckId === 'string' &&
  deckId !== card.deckId &&
  ['hero', 'doc'].includes(decks[deckId]?.deckType ?? '');

function canLose(card: MovedCard, changes: CardChanges, lookups: WorkspaceLookups): boolean {
  if (isChanged(changes, 'visibility', card) && changes.visibility !== 'default') return true;
  if (isChanged(changes, 'assigneeId', card) && isStartedStatus(card.status) && !('status' in changes)) return true;
  return losesStatus(card, changes.deckId, lookups);
}

/**
 * The card can get the auto tag of a deck or the milestone of a run, or the new deck or milestone puts it into a Hand
 * (`handSyncEnabled`).
 */
function canGain(card: MovedCard, changes: CardChanges, { decks, sprints, milestones }: WorkspaceLookups): boolean {
  const deck = decks[String(changes.deckId ?? '')];
  const run = sprints[String(changes.sprintId ?? '')];
  const milestone = milestones[String(changes.milestoneId ?? '')];
  return (
    (isChanged(changes, 'deckId', card) && (deck?.defaultProjectTagId != null || deck?.handSyncEnabled === true)) ||
    (isChanged(changes, 'sprintId', card) && run?.autoMilestoneId != null && card.milestoneId === null) ||
    (isChanged(changes, 'milestoneId', card) && milestone?.handSyncEnabled === true)
  );
}

/** Undefined if the card moves into no completed run. */
const completedRun = (card: MovedCard, changes: CardChanges, { sprints }: WorkspaceLookups): SprintRow | undefined => {
  const run = isChanged(changes, 'sprintId', card) ? sprints[String(changes.sprintId ?? '')] : undefined;
  return run?.completedAt == null ? undefined : run;
};

function completedRunNote(run: SprintRow, lookups: WorkspaceLookups): string {
  const siblings = Object.values(lookups.sprints).filter(({ sprintConfigId }) => sprintConfigId === run.sprintConfigId);
  const current = currentRun(siblings, localDay());
  const note = current ? `; the current run is ${labelOfRun(current, lookups)}` : '';
  return `${labelOfRun(run, lookups)} is completed${note}.`;
}

type CardStep = ActStep &
  (
    | { readonly action: 'cards/update'; readonly params: Params<'cards/update'> }
    | { readonly action: 'cards/bulkUpdate'; readonly params: Params<'cards/bulkUpdate'> }
  );

const isCardStep = (step: ActStep): step is CardStep =>
  step.action === 'cards/update' || step.action === 'cards/bulkUpdate';

/** Undefined if the confirmation has no such option. */
function doNotAskAgainOption(
  steps: readonly CardStep[],
  { decks }: WorkspaceLookups,
): { name: string; label: string } | undefined {
  const [deckId, ...others] = new Set(steps.flatMap(({ params }) => params.deckId ?? []));
  const title = decks[deckId ?? '']?.title ?? 'this deck';
  if (deckId && others.length === 0)
    return { name: `deck:${deckId}`, label: `Do not ask again when cards go to ${title}` };
  return steps.every(({ params }) => 'assigneeId' in params && !('visibility' in params))
    ? { name: 'owner', label: 'Do not ask again when cards change their owner' }
    : undefined;
}

interface CardChangeRequest {
  readonly cards: readonly MovedCard[];
  readonly label: ActionLabel;
  readonly steps: readonly ActStep[];
}

/** A change of a single card is visible without a toast. */
export const toastIfSeveralCards = (cards: readonly unknown[]): ActOptions => ({ showsToast: cards.length > 1 });

/**
 * One undo step. First asks the person if side effects remove something, or if a card moves into a completed run. In
 * planning mode, changes that can be planned are put into the plan instead. Resolves to null if the person cancels, if
 * the action is refused, or if all changes were put into the plan.
 */
export async function performCardChange(
  { cards, label, steps: allSteps }: CardChangeRequest,
  options: ActOptions = {},
): ReturnType<typeof act> {
  const steps = moveChangesIntoPlan(cards, label, allSteps);
  if (steps.length === 0) return null;
  const lookups = currentLookups();
  const changes = steps.filter(isCardStep);
  const rows = new Map(cards.map((card) => [card.cardId as string, card]));
  const moved = changes.flatMap((change) => {
    const ids = change.action === 'cards/update' ? [change.params.id] : change.params.ids;
    return ids.flatMap((id) => {
      const card = rows.get(id);
      return card ? [[card, change.params as CardChanges] as const] : [];
    });
  });
  const anyCard = (test: (card: MovedCard, changes: CardChanges, lookups: WorkspaceLookups) => boolean) =>
    moved.some(([card, params]) => test(card, params, lookups));
  const [completed] = moved.flatMap(([card, params]) => completedRun(card, params, lookups) ?? []);
  const loses = anyCard(canLose);
  const quietable = doNotAskAgainOption(changes, lookups);
  // The person is looking at the single card whose owner changes, and the toast lists what it loses.
  const isAsked = completed !== undefined || (loses && !(cards.length === 1 && quietable?.name === 'owner'));
  if (isAsked) {
    const goOn = await confirmEffects({
      title: `${label}?`,
      verb: 'Go on',
      steps: changes,
      needsConfirmation: (found) => found.some(({ kind }) => lossKinds.has(kind)),
      ...(completed
        ? { always: true, note: completedRunNote(completed, lookups) }
        : quietable
          ? { doNotAskAgain: quietable }
          : {}),
    });
    if (!goOn) return null;
  }
  const hasEffects = loses || anyCard(canGain);
  // The replica handles requests in order, so it computes the effects from the rows before the change. The change does
  // not wait for the answer to the preview.
  const effects = hasEffects ? effectsText(changes) : undefined;
  return act(label, steps, { ...toastIfSeveralCards(cards), ...options, ...(effects ? { effects } : {}) });
}

async function effectsText(changes: readonly CardStep[]): Promise<string | null> {
  const { effects } = await previewEffects(changes);
  return effects.length > 0 ? effects.map(({ text }) => text).join(' ') : null;
}

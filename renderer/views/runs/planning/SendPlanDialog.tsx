import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import {
  discardPlan,
  removeCardPlans,
  undoAndRedoOfSentPlans,
  usePlanDraft,
} from '../../../cards/planning/plan-draft.ts';
import { type ActStep, act } from '../../../data/act.ts';
import { errorText } from '../../../data/bridge.ts';
import { useLookups, usePeople } from '../../../data/lookups.ts';
import { missingScopeReason } from '../../../data/permissions.ts';
import { noLoadedCards } from '../../../model/card-row.ts';
import type { EffectLine } from '../../../model/effects.ts';
import {
  hasPlannedChanges,
  type PlanConflictChoice,
  runIdsOfPlaces,
  stepsToSendPlan,
  type UnsentCardPlan,
  unsentCardPlans,
} from '../../../model/planning/plan-sending.ts';
import { Button } from '../../../ui/Button.tsx';
import { Banner } from '../../../ui/messages.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/popups/Dialog.tsx';
import { countWithNoun } from '../../../ui/text/text.ts';
import { previewEffects } from '../../../workbench/confirmation/confirm.ts';
import { closeDialog } from '../../../workbench/dialog-state.ts';
import { PlanConflictList, PlannedCardTable } from './PlanParts.tsx';
import { usePlannedCardRows } from './plan-rows.ts';

type StepsOfPlans = (entries: readonly UnsentCardPlan[]) => ActStep[];

interface PlanPreview {
  readonly effects: readonly EffectLine[];
  /** Why the service will refuse a card's change, by card id. */
  readonly refused: ReadonlyMap<string, string>;
  /** Why the effects of the changes could not be previewed, or null. */
  readonly unknown: string | null;
}

/** All changes together. If a refusal is predicted, previews each card alone to find the refused cards. */
async function previewPlan(entries: readonly UnsentCardPlan[], stepsOf: StepsOfPlans): Promise<PlanPreview> {
  const refused = new Map<string, string>();
  if (entries.length === 0) return { effects: [], refused, unknown: null };
  const all = await previewEffects(stepsOf(entries));
  if (all.refusal === null) return { ...all, refused };
  for (const entry of entries) {
    const { refusal } = await previewEffects(stepsOf([entry]));
    if (refusal !== null) refused.set(entry.cardId, refusal);
  }
  // Each card's change is allowed alone, but all together are refused: every card gets that reason.
  if (refused.size === 0) for (const { cardId } of entries) refused.set(cardId, all.refusal);
  const rest = entries.filter(({ cardId }) => !refused.has(cardId));
  return rest.length === 0
    ? { effects: [], refused, unknown: null }
    : { ...(await previewEffects(stepsOf(rest))), refused };
}

/** Previews again whenever `entries` or `stepsOf` changes. `preview` is null until loaded. */
function usePlanPreview(entries: readonly UnsentCardPlan[], stepsOf: StepsOfPlans) {
  const [known, setKnown] = useState<{ entries: readonly UnsentCardPlan[]; preview: PlanPreview } | null>(null);
  const load = useCallback(async () => {
    const preview = await previewPlan(entries, stepsOf);
    setKnown({ entries, preview });
    return preview;
  }, [entries, stepsOf]);
  useEffect(() => void load(), [load]);
  return { preview: known?.entries === entries ? known.preview : null, load };
}

const noRefusals: ReadonlyMap<string, string> = new Map();
const noEntries: readonly UnsentCardPlan[] = [];

/** First shows the planned changes, and what other people have changed in the planned cards meanwhile. */
export function SendPlanDialog(): ReactElement {
  const { plan } = usePlanDraft();
  const { sprints, sprintConfigs } = useLookups();
  const { cards, error, readAgain } = usePlannedCardRows(plan, runIdsOfPlaces(plan));
  const rows = cards?.rows;
  const people = usePeople();
  const names = useMemo(() => ({ sprints, sprintConfigs, people }), [sprints, sprintConfigs, people]);
  const [choices, setChoices] = useState<Readonly<Record<string, PlanConflictChoice>>>({});
  const entries = useMemo(
    () => (rows ? unsentCardPlans(plan, rows, choices, (id) => sprints[id]?.completedAt != null) : noEntries),
    [plan, rows, choices, sprints],
  );
  const changed = useMemo(() => entries.filter(hasPlannedChanges), [entries]);
  const stepsOf = useCallback(
    (some: readonly UnsentCardPlan[]) => stepsToSendPlan(some, plan, cards ?? noLoadedCards),
    [plan, cards],
  );
  const { preview, load } = usePlanPreview(changed, stepsOf);
  const refused = preview?.refused ?? noRefusals;
  const sent = changed.filter(({ cardId }) => !refused.has(cardId));
  const scopeReason = missingScopeReason('cards/update');
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const known = preview ?? (await load());
    // The preview finished after the person chose to send, and predicts refusals: the dialog shows them before sending.
    const showsRefusalsFirst = preview === null && known.refused.size > 0;
    const steps = showsRefusalsFirst ? [] : stepsOf(sent);
    const ended = Object.keys(plan).filter((id) => !refused.has(id));
    const options = { showsToast: true, localChange: undoAndRedoOfSentPlans(ended) };
    const label = `Change ${countWithNoun(sent.length, 'card')} as planned` as const;
    const answer = steps.length > 0 ? await act(label, steps, options) : null;
    setSending(false);
    if (showsRefusalsFirst || (steps.length > 0 && !answer)) return;
    removeCardPlans(
      ended,
      (answer?.operationIds ?? []).flatMap((operationId, at) => (steps[at] ? [{ operationId, step: steps[at] }] : [])),
    );
    closeDialog();
  };
  return (
    <Dialog
      onClose={closeDialog}
      title="Send the plan"
      width={720}
      mainButton={{
        text: sent.length > 0 ? `Change ${countWithNoun(sent.length, 'card')}` : 'Finish planning',
        autoFocus: true,
        disabled: isSending || !rows || scopeReason !== null || (sent.length === 0 && refused.size > 0),
        onClick: () => void send(),
      }}
    >
      {error && !rows ? (
        <Banner tone="danger" action={<Button text="Try again" onClick={readAgain} />}>
          The planned cards could not be read, and the plan is kept. {errorText(error)}
        </Banner>
      ) : null}
      {scopeReason ? <Banner tone="danger">{scopeReason}</Banner> : null}
      <PlanConflictList
        entries={entries}
        names={names}
        onChoose={(cardId, choice) => setChoices({ ...choices, [cardId]: choice })}
      />
      {[...new Set(refused.values())].map((reason) => (
        <Banner key={reason} tone="danger">
          {countWithNoun([...refused.values()].filter((one) => one === reason).length, 'card')} cannot be changed and
          will stay in the plan: {reason}
        </Banner>
      ))}
      {rows && sent.length === 0 ? <p>No card has to be changed.</p> : null}
      {sent.length > 0 ? <PlannedCardTable entries={sent} names={names} /> : null}
      {preview?.unknown ? <Banner tone="warning">What follows could not be counted. {preview.unknown}</Banner> : null}
      {preview && preview.effects.length > 0 ? (
        <ul className="inset-box p-2-3 mt-3" aria-label="What follows">
          {preview.effects.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}

export function DiscardPlanDialog(): ReactElement {
  const count = Object.keys(usePlanDraft().plan).length;
  return (
    <ConfirmDialog open title="Discard the plan?" confirm="Discard" onConfirm={discardPlan} onClose={closeDialog}>
      The planned changes of {countWithNoun(count, 'card')} are dropped. Runs and owners stay as they are. You can undo
      this.
    </ConfirmDialog>
  );
}

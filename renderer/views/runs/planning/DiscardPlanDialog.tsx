/** Dialog that asks for confirmation before the run plan is discarded. */
import type { ReactElement } from 'react';
import { discardPlan, usePlanDraft } from '../../../cards/planning/plan-draft.ts';
import { ConfirmDialog } from '../../../ui/popups/Dialog.tsx';
import { closeDialog } from '../../../workbench/dialog-state.ts';
import { cardCountText } from './PlanBanner.tsx';

export function DiscardPlanDialog(): ReactElement {
  const count = Object.keys(usePlanDraft().plan).length;
  return (
    <ConfirmDialog open title="Discard the plan?" confirm="Discard" onConfirm={discardPlan} onClose={closeDialog}>
      The planned changes of {cardCountText(count)} are dropped. Runs and owners stay as they are. You can undo this.
    </ConfirmDialog>
  );
}

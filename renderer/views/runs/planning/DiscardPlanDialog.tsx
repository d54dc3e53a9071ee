/** Asks before a plan is discarded. */
import type { ReactElement } from 'react';
import { discardPlan, useDraft } from '../../../cards/planning/plan-draft.ts';
import { ConfirmDialog } from '../../../ui/popups/Dialog.tsx';
import { closeDialog } from '../../../workbench/dialog-state.ts';
import { countText } from './PlanBanner.tsx';

export function DiscardPlanDialog(): ReactElement {
  const count = Object.keys(useDraft().plan).length;
  return (
    <ConfirmDialog open title="Discard the plan?" confirm="Discard" onConfirm={discardPlan} onClose={closeDialog}>
      The planned changes of {countText(count)} are dropped. Runs and owners stay as they are. You can undo this.
    </ConfirmDialog>
  );
}

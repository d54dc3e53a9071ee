import { PencilRuler, Redo2, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  planUndoGroup,
  setPlanningMode,
  useIsPlanningModeOn,
  usePlanDraft,
} from '../../../cards/planning/plan-draft.ts';
import { useUndoOrRedoOfGroup } from '../../../data/act.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { countWithNoun } from '../../../ui/text/text.ts';
import { openDialog } from '../../../workbench/dialog-state.ts';
import styles from './Planning.module.css';

export function PlanningModeButton(): ReactElement {
  const { isOn, plan } = usePlanDraft();
  const count = Object.keys(plan).length;
  return (
    <IconButton
      icon={PencilRuler}
      label={isOn ? 'Stop planning; the plan stays' : 'Plan runs and owners before sending'}
      text={count > 0 && !isOn ? `Plan (${count})` : 'Plan'}
      shortcut="Shift+P"
      small
      className={styles.toggle}
      aria-pressed={isOn}
      onClick={() => setPlanningMode(!isOn)}
    />
  );
}

export function PlanBanner(): ReactElement | null {
  const { plan } = usePlanDraft();
  const isOn = useIsPlanningModeOn();
  const undo = useUndoOrRedoOfGroup(planUndoGroup, 'undo');
  const redo = useUndoOrRedoOfGroup(planUndoGroup, 'redo');
  if (!isOn) return null;
  const count = Object.keys(plan).length;
  return (
    <section className={cx('row wrap round bg-accent-soft', styles.banner)} aria-label="Planning">
      <PencilRuler size={15} aria-hidden />
      <span className="nowrap strong" role="status">
        Planning: {count === 0 ? 'no changes yet' : `${countWithNoun(count, 'card')} changed`}
      </span>
      <span className="grow min-w-0 soft from-760">
        Runs, owners and places of cards change when you send the plan.
      </span>
      <span className="row push-end gap-1">
        <IconButton
          icon={Undo2}
          label={undo ? `Undo: ${undo.label}` : 'Undo'}
          small
          disabled={!undo}
          onClick={() => undo?.run()}
        />
        <IconButton
          icon={Redo2}
          label={redo ? `Redo: ${redo.label}` : 'Redo'}
          small
          disabled={!redo}
          onClick={() => redo?.run()}
        />
        <Button
          small
          look="quiet"
          onClick={() => (count > 0 ? openDialog({ kind: 'discardPlan' }) : setPlanningMode(false))}
        >
          {count > 0 ? 'Discard…' : 'Stop planning'}
        </Button>
        <Button
          text="Send…"
          small
          look="primary"
          disabled={count === 0}
          onClick={() => openDialog({ kind: 'sendPlan' })}
        />
      </span>
    </section>
  );
}

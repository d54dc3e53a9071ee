import type { ReactElement } from 'react';
import { runLabel } from '../../shared/domain/run-label.ts';
import { act, step } from '../data/act.ts';
import type { SprintConfigRow, SprintRow } from '../data/lookups.ts';
import { Confirm } from '../ui/Dialog.tsx';

/** Completing a run cannot be taken back: the question says what follows (interface.md, States, Run). */
export function CompleteRun({
  sprint,
  config,
  onClose,
}: {
  sprint: SprintRow | null;
  config: SprintConfigRow | undefined;
  onClose: () => void;
}): ReactElement {
  const label = sprint ? runLabel(sprint, config) : '';
  return (
    <Confirm
      open={sprint !== null}
      title={`Complete ${label}?`}
      confirm="Complete the run"
      onClose={onClose}
      onConfirm={() => {
        if (sprint)
          void act(`Complete ${label}`, [step('sprints/updateSprint', { id: sprint.id, complete: true })], {
            announce: true,
          });
      }}
    >
      The run ends now, as it would on its last day: cards move to the next run as the Run Config says. A completed run
      cannot be opened again.
    </Confirm>
  );
}

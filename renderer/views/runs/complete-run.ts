/**
 * Completes a run by hand after a confirmation that names what moves where (rules `runs.complete`,
 * `runs.move-on-finish`).
 */
import { runLabel } from '../../../shared/domain/run-label.ts';
import { act, step } from '../../data/act.ts';
import type { SprintConfigRow, SprintRow } from '../../data/lookups.ts';
import { confirmEffects } from '../../workbench/confirm.ts';

export async function completeRun(sprint: SprintRow, config: SprintConfigRow | undefined): Promise<void> {
  const label = runLabel(sprint, config);
  const steps = [step('sprints/updateSprint', { id: sprint.id, complete: true })];
  const goOn = await confirmEffects({
    title: `Complete ${label}?`,
    verb: 'Complete the run',
    undoable: false,
    steps,
    note: 'The run ends now, as it would on its last day. Archived cards and documents stay in it.',
  });
  if (goOn) await act(`Complete ${label}`, steps, { announce: true });
}

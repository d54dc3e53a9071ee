/**
 * Beast Mode of a run in words, and switching it on after a confirmation (rules `runs.lock-in`, `runs.beast-auto`). The
 * interface has no field for the Beast level of a card, or for whether it is locked in.
 */
import { runLabel } from '../../../shared/domain/run-label.ts';
import { act, step } from '../../data/act.ts';
import type { SprintConfigRow, SprintRow } from '../../data/lookups.ts';
import { confirmEffects } from '../../workbench/confirm.ts';

const hoursText = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);

/** What a move costs in Beast Mode, and when cards that are added later are locked in. */
function costText({ beastGracePeriodHours: graceHours }: SprintConfigRow): string {
  const late = graceHours
    ? ` A card that is added later is locked in after ${hoursText(graceHours)}.`
    : ' A card that is added later is locked in at once.';
  return `Moving a card that is locked in to another run raises its Beast level.${late}`;
}

/** What Beast Mode means for a run that is not completed, or when it begins. */
export function beastModeText(sprint: SprintRow, config: SprintConfigRow): string {
  const { autoBeastModeDurationHours: startHours } = config;
  if (sprint.lockedAt) return `Beast Mode is on. ${costText(config)}`;
  if (startHours === null || startHours === undefined) return 'Beast Mode does not begin by itself.';
  return startHours === 0
    ? 'Beast Mode begins with the run.'
    : `Beast Mode begins ${hoursText(startHours)} after midnight of the first day, in the time zone of the Run Config.`;
}

export async function startBeastMode(sprint: SprintRow, config: SprintConfigRow): Promise<void> {
  const label = runLabel(sprint, config);
  const steps = [step('sprints/updateSprint', { id: sprint.id, lockIn: true })];
  const goOn = await confirmEffects({
    title: `Start Beast Mode in ${label}?`,
    verb: 'Start Beast Mode',
    undoable: false,
    steps,
    note: `All cards of the run are locked in now. ${costText(config)}`,
  });
  if (goOn) await act(`Change ${label} to Beast Mode`, steps, { announce: true });
}

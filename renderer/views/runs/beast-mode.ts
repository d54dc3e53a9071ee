/**
 * Beast Mode of a run (rules `runs.lock-in`, `runs.beast-auto`). The app cannot show a card's Beast level, or whether
 * the card is locked in, because the service's API has no fields for them.
 */
import { runLabel } from '../../../shared/domain/run-label.ts';
import { act, actStep } from '../../data/act.ts';
import type { SprintConfigRow, SprintRow } from '../../data/lookups.ts';
import { dateAndTimeText, dayAndMonthText } from '../../ui/dates/day-text.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { confirmEffects } from '../../workbench/confirmation/confirm.ts';

/** When a card that is added later is locked in, and what happens if a locked-in card moves. */
function costLines({ beastGracePeriodHours: graceHours }: SprintConfigRow): string[] {
  return [
    graceHours
      ? `A card that is added later is locked in after ${countWithNoun(graceHours, 'hour')}.`
      : 'A card that is added later is locked in at once.',
    'Moving a card that is locked in to another run raises its Beast level.',
  ];
}

/** The effect of Beast Mode on a run, or the time when it begins. */
export function beastModeExplanation(sprint: SprintRow, config: SprintConfigRow): string[] {
  const { autoBeastModeDurationHours: startHours } = config;
  if (sprint.lockedAt)
    return [
      `Beast Mode is on since ${dateAndTimeText(sprint.lockedAt)}. The cards that were in the run then are locked in.`,
      ...costLines(config),
    ];
  if (startHours === null || startHours === undefined) return ['Beast Mode does not begin by itself.'];
  return [
    startHours === 0
      ? 'Beast Mode begins with the run, and locks its cards in.'
      : `Beast Mode begins ${countWithNoun(startHours, 'hour')} after midnight of ${dayAndMonthText(sprint.startDate)}, in the time zone of the Run Config, and locks the cards of the run in.`,
    ...costLines(config),
  ];
}

export async function startBeastMode(sprint: SprintRow, config: SprintConfigRow): Promise<void> {
  const label = runLabel(sprint, config);
  const steps = [actStep('sprints/updateSprint', { id: sprint.id, lockIn: true })];
  const goOn = await confirmEffects({
    title: `Start Beast Mode in ${label}?`,
    verb: 'Start Beast Mode',
    undoable: false,
    steps,
    note: `All cards of the run are locked in now. ${costLines(config).join(' ')}`,
  });
  if (goOn) await act(`Change ${label} to Beast Mode`, steps, { showsToast: true });
}

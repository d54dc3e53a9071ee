import type { Params } from '../../../shared/contract/index.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { countRows } from '../../data/count-rows.ts';
import { countWithNoun } from '../../ui/text/count-with-noun.ts';

/** If the change fails, `act` shows the failure. `seen`: see `actStep`. */
export function changeRunConfig(
  id: string,
  label: ActionLabel,
  change: Omit<Params<'sprints/updateConfig'>, 'id'>,
  seen?: object,
): void {
  void act(label, [actStep('sprints/updateConfig', { id, ...change }, seen)]);
}

/** Without archived and deleted cards. These cards leave their runs if the project is removed from the Run Config. */
export const countCardsInRuns = async (sprintConfigId: string, projectId: string): Promise<number> =>
  (await countRows({ cards: { sprint: { sprintConfigId }, deck: { projectId }, visibility: 'default' } })).cards;

export async function runConfigDeletionEffects(sprintConfigId: string): Promise<string[]> {
  const { cards: cardCount, sprints: runCount } = await countRows({
    cards: { sprint: { sprintConfigId }, visibility: { op: 'neq', value: 'deleted' } },
    sprints: { sprintConfigId, isDeleted: false },
  });
  return [
    `${countWithNoun(runCount, 'run')} ${runCount === 1 ? 'is' : 'are'} deleted with ${runCount === 1 ? 'its' : 'their'} progress, past ones too.`,
    ...(cardCount > 0
      ? [`${countWithNoun(cardCount, 'card')} ${cardCount === 1 ? 'leaves its run' : 'leave their run'}.`]
      : []),
    'This cannot be undone.',
  ];
}

/** Reads and changes Run Configs for their settings. Counts the cards and other rows that a change affects. */
import { type Params, query, selectRelated } from '../../../shared/contract/index.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { onlyRow } from '../../data/answer-rows.ts';
import { queryOnce } from '../../data/live.ts';
import { countWithNoun } from '../../ui/text/count-with-noun.ts';

export const runConfigQuery = (id: string) =>
  query({
    _root: [
      {
        account: [
          selectRelated('sprintConfigs', { id }, [
            'name',
            'color',
            'isGlobal',
            'autoAssignNewCard',
            'autoAssignStartedCard',
            'autoBeastModeDurationHours',
            'beastGracePeriodHours',
            'moveOnFinish',
            'runLabelTemplate',
            { sprintProjects: ['projectId'] },
          ]),
        ],
      },
    ],
  });

export type RunConfigRow = NonNullable<ReturnType<typeof runConfigQuery>['__answer']>['sprintConfig'][string];

/** Sends a change of the Run Config. If the change fails, `act` shows the failure. */
export function changeRunConfig(
  id: string,
  label: ActionLabel,
  change: Omit<Params<'sprints/updateConfig'>, 'id'>,
): void {
  void act(label, [actStep('sprints/updateConfig', { id, ...change })]);
}

/**
 * Returns the number of the project's cards in runs of the Run Config, without archived and deleted cards. If the
 * project is removed from the Run Config, these cards leave their runs.
 */
export async function countCardsInRuns(sprintConfigId: string, projectId: string): Promise<number> {
  const key = `count:cards(${JSON.stringify({ sprint: { sprintConfigId }, deck: { projectId }, visibility: 'default' })})`;
  const account = onlyRow((await queryOnce(query({ _root: [{ account: [key as 'count:cards'] }] }))).account);
  return Number((account as Record<string, unknown> | undefined)?.[key] ?? 0);
}

/** Returns sentences about the effects of deleting a Run Config. */
export async function runConfigDeletionEffects(sprintConfigId: string): Promise<string[]> {
  const cards = `count:cards(${JSON.stringify({ sprint: { sprintConfigId }, visibility: { op: 'neq', value: 'deleted' } })})`;
  const runs = `count:sprints(${JSON.stringify({ sprintConfigId, isDeleted: false })})`;
  const answer = await queryOnce(query({ _root: [{ account: [cards as 'count:cards', runs as 'count:sprints'] }] }));
  const countAt = (key: string) => Number((onlyRow(answer.account) as Record<string, unknown> | undefined)?.[key] ?? 0);
  const [cardCount, runCount] = [countAt(cards), countAt(runs)];
  return [
    `${countWithNoun(runCount, 'run')} ${runCount === 1 ? 'is' : 'are'} deleted with ${runCount === 1 ? 'its' : 'their'} progress, past ones too.`,
    ...(cardCount > 0
      ? [`${countWithNoun(cardCount, 'card')} ${cardCount === 1 ? 'leaves its run' : 'leave their run'}.`]
      : []),
    'This cannot be undone.',
  ];
}

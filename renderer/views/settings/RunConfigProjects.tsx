import type { ReactElement } from 'react';
import type { Params } from '../../../shared/contract/index.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { countRows } from '../../data/answer-rows.ts';
import { type SprintConfigRow, useLookups } from '../../data/lookups.ts';
import { withItemToggled } from '../../model/filters.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { SettingsRow, SwitchRow } from './parts/rows.tsx';
import type { ConfirmationQuestion } from './parts/use-confirm-question.tsx';

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
const countCardsInRuns = async (sprintConfigId: string, projectId: string): Promise<number> =>
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

interface RunConfigProjectsProps {
  readonly id: string;
  readonly config: SprintConfigRow;
  /** Projects to which the Run Config is linked. */
  readonly linked: readonly string[];
  readonly ask: (question: ConfirmationQuestion) => void;
}

export function RunConfigProjects({ id, config, linked, ask }: RunConfigProjectsProps): ReactElement {
  const { projects } = useLookups();
  const setProjects = async (projectIds: string[]) => {
    const change = () =>
      changeRunConfig(
        id,
        `Change the projects of ${config.name}`,
        { isGlobal: false, projectIds },
        { projectIds: linked },
      );
    const removedProjects = projects.filter(
      (project) => linked.includes(project.id) && !projectIds.includes(project.id),
    );
    const losses = await Promise.all(
      removedProjects.map(async (project) => ({ name: project.name, count: await countCardsInRuns(id, project.id) })),
    );
    const consequences = losses
      .filter(({ count }) => count > 0)
      .map(
        ({ name, count }) =>
          `${countWithNoun(count, 'card')} of ${name} ${count === 1 ? 'leaves its run' : 'leave their run'}.`,
      );
    if (consequences.length === 0) return change();
    ask({
      title: `Take ${removedProjects.map(({ name }) => name).join(', ')} out?`,
      confirm: 'Take out',
      consequences,
      goOn: change,
    });
  };
  return (
    <>
      <SwitchRow
        label="For all projects"
        about="Also future ones."
        checked={config.isGlobal}
        onChange={(isGlobal) =>
          isGlobal
            ? changeRunConfig(id, `Give ${config.name} to all projects`, { isGlobal })
            : void setProjects(projects.map((project) => project.id))
        }
      />
      {config.isGlobal ? null : (
        <SettingsRow label="Projects" about="Cards of a removed project leave their run.">
          <span className="flex wrap gap-3">
            {projects.map((project) => (
              <CheckboxField
                key={project.id}
                checked={linked.includes(project.id)}
                onChange={() => void setProjects(withItemToggled(linked, project.id))}
              >
                {project.name}
              </CheckboxField>
            ))}
          </span>
        </SettingsRow>
      )}
    </>
  );
}

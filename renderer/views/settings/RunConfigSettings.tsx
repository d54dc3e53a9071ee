/** The settings of one Run Config. In a local workspace they include the time zone of its runs. */
import type { ReactElement } from 'react';
import type { ServiceSettings } from '../../../shared/bridge/index.ts';
import {
  type MilestoneColor,
  milestoneColors,
  moveOnFinishKinds,
  type Params,
  query,
  selectRelated,
} from '../../../shared/contract/index.ts';
import { isRunLabelTemplate, runLabel } from '../../../shared/domain/run-label.ts';
import { act, step } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { firstRow } from '../../data/answer-rows.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { queryOnce as askOnce, useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { withToggled } from '../../model/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { localDay } from '../../ui/dates/today.ts';
import { CheckboxField, Switch } from '../../ui/forms/CheckboxField.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countText } from '../../ui/text/count-text.ts';
import { type AdministeredValue, runAdministrationCommand } from './administration/administration.ts';
import { SettingsGroup, SettingsRow } from './parts.tsx';
import { SavedField } from './SavedField.tsx';
import styles from './settings.module.css';
import { TimeZoneRow } from './TimeZoneRow.tsx';
import { useConfirmQuestion } from './use-confirm-question.tsx';

const configQuery = (id: string) =>
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

/** Settings of the embedded service, which contain the time zones of runs; null for other services. */
export type RunTimeZoneSettings = AdministeredValue<ServiceSettings> | null;

type Change = Omit<Params<'sprints/updateConfig'>, 'id'>;

const leftoverLabels: Record<(typeof moveOnFinishKinds)[number], string> = {
  undone: 'Not done',
  review: 'In review',
  blocked: 'Blocked',
};
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isHours = (text: string) => /^\d{1,5}$/.test(text);

/**
 * Returns how many of the project's cards are in runs of the Run Config, without archived and deleted cards. If the
 * project is removed from the Run Config, these cards leave their runs.
 */
async function cardsInRuns(sprintConfigId: string, projectId: string): Promise<number> {
  const key = `count:cards(${JSON.stringify({ sprint: { sprintConfigId }, deck: { projectId }, visibility: 'default' })})`;
  const account = firstRow((await askOnce(query({ _root: [{ account: [key as 'count:cards'] }] }))).account);
  return Number((account as Record<string, unknown> | undefined)?.[key] ?? 0);
}

/** Returns sentences about the effects of deleting a Run Config. */
async function configLosses(sprintConfigId: string): Promise<string[]> {
  const cards = `count:cards(${JSON.stringify({ sprint: { sprintConfigId }, visibility: { op: 'neq', value: 'deleted' } })})`;
  const runs = `count:sprints(${JSON.stringify({ sprintConfigId, isDeleted: false })})`;
  const answer = await askOnce(query({ _root: [{ account: [cards as 'count:cards', runs as 'count:sprints'] }] }));
  const countAt = (key: string) =>
    Number((firstRow(answer.account) as Record<string, unknown> | undefined)?.[key] ?? 0);
  const [cardCount, runCount] = [countAt(cards), countAt(runs)];
  return [
    `${countText(runCount, 'run')} ${runCount === 1 ? 'is' : 'are'} deleted with ${runCount === 1 ? 'its' : 'their'} progress, past ones too.`,
    ...(cardCount > 0
      ? [`${countText(cardCount, 'card')} ${cardCount === 1 ? 'leaves its run' : 'leave their run'}.`]
      : []),
    'This cannot be undone.',
  ];
}

export function RunConfigSettings({ id, times }: { id: string; times: RunTimeZoneSettings }): ReactElement | null {
  const { data } = useLiveQuery(configQuery(id));
  const { projects } = useLookups();
  const hasExtensions = useWorkspace()?.hasExtensions ?? false;
  const [dialog, ask] = useConfirmQuestion();
  const config = data?.sprintConfig?.[id];
  if (!config) return null;
  const own = times?.value?.runs.find(({ sprintConfigId }) => sprintConfigId === id);
  // Services may lack preview fields; these are null then.
  const moving: readonly string[] = config.moveOnFinish ?? [];
  const linked = Object.values(data?.sprintProject ?? {}).map(({ projectId }) => projectId as string);
  const set = (label: ActionLabel, change: Change) =>
    void act(label, [step('sprints/updateConfig', { id, ...change })]);

  const setProjects = async (projectIds: string[]) => {
    const change = () => set(`Change the projects of ${config.name}`, { isGlobal: false, projectIds });
    const removedProjects = projects.filter(
      (project) => linked.includes(project.id) && !projectIds.includes(project.id),
    );
    const losses = await Promise.all(
      removedProjects.map(async (project) => ({ name: project.name, count: await cardsInRuns(id, project.id) })),
    );
    const consequences = losses
      .filter(({ count }) => count > 0)
      .map(
        ({ name, count }) =>
          `${countText(count, 'card')} of ${name} ${count === 1 ? 'leaves its run' : 'leave their run'}.`,
      );
    if (consequences.length === 0) return change();
    ask({
      title: `Take ${removedProjects.map(({ name }) => name).join(', ')} out?`,
      confirm: 'Take out',
      consequences,
      goOn: change,
    });
  };
  const remove = async () =>
    ask({
      title: `Delete ${config.name}?`,
      confirm: 'Delete Run Config',
      danger: true,
      consequences: await configLosses(id),
      goOn: () => void act(`Delete ${config.name}`, [step('sprints/deleteConfig', { id })]),
    });
  const example = runLabel({ name: null, index: 0, startDate: localDay() }, config);

  return (
    <SettingsGroup title={`Runs of ${config.name}`}>
      <SavedField label="Name" value={config.name} onSave={(name) => set('Rename a Run Config', { name })} />
      <SavedField
        wide
        label="Names of its runs"
        about={`%RUN_NR% is the run’s number, %CALENDAR_WEEK% its week. The first one: ${example}`}
        value={config.runLabelTemplate ?? ''}
        placeholder="Run %RUN_NR%"
        check={(text) => (text === '' || isRunLabelTemplate(text) ? null : 'It needs %RUN_NR% or %CALENDAR_WEEK%.')}
        onSave={(text) => set('Change the names of runs', { runLabelTemplate: text || null })}
      />
      <SettingsRow label="Colour">
        <Select
          label="Colour"
          value={config.color as string}
          options={[...new Set<string>([...milestoneColors, config.color])].map((value) => ({
            value,
            label: capital(value),
            icon: <span className={styles.planner} style={{ background: `var(--planner-${value})` }} />,
          }))}
          onChange={(color) => set('Colour a Run Config', { color: color as MilestoneColor })}
        />
      </SettingsRow>
      <SettingsRow label="For all projects" about="Also future ones.">
        <Switch
          label="For all projects"
          checked={config.isGlobal}
          onChange={(isGlobal) =>
            isGlobal
              ? set(`Give ${config.name} to all projects`, { isGlobal })
              : void setProjects(projects.map((project) => project.id))
          }
        />
      </SettingsRow>
      {config.isGlobal ? null : (
        <SettingsRow label="Projects" about="Cards of a removed project leave their run.">
          <span className={styles.days}>
            {projects.map((project) => (
              <CheckboxField
                key={project.id}
                checked={linked.includes(project.id)}
                onChange={(on) =>
                  void setProjects(on ? [...linked, project.id] : linked.filter((other) => other !== project.id))
                }
              >
                {project.name}
              </CheckboxField>
            ))}
          </span>
        </SettingsRow>
      )}
      <SettingsRow
        label="Move to the next run"
        about="The cards that move when a run ends. Archived cards and documents stay."
      >
        <span className={styles.days}>
          {moveOnFinishKinds.map((kind) => (
            <CheckboxField
              key={kind}
              checked={moving.includes(kind)}
              onChange={() => set('Change what moves on', { moveOnFinish: withToggled(moving, kind) })}
            >
              {leftoverLabels[kind]}
            </CheckboxField>
          ))}
        </span>
      </SettingsRow>
      <SettingsRow label="New cards go into the current run">
        <Switch
          label="New cards go into the current run"
          checked={config.autoAssignNewCard}
          onChange={(autoAssignNewCard) => set('Change a Run Config', { autoAssignNewCard })}
        />
      </SettingsRow>
      <SettingsRow label="Started cards without a run go into the current one">
        <Switch
          label="Started cards without a run go into the current one"
          checked={config.autoAssignStartedCard}
          onChange={(autoAssignStartedCard) => set('Change a Run Config', { autoAssignStartedCard })}
        />
      </SettingsRow>
      <SavedField
        label="Beast Mode starts automatically after"
        about="Hours after midnight of a run’s first day. 0 means at once, empty means never. If the time has passed already, the current run starts it now."
        value={config.autoBeastModeDurationHours === null ? '' : String(config.autoBeastModeDurationHours)}
        placeholder="never"
        check={(text) => (text === '' || isHours(text) ? null : 'A number of hours, or nothing.')}
        onSave={(text) =>
          set('Change when Beast Mode starts', { autoBeastModeDurationHours: text === '' ? null : Number(text) })
        }
      />
      <SavedField
        label="Grace in Beast Mode"
        about="Hours until a card added during Beast Mode is locked in."
        value={String(config.beastGracePeriodHours ?? '')}
        check={(text) => (isHours(text) ? null : 'A number of hours.')}
        onSave={(text) => set('Change the grace in Beast Mode', { beastGracePeriodHours: Number(text) })}
      />
      {own ? (
        <TimeZoneRow
          label="Time zone"
          about={`Its runs of ${countText(own.days, 'day')} begin and end at midnight in this zone.`}
          value={own.timezone}
          onPick={(timezone) =>
            void runAdministrationCommand('service/change', { runTimezone: { sprintConfigId: id, timezone } }).then(
              times?.update,
            )
          }
        />
      ) : null}
      {hasExtensions ? (
        <SettingsRow label="Delete" about="Also deletes its runs, past ones included.">
          <Button small look="quiet" aria-label={`Delete ${config.name}`} onClick={() => void remove()}>
            Delete…
          </Button>
        </SettingsRow>
      ) : null}
      {dialog}
    </SettingsGroup>
  );
}

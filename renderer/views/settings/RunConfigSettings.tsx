/** In a local workspace they include the time zone of the runs. */
import type { ReactElement } from 'react';
import type { ServiceSettings } from '../../../shared/bridge/index.ts';
import { moveOnFinishKinds } from '../../../shared/contract/index.ts';
import { isRunLabelTemplate, runLabel } from '../../../shared/domain/run-label.ts';
import { act, actStep } from '../../data/act.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { type SprintConfigRow, useLookups } from '../../data/lookups.ts';
import { withItemToggled } from '../../model/filters.ts';
import { unfinishedCardLabels } from '../../model/planning/run-phase.ts';
import { MilestoneColorSelect } from '../../progress/MilestoneColorSelect.tsx';
import { Button } from '../../ui/Button.tsx';
import { localDay } from '../../ui/dates/today.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { runAdministrationCommand, type ServiceAdminData } from './administration/administration.ts';
import { AutoSaveField } from './parts/AutoSaveField.tsx';
import { SettingsGroup, SettingsRow, SwitchRow, TimeZoneRow } from './parts/rows.tsx';
import styles from './parts/settings.module.css';
import { useConfirmationQuestion } from './parts/use-confirm-question.tsx';
import { changeRunConfig, RunConfigProjects, runConfigDeletionEffects } from './RunConfigProjects.tsx';

const isHours = (text: string) => /^\d{1,5}$/.test(text);

interface RunConfigSettingsProps {
  id: string;
  /** Settings of the embedded service, which contain the time zones of runs. */
  times: ServiceAdminData<ServiceSettings>;
}

export function RunConfigSettings({ id, times }: RunConfigSettingsProps): ReactElement | null {
  const { sprintConfigs, sprintProjects } = useLookups();
  const hasExtensions = useWorkspace()?.hasExtensions ?? false;
  const [dialog, ask] = useConfirmationQuestion();
  const config = sprintConfigs[id];
  if (!config) return null;
  const own = times.value?.runs.find(({ sprintConfigId }) => sprintConfigId === id);
  // Null if the service lacks this field, which the contract marks as a preview.
  const moving: readonly string[] = config.moveOnFinish ?? [];
  const linked = sprintProjects.flatMap((link) => (link.sprintConfigId === id ? (link.projectId as string) : []));
  const set = changeRunConfig.bind(null, id);

  const remove = async () =>
    ask({
      title: `Delete ${config.name}?`,
      confirm: 'Delete Run Config',
      danger: true,
      consequences: await runConfigDeletionEffects(id),
      goOn: () => void act(`Delete ${config.name}`, [actStep('sprints/deleteConfig', { id })]),
    });
  const example = runLabel({ name: null, index: 0, startDate: localDay() }, config);

  return (
    <SettingsGroup
      title={`Runs of ${config.name}`}
      about="A Run Config: it makes runs of equal length, one after another, for the same projects."
    >
      <AutoSaveField label="Name" value={config.name} onSave={(name) => set('Rename a Run Config', { name })} />
      <SettingsRow label="Colour">
        <MilestoneColorSelect value={config.color} onChange={(color) => set('Colour a Run Config', { color })} />
      </SettingsRow>
      <RunConfigProjects id={id} config={config} linked={linked} ask={ask} />
      <details className={styles.advanced}>
        <summary className="medium">Advanced</summary>
        <AutoSaveField
          wide
          label="Names of its runs"
          about={`%RUN_NR% is the run’s number, %CALENDAR_WEEK% its week. The first one: ${example}`}
          value={config.runLabelTemplate ?? ''}
          placeholder="Run %RUN_NR%"
          check={(text) => (text === '' || isRunLabelTemplate(text) ? null : 'It needs %RUN_NR% or %CALENDAR_WEEK%.')}
          onSave={(text) => set('Change the names of runs', { runLabelTemplate: text || null })}
        />
        <SettingsRow
          label="Move to the next run"
          about="The cards that move when a run ends. Archived cards and documents stay."
        >
          <span className="flex wrap gap-3">
            {moveOnFinishKinds.map((kind) => (
              <CheckboxField
                key={kind}
                checked={moving.includes(kind)}
                onChange={() => set('Change what moves on', { moveOnFinish: withItemToggled(moving, kind) })}
              >
                {unfinishedCardLabels[kind]}
              </CheckboxField>
            ))}
          </span>
        </SettingsRow>
        <SwitchRow
          label="New cards go into the current run"
          checked={config.autoAssignNewCard}
          onChange={(autoAssignNewCard) => set('Change a Run Config', { autoAssignNewCard })}
        />
        <SwitchRow
          label="Started cards without a run go into the current one"
          checked={config.autoAssignStartedCard}
          onChange={(autoAssignStartedCard) => set('Change a Run Config', { autoAssignStartedCard })}
        />
        <BeastModeFields id={id} config={config} />
        {own ? (
          <TimeZoneRow
            label="Time zone"
            about={`Its runs of ${countWithNoun(own.days, 'day')} begin and end at midnight in this zone.`}
            value={own.timezone}
            onPick={(timezone) =>
              void runAdministrationCommand('service/change', { runTimezone: { sprintConfigId: id, timezone } }).then(
                times.update,
              )
            }
          />
        ) : null}
      </details>
      {hasExtensions ? (
        <SettingsRow label="Delete" about="Also deletes its runs, past ones included.">
          <Button
            text="Delete…"
            small
            look="quiet"
            aria-label={`Delete ${config.name}`}
            onClick={() => void remove()}
          />
        </SettingsRow>
      ) : null}
      {dialog}
    </SettingsGroup>
  );
}

/** When Beast Mode starts by itself, and after how many hours a card that is added later is locked in. */
function BeastModeFields({ id, config }: { id: string; config: SprintConfigRow }): ReactElement {
  const set = changeRunConfig.bind(null, id);
  return (
    <>
      <AutoSaveField
        label="Beast Mode starts automatically after"
        about="Beast Mode locks the cards of a run in: moving one out then raises its Beast level. In hours after midnight of the first day; 0 means at once, empty means never. If the time has passed already, the current run starts it now."
        value={config.autoBeastModeDurationHours === null ? '' : String(config.autoBeastModeDurationHours)}
        placeholder="never"
        check={(text) => (text === '' || isHours(text) ? null : 'A number of hours, or nothing.')}
        onSave={(text) =>
          set('Change when Beast Mode starts', { autoBeastModeDurationHours: text === '' ? null : Number(text) })
        }
      />
      <AutoSaveField
        label="Grace in Beast Mode"
        about="Hours until a card added during Beast Mode is locked in."
        value={String(config.beastGracePeriodHours ?? '')}
        check={(text) => (isHours(text) ? null : 'A number of hours.')}
        onSave={(text) => set('Change the grace in Beast Mode', { beastGracePeriodHours: Number(text) })}
      />
    </>
  );
}

/** Run Configs. With the contract's extensions, also creates them and edits journeys. */

import { type ReactElement, useState } from 'react';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { act, actStep } from '../../data/act.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { useLookups } from '../../data/lookups.ts';
import { WorkdaysChoice } from '../../progress/WorkdaysChoice.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { localDay } from '../../ui/dates/today.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { closeDialog } from '../../workbench/dialog-state.ts';
import { runAdministrationCommand, useServiceAdminData } from './administration/administration.ts';
import { JourneysSection } from './Journeys.tsx';
import { DefaultEffortRow } from './Organization.tsx';
import { InlineField, SettingsGroup, SettingsRow, TimeZoneRow } from './parts/rows.tsx';
import styles from './parts/settings.module.css';
import { RunConfigSettings } from './RunConfigSettings.tsx';

export function RunsSection(): ReactElement {
  const { sprintConfigs } = useLookups();
  const times = useServiceAdminData('service/settings');
  const hasExtensions = useWorkspace()?.hasExtensions ?? false;
  const configs = Object.values(sprintConfigs).toSorted((a, b) => compareNames(a.name, b.name));
  return (
    <>
      {configs.map(({ id }) => (
        <RunConfigSettings key={stableRowKey(id)} id={id} times={times} />
      ))}
      {configs.length === 0 && !hasExtensions ? (
        <SettingsGroup
          title="Run Configs"
          about="This organization has none. Create them in the service’s own web app."
        />
      ) : null}
      {hasExtensions ? (
        <SettingsGroup
          title="New Run Config"
          about="Creates runs of equal length, one after another, for all projects."
        >
          <NewRunConfig />
          {times.value ? (
            <TimeZoneRow
              label="Time zone of new Run Configs"
              about="Their runs start and end at midnight in this time zone."
              value={times.value.timezone}
              onPick={(timezone) => void runAdministrationCommand('service/change', { timezone }).then(times.update)}
            />
          ) : null}
        </SettingsGroup>
      ) : null}
      {hasExtensions ? <JourneysSection /> : null}
    </>
  );
}

function NewRunConfig(): ReactElement {
  const [name, setName] = useState('');
  const [days, setDays] = useState('14');
  const [startDate, setStartDate] = useState(localDay());
  const isValid = name.trim() !== '' && /^[1-9]\d{0,2}$/.test(days);
  const submit = async () => {
    if (!isValid) return;
    const params = { name: name.trim(), startDate, days: Number(days), isGlobal: true };
    if (await act('Create a Run Config', [actStep('sprints/createConfig', params)])) setName('');
  };
  return (
    <Form className={cx('row wrap gap-2 p-3-4', styles.add)} onSubmit={submit}>
      <InlineField label="Name of the Run Config" placeholder="Name" value={name} onChange={setName} />
      <input
        className={styles.number}
        aria-label="Days of a run"
        inputMode="numeric"
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      <span className="note">days from</span>
      <div className={styles.day}>
        <DateField
          label="First day of the first run"
          hideLabel
          value={startDate}
          onChange={(day) => setStartDate(day ?? localDay())}
        />
      </div>
      <Button text="Create" type="submit" disabled={!isValid} />
    </Form>
  );
}

/** With the contract's extensions, also shows settings of the whole organization: workdays and default effort. */
export function RunConfigDialog({ configId }: { configId: string }): ReactElement {
  const { account, sprintConfigs } = useLookups();
  const times = useServiceAdminData('service/settings');
  const hasExtensions = useWorkspace()?.hasExtensions ?? false;
  return (
    <Dialog onClose={closeDialog} title={`Run Config ${sprintConfigs[configId]?.name ?? ''}`} width={620}>
      <RunConfigSettings id={configId} times={times} />
      {account && hasExtensions ? (
        <SettingsGroup title="Of the whole organization">
          <SettingsRow label="Workdays">
            <WorkdaysChoice workdays={account.workdays} />
          </SettingsRow>
          <DefaultEffortRow value={account.fallbackEffort} />
        </SettingsGroup>
      ) : null}
    </Dialog>
  );
}

/** Run Configs. With the contract's extensions, also edits journeys. */

import type { ReactElement } from 'react';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { useLookups } from '../../data/lookups.ts';
import { WorkdaysChoice } from '../../progress/WorkdaysChoice.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { closeDialog, openDialog } from '../../workbench/dialog-state.ts';
import { runAdministrationCommand, useServiceAdminData } from './administration/administration.ts';
import { JourneysSection } from './Journeys.tsx';
import { DefaultEffortRow } from './Organization.tsx';
import { SettingsGroup, SettingsRow, TimeZoneRow } from './parts/rows.tsx';
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
          title="Runs"
          about="This organization has none. Create a Run Config, which makes runs of equal length, in the service’s own web app."
        />
      ) : null}
      {hasExtensions ? (
        <SettingsGroup title="New runs">
          <SettingsRow label="More runs" about="Of another length or for other projects, beside those above.">
            <Button text="New run…" onClick={() => openDialog({ kind: 'newRun' })} />
          </SettingsRow>
          {times.value ? (
            <TimeZoneRow
              label="Time zone of new runs"
              about="They start and end at midnight in this time zone."
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

/** With the contract's extensions, also shows settings of the whole organization: workdays and default effort. */
export function RunConfigDialog({ configId }: { configId: string }): ReactElement {
  const { account, sprintConfigs } = useLookups();
  const times = useServiceAdminData('service/settings');
  const hasExtensions = useWorkspace()?.hasExtensions ?? false;
  return (
    <Dialog onClose={closeDialog} title={`Settings of ${sprintConfigs[configId]?.name ?? 'these runs'}`} width={620}>
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

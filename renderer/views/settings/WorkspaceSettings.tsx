import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Workspace } from '../../../shared/bridge/index.ts';
import { useCurrentUserId, useSyncStatus, useWorkspace } from '../../data/app-state.ts';
import { call, errorText, toastFailure } from '../../data/bridge.ts';
import { nameOf, useAssignablePeople } from '../../data/lookups.ts';
import { navigate } from '../../data/routes.ts';
import { saveFile, toastAboutSavedFile } from '../../data/save-file.ts';
import { Button } from '../../ui/Button.tsx';
import { announceToScreenReaders, copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { CurrentUserPicker } from '../../workbench/CurrentUserPicker.tsx';
import { DeckFolders } from './DeckFolders.tsx';
import { SettingsGroup, SettingsRow, SwitchRow } from './parts/rows.tsx';

export function WorkspaceSettings(): ReactElement | null {
  const workspace = useWorkspace();
  const persons = useAssignablePeople();
  const me = useCurrentUserId();
  const sync = useSyncStatus();
  if (!workspace) return null;
  const ownPerson = persons.find(({ id }) => id === me);
  const canChoose = workspace.tokenKind !== 'personal' || workspace.kind === 'local';
  return (
    <>
      <SettingsGroup title={workspace.name}>
        <SettingsRow
          label="You are"
          about={
            canChoose
              ? 'The Hand and bookmarks of this person are shown as yours. Comments appear under the name of the token’s owner.'
              : 'A personal token acts as its owner.'
          }
        >
          {canChoose ? (
            <CurrentUserPicker
              trigger={
                <Button>
                  <span>{ownPerson ? nameOf(ownPerson) : 'Choose…'}</span>
                  <ChevronsUpDown size={12} aria-hidden />
                </Button>
              }
            />
          ) : (
            <span>{ownPerson ? nameOf(ownPerson) : 'You'}</span>
          )}
        </SettingsRow>
        {workspace.kind === 'remote' ? (
          <SwitchRow
            label="Work offline"
            about="Nothing is read or sent until you go online again. What you do is kept in the outbox."
            checked={sync?.pausedByPerson ?? false}
            onChange={(offline) =>
              void call('sync/offline', { offline }).catch((error: unknown) => toastFailure(error, 'That did not work'))
            }
          />
        ) : null}
        {sync?.manualOrderShared === false ? (
          <SettingsRow
            label="Manual order"
            about="This service does not share the manual order of cards. The order is stored on this computer; only moves are sent."
          />
        ) : null}
        <SettingsRow label="Workspaces" about="Connect another organization, renew a token, remove a workspace.">
          <Button text="Workspaces…" onClick={() => navigate({ view: 'connect', id: null, query: {} })} />
        </SettingsRow>
      </SettingsGroup>
      <CalendarSettings key={workspace.id} workspace={workspace} />
      <DeckFolders key={`folders ${workspace.id}`} />
    </>
  );
}

/** Due dates, milestones and runs for other calendar programs. */
function CalendarSettings({ workspace }: { workspace: Workspace }): ReactElement {
  const address = useQuery({
    queryKey: ['calendar/address', workspace.id],
    queryFn: () => call('calendar/address', {}),
  });
  const isOn = typeof address.data === 'string' || address.error !== null;
  const share = (isNowOn: boolean, message: string) =>
    void call('calendar/share', { isOn: isNowOn }).then(
      () => address.refetch().then(() => announceToScreenReaders(message)),
      (error: unknown) => toastFailure(error, 'The calendar could not be offered'),
    );
  const save = () =>
    saveFile({ name: workspace.name, extension: 'ics' }, async (send) => {
      await send((await call('data/calendar', {})).text);
      return true;
    }).then(
      (path) => path && toastAboutSavedFile('Saved the calendar', path),
      (error: unknown) => toastFailure(error, 'The calendar could not be saved'),
    );
  return (
    <SettingsGroup title="Calendar" about="Due dates, milestones and runs, for another calendar program.">
      <SettingsRow label="Calendar file" about="With what is planned now. Later changes are not in it.">
        <Button text="Save as file…" onClick={() => void save()} />
      </SettingsRow>
      <SwitchRow
        label="Calendar address"
        about="Programs on this computer can subscribe to it while Decktop runs. They can read it, and change nothing."
        checked={isOn}
        onChange={(next) => share(next, next ? 'The calendar has an address' : 'The calendar has no address any more')}
      />
      {isOn ? (
        <SettingsRow
          label={
            address.data ? (
              <span className="selectable text-sm break-words">{address.data}</span>
            ) : (
              errorText(address.error)
            )
          }
          about="Whoever knows this address can read the calendar on this computer."
        >
          {address.data ? (
            <Button text="Copy" onClick={() => copyText(address.data ?? '', 'Copied the address')} />
          ) : null}
          <Button text="New address" onClick={() => share(true, 'The earlier address does not work any more')} />
        </SettingsRow>
      ) : null}
    </SettingsGroup>
  );
}

import { ChevronsUpDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCurrentUserId, useSyncStatus, useWorkspace } from '../../data/app-state.ts';
import { call, toastFailure } from '../../data/bridge.ts';
import { nameOf, useAssignablePeople } from '../../data/lookups.ts';
import { navigate } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { CurrentUserPicker } from '../../workbench/CurrentUserPicker.tsx';
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
  );
}

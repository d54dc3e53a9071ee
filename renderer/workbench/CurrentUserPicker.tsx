/**
 * Menu in which the person chooses their own name among the users of the workspace. The app treats the Hand and the
 * bookmarks of the chosen user as the person's own.
 */
import type { ReactElement } from 'react';
import { refreshWorkspaces, useCurrentUserId, useWorkspace } from '../data/app-state.ts';
import { call, toastFailure } from '../data/bridge.ts';
import { nameOf, useAssignablePeople } from '../data/lookups.ts';
import { Picker } from '../ui/popups/Picker.tsx';
import { PersonAvatar } from './PersonAvatar.tsx';

export function CurrentUserPicker({ trigger }: { trigger: ReactElement }): ReactElement | null {
  const workspace = useWorkspace();
  const persons = useAssignablePeople();
  const me = useCurrentUserId();
  if (!workspace) return null;
  const choose = (userId: string) => {
    call('workspace/setUser', { id: workspace.id, userId }).then(refreshWorkspaces).catch(toastFailure);
  };
  return (
    <Picker
      label="Person"
      align="end"
      value={me ? [me] : []}
      options={persons.map((person) => ({
        value: person.id as string,
        label: nameOf(person),
        icon: <PersonAvatar id={person.id} size={16} />,
      }))}
      onPick={choose}
      trigger={trigger}
    />
  );
}

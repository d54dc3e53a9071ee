/** Lists do not offer people who were removed from a local workspace's organization. */
import { useEffect } from 'react';
import { useAppState } from './app-state.ts';
import { call, logFailure } from './bridge.ts';
import { setKnownMemberIds } from './people.ts';

async function readMembers(): Promise<void> {
  const workspaceId = useAppState.getState().workspace?.id;
  try {
    const members = await call('members/list', {});
    if (useAppState.getState().workspace?.id === workspaceId) setKnownMemberIds(members.map(({ userId }) => userId));
  } catch (error) {
    logFailure('The members are not known')(error);
  }
}

/** Another window may have removed members. */
export function useRefreshMembersOnWindowFocus(): void {
  const localId = useAppState(({ workspace }) => (workspace?.kind === 'local' ? workspace.id : null));
  useEffect(() => {
    if (localId === null) return;
    const read = () => void readMembers();
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [localId]);
}

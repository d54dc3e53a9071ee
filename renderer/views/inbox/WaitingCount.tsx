/** The number of threads that wait for the user, shown in the sidebar. It loads after the first view. */
import type { ReactElement } from 'react';
import { useMe } from '../../data/app-state.ts';
import { useLive } from '../../data/live.ts';
import { inboxQueryOf, itemsOf } from './items.ts';

export function WaitingCount({ className }: { className: string | undefined }): ReactElement | null {
  const me = useMe();
  return me ? <Count me={me} className={className} /> : null;
}

function Count({ me, className }: { me: string; className: string | undefined }): ReactElement | null {
  const { data } = useLive(inboxQueryOf(me));
  const count = itemsOf(data, me).filter(({ myTurn }) => myTurn).length;
  return count > 0 ? (
    <span className={className}>
      {count}
      <span className="visually-hidden"> waiting for you</span>
    </span>
  ) : null;
}

/** Says at once when a change made here replaced what somebody else had set meanwhile. */
import { useEffect } from 'react';
import { bridge } from '../data/bridge.ts';
import { go } from '../data/routes.ts';
import { toast } from '../ui/toast.tsx';

export function useOverwriteNotice(): void {
  useEffect(() => {
    // What is there when the window opens was told before; the outbox still lists it.
    let known: number | null = null;
    const stops = [
      bridge().on('outbox/changed', ({ overwritten }) => {
        if (known !== null && overwritten > known)
          toast({
            title: 'Your change replaced one that somebody made meanwhile',
            detail: 'Yours stands. Theirs can be put back.',
            action: { label: 'Show', run: () => go('outbox') },
            id: 'overwritten',
            timeout: 15_000,
          });
        known = overwritten;
      }),
      bridge().on('workspace/changed', () => {
        known = null;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

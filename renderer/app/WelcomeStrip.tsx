/** Says whose workspace is shown and what to try first, in local workspaces until the person closes it. */
import { Sparkles, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useViewState, useWorkspace } from '../data/app-state.ts';
import { useLookups } from '../data/lookups.ts';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { openDialog } from '../workbench/dialog-state.ts';
import { startTour, useIsTourEnded, useTourStep } from './tour/tour-state.ts';
import styles from './WelcomeStrip.module.css';

export function WelcomeStrip(): ReactElement | null {
  const workspace = useWorkspace();
  const { account } = useLookups();
  const [isOpen, setOpen] = useViewState<boolean>('welcome', true);
  const isTourOn = useTourStep() !== null;
  const isTourEnded = useIsTourEnded();
  if (!isOpen || isTourOn || !account || workspace?.kind !== 'local') return null;
  const { isDemo } = workspace;
  if (isTourEnded && !isDemo) return null;
  return (
    <section
      className={cx('row gap-3 rigid soft text-sm border-bottom bg-inset', styles.strip)}
      aria-label="First steps"
    >
      <Sparkles size={14} className="rigid accent" aria-hidden />
      <p className="min-w-0 truncate">
        {isDemo ? (
          <>
            This is the demo: <strong className="strong">{account.name}</strong>, a made-up studio. Try anything, it
            stays on this computer.
          </>
        ) : (
          'New here? The tour shows the five things that you do every day, on your own board.'
        )}
      </p>
      <span className="flex rigid gap-3">
        {isDemo ? <Link run={() => openDialog({ kind: 'newWorkspace' })}>Start your own…</Link> : null}
        {isTourEnded ? null : <Link run={startTour}>Take the tour</Link>}
      </span>
      <span className="push-end">
        <IconButton icon={X} label="Hide the first steps" small onClick={() => setOpen(false)} />
      </span>
    </section>
  );
}

function Link({ run, children }: { run: () => void; children: string }): ReactElement {
  return (
    <button type="button" className="accent medium nowrap hover-underline" onClick={run}>
      {children}
    </button>
  );
}

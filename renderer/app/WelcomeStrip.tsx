/**
 * Says in local workspaces whose workspace is shown and what to try first, and once, after some days, that there are no
 * backups. Each until the person closes it.
 */
import { Archive, type LucideIcon, Sparkles, X } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { BackupState } from '../../shared/bridge/index.ts';
import { queryForAccount } from '../../shared/contract/index.ts';
import { useViewState, useWorkspace } from '../data/app-state.ts';
import { bridge, call, logFailure, toastFailure } from '../data/bridge.ts';
import { useLiveQuery } from '../data/live.ts';
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
  if (isTourOn || !account || workspace?.kind !== 'local') return null;
  const { isDemo } = workspace;
  if (!isOpen || (isTourEnded && !isDemo)) return isDemo ? null : <BackupStrip />;
  return (
    <Strip
      label="First steps"
      icon={Sparkles}
      text={
        isDemo ? (
          <>
            This is the demo: <strong className="strong">{account.name}</strong>, a made-up studio. Try anything, it
            stays on this computer.
          </>
        ) : (
          'New here? The tour shows the five things that you do every day, on your own board.'
        )
      }
      closeLabel="Hide the first steps"
      onClose={() => setOpen(false)}
    >
      {isDemo ? <Link run={() => openDialog({ kind: 'newWorkspace' })}>Start your own…</Link> : null}
      {isTourEnded ? null : <Link run={startTour}>Take the tour</Link>}
    </Strip>
  );
}

const dayMs = 86_400_000;
const createdAtQuery = queryForAccount(['createdAt']);

/** Not in the first days: until then there is little to lose. `folder` is null without backups. */
export const isTimeToNameBackups = (createdAt: string, folder: string | null, nowMs: number): boolean =>
  folder === null && nowMs - Date.parse(createdAt) > 2 * dayMs;

function BackupStrip(): ReactElement | null {
  const [isOpen, setOpen] = useViewState<boolean>('backups-hint', true);
  const { data } = useLiveQuery(createdAtQuery, { enabled: isOpen });
  const [state, setState] = useState<BackupState | null>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    call('backups/state', {}).then(setState, logFailure('The backups are not known'));
    return bridge().on('backups/changed', setState);
  }, [isOpen]);
  const createdAt = Object.values(data?.account ?? {})[0]?.createdAt;
  if (!isOpen || !state || !createdAt || !isTimeToNameBackups(createdAt, state.folder, Date.now())) return null;
  const choose = () =>
    call('backups/chooseFolder', {}).then(
      (next) => next && setState(next),
      (error: unknown) => toastFailure(error, 'That did not work'),
    );
  return (
    <Strip
      label="Backups"
      icon={Archive}
      text="This workspace is only on this computer, and there are no backups of it."
      closeLabel="Do not say it again"
      onClose={() => setOpen(false)}
    >
      <Link run={() => void choose()}>Choose a folder for backups…</Link>
    </Strip>
  );
}

interface StripProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly text: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const Strip = ({ label, icon: Icon, text, closeLabel, onClose, children }: StripProps): ReactElement => (
  <section className={cx('row gap-3 rigid soft text-sm border-bottom bg-inset', styles.strip)} aria-label={label}>
    <Icon size={14} className="rigid accent" aria-hidden />
    <p className="min-w-0 truncate">{text}</p>
    <span className="flex rigid gap-3">{children}</span>
    <span className="push-end">
      <IconButton icon={X} label={closeLabel} small onClick={onClose} />
    </span>
  </section>
);

function Link({ run, children }: { run: () => void; children: string }): ReactElement {
  return (
    <button type="button" className="accent medium nowrap hover-underline" onClick={run}>
      {children}
    </button>
  );
}

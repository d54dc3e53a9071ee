/** First steps, in local workspaces until the person closes the box. */
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useViewState, useWorkspace } from '../../data/app-state.ts';
import { navigate } from '../../data/routes.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import styles from './WelcomeBox.module.css';

export function WelcomeBox(): ReactElement | null {
  const workspace = useWorkspace();
  const [open, setOpen] = useViewState<boolean>('welcome', true);
  if (!open || workspace?.kind !== 'local') return null;
  const { isDemo, name } = workspace;
  return (
    <section className={cx('stack rigid panel', styles.welcome)} aria-label="First steps">
      <div className={cx('row justify-between', styles.head)}>
        <h2>{isDemo ? name : 'New here?'}</h2>
        <IconButton icon={X} label="Close the first steps" small onClick={() => setOpen(false)} />
      </div>
      <p className="note px-2">{isDemo ? 'Try anything: it stays here.' : 'A few keys make the rest easy to find.'}</p>
      <div className={cx('flex wrap text-sm px-2', styles.links)}>
        {isDemo ? <Link run={() => openDialog({ kind: 'newWorkspace' })}>Start your own…</Link> : null}
        <Link run={() => openDialog({ kind: 'tour' })}>Take the tour</Link>
        {isDemo ? <Link run={() => navigate('connect')}>Connect to a service…</Link> : null}
      </div>
    </section>
  );
}

function Link({ run, children }: { run: () => void; children: string }): ReactElement {
  return (
    <button type="button" className="accent hover-underline" onClick={run}>
      {children}
    </button>
  );
}

/** What somebody who opens the app for the first time needs to know. It goes when it is closed, and for good. */
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useViewState, useWorkspace } from '../data/app-state.ts';
import { go } from '../data/routes.ts';
import { IconButton } from '../ui/Button.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { commands } from './commands.ts';
import styles from './Welcome.module.css';

const keys = commands.find(({ id }) => id === 'shortcuts')?.keys?.[0] ?? '';

export function Welcome(): ReactElement | null {
  const workspace = useWorkspace();
  const [open, setOpen] = useViewState<boolean>('welcome', true);
  if (!open || workspace?.kind !== 'local') return null;
  return (
    <section className={styles.welcome} aria-label="First steps">
      <div className={styles.head}>
        <h2>Example workspace</h2>
        <IconButton label="Close the first steps" small onClick={() => setOpen(false)}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <p className={styles.text}>
        Try anything: it stays here. <Kbd keys={keys} /> shows all keys.{' '}
        <button type="button" className={styles.connect} onClick={() => go('connect')}>
          Connect your own…
        </button>
      </p>
    </section>
  );
}

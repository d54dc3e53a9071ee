/** The page while no workspace is open: three ways to begin, and the known workspaces. */
import type { ReactElement } from 'react';
import { useAppState } from '../../data/app-state.ts';
import { switchWorkspace } from '../../data/workspace-actions.ts';
import { cx } from '../../ui/cx.ts';
import { LogoCards } from '../../ui/LogoCards.tsx';
import { Banner } from '../../ui/messages.tsx';
import { StartChoices } from './StartChoices.tsx';
import styles from './StartView.module.css';

export function StartView(): ReactElement {
  const workspaces = useAppState((state) => state.workspaces);
  const isOpen = useAppState((state) => state.workspace !== null);
  const failed = useAppState((state) => state.startFailure);
  return (
    <section className={cx('stack items-center grow min-h-0 scroll', styles.start)} aria-label="Start">
      <div className={cx('stack gap-6 w-full', styles.column)}>
        <div className="stack items-center gap-2 text-center">
          <LogoCards />
          <h1 className="text-xl">{isOpen ? 'Add a workspace' : 'Welcome to Decktop'}</h1>
          <p className="soft">How do you want to begin?</p>
        </div>
        {failed ? <Banner tone="danger">{failed}</Banner> : null}
        <StartChoices />
        {isOpen || workspaces.length === 0 ? null : (
          <p className="flex wrap justify-center gap-3 soft">
            Open{' '}
            {workspaces.map(({ id, name }) => (
              <button
                key={id}
                type="button"
                className="accent hover-underline"
                onClick={() => void switchWorkspace(id)}
              >
                {name}
              </button>
            ))}
          </p>
        )}
      </div>
    </section>
  );
}

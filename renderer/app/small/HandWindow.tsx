/**
 * A narrow window with the person's own Hand. Cards open in a main window. The strip below boards is
 * `board/hand-strip`.
 */
import { Plus } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { useAppState } from '../../data/app-state.ts';
import { call, logFailure } from '../../data/bridge.ts';
import { useRefreshMembersOnWindowFocus } from '../../data/people.ts';
import { installCardDoneAnimation } from '../../dnd/finish-animation.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { HandWindowView } from '../../views/hand/HandWindowView.tsx';
import { installShortcuts } from '../commands/shortcuts.ts';
import { DialogHost } from '../DialogHost.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { FirstWeekdayProvider } from '../FirstWeekdayProvider.tsx';
import { ViewCompleteReporter } from '../ViewCompleteReporter.tsx';
import styles from './small.module.css';

const quickAdd = () => call('desktop/show', { window: 'quickAdd' }).catch(logFailure('quick add was not opened'));

export function HandWindow(): ReactElement {
  const workspaceId = useAppState((state) => state.workspace?.id);
  useRefreshMembersOnWindowFocus();
  useEffect(() => installShortcuts(), []);
  useEffect(() => installCardDoneAnimation(), []);
  useEffect(() => {
    document.title = 'Hand – Decktop';
  }, []);
  return (
    <FirstWeekdayProvider>
      <main className={cx('stack h-full', styles.strip)} key={workspaceId}>
        <ErrorBoundary area="The Hand">
          {workspaceId ? (
            <HandWindowView />
          ) : (
            <EmptyState title="No workspace">Add a workspace in the main window first.</EmptyState>
          )}
        </ErrorBoundary>
        {workspaceId ? <Button text="New card" icon={Plus} look="quiet" small onClick={() => void quickAdd()} /> : null}
        <ViewCompleteReporter />
      </main>
      <DialogHost />
    </FirstWeekdayProvider>
  );
}

/** Entry point of all windows except the recovery page and the proxy login. */
import './first-requests.ts';
import '@fontsource-variable/inter/opsz.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from '../app/App.tsx';
import { clearUndoStacks } from '../data/act.ts';
import { loadAndWatchAppState, useAppState } from '../data/app-state.ts';
import { bridge } from '../data/bridge.ts';
import { listenForIdChanges } from '../data/id-remap.ts';
import { createQueryClient, fillCacheFromPreloadedWatches } from '../data/live.ts';
import { clearKnownPeople } from '../data/people.ts';
import { leaveViewOfOldWorkspace, listenForRouteChanges, navigate } from '../data/routes.ts';
import { clearSelectionAndFocus } from '../data/selection.ts';
import { windowKind } from '../data/window-kind.ts';
import { installCardDrag } from '../dnd/drag.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { UiProvider } from '../ui/UiProvider.tsx';
import { trackCardListScrolling } from '../ui/virtual/scroll-state.ts';
import { useConfirmation } from '../workbench/confirmation/confirm.ts';
import { useDialog } from '../workbench/dialog-state.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

listenForIdChanges();
listenForRouteChanges();
installCardDrag();
trackCardListScrolling();
// The components of small windows are separate files, so that the first script of main windows stays small.
const HandWindow = lazyComponent(() => import('../app/small/HandWindow.tsx'), 'HandWindow');
const QuickAddWindow = lazyComponent(() => import('../app/small/QuickAddWindow.tsx'), 'QuickAddWindow');
const Root = windowKind === 'quickAdd' ? QuickAddWindow : windowKind === 'hand' ? HandWindow : App;
const client = createQueryClient();
// Registered before the listener of `loadAndWatchAppState`, so it runs first: it empties the stores of the old
// workspace before components see the new workspace.
bridge().on('workspace/changed', (workspace) => {
  if (workspace?.id === useAppState.getState().workspace?.id) return;
  clearUndoStacks();
  clearKnownPeople();
  clearSelectionAndFocus();
  useDialog.setState({ dialog: null });
  useConfirmation.getState().open?.answer(false);
  if (workspace) leaveViewOfOldWorkspace();
  else navigate('start', true);
});
// Before the first render, so that no empty page renders first. The Hand is then painted 250 instead of 265 ms after
// the window begins to load.
await loadAndWatchAppState(fillCacheFromPreloadedWatches);

createRoot(root).render(
  <QueryClientProvider client={client}>
    <UiProvider>
      <Root />
    </UiProvider>
  </QueryClientProvider>,
);

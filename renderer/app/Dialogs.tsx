/** Renders the open dialog. The code of a dialog is loaded when the person first opens it. */
import { lazy, type ReactElement, Suspense, useLayoutEffect, useMemo } from 'react';
import { closeDialog, useDialog } from '../workbench/dialog-state.ts';
import { bufferKeysForDialog } from '../workbench/key-buffer.ts';
import { LazyConfirmationDialog } from '../workbench/LazyConfirmationDialog.tsx';
import { commands } from './commands/commands.ts';
import { goToPlaceCommands } from './commands/place-commands.ts';
import { ProxyLoginPrompt } from './ProxyLoginPrompt.tsx';

const QuickFind = lazy(() => import('../views/search/index.tsx').then((module) => ({ default: module.QuickFind })));
const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);
const CardChoiceDialog = lazy(() =>
  import('../cards/choices/CardChoiceDialog.tsx').then((module) => ({ default: module.CardChoiceDialog })),
);
const CopyDialog = lazy(() =>
  import('../cards/dialogs/CopyDialog.tsx').then((module) => ({ default: module.CopyDialog })),
);
const StartThreadDialog = lazy(() =>
  import('../cards/dialogs/ThreadDialogs.tsx').then((module) => ({ default: module.StartThreadDialog })),
);
const CloseThreadsDialog = lazy(() =>
  import('../cards/dialogs/ThreadDialogs.tsx').then((module) => ({ default: module.CloseThreadsDialog })),
);
const CardFaceTitleEditor = lazy(() =>
  import('./CardFaceTitleEditor.tsx').then((module) => ({ default: module.CardFaceTitleEditor })),
);
const NewCardDialog = lazy(() => import('./NewCardDialog.tsx').then((module) => ({ default: module.NewCardDialog })));
const OfflineReadinessDialog = lazy(() =>
  import('../sync/OfflineReadinessDialog.tsx').then((module) => ({ default: module.OfflineReadinessDialog })),
);
const PasteViewDialog = lazy(() =>
  import('./PasteViewDialog.tsx').then((module) => ({ default: module.PasteViewDialog })),
);
const DeckDialog = lazy(() => import('../decks/DeckDialog.tsx').then((module) => ({ default: module.DeckDialog })));
const GuardiansDialog = lazy(() =>
  import('../decks/GuardiansDialog.tsx').then((module) => ({ default: module.GuardiansDialog })),
);
const MoveDeckDialog = lazy(() =>
  import('../decks/MoveDeckDialog.tsx').then((module) => ({ default: module.MoveDeckDialog })),
);
const MilestoneDialog = lazy(() =>
  import('../views/milestones/MilestoneDialog.tsx').then((module) => ({ default: module.MilestoneDialog })),
);
const NewWorkspaceDialog = lazy(() =>
  import('../views/connect/NewWorkspaceDialog.tsx').then((module) => ({ default: module.NewWorkspaceDialog })),
);
const NewProjectDialog = lazy(() =>
  import('./NewProjectDialog.tsx').then((module) => ({ default: module.NewProjectDialog })),
);
const RunConfigDialog = lazy(() =>
  import('../views/settings/Runs.tsx').then((module) => ({ default: module.RunConfigDialog })),
);
const TourDialog = lazy(() => import('./TourDialog.tsx').then((module) => ({ default: module.TourDialog })));
const SendPlanDialog = lazy(() =>
  import('../views/runs/planning/SendPlanDialog.tsx').then((module) => ({ default: module.SendPlanDialog })),
);
const DiscardPlanDialog = lazy(() =>
  import('../views/runs/planning/DiscardPlanDialog.tsx').then((module) => ({ default: module.DiscardPlanDialog })),
);
const ZoneDialog = lazy(() => import('../decks/ZoneDialog.tsx').then((module) => ({ default: module.ZoneDialog })));

export function Dialogs(): ReactElement {
  const dialog = useDialog((state) => state.dialog);
  const isOpen = dialog !== null;
  useLayoutEffect(() => (isOpen ? bufferKeysForDialog(closeDialog) : undefined), [isOpen]);
  return (
    <>
      <Suspense fallback={null}>{dialog ? <OpenDialog /> : null}</Suspense>
      <LazyConfirmationDialog />
      <ProxyLoginPrompt />
    </>
  );
}

function OpenDialog(): ReactElement | null {
  const dialog = useDialog((state) => state.dialog);
  switch (dialog?.kind) {
    case 'palette':
      return <CommandPalette />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'quickCard':
      return <NewCardDialog key={dialog.text} givenText={dialog.text} />;
    case 'newWorkspace':
      return <NewWorkspaceDialog />;
    case 'newProject':
      return <NewProjectDialog />;
    case 'tour':
      return <TourDialog />;
    case 'newMilestone':
      return <MilestoneDialog milestone={null} onClose={closeDialog} />;
    case 'newDeck':
      return <DeckDialog deckId={null} projectId={dialog.projectId} />;
    case 'editDeck':
      return <DeckDialog deckId={dialog.deckId} />;
    case 'guardians':
      return <GuardiansDialog deckId={dialog.deckId} />;
    case 'moveDeck':
      return <MoveDeckDialog deckId={dialog.deckId} />;
    case 'zone':
      return <ZoneDialog owner={dialog.owner} zone={dialog.zone} after={dialog.after} />;
    case 'runConfig':
      return <RunConfigDialog configId={dialog.configId} />;
    case 'readiness':
      return <OfflineReadinessDialog onClose={closeDialog} />;
    case 'choose':
      return <CardChoiceDialog what={dialog.what} cards={dialog.cards} />;
    case 'title':
      return <CardFaceTitleEditor cardId={dialog.cardId} />;
    case 'pasteView':
      return <PasteViewDialog />;
    case 'startThread':
      return <StartThreadDialog mark={dialog.mark} cards={dialog.cards} send={dialog.send} />;
    case 'closeThreads':
      return <CloseThreadsDialog question={dialog} answer={dialog.answer} />;
    case 'sendPlan':
      return <SendPlanDialog />;
    case 'discardPlan':
      return <DiscardPlanDialog />;
    case 'copyCards':
      return <CopyDialog cards={dialog.cards} />;
    default:
      return null;
  }
}

function CommandPalette(): ReactElement {
  const offeredCommands = useMemo(() => [...commands.filter(({ id }) => id !== 'palette'), ...goToPlaceCommands()], []);
  return <QuickFind commands={offeredCommands} onClose={closeDialog} />;
}

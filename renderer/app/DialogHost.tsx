/** Renders the open dialog. The code of a dialog is loaded when the person first opens it. */
import { type ReactElement, useLayoutEffect, useMemo } from 'react';
import { lazyComponent } from '../ui/lazy-component.ts';
import { closeDialog, useDialog } from '../workbench/dialog-state.ts';
import { bufferKeysForDialog } from '../workbench/key-buffer.ts';
import { LazyConfirmationDialog } from '../workbench/LazyConfirmationDialog.tsx';
import { allCommands } from './commands/all-commands.ts';
import { goToPlaceCommands } from './commands/place-commands.ts';
import { ProxyLoginPrompt } from './ProxyLoginPrompt.tsx';

const QuickFind = lazyComponent(() => import('../views/search/index.tsx').then((module) => module.QuickFind));
const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog));
const CardChoiceDialog = lazyComponent(() =>
  import('../cards/choices/CardChoiceDialog.tsx').then((module) => module.CardChoiceDialog),
);
const CopyDialog = lazyComponent(() => import('../cards/dialogs/CopyDialog.tsx').then((module) => module.CopyDialog));
const StartThreadDialog = lazyComponent(() =>
  import('../cards/dialogs/ThreadDialogs.tsx').then((module) => module.StartThreadDialog),
);
const CloseThreadsDialog = lazyComponent(() =>
  import('../cards/dialogs/ThreadDialogs.tsx').then((module) => module.CloseThreadsDialog),
);
const CardFaceTitleEditor = lazyComponent(() =>
  import('./CardFaceTitleEditor.tsx').then((module) => module.CardFaceTitleEditor),
);
const NewCardDialog = lazyComponent(() => import('./NewCardDialog.tsx').then((module) => module.NewCardDialog));
const OfflineReadinessDialog = lazyComponent(() =>
  import('../sync/OfflineReadinessDialog.tsx').then((module) => module.OfflineReadinessDialog),
);
const PasteViewDialog = lazyComponent(() =>
  import('./PasteSavedViewDialog.tsx').then((module) => module.PasteSavedViewDialog),
);
const DeckDialog = lazyComponent(() => import('../decks/DeckDialog.tsx').then((module) => module.DeckDialog));
const GuardiansDialog = lazyComponent(() =>
  import('../decks/GuardiansDialog.tsx').then((module) => module.GuardiansDialog),
);
const MoveDeckDialog = lazyComponent(() =>
  import('../decks/MoveDeckDialog.tsx').then((module) => module.MoveDeckDialog),
);
const MilestoneDialog = lazyComponent(() =>
  import('../views/milestones/MilestoneDialog.tsx').then((module) => module.MilestoneDialog),
);
const NewWorkspaceDialog = lazyComponent(() =>
  import('../views/connect/NewWorkspaceDialog.tsx').then((module) => module.NewWorkspaceDialog),
);
const NewProjectDialog = lazyComponent(() =>
  import('./NewProjectDialog.tsx').then((module) => module.NewProjectDialog),
);
const RunConfigDialog = lazyComponent(() =>
  import('../views/settings/Runs.tsx').then((module) => module.RunConfigDialog),
);
const TourDialog = lazyComponent(() => import('./TourDialog.tsx').then((module) => module.TourDialog));
const SendPlanDialog = lazyComponent(() =>
  import('../views/runs/planning/SendPlanDialog.tsx').then((module) => module.SendPlanDialog),
);
const DiscardPlanDialog = lazyComponent(() =>
  import('../views/runs/planning/SendPlanDialog.tsx').then((module) => module.DiscardPlanDialog),
);
const ZoneDialog = lazyComponent(() => import('../decks/ZoneDialog.tsx').then((module) => module.ZoneDialog));

export function DialogHost(): ReactElement {
  const dialog = useDialog((state) => state.dialog);
  const isOpen = dialog !== null;
  useLayoutEffect(() => (isOpen ? bufferKeysForDialog(closeDialog) : undefined), [isOpen]);
  return (
    <>
      {dialog ? <OpenDialog /> : null}
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
      return <StartThreadDialog threadKind={dialog.threadKind} cards={dialog.cards} send={dialog.send} />;
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
  const offeredCommands = useMemo(
    () => [...allCommands.filter(({ id }) => id !== 'palette'), ...goToPlaceCommands()],
    [],
  );
  return <QuickFind commands={offeredCommands} onClose={closeDialog} />;
}

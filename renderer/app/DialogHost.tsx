/** Renders the open dialog, confirmation and proxy login. The code of a dialog is loaded when it first opens. */
import { type ReactElement, useEffect, useLayoutEffect, useState } from 'react';
import type { ProxyLoginRequest } from '../../shared/bridge/index.ts';
import { bridge } from '../data/bridge.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { useConfirmation } from '../workbench/confirmation/confirm.ts';
import { closeDialog, type DialogState, useDialog } from '../workbench/dialog-state.ts';
import { bufferKeysForDialog } from '../workbench/key-buffer.ts';
import { allCommands } from './commands/all-commands.ts';

/** Shows the open confirmation dialog. The dialog's code loads when the first confirmation opens. */
const ConfirmationDialog = lazyComponent(
  () => import('../workbench/confirmation/ConfirmationDialog.tsx'),
  'ConfirmationDialog',
);

function LazyConfirmationDialog(): ReactElement | null {
  const isOpen = useConfirmation((state) => state.open !== null);
  const [isNeeded, setIsNeeded] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setIsNeeded(true);
  }, [isOpen]);
  return isNeeded ? <ConfirmationDialog /> : null;
}

const QuickFind = lazyComponent(() => import('../views/search/index.tsx'), 'QuickFind');
const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog');
const CardChoiceDialog = lazyComponent(() => import('../cards/choices/CardChoiceDialog.tsx'), 'CardChoiceDialog');
const CopyDialog = lazyComponent(() => import('../cards/dialogs/CopyDialog.tsx'), 'CopyDialog');
const StartThreadDialog = lazyComponent(() => import('../cards/dialogs/ThreadDialogs.tsx'), 'StartThreadDialog');
const CloseThreadsDialog = lazyComponent(() => import('../cards/dialogs/ThreadDialogs.tsx'), 'CloseThreadsDialog');
const CardFaceTitleEditor = lazyComponent(() => import('./CardFaceTitleEditor.tsx'), 'CardFaceTitleEditor');
const NewCardDialog = lazyComponent(() => import('./NewCardDialog.tsx'), 'NewCardDialog');
const OfflineReadinessDialog = lazyComponent(
  () => import('../sync/OfflineReadinessDialog.tsx'),
  'OfflineReadinessDialog',
);
const PasteSavedViewDialog = lazyComponent(() => import('./PasteSavedViewDialog.tsx'), 'PasteSavedViewDialog');
const DeckDialog = lazyComponent(() => import('../decks/DeckDialog.tsx'), 'DeckDialog');
const GuardiansDialog = lazyComponent(() => import('../decks/GuardiansDialog.tsx'), 'GuardiansDialog');
const MoveDeckDialog = lazyComponent(() => import('../decks/MoveDeckDialog.tsx'), 'MoveDeckDialog');
const MilestoneDialog = lazyComponent(() => import('../views/milestones/MilestoneDialog.tsx'), 'MilestoneDialog');
const AddWorkspaceDialog = lazyComponent(() => import('../views/connect/AddWorkspaceDialog.tsx'), 'AddWorkspaceDialog');
const NewWorkspaceDialog = lazyComponent(() => import('../views/connect/NewWorkspaceDialog.tsx'), 'NewWorkspaceDialog');
const NewProjectDialog = lazyComponent(() => import('./NewProjectDialog.tsx'), 'NewProjectDialog');
const NewRunDialog = lazyComponent(() => import('../views/runs/NewRunDialog.tsx'), 'NewRunDialog');
const RunConfigDialog = lazyComponent(() => import('../views/settings/Runs.tsx'), 'RunConfigDialog');
const SendPlanDialog = lazyComponent(() => import('../views/runs/planning/SendPlanDialog.tsx'), 'SendPlanDialog');
const DiscardPlanDialog = lazyComponent(() => import('../views/runs/planning/SendPlanDialog.tsx'), 'DiscardPlanDialog');
const ProxyLoginDialog = lazyComponent(() => import('./ProxyLoginDialog.tsx'), 'ProxyLoginDialog');
const ZoneDialog = lazyComponent(() => import('../decks/ZoneDialog.tsx'), 'ZoneDialog');

const offeredCommands = allCommands.filter(({ id }) => id !== 'palette' && id !== 'go.recent');

type DialogOf<K extends DialogState['kind']> = DialogState & { readonly kind: K };

const dialogs: { readonly [K in DialogState['kind']]: (dialog: DialogOf<K>) => ReactElement } = {
  palette: ({ onlyRecent = false }) => (
    <QuickFind commands={offeredCommands} onlyRecent={onlyRecent} onClose={closeDialog} />
  ),
  shortcuts: () => <ShortcutsDialog />,
  newCard: ({ fields }) => <NewCardDialog fields={fields} />,
  addWorkspace: ({ isFirstStart }) => <AddWorkspaceDialog isFirstStart={isFirstStart === true} />,
  newWorkspace: () => <NewWorkspaceDialog />,
  newProject: () => <NewProjectDialog />,
  newRun: () => <NewRunDialog />,
  newMilestone: () => <MilestoneDialog milestone={null} onClose={closeDialog} />,
  newDeck: ({ projectId }) => <DeckDialog deckId={null} projectId={projectId} />,
  editDeck: ({ deckId }) => <DeckDialog deckId={deckId} />,
  guardians: ({ deckId }) => <GuardiansDialog deckId={deckId} />,
  moveDeck: ({ deckId }) => <MoveDeckDialog deckId={deckId} />,
  zone: ({ owner, zone, after }) => <ZoneDialog owner={owner} zone={zone} after={after} />,
  runConfig: ({ configId }) => <RunConfigDialog configId={configId} />,
  offlineReadiness: () => <OfflineReadinessDialog onClose={closeDialog} />,
  cardChoice: ({ choiceKind, cards }) => <CardChoiceDialog choiceKind={choiceKind} cards={cards} />,
  editCardTitle: ({ cardId }) => <CardFaceTitleEditor cardId={cardId} />,
  pasteView: () => <PasteSavedViewDialog />,
  startThread: ({ threadKind, cards, send }) => <StartThreadDialog threadKind={threadKind} cards={cards} send={send} />,
  closeThreads: (dialog) => <CloseThreadsDialog question={dialog} answer={dialog.answer} />,
  sendPlan: () => <SendPlanDialog />,
  discardPlan: () => <DiscardPlanDialog />,
  copyCards: ({ cards }) => <CopyDialog cards={cards} />,
};

export function DialogHost(): ReactElement {
  const dialog = useDialog((state) => state.dialog);
  const isOpen = dialog !== null;
  useLayoutEffect(() => (isOpen ? bufferKeysForDialog(closeDialog) : undefined), [isOpen]);
  const [proxyQuestion, setProxyQuestion] = useState<ProxyLoginRequest | null>(null);
  useEffect(() => bridge().on('network/loginRequest', setProxyQuestion), []);
  return (
    <>
      {dialog ? (dialogs[dialog.kind] as (shown: DialogState) => ReactElement)(dialog) : null}
      <LazyConfirmationDialog />
      {proxyQuestion ? (
        <ProxyLoginDialog key={`${proxyQuestion.proxy} ${proxyQuestion.isRetry}`} question={proxyQuestion} />
      ) : null}
    </>
  );
}

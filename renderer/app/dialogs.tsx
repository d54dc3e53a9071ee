/** The dialogs by kind. The code of a dialog is loaded when it first opens. */
import type { ReactElement } from 'react';
import { lazyComponent } from '../ui/lazy-component.ts';
import { importDroppedFiles } from '../views/import/dropped-files.ts';
import { closeDialog, type DialogState } from '../workbench/dialog-state.ts';
import { allCommands } from './commands/all-commands.ts';

const QuickFind = lazyComponent(() => import('../views/search/index.tsx'), 'QuickFind');
const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog');
const CardChoiceDialog = lazyComponent(() => import('../cards/choices/CardChoiceDialog.tsx'), 'CardChoiceDialog');
const CopyDialog = lazyComponent(() => import('../cards/dialogs/CopyDialog.tsx'), 'CopyDialog');
const ExportDialog = lazyComponent(() => import('../views/export/ExportDialog.tsx'), 'ExportDialog');
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
const KeepAsFolderDialog = lazyComponent(() => import('../decks/KeepAsFolderDialog.tsx'), 'KeepAsFolderDialog');
const MoveDeckDialog = lazyComponent(() => import('../decks/MoveDeckDialog.tsx'), 'MoveDeckDialog');
const MilestoneDialog = lazyComponent(() => import('../views/milestones/MilestoneDialog.tsx'), 'MilestoneDialog');
const AddWorkspaceDialog = lazyComponent(() => import('../views/connect/AddWorkspaceDialog.tsx'), 'AddWorkspaceDialog');
const NewWorkspaceDialog = lazyComponent(() => import('../views/connect/NewWorkspaceDialog.tsx'), 'NewWorkspaceDialog');
const RestoreDialog = lazyComponent(() => import('../views/keep/KeepDialogs.tsx'), 'RestoreDialog');
const CopyHereDialog = lazyComponent(() => import('../views/keep/KeepDialogs.tsx'), 'CopyHereDialog');
const CheckDialog = lazyComponent(() => import('../views/keep/KeepDialogs.tsx'), 'CheckDialog');
const NewProjectDialog = lazyComponent(() => import('./NewProjectDialog.tsx'), 'NewProjectDialog');
const NewRunDialog = lazyComponent(() => import('../views/runs/NewRunDialog.tsx'), 'NewRunDialog');
const RunConfigDialog = lazyComponent(() => import('../views/settings/Runs.tsx'), 'RunConfigDialog');
const SendPlanDialog = lazyComponent(() => import('../views/runs/planning/SendPlanDialog.tsx'), 'SendPlanDialog');
const DiscardPlanDialog = lazyComponent(() => import('../views/runs/planning/SendPlanDialog.tsx'), 'DiscardPlanDialog');
const ZoneDialog = lazyComponent(() => import('../decks/ZoneDialog.tsx'), 'ZoneDialog');

const ImportDialog = lazyComponent(() => import('../views/import/ImportDialog.tsx'), 'ImportDialog');

importDroppedFiles();

const offeredCommands = allCommands.filter(({ id }) => id !== 'palette' && id !== 'go.recent');

type DialogOf<K extends DialogState['kind']> = DialogState & { readonly kind: K };

const dialogs: { readonly [K in DialogState['kind']]: (dialog: DialogOf<K>) => ReactElement } = {
  palette: ({ onlyRecent = false }) => (
    <QuickFind commands={offeredCommands} onlyRecent={onlyRecent} onClose={closeDialog} />
  ),
  shortcuts: () => <ShortcutsDialog />,
  newCard: ({ fields, text }) => <NewCardDialog fields={fields} given={text} />,
  addWorkspace: ({ isFirstStart }) => <AddWorkspaceDialog isFirstStart={isFirstStart === true} />,
  newWorkspace: ({ before }) => <NewWorkspaceDialog before={before} />,
  restoreWorkspace: ({ from }) => <RestoreDialog from={from} />,
  checkWorkspace: () => <CheckDialog />,
  copyHere: () => <CopyHereDialog />,
  newProject: () => <NewProjectDialog />,
  newRun: () => <NewRunDialog />,
  newMilestone: () => <MilestoneDialog milestone={null} onClose={closeDialog} />,
  newDeck: ({ projectId }) => <DeckDialog deckId={null} projectId={projectId} />,
  editDeck: ({ deckId }) => <DeckDialog deckId={deckId} />,
  guardians: ({ deckId }) => <GuardiansDialog deckId={deckId} />,
  moveDeck: ({ deckId }) => <MoveDeckDialog deckId={deckId} />,
  keepAsFolder: ({ deckId }) => <KeepAsFolderDialog deckId={deckId} />,
  zone: ({ owner, zone, after }) => <ZoneDialog owner={owner} zone={zone} after={after} />,
  runConfig: ({ configId }) => <RunConfigDialog configId={configId} />,
  offlineReadiness: () => <OfflineReadinessDialog onClose={closeDialog} />,
  cardChoice: ({ choiceKind, cards }) => <CardChoiceDialog choiceKind={choiceKind} cards={cards} />,
  editCardTitle: ({ cardId }) => <CardFaceTitleEditor cardId={cardId} />,
  import: ({ files }) => <ImportDialog files={files} />,
  pasteView: () => <PasteSavedViewDialog />,
  startThread: ({ threadKind, cards, send }) => <StartThreadDialog threadKind={threadKind} cards={cards} send={send} />,
  closeThreads: (dialog) => <CloseThreadsDialog question={dialog} answer={dialog.answer} />,
  sendPlan: () => <SendPlanDialog />,
  discardPlan: () => <DiscardPlanDialog />,
  export: ({ kind: _, ...props }) => <ExportDialog {...props} />,
  copyCards: ({ cards }) => <CopyDialog cards={cards} />,
};

export const Dialog = ({ dialog }: { readonly dialog: DialogState }): ReactElement =>
  (dialogs[dialog.kind] as (shown: DialogState) => ReactElement)(dialog);

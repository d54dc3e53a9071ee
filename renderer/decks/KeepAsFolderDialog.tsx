import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { call, errorText } from '../data/bridge.ts';
import { useDeck } from '../data/lookups.ts';
import { navigate } from '../data/routes.ts';
import form from '../ui/forms/form-layout.module.css';
import { Banner } from '../ui/messages.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { closeDialog } from '../workbench/dialog-state.ts';

/** Settings › Workspace shows the folders afterwards, and ends them. */
function showInSettings(): void {
  closeDialog();
  navigate({ view: 'settings', id: 'workspace', query: {} });
}

export function KeepAsFolderDialog({ deckId }: { deckId: string }): ReactElement | null {
  const deck = useDeck(deckId);
  const { data: folders } = useQuery({ queryKey: ['folders/list', deckId], queryFn: () => call('folders/list', {}) });
  const [failure, setFailure] = useState<string | null>(null);
  if (!deck) return null;
  const kept = folders?.find((folder) => folder.deckId === deckId);
  const choose = () =>
    call('deck/keepAsFolder', { deckId }).then(
      (path) => path !== null && showInSettings(),
      (error: unknown) => setFailure(errorText(error)),
    );
  return (
    <Dialog
      onClose={closeDialog}
      title={`Keep ${deck.title} as a folder`}
      mainButton={
        kept
          ? { text: 'Show in Settings', onClick: showInSettings }
          : { text: 'Choose a folder…', onClick: () => void choose() }
      }
    >
      <div className={form.form}>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        {kept ? (
          <p className="break-words">This deck is kept in {kept.path}.</p>
        ) : (
          <>
            <p>
              Each card becomes a Markdown file in a folder of your choice. While this workspace is open, what changes
              in a file changes its card, and what changes in a card is written into its file.
            </p>
            <p className="note">
              A new file becomes a card. If a file is deleted, Decktop asks what becomes of its card. Comments,
              attachments, zones and the order of cards stay in Decktop.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}

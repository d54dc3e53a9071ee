/** Pinned decks: this computer stores their data completely for offline work. */
import { create } from 'zustand';
import type { OfflineReadiness } from '../../shared/bridge/index.ts';
import { bridge, call, logFailure, toastFailure } from '../data/bridge.ts';
import { toast } from '../ui/popups/toast.ts';
import { openDialog } from './dialog-state.ts';

const usePinnedDecks = create<{ readonly decks: ReadonlySet<string> }>(() => ({ decks: new Set() }));

const store = ({ cardLists }: OfflineReadiness) =>
  usePinnedDecks.setState({ decks: new Set(cardLists.flatMap(({ deckId }) => deckId ?? [])) });

/** False until the pinned decks are read. */
export const isDeckPinned = (deckId: string): boolean => usePinnedDecks.getState().decks.has(deckId);

/** Called once per window. Returns a function that ends the updates. */
export function watchPinnedDecks(): () => void {
  const read = () => {
    call('sync/readiness', {}).then(store, logFailure('the pinned decks are not known'));
  };
  read();
  const stops = [bridge().on('sync/readiness', store), bridge().on('workspace/changed', read)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Fetches missing data. After unpinning, the stored rows stay, and the files stay until their disk space is needed. */
export async function setDeckPinned({ id, title }: { id: string; title: string }, pinned: boolean): Promise<void> {
  try {
    store(await call('sync/pin', { deckId: id, pinned }));
    if (pinned) await call('sync/prepare', {});
    toast({
      title: pinned ? `${title} is kept ready offline` : `${title} is no longer kept ready offline`,
      detail: pinned ? 'Its comments, reactions and files are being fetched.' : undefined,
      action: { label: 'Show', run: () => openDialog({ kind: 'offlineReadiness' }) },
      id: 'kept-ready',
    });
  } catch (error) {
    toastFailure(error);
  }
}

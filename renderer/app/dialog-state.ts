/** The one dialog that may be open, and what it is about. */
import { create } from 'zustand';
import type { CardRow } from '../board/cards.ts';

export type DialogState =
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'quickCard' }
  | { readonly kind: 'newDeck'; readonly projectId: string | null }
  | { readonly kind: 'editDeck'; readonly deckId: string }
  | {
      readonly kind: 'choose';
      readonly what: 'move' | 'owner' | 'priority' | 'effort' | 'run' | 'milestone' | 'tag' | 'deck';
      readonly cards: readonly CardRow[];
    };

export const useDialog = create<{ readonly dialog: DialogState | null }>(() => ({ dialog: null }));
export const openDialog = (dialog: DialogState): void => useDialog.setState({ dialog });
export const closeDialog = (): void => useDialog.setState({ dialog: null });

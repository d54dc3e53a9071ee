/** The one dialog that may be open, and what it is about. */
import { create } from 'zustand';
import type { FieldWithChoices } from '../model/card-fields/facts.ts';
import type { CardRow } from '../model/card-row.ts';
import type { Ending, EndingQuestion, Mark, MarkedCard } from '../model/marked-cards.ts';
import type { ZoneOwner } from '../model/zones.ts';
import { returnFocus } from './active-list.ts';

/** The lists of choices for cards: a field's values, or every place that cards can move to. */
export type ChooseWhat = 'move' | FieldWithChoices;

export type DialogState =
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'quickCard' }
  | { readonly kind: 'readiness' }
  | { readonly kind: 'newWorkspace' }
  | { readonly kind: 'newProject' }
  | { readonly kind: 'tour' }
  | { readonly kind: 'newMilestone' }
  | { readonly kind: 'newDeck'; readonly projectId: string | null }
  | { readonly kind: 'editDeck' | 'guardians' | 'moveDeck'; readonly deckId: string }
  /** Names a zone; `zone` null: a new one, after `after` or at the end. */
  | {
      readonly kind: 'zone';
      readonly owner: ZoneOwner;
      readonly zone: string | null;
      readonly after?: string | null | undefined;
    }
  | {
      readonly kind: 'choose';
      readonly what: ChooseWhat;
      readonly cards: readonly CardRow[];
    }
  /** The comment that a block or review begins with. */
  | {
      readonly kind: 'beginMark';
      readonly mark: Mark;
      readonly cards: readonly MarkedCard[];
      readonly send: (content: string) => Promise<boolean>;
    }
  /** What to do with cards that are blocked or in review. */
  | ({ readonly kind: 'endMark'; readonly answer: (ending: Ending) => void } & EndingQuestion)
  /** The title of one card, on its face. */
  | { readonly kind: 'title'; readonly cardId: string }
  | { readonly kind: 'copyCards'; readonly cards: readonly CardRow[] }
  /** A saved view from its text. */
  | { readonly kind: 'pasteView' };

export const useDialog = create<{ readonly dialog: DialogState | null }>(() => ({ dialog: null }));
export const openDialog = (dialog: DialogState): void => useDialog.setState({ dialog });
export function closeDialog(): void {
  useDialog.setState({ dialog: null });
  returnFocus();
}

/** At most one dialog is open. `app/dialogs.tsx` renders it. */
import { create } from 'zustand';
import type { Params, QueryObject } from '../../shared/contract/index.ts';
import type {
  BlockOrReview,
  BlocksAndReviewsChoice,
  BlocksAndReviewsQuestion,
  CardForBlockOrReview,
} from '../model/blocks-and-reviews.ts';
import type { FieldWithChoices } from '../model/card-fields/definitions.ts';
import type { CardRow } from '../model/card-row.ts';
import type { ZoneOwner } from '../model/zones.ts';
import { keepFocusForNextDialog } from '../ui/popups/return-focus.ts';
import { restoreCardDomFocus } from './active-list.ts';

/**
 * `handOver` chooses a person, `makeRoomInHand` the cards to remove from a full Hand; `makeRoomInHandForBookmarks` also
 * removes the added cards from the bookmarks.
 */
export type CardChoiceKind = 'move' | 'handOver' | 'makeRoomInHand' | 'makeRoomInHandForBookmarks' | FieldWithChoices;

export type NewCardFields = Partial<Pick<Params<'cards/create'>, 'dueDate' | 'assigneeId'>>;

/** Columns of a board in order, or all cards that match a condition, by deck. */
export type CardsToExport =
  | { readonly columns: readonly { readonly title: string; readonly ids: readonly string[] }[] }
  | { readonly where: QueryObject };

export type DialogState =
  | { readonly kind: 'palette'; readonly onlyRecent?: boolean }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'newCard'; readonly fields?: NewCardFields; readonly text?: string }
  | { readonly kind: 'offlineReadiness' }
  /** Asks how to begin: with the demo, an own workspace, or a service. */
  | { readonly kind: 'addWorkspace'; readonly isFirstStart?: boolean }
  /** Without a new workspace, the dialog `before` opens again. */
  | { readonly kind: 'newWorkspace'; readonly before?: DialogState }
  | { readonly kind: 'restoreWorkspace'; readonly from: 'choice' | { readonly backup: string } }
  | { readonly kind: 'checkWorkspace' }
  | { readonly kind: 'copyHere' }
  | { readonly kind: 'newProject' }
  | { readonly kind: 'newRun' }
  | { readonly kind: 'sendPlan' }
  | { readonly kind: 'discardPlan' }
  | { readonly kind: 'newMilestone' }
  | { readonly kind: 'newDeck'; readonly projectId: string | null }
  | { readonly kind: 'editDeck' | 'guardians' | 'moveDeck' | 'keepAsFolder'; readonly deckId: string }
  /**
   * If `zone` is null, adds a zone: after the zone `after` (null: the cards without a zone), or at the end if `after`
   * is undefined.
   */
  | {
      readonly kind: 'zone';
      readonly owner: ZoneOwner;
      readonly zone: string | null;
      readonly after?: string | null | undefined;
    }
  | { readonly kind: 'cardChoice'; readonly choiceKind: CardChoiceKind; readonly cards: readonly CardRow[] }
  /** Asks for the comment that starts a block or a review. */
  | {
      readonly kind: 'startThread';
      readonly threadKind: BlockOrReview;
      readonly cards: readonly CardForBlockOrReview[];
      readonly send: (content: string) => Promise<boolean>;
    }
  /** The person finishes or starts cards with an open block or review. Asks how to end it. */
  | ({
      readonly kind: 'closeThreads';
      readonly answer: (choice: BlocksAndReviewsChoice) => void;
    } & BlocksAndReviewsQuestion)
  /** Edits on the card's face. */
  | { readonly kind: 'editCardTitle'; readonly cardId: string }
  | { readonly kind: 'runConfig'; readonly configId: string }
  | {
      readonly kind: 'export';
      readonly title: string;
      readonly cards: CardsToExport;
      /** Its burn-up is on the pages. */
      readonly runId?: string;
      readonly isPrint?: boolean;
    }
  | { readonly kind: 'copyCards'; readonly cards: readonly CardRow[] }
  /** From text that the person pastes. */
  | { readonly kind: 'pasteView' }
  /** `files` were dropped on the window. */
  | { readonly kind: 'import'; readonly files?: readonly { readonly path: string; readonly file: File }[] };

export const useDialog = create<{ readonly dialog: DialogState | null }>(() => ({ dialog: null }));
export function openDialog(dialog: DialogState): void {
  if (useDialog.getState().dialog) keepFocusForNextDialog();
  useDialog.setState({ dialog });
}
/** If no element has the DOM focus afterwards, the board's focused card gets it. */
export function closeDialog(): void {
  useDialog.setState({ dialog: null });
  restoreCardDomFocus();
}

/** The functions that a board passes to its lists of cards: columns, cells of lanes, and groups of a list. */
import type { ComposerHandlers } from '../../../cards/NewCardComposer.tsx';
import type { BoardDropHandlers } from '../../use-board-drops.ts';

/**
 * Functions that the lists of a board call. `columnKey` is the key of a column, cell or group. `fromKey` is the key of
 * the list in which a drag started, or null.
 */
export interface ColumnHandlers extends ComposerHandlers, Pick<BoardDropHandlers, 'refusal' | 'caution' | 'drop'> {
  order(): readonly string[];
  setFolded(columnKey: string, folded: boolean): void;
  /** Reports the total height of a list's cards, in px. */
  reportHeight?(columnKey: string, height: number): void;
  /** Registers a mounted column or cell. When it unmounts, it passes null to remove itself. */
  registerList(columnKey: string, list: MountedCardList | null): void;
}

/** A mounted column or cell. */
export interface MountedCardList {
  readonly scroller: HTMLElement | null;
  /** Finds cards by position in px, for the lasso, which selects cards with a drawn frame. */
  cardIdsBetween(from: number, to: number): readonly string[];
  /** Scrolls the card at this index into view. */
  reveal(index: number): void;
}

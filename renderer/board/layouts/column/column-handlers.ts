/** The functions that a board passes to its lists of cards: columns, cells of lanes, and groups of a list. */
import type { CardRow } from '../../../model/card-row.ts';

/**
 * Functions that the lists of a board call. `columnKey` is the key of a column, cell or group. `fromKey` is the key of
 * the list in which a drag started, or null.
 */
export interface ColumnHandlers {
  refusal(cards: readonly CardRow[], columnKey: string, fromKey: string | null): string | null;
  caution(cards: readonly CardRow[], columnKey: string, fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], columnKey: string, index: number, fromKey: string | null): void;
  order(): readonly string[];
  openComposer(columnKey: string | null): void;
  /** Resolves to false if the cards are refused. */
  createCards(columnKey: string, lines: readonly string[], deckId: string | null): Promise<boolean>;
  setFolded(columnKey: string, folded: boolean): void;
  /** Reports the total height of a list's cards, in px. */
  reportHeight?(columnKey: string, height: number): void;
  /**
   * Registers the object with which the lasso finds the cards of a mounted list by position. When the list unmounts, it
   * passes null to remove the object.
   */
  registerPositions?(columnKey: string, look: CardFinderByPosition | null): void;
  /**
   * Registers the function that scrolls the card at an index of a mounted list into view. When the list unmounts, it
   * passes null to remove the function.
   */
  registerReveal(columnKey: string, reveal: ((index: number) => void) | null): void;
}

/** Finds the cards of one mounted list by position, for the lasso, which selects cards with a drawn frame. */
export interface CardFinderByPosition {
  readonly scroller: HTMLElement | null;
  cardIdsBetween(from: number, to: number): readonly string[];
}

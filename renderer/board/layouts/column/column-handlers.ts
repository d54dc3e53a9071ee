/** What a board passes to its lists of cards: columns, cells of lanes, and groups of the list layout. */
import type { ReactNode } from 'react';
import type { ComposerHandlers } from '../../../cards/NewCardComposer.tsx';
import type { ArrangedColumn } from '../../../model/arrange.ts';
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

/** Props of a column of a board, or of a cell of a lane. */
export interface BoardColumnProps {
  arranged: ArrangedColumn;
  handlers: ColumnHandlers;
  isComposing: boolean;
  /**
   * Index among the cards at which the open composer is shown; -1 if the composer is above all cards, or not open in
   * this column.
   */
  composerIndex: number;
  canCreate: boolean;
  /** Whether the cards are in manual order. In any other order, a drop has no position in the column. */
  isManualOrder: boolean;
  isFolded: boolean;
  effortSum: number;
  /** Content below the title of the column. */
  contentBelowTitle?: ReactNode;
  /** The scrolling element of the lanes, if this is a cell; undefined for a column. */
  lanesScroller?: HTMLElement | null;
  /** Visible height of the list in px, if it is known before the list is measured. */
  initialHeightPx?: number;
  /** Maximum number of mounted cards; undefined: no maximum. */
  maxMountedCards?: number;
}

/** A mounted column or cell. */
export interface MountedCardList {
  readonly scroller: HTMLElement | null;
  /** Finds cards by position in px, for the lasso, which selects cards with a drawn frame. */
  cardIdsBetween(from: number, to: number): readonly string[];
  /** Scrolls the card at this index into view. */
  reveal(index: number): void;
}

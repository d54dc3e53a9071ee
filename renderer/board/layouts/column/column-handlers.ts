/** For the lists of cards of a board: columns, cells of lanes, and groups of the list layout. */
import type { ReactNode } from 'react';
import type { ComposerHandlers } from '../../../cards/NewCardComposer.tsx';
import type { ArrangedColumn } from '../../../model/arrange.ts';
import type { BoardDropHandlers } from '../../use-board-drops.ts';

/**
 * `columnKey` is the key of a column, cell or group. `fromKey` is that of the list in which a drag started, or null.
 */
export interface ColumnHandlers extends ComposerHandlers, Pick<BoardDropHandlers, 'refusal' | 'caution' | 'drop'> {
  order(): readonly string[];
  setFolded(columnKey: string, folded: boolean): void;
  /** Total height of a list's cards, in px. */
  reportHeight?(columnKey: string, height: number): void;
  /** A column or cell passes null when it unmounts. */
  registerList(columnKey: string, list: MountedCardList | null): void;
}

export interface BoardColumnProps {
  arranged: ArrangedColumn;
  handlers: ColumnHandlers;
  isComposing: boolean;
  /** Index among the cards; -1 if the composer is above all cards, or not open in this column. */
  composerIndex: number;
  canCreate: boolean;
  /** In any other order, a drop has no position in the column. */
  isManualOrder: boolean;
  isFolded: boolean;
  effortSum: number;
  contentBelowTitle?: ReactNode;
  /** Shown in the column without cards; "No cards" by default. */
  emptyText?: string | undefined;
  /** For a cell, the scroller of the lanes; undefined for a column. */
  lanesScroller?: HTMLElement | null;
  /** In px, if the visible height is known before the list is measured. */
  initialHeightPx?: number;
  /** Undefined: no maximum. */
  maxMountedCards?: number;
}

export interface MountedCardList {
  readonly scroller: HTMLElement | null;
  /** In px, for the lasso. */
  cardIdsBetween(from: number, to: number): readonly string[];
  reveal(index: number): void;
}

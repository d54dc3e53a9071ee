/** What has room in a row of the sidebar for certain, so that only other texts are made ready to be cut. */
import { mostWidth, surelyFits, textSize } from '../../ui/text-width.ts';
import { sidebarWidth } from '../../workbench/sidebar-state.ts';

/** px within rows, as in Sidebar.module.css: less the border, the list's padding, its bar, and a row's own padding. */
const inRow = sidebarWidth - 1 - 8 - 10 - 2 * 8;
const gap = 8;
/** px of the widest sign before a name, a person's. */
const sign = 18;
/** px of a deck's sign, and what its row is in by. */
const deckSign = 13 + 2;
/** px of a section's button, and of the arrow beside its name. */
const tool = 24;
const arrow = 12 + 5;
/** px of what counts by itself, up to four figures. */
const tailWidth = 32;
/** px of a detail, at least. */
const leastDetail = 24;

const beside = (count: number | undefined): number => (count ? gap + mostWidth(String(count), textSize.xs) : 0);

export interface RowTexts {
  label: string;
  detail?: string | undefined;
  count?: number | undefined;
  /** Whether something stands in the count's place. */
  tail?: boolean;
}

export function fitsInRow({ label, detail, count, tail }: RowTexts): { label: boolean; detail: boolean } {
  const room = inRow - sign - gap - beside(count) - (tail ? gap + tailWidth : 0);
  if (!detail) return { label: surelyFits(label, textSize.md, room), detail: true };
  return {
    label: surelyFits(label, textSize.md, room - gap - leastDetail),
    detail: surelyFits(detail, textSize.xs, room - gap - mostWidth(label, textSize.md)),
  };
}

export const deckFits = (title: string, count: number | undefined): boolean =>
  surelyFits(title, textSize.md, inRow - deckSign - gap - beside(count));

export const spaceFits = (name: string): boolean => surelyFits(name, textSize.sm, inRow);

export const sectionFits = (name: string): boolean => surelyFits(name, textSize.sm, inRow - arrow - tool);

/** The workspace's name, between its logo and its arrow, beside the button that hides the sidebar. */
export const workspaceFits = (name: string): boolean => surelyFits(name, textSize.md, sidebarWidth - 1 - 105);

/** The button below a list that shows more of its cards; nothing if all are shown. */
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useSelection } from '../data/selection.ts';
import { Button } from '../ui/Button.tsx';

interface MoreButtonProps {
  hiddenCount: number;
  small?: boolean;
  onClick: () => void;
}

export const MoreButton = ({ hiddenCount, ...props }: MoreButtonProps): ReactElement | null =>
  hiddenCount > 0 ? <Button text={`${hiddenCount} more`} look="quiet" {...props} /> : null;

/** Number of cards in one page. A list shows one page at first; the button "more" adds one page. */
const defaultPageSize = 60;

/**
 * Returns how many cards of a list are shown, and a function that shows one page more. If the focus moves to a card on
 * a later page, that page is shown too: keys act on the focused card, so it must be visible.
 */
export function useShownCardCount(ids: readonly string[], pageSize = defaultPageSize): readonly [number, () => void] {
  const [count, setCount] = useState(pageSize);
  const focusedPlace = useSelection(({ focused }) => (focused === null ? 0 : ids.indexOf(focused) + 1));
  if (focusedPlace > count) setCount(Math.ceil(focusedPlace / pageSize) * pageSize);
  return [count, () => setCount(count + pageSize)];
}

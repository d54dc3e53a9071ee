/** The button below a list that shows more of its cards; nothing if all are shown. */
import type { ReactElement } from 'react';
import { Button } from '../ui/Button.tsx';

interface MoreButtonProps {
  hiddenCount: number;
  small?: boolean;
  onClick: () => void;
}

export const MoreButton = ({ hiddenCount, ...props }: MoreButtonProps): ReactElement | null =>
  hiddenCount > 0 ? <Button text={`${hiddenCount} more`} look="quiet" {...props} /> : null;

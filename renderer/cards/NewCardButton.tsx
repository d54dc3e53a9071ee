/** Opens the composer of a column, a cell or a group; disabled with the reason where the token may not create cards. */
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useMissingScopeReason } from '../data/permissions.ts';
import { IconButton } from '../ui/Button.tsx';

export interface NewCardButtonProps {
  /** The place's name. */
  place: string;
  className?: string | undefined;
  onPress: () => void;
}

export function NewCardButton({ place, className, onPress }: NewCardButtonProps): ReactElement {
  const lack = useMissingScopeReason('cards/create');
  const label = `New card in ${place}`;
  return (
    <IconButton
      className={className}
      label={lack ? `${label}: ${lack}` : label}
      small
      disabled={lack !== null}
      onClick={onPress}
    >
      <Plus size={14} aria-hidden />
    </IconButton>
  );
}

/**
 * Button that opens the composer, the field for a new card, in a column, cell or group. If the token lacks the
 * permission to create cards, the button is disabled and its tooltip shows the reason.
 */
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useMissingScopeReason } from '../data/permissions.ts';
import { IconButton } from '../ui/Button.tsx';

interface NewCardButtonProps {
  /** Name of the column, cell or group. */
  place: string;
  className?: string | undefined;
  onPress: () => void;
}

export function NewCardButton({ place, className, onPress }: NewCardButtonProps): ReactElement {
  const missingScope = useMissingScopeReason('cards/create');
  const label = `New card in ${place}`;
  return (
    <IconButton
      icon={Plus}
      className={className}
      label={missingScope ? `${label}: ${missingScope}` : label}
      small
      disabled={missingScope !== null}
      onClick={onPress}
    />
  );
}

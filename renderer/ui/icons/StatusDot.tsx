/** The icon of a card's status, in the status's colour. */
import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';
import { type StatusGroup, statusColor, statusLook } from './status.ts';

interface StatusDotProps {
  derivedStatus?: string | null;
  group?: StatusGroup;
  /** px; 14 by default. */
  size?: number;
  /** Whether screen readers announce the status; false where text beside the icon shows it. */
  named?: boolean;
}

export function StatusDot({ derivedStatus, group, size, named = true }: StatusDotProps): ReactElement {
  const look = statusLook(derivedStatus);
  const shown = group ?? look.group;
  return (
    <Icon
      name={`status-${shown}`}
      color={statusColor(shown)}
      label={named ? look.label : undefined}
      {...(size === undefined ? {} : { size })}
    />
  );
}

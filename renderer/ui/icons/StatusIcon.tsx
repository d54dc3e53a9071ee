import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';
import { type StatusGroup, statusColor, statusGroupAndLabel } from './status.ts';

interface StatusIconProps {
  derivedStatus?: string | null;
  group?: StatusGroup;
  /** In px; 14 by default. */
  size?: number;
  /** Whether screen readers announce the status. False where a text beside the icon names it. */
  named?: boolean;
}

export function StatusIcon({ derivedStatus, group, size, named = true }: StatusIconProps): ReactElement {
  const look = statusGroupAndLabel(derivedStatus);
  const shown = group ?? look.group;
  return (
    <Icon name={`status-${shown}`} color={statusColor(shown)} label={named ? look.label : undefined} size={size} />
  );
}

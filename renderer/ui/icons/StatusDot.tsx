import type { ReactElement, ReactNode } from 'react';
import { type StatusGroup, statusColor, statusLook } from './status.ts';

/** Signs on a 14 × 14 field. They differ in shape, so that colour is never the only difference. */
export const signs: Record<StatusGroup, ReactNode> = {
  unassigned: <circle cx="7" cy="7" r="5.2" strokeDasharray="2.2 1.9" />,
  assigned: <circle cx="7" cy="7" r="5.2" />,
  started: (
    <>
      <circle cx="7" cy="7" r="5.2" />
      <path d="M7 3.6 A3.4 3.4 0 0 1 7 10.4 Z" fill="currentColor" stroke="none" />
    </>
  ),
  snoozing: <path d="M9.9 9.2 A5 5 0 1 1 6.4 2.2 A4 4 0 0 0 9.9 9.2 Z M9 2.2 h3 l-3 3.3 h3" />,
  review: (
    <>
      <circle cx="7" cy="7" r="5.2" />
      <circle cx="7" cy="7" r="2" fill="currentColor" stroke="none" />
    </>
  ),
  blocked: (
    <>
      <rect x="1.6" y="1.6" width="10.8" height="10.8" rx="3" fill="currentColor" stroke="none" />
      <path d="M4.2 7 h5.6" stroke="var(--surface)" strokeWidth="2" />
    </>
  ),
  done: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" stroke="none" />
      <path d="M4.3 7.2 L6.3 9.1 L9.8 5.2" stroke="var(--surface)" strokeWidth="1.7" />
    </>
  ),
  hero: (
    <path
      d="M7 1.2 L12.4 7 L7 12.8 L1.6 7 Z M7 4.3 L9.5 7 L7 9.7 L4.5 7 Z"
      fill="currentColor"
      fillRule="evenodd"
      stroke="none"
    />
  ),
  doc: <path d="M3.2 1.8 h5 l2.6 2.6 v7.8 h-7.6 z M5.2 7 h3.6 M5.2 9.3 h3.6" />,
  archived: <path d="M1.8 2.6 h10.4 v2.6 h-10.4 z M2.8 5.4 v6 h8.4 v-6 M5.6 7.8 h2.8" />,
  deleted: <path d="M3 3 L11 11 M11 3 L3 11" strokeWidth="1.8" />,
  unknown: <path d="M5 5.2 a2 2 0 1 1 2.6 1.9 q-.6 .3 -.6 1.2 M7 11 v.1" />,
};

/** How they are drawn. */
export const statusStroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.5',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export interface StatusDotProps {
  derivedStatus?: string | null;
  group?: StatusGroup;
  /** px; 14 by default. */
  size?: number;
  /** Spoken; false where the status is said in text beside it. */
  named?: boolean;
}

export function StatusDot({ derivedStatus, group, size = 14, named = true }: StatusDotProps): ReactElement {
  const look = statusLook(derivedStatus);
  const shown = group ?? look.group;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      {...statusStroke}
      style={{ color: statusColor(shown), flex: 'none' }}
      role="img"
      aria-label={look.label}
      aria-hidden={named ? undefined : true}
    >
      {signs[shown]}
    </svg>
  );
}

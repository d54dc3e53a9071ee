/** Inline SVG with a 14 × 14 viewBox. All other icons come from the package lucide-react. */
import type { ReactElement, ReactNode } from 'react';
import type { StatusGroup } from './status.ts';

/** Of three bars. */
const filledBars = { a: 3, b: 2, c: 1 };
type KnownPriority = keyof typeof filledBars;
/** Other priorities are shown as text. */
export const hasPriorityIcon = (priority: string): priority is KnownPriority => Object.hasOwn(filledBars, priority);

type IconName = `status-${StatusGroup}` | `priority-${KnownPriority}` | 'run';

const priorityShape = (full: number): ReactNode =>
  [0, 1, 2].map((bar) => (
    <rect
      key={bar}
      x={1.5 + bar * 4}
      y={9 - bar * 3}
      width="3"
      height={3.5 + bar * 3}
      rx="1"
      fill="currentColor"
      fillOpacity={bar < full ? 1 : 0.25}
      stroke="none"
    />
  ));

/** They differ in shape, so that colour is never the only difference. */
const iconShapes: Record<IconName, ReactNode> = {
  'status-unassigned': <circle cx="7" cy="7" r="5.2" strokeDasharray="2.2 1.9" />,
  'status-assigned': <circle cx="7" cy="7" r="5.2" />,
  'status-started': (
    <>
      <circle cx="7" cy="7" r="5.2" />
      <path d="M7 3.6 A3.4 3.4 0 0 1 7 10.4 Z" fill="currentColor" stroke="none" />
    </>
  ),
  'status-snoozing': <path d="M9.9 9.2 A5 5 0 1 1 6.4 2.2 A4 4 0 0 0 9.9 9.2 Z M9 2.2 h3 l-3 3.3 h3" />,
  'status-review': (
    <>
      <circle cx="7" cy="7" r="5.2" />
      <circle cx="7" cy="7" r="2" fill="currentColor" stroke="none" />
    </>
  ),
  'status-blocked': (
    <>
      <rect x="1.6" y="1.6" width="10.8" height="10.8" rx="3" fill="currentColor" stroke="none" />
      <path d="M4.2 7 h5.6" stroke="var(--surface)" strokeWidth="2" />
    </>
  ),
  'status-done': (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" stroke="none" />
      <path d="M4.3 7.2 L6.3 9.1 L9.8 5.2" stroke="var(--surface)" strokeWidth="1.7" />
    </>
  ),
  'status-hero': (
    <path
      d="M7 1.2 L12.4 7 L7 12.8 L1.6 7 Z M7 4.3 L9.5 7 L7 9.7 L4.5 7 Z"
      fill="currentColor"
      fillRule="evenodd"
      stroke="none"
    />
  ),
  'status-doc': <path d="M3.2 1.8 h5 l2.6 2.6 v7.8 h-7.6 z M5.2 7 h3.6 M5.2 9.3 h3.6" />,
  'status-archived': <path d="M1.8 2.6 h10.4 v2.6 h-10.4 z M2.8 5.4 v6 h8.4 v-6 M5.6 7.8 h2.8" />,
  'status-deleted': <path d="M3 3 L11 11 M11 3 L3 11" strokeWidth="1.8" />,
  'status-unknown': <path d="M5 5.2 a2 2 0 1 1 2.6 1.9 q-.6 .3 -.6 1.2 M7 11 v.1" />,
  'priority-a': priorityShape(filledBars.a),
  'priority-b': priorityShape(filledBars.b),
  'priority-c': priorityShape(filledBars.c),
  run: <path strokeWidth="1.2" d="M5.5 1.4 h3 M7 8.1 L8.8 6.3 M7 3.4 a4.7 4.7 0 1 0 .01 0 Z" />,
};

interface IconProps {
  name: IconName;
  /** In px; 14 by default. */
  size?: number | undefined;
  /** By default the colour of the surrounding text. */
  color?: string;
  /** Accessible name. Without it, screen readers ignore the icon. */
  label?: string | undefined;
}

export function Icon({ name, size = 14, color, label }: IconProps): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ color, flex: 'none' }}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      {iconShapes[name]}
    </svg>
  );
}

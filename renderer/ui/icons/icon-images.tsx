/**
 * Signs as images, for what shows hundreds of them: drawn as a background, a sign is one element without anything in it, and
 * it has no coordinates of its own, which Chromium would keep apart from all else in each frame that brings a card.
 * The images are made of the very signs that are drawn elsewhere, in the colours of the theme and palette.
 */
import type { LucideIconData } from 'lucide-react';
import { __iconData as calendarDays } from 'lucide-react/icons/calendar-days';
import { __iconData as chevronDown } from 'lucide-react/icons/chevron-down';
import { __iconData as chevronRight } from 'lucide-react/icons/chevron-right';
import { __iconData as gitBranch } from 'lucide-react/icons/git-branch';
import { __iconData as hand } from 'lucide-react/icons/hand';
import { __iconData as link2Off } from 'lucide-react/icons/link-2-off';
import { __iconData as listChecks } from 'lucide-react/icons/list-checks';
import { __iconData as messageSquare } from 'lucide-react/icons/message-square';
import { createElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from '../icon-images.module.css';
import { bars, barsOf, PriorityMark } from './icons.tsx';
import { signs, statusStroke } from './StatusDot.tsx';
import { type StatusGroup, statusColor, statusGroups } from './status.ts';

/** A status; said in text beside it. */
export const StatusSign = ({ group }: { group: StatusGroup }): ReactElement => (
  <span className={styles.sign} data-sign={`status-${group}`} aria-hidden />
);

/** A priority; one without a sign shows as itself. */
export const PrioritySign = ({ priority, label }: { priority: string; label: string }): ReactElement =>
  priority in bars ? (
    <span className={styles.sign} data-sign={`priority-${priority}`} role="img" aria-label={`Priority: ${label}`} />
  ) : (
    <PriorityMark priority={priority} label={label} />
  );

/** A run, beside its name. */
export const RunMark = (): ReactElement => (
  <span className={cx(styles.sign, styles.small)} data-sign="run" aria-hidden />
);

/** Whether a part is open, beside its name; the button says it. */
export const FoldSign = ({ open }: { open: boolean }): ReactElement => (
  <span className={cx(styles.sign, styles.small)} data-sign={open ? 'fold-open' : 'fold-closed'} aria-hidden />
);

/** What a fact of a card is about, and how it stands: each pair that occurs is an image of its own. */
const factSigns = {
  waits: { icon: link2Off, look: 'late' },
  subCards: { icon: gitBranch, look: 'plain' },
  subCardsFull: { icon: gitBranch, look: 'full' },
  checklist: { icon: listChecks, look: 'plain' },
  checklistFull: { icon: listChecks, look: 'full' },
  threads: { icon: messageSquare, look: 'plain' },
  due: { icon: calendarDays, look: 'plain' },
  dueSoon: { icon: calendarDays, look: 'soon' },
  dueLate: { icon: calendarDays, look: 'late' },
  hand: { icon: hand, look: 'plain' },
} satisfies Record<string, { icon: LucideIconData; look: keyof typeof looks }>;
const looks = {
  plain: 'var(--text-faint)',
  full: 'var(--success)',
  soon: 'var(--warning)',
  late: 'var(--danger)',
} as const;
export type FactSign = keyof typeof factSigns;

/** Gives a fact its sign, as its background, and its colour. */
export const factSign = (sign: FactSign): { 'data-sign': string } => ({ 'data-sign': `fact-${sign}` });

/** Elements of SVG as text; they are plain ones with plain attributes. */
function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (!isValidElement<Record<string, unknown> & { children?: ReactNode }>(node)) return '';
  const { children, ...attributes } = node.props;
  if (typeof node.type !== 'string') return textOf(children);
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  return `<${node.type}${written.join('')}>${textOf(children)}</${node.type}>`;
}

interface Drawn {
  readonly name: string;
  readonly color: string;
  readonly shapes: ReactNode;
  /** Of its square; 14 by default. */
  readonly field?: number;
}

const drawnAs = (name: string, icon: LucideIconData, color: string): Drawn => ({
  name,
  color,
  shapes: (
    <g {...statusStroke} strokeWidth="2">
      {icon.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </g>
  ),
  field: icon.size,
});

const drawn: readonly Drawn[] = [
  ...statusGroups.map((group) => ({
    name: `status-${group}`,
    color: statusColor(group),
    shapes: <g {...statusStroke}>{signs[group]}</g>,
  })),
  ...Object.keys(bars).map((priority) => ({
    name: `priority-${priority}`,
    color: `var(--priority-${priority})`,
    shapes: barsOf(priority),
  })),
  {
    name: 'run',
    color: 'var(--text-faint)',
    shapes: <path {...statusStroke} strokeWidth="1.2" d="M5.5 1.4 h3 M7 8.1 L8.8 6.3 M7 3.4 a4.7 4.7 0 1 0 .01 0 Z" />,
  },
  drawnAs('fold-open', chevronDown, looks.plain),
  drawnAs('fold-closed', chevronRight, looks.plain),
  ...Object.entries(factSigns).map(([sign, { icon, look }]) => drawnAs(`fact-${sign}`, icon, looks[look])),
];

/** Makes the images, and anew whenever the theme or the palette changes. */
export function installSignImages(): void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  // Held, so that a sign is there in the first frame that shows it.
  const images: HTMLImageElement[] = [];
  const make = () => {
    const probe = document.createElement('span');
    document.documentElement.append(probe);
    const look = getComputedStyle(probe);
    const resolved = (color: string) => {
      probe.style.color = color;
      return look.color;
    };
    const rules = drawn.map(({ name, color, shapes, field = 14 }) => {
      const inside = textOf(shapes).replaceAll(/var\(--[\w-]+\)/g, resolved);
      const ink = resolved(color);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${field}" height="${field}" viewBox="0 0 ${field} ${field}" color="${ink}">${inside}</svg>`;
      return { name, ink, url: `data:image/svg+xml,${encodeURIComponent(svg)}` };
    });
    probe.remove();
    sheet.replaceSync(
      rules
        .map(({ name, ink, url }) => `[data-sign="${name}"]{color:${ink};background-image:url("${url}")}`)
        .join('\n'),
    );
    images.splice(0, images.length, ...rules.map(({ url }) => Object.assign(new Image(), { src: url })));
  };
  make();
  new MutationObserver(make).observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', make);
}

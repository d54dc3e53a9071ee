import { ArrowRightFromLine, ArrowRightToLine, MoveHorizontal, PanelTopOpen, Pencil } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { currentLookups, type MilestoneRow } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { navigate } from '../../data/routes.ts';
import type { DraggedMilestonePart } from '../../model/planning/roadmap.ts';
import { cx } from '../../ui/cx.ts';
import { dayOffsetText } from '../../ui/dates/day-text.ts';
import { ContextMenu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { moveMilestone } from './move-milestone.ts';
import styles from './Roadmap.module.css';

/** `keys` is the shortcut without its modifier key: Ctrl or Cmd moves the whole milestone, Alt only its end. */
const distances: readonly { readonly days: number; readonly keys?: string }[] = [
  { days: -14 },
  { days: -7, keys: 'Shift+ArrowLeft' },
  { days: -1, keys: 'ArrowLeft' },
  { days: 1, keys: 'ArrowRight' },
  { days: 7, keys: 'Shift+ArrowRight' },
  { days: 14 },
];

function entriesFor(milestone: MilestoneRow, onEdit: (milestone: MilestoneRow) => void): MenuEntry[] {
  const disabled = missingScopeReason('milestones/update');
  const moves = (label: string, icon: ReactNode, part: DraggedMilestonePart, modifier?: string): MenuEntry => ({
    label,
    icon,
    entries: distances.map(({ days, keys }) => ({
      label: dayOffsetText(days),
      shortcut: modifier && keys ? `${modifier}+${keys}` : undefined,
      disabled,
      run: () => moveMilestone(milestone, part, days),
    })),
  });
  return [
    {
      label: 'Open milestone',
      icon: <PanelTopOpen size={14} aria-hidden />,
      shortcut: 'Enter',
      run: () => navigate({ view: 'milestone', id: milestone.id }),
    },
    {
      label: 'Edit milestone…',
      icon: <Pencil size={14} aria-hidden />,
      shortcut: 'E',
      disabled,
      run: () => onEdit(milestone),
    },
    { separator: true },
    moves('Move', <MoveHorizontal size={14} aria-hidden />, 'whole', 'Mod'),
    moves('Move the start', <ArrowRightFromLine size={14} aria-hidden />, 'start'),
    moves('Move the end', <ArrowRightToLine size={14} aria-hidden />, 'end', 'Alt'),
  ];
}

export function milestoneOfEventTarget(target: EventTarget): MilestoneRow | undefined {
  const bar = target instanceof Element ? target.closest<HTMLElement>('[data-milestone-id]') : null;
  return currentLookups().milestones[bar?.dataset.milestoneId ?? ''];
}

interface MilestoneMenuProps {
  onEdit: (milestone: MilestoneRow) => void;
  children: ReactElement;
}

export function MilestoneMenu({ onEdit, children }: MilestoneMenuProps): ReactElement {
  const open = (target: Element) => {
    const milestone = milestoneOfEventTarget(target);
    return milestone ? entriesFor(milestone, onEdit) : null;
  };
  return (
    <ContextMenu onOpen={open}>
      <div className={cx('grid', styles.area)}>{children}</div>
    </ContextMenu>
  );
}

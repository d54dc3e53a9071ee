/** The keys of the roadmap. They act on the focused milestone. */
import type { KeyboardEvent } from 'react';
import type { MilestoneRow } from '../../data/lookups.ts';
import { milestoneOfEventTarget } from './MilestoneMenu.tsx';
import { moveMilestone, toastIfMilestonesReadOnly } from './move-milestone.ts';

const directions = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
export type RoadmapDirection = (typeof directions)[keyof typeof directions];

interface RoadmapKeyActions {
  readonly edit: (milestone: MilestoneRow) => void;
  /** Focuses the next milestone in the direction. `element` is the bar that has the focus now. */
  readonly focusNeighbour: (milestone: MilestoneRow, direction: RoadmapDirection, element: HTMLElement) => void;
}

/**
 * Handles a key press on the focused milestone:
 * - An arrow key focuses the next milestone in that direction.
 * - Ctrl or Cmd with the left or right arrow key moves the milestone by one day.
 * - Alt with the left or right arrow key moves only the end of the milestone.
 * - With Shift in addition, the distance is one week instead of one day.
 * - E opens the form of the milestone.
 */
export function handleRoadmapKey(event: KeyboardEvent, { edit, focusNeighbour }: RoadmapKeyActions): void {
  const { target, key, altKey, shiftKey } = event;
  const milestone = milestoneOfEventTarget(target);
  if (!milestone || !(target instanceof HTMLElement)) return;
  const isMod = event.ctrlKey || event.metaKey;
  const direction = directions[key as keyof typeof directions];
  if (key.toLowerCase() === 'e' && !isMod && !altKey) {
    if (!toastIfMilestonesReadOnly()) edit(milestone);
  } else if (!direction) return;
  else if (!isMod && !altKey) focusNeighbour(milestone, direction, target);
  else if (direction === 'left' || direction === 'right') {
    const days = (direction === 'left' ? -1 : 1) * (shiftKey ? 7 : 1);
    if (!toastIfMilestonesReadOnly()) moveMilestone(milestone, altKey ? 'end' : 'whole', days);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Shows the effects of a move in a toast. Used for drags, keys and menus. */
import { countWorkdays } from '../../../shared/domain/calendar.ts';
import { act, actStep } from '../../data/act.ts';
import { countRows } from '../../data/answer-rows.ts';
import { currentLookups, type MilestoneRow } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import {
  type DraggedMilestonePart,
  type MilestoneDays,
  milestoneDaysAfterDrag,
  milestoneDragEffectsText,
} from '../../model/planning/roadmap.ts';
import { localDay } from '../../ui/dates/today.ts';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import { confirmEffects } from '../../workbench/confirmation/confirm.ts';

/** Each move waits for the move before it, so that a second key press starts from the result of the first. */
let lastMove: Promise<void> = Promise.resolve();
/**
 * Days after a move, by the milestone's row before it. A move that begins before the changed row arrives starts here.
 */
const movedDays = new WeakMap<MilestoneRow, MilestoneDays>();

/** True, with a toast, if the token has no permission to change milestones. */
export function toastIfMilestonesReadOnly(): boolean {
  const reason = missingScopeReason('milestones/update');
  if (reason) showRefusalToast(reason);
  return reason !== null;
}

/** Moves by `dayCount` days, after all earlier moves. */
export function moveMilestone(milestone: MilestoneRow, part: DraggedMilestonePart, dayCount: number): void {
  lastMove = lastMove.then(() => move(currentLookups().milestones[milestone.id] ?? milestone, part, dayCount));
}

async function move(milestone: MilestoneRow, part: DraggedMilestonePart, count: number): Promise<void> {
  const before = movedDays.get(milestone) ?? milestone;
  const days = milestoneDaysAfterDrag(before, part, count);
  if (days.date === before.date && days.startDate === before.startDate) return;
  const steps = [actStep('milestones/update', { id: milestone.id, ...days })];
  if (!(await confirmEffects({ title: `Change ${milestone.name}?`, verb: 'Change milestone', steps }))) return;
  const effects = consequencesText(milestone.id, days, count);
  if (await act(`Move ${milestone.name}`, steps, { showsToast: true, effects })) movedDays.set(milestone, days);
}

async function consequencesText(milestoneId: string, days: MilestoneDays, count: number): Promise<string> {
  const { account, sprints, activeProjectsCondition } = currentLookups();
  const today = localDay();
  const status = { op: 'neq', value: 'done' } as const;
  const open = { ...activeProjectsCondition, visibility: 'default', isDoc: false, status, milestoneId } as const;
  const dueLater = { ...open, dueDate: { op: 'gt', value: days.date } } as const;
  const [{ cards: openCards }, { cards: cardsDueAfter }] = await Promise.all([
    countRows({ cards: open }),
    countRows({ cards: dueLater }),
  ]);
  return milestoneDragEffectsText(days, count, {
    today,
    workdaysLeft: account ? countWorkdays(today, days.date, account.workdays) : 0,
    openCards,
    cardsDueAfter,
    runsEndingAfter: Object.values(sprints).filter(
      (run) => run.autoMilestoneId === milestoneId && run.completedAt === null && run.endDate > days.date,
    ).length,
  });
}

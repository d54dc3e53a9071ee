/** Changes a milestone's days, by drag, keys and menu. Asks first if that changes other rows. */
import type { Params } from '../../../shared/contract/index.ts';
import { act, step } from '../../data/act.ts';
import { currentLookups, type MilestoneRow } from '../../data/lookups.ts';
import { distanceText, type SpanPart, shiftedDays } from '../../model/planning/roadmap.ts';
import { announce } from '../../ui/dom/announce.ts';
import { confirmEffects } from '../../workbench/confirm.ts';

type Days = Pick<MilestoneRow, 'startDate' | 'date'>;

/** Moves run one after the other: a key that is pressed again moves from where the press before has ended. */
let lastMove: Promise<void> = Promise.resolve();
/** By the row that was moved: its days, until the changed row arrives. */
const movedDays = new WeakMap<MilestoneRow, Days>();

export function moveMilestone(milestone: MilestoneRow, part: SpanPart, count: number): void {
  lastMove = lastMove.then(() => move(currentLookups().milestones[milestone.id] ?? milestone, part, count));
}

async function move(milestone: MilestoneRow, part: SpanPart, count: number): Promise<void> {
  const before = movedDays.get(milestone) ?? milestone;
  const days = shiftedDays(before, part, count);
  if (days.date === before.date && days.startDate === before.startDate) return;
  const params: Params<'milestones/update'> = { id: milestone.id, ...days };
  const steps = [step('milestones/update', params)];
  const title = `Change ${milestone.name}?`;
  if (!(await confirmEffects({ title, verb: 'Change milestone', steps, matters: (found) => found.length > 0 }))) return;
  if (!(await act(`Change milestone ${milestone.name}`, steps))) return;
  movedDays.set(milestone, days);
  announce(`${milestone.name}: ${distanceText(count)}`);
}

/** Changes a milestone's days, by drag, keys and menu. Asks first if that changes other rows. */
import type { Params } from '../../../shared/contract/index.ts';
import { act, step } from '../../data/act.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { distanceText, type SpanPart, shiftedDays } from '../../model/roadmap.ts';
import { announce } from '../../ui/dom/announce.ts';
import { confirmEffects } from '../../workbench/confirm.ts';

export async function moveMilestone(milestone: MilestoneRow, part: SpanPart, count: number): Promise<void> {
  const days = shiftedDays(milestone, part, count);
  if (days.date === milestone.date && days.startDate === milestone.startDate) return;
  const params: Params<'milestones/update'> = { id: milestone.id, ...days };
  const steps = [step('milestones/update', params)];
  const title = `Change ${milestone.name}?`;
  if (!(await confirmEffects({ title, verb: 'Change milestone', steps, matters: (found) => found.length > 0 }))) return;
  if (await act(`Change milestone ${milestone.name}`, steps)) announce(`${milestone.name}: ${distanceText(count)}`);
}

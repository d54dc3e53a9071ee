/** Deletes a milestone after a confirmation that names what loses it (rule `milestones.delete`). */
import { act, step } from '../../data/act.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { go } from '../../data/routes.ts';
import { askFirst } from '../../workbench/confirm.ts';

export async function deleteMilestone(milestone: MilestoneRow): Promise<void> {
  const params = { id: milestone.id };
  const goOn = await askFirst({
    title: `Delete ${milestone.name}?`,
    verb: 'Delete milestone',
    danger: true,
    undoable: false,
    change: { action: 'milestones/delete', params },
    note: 'It is unpinned for everyone.',
  });
  if (!goOn) return;
  if (await act(`Delete milestone ${milestone.name}`, [step('milestones/delete', params)], { announce: true }))
    go('milestones');
}

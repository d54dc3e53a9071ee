/**
 * Deletes a milestone. The confirmation shows the number of rows that lose the milestone (rule `milestones.delete`).
 */
import { act, actStep } from '../../data/act.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { navigate } from '../../data/routes.ts';
import { confirmEffects } from '../../workbench/confirm.ts';

export async function deleteMilestone(milestone: MilestoneRow): Promise<void> {
  const steps = [actStep('milestones/delete', { id: milestone.id })];
  const goOn = await confirmEffects({
    title: `Delete ${milestone.name}?`,
    verb: 'Delete milestone',
    danger: true,
    undoable: false,
    steps,
    note: 'It is unpinned for everyone.',
  });
  if (!goOn) return;
  if (await act(`Delete milestone ${milestone.name}`, steps, { showsToast: true })) navigate('milestones');
}

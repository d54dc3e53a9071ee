import type { Params } from '../../../shared/contract/index.ts';
import { type ActStep, act, actStep } from '../../data/act.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { confirmEffects } from '../../workbench/confirmation/confirm.ts';

/**
 * Asks for confirmation if other rows are affected. Sends the steps in `others` together with the change. Resolves to
 * false if the person cancels or the service refuses the change.
 */
export async function changeMilestone(
  seen: Pick<MilestoneRow, 'id' | 'name'> & { readonly projectIds?: readonly string[] },
  fields: Omit<Params<'milestones/update'>, 'id'>,
  others: readonly ActStep[] = [],
): Promise<boolean> {
  const { id, name } = seen;
  const steps = [actStep('milestones/update', { id, ...fields }, seen), ...others];
  const goOn = await confirmEffects({ title: `Change ${name}?`, verb: 'Change milestone', steps });
  return goOn && (await act(`Change milestone ${name}`, steps)) !== null;
}

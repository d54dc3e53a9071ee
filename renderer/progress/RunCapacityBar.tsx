/** While cards are dragged, the planned effort is that after the drop. */
import type { ComponentProps, ReactElement } from 'react';
import {
  capacityOfPerson,
  plannedEffortChange,
  replaceCapacityOfPerson,
  sumCapacities,
  type WorkloadScope,
  workloadOfRun,
  workloadOfRunAndOwner,
} from '../../shared/domain/capacity.ts';
import { act, actStep } from '../data/act.ts';
import type { SprintRow } from '../data/lookups.ts';
import { missingScopeReason } from '../data/permissions.ts';
import { type DragState, useDragState } from '../dnd/drag.ts';
import { runAndOwnerOfDropTarget } from '../model/planning/run-and-owner-of-drop-target.ts';
import { CapacityBar } from './CapacityBar.tsx';
import { defaultEffortHint } from './progress.ts';
import { useRunWorkloadsContext } from './run-workloads.ts';

interface RunCapacityProps extends Pick<ComponentProps<typeof CapacityBar>, 'onEdit' | 'started' | 'besideText'> {
  readonly sprint: SprintRow;
  readonly label: string;
  /** If null, the cards without an owner are counted; if absent, the cards of everybody. */
  readonly person?: { readonly id: string; readonly name: string } | null;
}

/** How a drop of the dragged cards at the current target changes the planned effort of a run, or of one owner in it. */
const draggedEffort = ({ cards, target, refusal }: DragState, place: WorkloadScope, fallbackEffort: number): number =>
  target === null || refusal !== null
    ? 0
    : plannedEffortChange(cards, runAndOwnerOfDropTarget(target.key), place, fallbackEffort);

export function RunCapacityBar({ sprint, label, person, ...look }: RunCapacityProps): ReactElement {
  const { id, userCapacities, completedAt } = sprint;
  const { loads, fallbackEffort, isLoaded } = useRunWorkloadsContext();
  const userId = person === undefined ? undefined : (person?.id ?? null);
  const deltaEffort = useDragState((state) =>
    draggedEffort(state, { sprintId: id, ...(userId === undefined ? {} : { userId }) }, fallbackEffort),
  );
  const { planned, done } = userId === undefined ? workloadOfRun(loads, id) : workloadOfRunAndOwner(loads, id, userId);
  const whose = person ? `${person.name} in ${label}` : label;
  return (
    <div data-capacity={userId ?? ''}>
      <CapacityBar
        {...look}
        whose={whose}
        load={{ planned: planned + deltaEffort, done }}
        capacity={userId === undefined ? sumCapacities(userCapacities) : capacityOfPerson(userCapacities, userId)}
        isReady={isLoaded}
        hint={defaultEffortHint(fallbackEffort)}
        isMoving={deltaEffort !== 0}
        edit={
          person
            ? {
                reason: completedAt ? 'The run is completed.' : missingScopeReason('sprints/updateSprint'),
                save: (capacity) =>
                  void act(`Change the capacity of ${whose}`, [
                    actStep(
                      'sprints/updateSprint',
                      { id, userCapacities: replaceCapacityOfPerson(userCapacities, person.id, capacity) },
                      { userCapacities },
                    ),
                  ]),
              }
            : undefined
        }
      />
    </div>
  );
}

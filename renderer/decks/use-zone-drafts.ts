/** State of a `ZonesField`, and the actions that its dialog sends when it saves. */
import { type ComponentProps, useState } from 'react';
import type { ActStep } from '../data/act.ts';
import { stepsToMoveZoneCards, type ZoneNames, type ZoneOwner } from '../model/zones.ts';
import type { ZonesField } from './ZonesField.tsx';
import {
  applyZoneDrafts,
  type ZoneDraft,
  zoneDraftNameProblem,
  zoneDraftsOf,
  zonesWhoseCardsMove,
} from './zone-drafts.ts';

interface ZoneDraftsState {
  readonly field: ComponentProps<typeof ZonesField>;
  readonly isValid: boolean;
  /** A param of the action that updates the run or milestone; empty if the zones have not changed. */
  changedParams(): { manualOrderLabels?: (string | null)[] };
  /** Steps that give cards of renamed zones the new name, and move cards of removed zones to the unnamed zone. */
  stepsForZoneCards(): Promise<readonly ActStep[]>;
}

/** `owner` is null for a run or milestone that is not stored yet. `stored` are the zones that the owner has now. */
export function useZoneDrafts(owner: ZoneOwner | null, stored: ZoneNames | null | undefined): ZoneDraftsState {
  // As they were when the dialog opened. Other people may have changed the zones since then.
  const [zones] = useState<ZoneNames>(() => stored ?? []);
  const [drafts, onChange] = useState<readonly ZoneDraft[]>(() => zoneDraftsOf(zones));
  return {
    field: { owner, zones, drafts, onChange },
    isValid: drafts.every((draft) => zoneDraftNameProblem(drafts, draft) === null),
    changedParams() {
      const theirs = stored ?? [];
      const next = applyZoneDrafts(zones, drafts, theirs);
      return JSON.stringify(next) === JSON.stringify(theirs) ? {} : { manualOrderLabels: [...next] };
    },
    async stepsForZoneCards() {
      if (!owner) return [];
      const steps = zonesWhoseCardsMove(zones, drafts).map(({ from, to }) => stepsToMoveZoneCards(owner, from, to));
      return (await Promise.all(steps)).flat();
    },
  };
}

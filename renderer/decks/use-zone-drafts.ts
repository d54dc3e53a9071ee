/** The state of `ZonesField` in a dialog, and what the dialog sends for it when it saves. */
import { type ComponentProps, useState } from 'react';
import type { ActStep } from '../data/act.ts';
import { moveCardsSteps, type ZoneOwner, type Zones } from '../model/zones.ts';
import type { ZonesField } from './ZonesField.tsx';
import { draftProblem, relabelled, type ZoneDraft, zoneDrafts, zonesOfDrafts } from './zone-drafts.ts';

export interface ZoneDrafts {
  readonly field: ComponentProps<typeof ZonesField>;
  readonly isValid: boolean;
  /** The param of the owner's action; empty if the zones stay as they are. */
  changes(): { manualOrderLabels?: (string | null)[] };
  /** The steps that give the cards of renamed and removed zones their new label. */
  cardSteps(): Promise<readonly ActStep[]>;
}

/** `owner` is null for a run or milestone that is being created. `stored` are the zones that it has. */
export function useZoneDrafts(owner: ZoneOwner | null, stored: Zones | null | undefined): ZoneDrafts {
  // Zones that others change while the dialog is open stay as they are, unless the person changes zones too.
  const [zones] = useState<Zones>(() => stored ?? []);
  const [drafts, onChange] = useState<readonly ZoneDraft[]>(() => zoneDrafts(zones));
  return {
    field: { owner, zones, drafts, onChange },
    isValid: drafts.every((draft) => draftProblem(drafts, draft) === null),
    changes() {
      const next = zonesOfDrafts(drafts);
      return JSON.stringify(next) === JSON.stringify(zones) ? {} : { manualOrderLabels: [...next] };
    },
    async cardSteps() {
      if (!owner) return [];
      const steps = relabelled(zones, drafts).map(({ from, to }) => moveCardsSteps(owner, from, to));
      return (await Promise.all(steps)).flat();
    },
  };
}

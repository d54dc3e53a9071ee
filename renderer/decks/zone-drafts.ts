/** The zones of a run or milestone while a dialog edits them; nothing is sent before the dialog saves. Pure. */
import { normalizedZoneName, type Zones, zoneNameProblem } from '../model/zones.ts';

export interface ZoneDraft {
  /** Stays the same while the zone is renamed and moved. */
  readonly key: string;
  /** The name that the zone has now; undefined for a new zone. */
  readonly stored?: string | null;
  /** As typed; null for the unnamed zone. */
  readonly name: string | null;
}

export const zoneDrafts = (zones: Zones): ZoneDraft[] =>
  zones.map((zone) => ({ key: `stored:${zone ?? ''}`, stored: zone, name: zone }));

/** Adds a zone without a name at the end. The first zone also gets the unnamed zone before it, for cards without a zone. */
export function withNewDraft(drafts: readonly ZoneDraft[], key: string): ZoneDraft[] {
  const unnamed: readonly ZoneDraft[] = drafts.length === 0 ? [{ key: 'stored:', name: null }] : drafts;
  return [...unnamed, { key, name: '' }];
}

/** Returns the drafts with the one at `from` at `to`, which is within the list. */
export function withDraftMoved(drafts: readonly ZoneDraft[], from: number, to: number): readonly ZoneDraft[] {
  const [moved] = drafts.slice(from, from + 1);
  return moved ? drafts.toSpliced(from, 1).toSpliced(to, 0, moved) : drafts;
}

const isIgnored = ({ stored, name }: ZoneDraft) =>
  stored === undefined && name !== null && normalizedZoneName(name) === '';

/** Returns the reason why the zone cannot have its name, or null. A new zone without a name is left out. */
export function draftProblem(drafts: readonly ZoneDraft[], draft: ZoneDraft): string | null {
  if (draft.name === null || isIgnored(draft)) return null;
  if (normalizedZoneName(draft.name) === '') return 'A name is needed.';
  const others = drafts.flatMap(({ key, name }) =>
    key === draft.key || name === null ? [] : [normalizedZoneName(name)],
  );
  return zoneNameProblem(others, draft.name);
}

/** Returns the zones to store; empty if only the unnamed zone is left. */
export function zonesOfDrafts(drafts: readonly ZoneDraft[]): Zones {
  const zones = drafts.flatMap((draft) =>
    isIgnored(draft) ? [] : [draft.name === null ? null : normalizedZoneName(draft.name)],
  );
  return zones.some((zone) => zone !== null) ? zones : [];
}

/** Returns the zones whose cards get another label: renamed ones, and removed ones with null. */
export const relabelled = (zones: Zones, drafts: readonly ZoneDraft[]): { from: string; to: string | null }[] =>
  zones.flatMap((from) => {
    if (from === null) return [];
    const draft = drafts.find(({ stored }) => stored === from);
    const to = draft?.name === undefined || draft.name === null ? null : normalizedZoneName(draft.name);
    return to === from ? [] : [{ from, to }];
  });

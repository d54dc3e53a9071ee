/** Zones while the person edits them in a dialog. Nothing is sent before the dialog saves. */
import { mergeList } from '../../shared/domain/text-merge.ts';
import { normalizedZoneName, type ZoneNames, zoneNameProblem } from '../model/zones.ts';

export interface ZoneDraft {
  /** Does not change when the zone is renamed or moved. */
  readonly key: string;
  /** Null for the unnamed zone, which is for cards without a zone; undefined for a new zone. */
  readonly storedName?: string | null;
  /** As typed; null for the unnamed zone. */
  readonly name: string | null;
}

export const zoneDraftsOf = (zones: ZoneNames): ZoneDraft[] =>
  zones.map((zone) => ({ key: `stored:${zone ?? ''}`, storedName: zone, name: zone }));

/** Adds a nameless zone at the end. Before the first zone, also adds the unnamed zone for cards without a zone. */
export function withZoneDraftAdded(drafts: readonly ZoneDraft[], key: string): ZoneDraft[] {
  const unnamed: readonly ZoneDraft[] = drafts.length === 0 ? [{ key: 'stored:', name: null }] : drafts;
  return [...unnamed, { key, name: '' }];
}

/** `to` must be within the list. */
export function withZoneDraftMoved(drafts: readonly ZoneDraft[], from: number, to: number): readonly ZoneDraft[] {
  const [moved] = drafts.slice(from, from + 1);
  return moved ? drafts.toSpliced(from, 1).toSpliced(to, 0, moved) : drafts;
}

const isIgnored = ({ storedName, name }: ZoneDraft) =>
  storedName === undefined && name !== null && normalizedZoneName(name) === '';

/**
 * Null if the name is fine. An empty name of a new zone is no problem: the dialog leaves the zone out when it saves.
 */
export function zoneDraftNameProblem(drafts: readonly ZoneDraft[], draft: ZoneDraft): string | null {
  if (draft.name === null || isIgnored(draft)) return null;
  if (normalizedZoneName(draft.name) === '') return 'A name is needed.';
  const others = drafts.flatMap(({ key, name }) =>
    key === draft.key || name === null ? [] : [normalizedZoneName(name)],
  );
  return zoneNameProblem(others, draft.name);
}

/**
 * Applies the person's changes to `stored`, the current zones, which other people may have changed. `zones` are those
 * from when the dialog opened. Empty if only the unnamed zone is left.
 */
export function applyZoneDrafts(zones: ZoneNames, drafts: readonly ZoneDraft[], stored: ZoneNames): ZoneNames {
  const own = drafts.flatMap((draft) =>
    isIgnored(draft) ? [] : [draft.name === null ? null : normalizedZoneName(draft.name)],
  );
  const merged = mergeList(zones, own, stored);
  return merged.some((zone) => zone !== null) ? merged : [];
}

/** Pairs of a zone's old name and its new name, or null for a removed zone. */
export const zonesWhoseCardsMove = (
  zones: ZoneNames,
  drafts: readonly ZoneDraft[],
): { from: string; to: string | null }[] =>
  zones.flatMap((from) => {
    if (from === null) return [];
    const draft = drafts.find(({ storedName: stored }) => stored === from);
    const to = draft?.name === undefined || draft.name === null ? null : normalizedZoneName(draft.name);
    return to === from ? [] : [{ from, to }];
  });

/** A name of our statuses or of Trello's first lists, with or without a limit. Zones do not change a status. */
export const isNamedLikeStatus = (zone: string): boolean =>
  /^(to do|todo|not started|doing|in progress|started|(in )?review|blocked|done|finished|completed?)$/i.test(
    zone.replace(/\(\d+\)\s*$/, '').trim(),
  );

import { useMemo, useRef, useState } from 'react';
import { handSlotCount } from '../../../shared/domain/hand.ts';
import { useCurrentUserId } from '../../data/app-state.ts';
import { useLiveQueries } from '../../data/live.ts';
import { useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { type LoadedCards, type MergedLoadedCards, mergeCardAnswers } from '../../model/card-row.ts';
import { type TeamMember, teamHandQueries, teamMembersOf } from '../../model/hand/team.ts';

export interface TeamHands {
  /** The workspace's own user first, then by name. */
  readonly members: readonly TeamMember[];
  readonly loaded: LoadedCards;
  /** Of each Hand; Infinity if the service states no limit. */
  readonly slots: number;
  /** The Hands of the first `firstCount` people are loaded; of all people if `firstCount` is absent. */
  readonly ready: boolean;
  /** People whose Hands have been read; null when all have been read. */
  readonly loadedUserIds: ReadonlySet<string> | null;
  /** Why the Hands cannot be read, or null. */
  readonly error: Error | null;
}

/** Reads the Hands of the first `firstCount` people before the others. */
export function useTeamHands(options: { enabled?: boolean; firstCount?: number }): TeamHands {
  const { enabled = true, firstCount } = options;
  const me = useCurrentUserId();
  const persons = useAssignablePeople();
  const { account, inactiveDeckIds } = useLookups();
  const ids = useMemo(
    () => persons.map(({ id }) => id as string).sort((a, b) => Number(b === me) - Number(a === me)),
    [persons, me],
  );
  // Fixed at the first render, so that a change to the list of people does not start new queries.
  const [firstIds] = useState(() => (firstCount === undefined ? null : ids.slice(0, firstCount)));
  const queries = useMemo(() => (enabled ? teamHandQueries(firstIds) : []), [enabled, firstIds]);
  const { answers, error } = useLiveQueries(queries);
  const gathered = useRef<MergedLoadedCards>(undefined);
  const loaded = useMemo(() => {
    gathered.current = mergeCardAnswers(answers as readonly never[], null, gathered.current);
    return gathered.current.loaded;
  }, [answers]);
  const members = useMemo(
    () => (enabled ? teamMembersOf(answers, loaded.rows, ids, inactiveDeckIds) : []),
    [enabled, answers, loaded, ids, inactiveDeckIds],
  );
  const ready = answers.length > 0;
  const isComplete = answers.length === queries.length;
  return {
    members,
    loaded,
    slots: handSlotCount(account),
    ready,
    loadedUserIds: useMemo(() => (isComplete ? null : new Set(firstIds)), [isComplete, firstIds]),
    error: isComplete ? null : error,
  };
}

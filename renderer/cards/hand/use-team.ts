/** Everybody's Hands, read while something shows them. */
import { useMemo, useRef, useState } from 'react';
import { slotsOf } from '../../../shared/domain/hand.ts';
import { useMe } from '../../data/app-state.ts';
import { useLiveParts } from '../../data/live.ts';
import { useLookups, usePersons } from '../../data/lookups.ts';
import { type CardSet, type MergedCards, mergeCardAnswers } from '../../model/card-row.ts';
import { type TeamMember, teamOf, teamQueries } from '../../model/hand/team.ts';

export interface Team {
  /** The workspace's own user first, then the others by name. */
  readonly members: readonly TeamMember[];
  readonly set: CardSet;
  /** Slots of each Hand; Infinity where the service states no limit. */
  readonly slots: number;
  /** Whether the Hands of the first people are known. */
  readonly ready: boolean;
  /** Ids of the only people whose Hands are known yet, or null: all are. */
  readonly knownPeople: ReadonlySet<string> | null;
  /** Why the Hands cannot be read, or null. */
  readonly error: Error | null;
}

/** With `firstCount`, the Hands of that many people are read before those of the others. */
export function useTeam({ enabled = true, firstCount }: { enabled?: boolean; firstCount?: number } = {}): Team {
  const me = useMe();
  const persons = usePersons();
  const { account, inactiveDecks } = useLookups();
  const ids = useMemo(
    () => persons.map(({ id }) => id as string).sort((a, b) => Number(b === me) - Number(a === me)),
    [persons, me],
  );
  // Not changed when people come and go: other queries would be sent.
  const [first] = useState(() => (firstCount === undefined ? null : ids.slice(0, firstCount)));
  const queries = useMemo(() => (enabled ? teamQueries(first) : []), [enabled, first]);
  const { answers, error } = useLiveParts(queries);
  const gathered = useRef<MergedCards>(undefined);
  const set = useMemo(() => {
    gathered.current = mergeCardAnswers(answers as readonly never[], null, gathered.current);
    return gathered.current.set;
  }, [answers]);
  const members = useMemo(
    () => (enabled ? teamOf(answers, set.rows, ids, inactiveDecks) : []),
    [enabled, answers, set, ids, inactiveDecks],
  );
  const ready = answers.length > 0;
  const isComplete = answers.length === queries.length;
  return {
    members,
    set,
    slots: slotsOf(account),
    ready,
    knownPeople: useMemo(() => (isComplete ? null : new Set(first)), [isComplete, first]),
    error: isComplete ? null : error,
  };
}

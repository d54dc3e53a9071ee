/** Everybody's Hands, read while something shows them. */
import { useMemo } from 'react';
import { slotsOf } from '../../../shared/domain/hand.ts';
import { useMe } from '../../data/app-state.ts';
import { useLive } from '../../data/live.ts';
import { useLookups, usePersons } from '../../data/lookups.ts';
import type { CardSet } from '../../model/card-row.ts';
import { type TeamMember, teamCards, teamCardsQuery, teamOf, teamQuery } from '../../model/hand/team.ts';

export interface Team {
  /** The workspace's own user first, then the others by name. */
  readonly members: readonly TeamMember[];
  readonly set: CardSet;
  /** Slots of each Hand; Infinity where the service states no limit. */
  readonly slots: number;
  readonly ready: boolean;
  /** Why the Hands cannot be read, or null. */
  readonly error: Error | null;
}

export function useTeam(enabled = true): Team {
  const me = useMe();
  const persons = usePersons();
  const { account, inactiveDecks } = useLookups();
  const { data, error } = useLive(teamQuery, { enabled });
  const { data: cards, error: cardsError } = useLive(teamCardsQuery, { enabled, keep: true });
  const set = useMemo(() => teamCards(cards), [cards]);
  const members = useMemo(() => {
    const ids = persons.map(({ id }) => id as string).sort((a, b) => Number(b === me) - Number(a === me));
    return enabled ? teamOf(data, set.rows, ids, inactiveDecks) : [];
  }, [enabled, data, set, persons, me, inactiveDecks]);
  const ready = data !== undefined && cards !== undefined;
  return { members, set, slots: slotsOf(account), ready, error: ready ? null : (error ?? cardsError) };
}

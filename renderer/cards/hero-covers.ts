/** Covers of hero cards, which their sub cards show as well where the organization wants it (`allowInheritHeroCover`). */
import { useMemo } from 'react';
import { query, under } from '../../shared/contract/index.ts';
import { useLive } from '../data/live.ts';

const heroes = {
  coverFileId: { op: 'neq', value: null },
  derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] },
} as const;
const coversQuery = query({ _root: [{ account: [under('cards', heroes, ['coverFileId'])] }] });

const none: ReadonlyMap<string, string> = new Map();

/** File ids by the hero's card id; empty unless `wanted`. */
export function useHeroCovers(wanted: boolean): ReadonlyMap<string, string> {
  const { data } = useLive(coversQuery, { enabled: wanted });
  return useMemo(() => {
    if (!data || !wanted) return none;
    return new Map(
      Object.values(data.card ?? {}).flatMap(({ cardId, coverFileId }) =>
        coverFileId ? [[cardId as string, coverFileId as string] as const] : [],
      ),
    );
  }, [data, wanted]);
}

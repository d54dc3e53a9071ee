/** Covers of hero cards, which sub cards inherit if the organization allows it (`allowInheritHeroCover`). */
import { useMemo } from 'react';
import { query, under } from '../../../shared/contract/index.ts';
import { useLive } from '../../data/live.ts';

const heroes = {
  coverFileId: { op: 'neq', value: null },
  derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] },
} as const;
const coversQuery = query({ _root: [{ account: [under('cards', heroes, ['coverFileId'])] }] });

const none: ReadonlyMap<string, string> = new Map();

/** Returns cover file ids by hero card id; empty unless `enabled`. */
export function useHeroCovers(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useLive(coversQuery, { enabled });
  return useMemo(() => {
    if (!data || !enabled) return none;
    return new Map(
      Object.values(data.card ?? {}).flatMap(({ cardId, coverFileId }) =>
        coverFileId ? [[cardId as string, coverFileId as string] as const] : [],
      ),
    );
  }, [data, enabled]);
}

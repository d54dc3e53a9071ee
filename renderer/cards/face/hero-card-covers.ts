/** Loads the covers of hero cards. Sub cards show them if the organization allows it (`allowInheritHeroCover`). */
import { useMemo } from 'react';
import { queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import { useLiveQuery } from '../../data/live.ts';

const heroFilter = {
  coverFileId: { op: 'neq', value: null },
  derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] },
} as const;
const coversQuery = queryForAccount([selectRelated('cards', heroFilter, ['coverFileId'])]);

const noCovers: ReadonlyMap<string, string> = new Map();

/** Returns the file id of the cover by hero card id; an empty map if `enabled` is false. */
export function useHeroCardCovers(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useLiveQuery(coversQuery, { enabled });
  return useMemo(() => {
    if (!data || !enabled) return noCovers;
    return new Map(
      Object.values(data.card ?? {}).flatMap(({ cardId, coverFileId }) =>
        coverFileId ? [[cardId as string, coverFileId as string] as const] : [],
      ),
    );
  }, [data, enabled]);
}

/** Reads the titles of the hero cards to which a board's sub cards belong, for boards that are grouped by hero card. */
import { useMemo } from 'react';
import { type QueryObject, queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { useLiveQuery } from '../data/live.ts';

const heroesQuery = (where: QueryObject) =>
  queryForAccount([selectRelated('cards', where, ['parentCardId', { parentCard: ['title'] }])]);

/** Returns the titles by hero card id. Undefined until loaded, or if `wanted` is false. */
export function useHeroCardTitles(where: QueryObject, wanted: boolean): Readonly<Record<string, string>> | undefined {
  const { data } = useLiveQuery(heroesQuery(where), { enabled: wanted });
  return useMemo(() => {
    if (!data || !wanted) return undefined;
    const rows = data.card as unknown as Record<string, { title?: string; parentCardId?: string | null }>;
    return Object.fromEntries(
      Object.values(rows).flatMap(({ parentCardId }) =>
        parentCardId && rows[parentCardId] ? [[parentCardId, rows[parentCardId].title || 'Untitled'] as const] : [],
      ),
    );
  }, [data, wanted]);
}

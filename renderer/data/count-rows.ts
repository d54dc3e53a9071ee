import { filteredRelationKey, type QueryObject, query, type RelationName } from '../../shared/contract/index.ts';
import { onlyRow } from './answer-rows.ts';
import { queryOnce } from './live.ts';

/** `countRows({ cards: { status: 'done' } })`. @throws FailureError */
export async function countRows<L extends RelationName<'account'>>(
  conditions: Readonly<Record<L, QueryObject>>,
): Promise<Record<L, number>> {
  const keys = Object.entries<QueryObject>(conditions).map(
    ([list, where]) => [list, `count:${filteredRelationKey(list, where)}` as 'count:cards'] as const,
  );
  const { account } = await queryOnce(query({ _root: [{ account: keys.map(([, key]) => key) }] }));
  const counts = onlyRow(account) as Readonly<Record<string, number>> | undefined;
  return Object.fromEntries(keys.map(([list, key]) => [list, counts?.[key] ?? 0])) as Record<L, number>;
}

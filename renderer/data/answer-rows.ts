import {
  filteredRelationKey,
  type QueryObject,
  query,
  queryForAccount,
  type RelationName,
  selectRelated,
} from '../../shared/contract/index.ts';
import { queryOnce } from './live.ts';

type Rows<R> = Readonly<Record<string, R>> | undefined;

/** In the order of the ids. Missing rows are left out. */
export function rowsByIds<R>(rows: Rows<R>, ids: readonly string[] | undefined): R[] {
  return (ids ?? []).flatMap((id) => rows?.[id] ?? []);
}

/** For an answer with at most one row. */
export function onlyRow<R>(rows: Rows<R>): R | undefined {
  for (const key in rows) return rows[key];
  return undefined;
}

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

/** The short form of a card in links, lists and history: code, title and status. */
export const cardFaceFields = ['accountSeq', 'title', 'derivedStatus', 'status', 'visibility', 'isDoc'] as const;

/** Short codes encode these numbers. */
export const cardsByAccountSeqQuery = (seqs: readonly number[]) =>
  queryForAccount([selectRelated('cards', { accountSeq: { op: 'in', value: seqs } }, cardFaceFields)]);

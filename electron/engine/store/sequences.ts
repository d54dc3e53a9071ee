/** Assigns `accountSeq`, a number within the organization. The table `counter` has the last one of each kind of row. */

import { rowKey } from '../../../shared/contract/index.ts';
import type { ActionContext } from '../types.ts';
import type { AnyRow, NewRow, RowStore } from './rows.ts';
import { type StoredModelName, tableDefinitionOf } from './schema.ts';

/** The models that each counter numbers. Journey steps use the counter of cards (rule `journeys.seq`). */
export const modelsByCounter = {
  card: ['card', 'workflowItem'],
  deck: ['deck'],
  milestone: ['milestone'],
  sprint: ['sprint'],
} as const satisfies Partial<Record<StoredModelName, readonly StoredModelName[]>>;
type NumberedModel = keyof typeof modelsByCounter;

/** From 1. Null on a replica, which the type does not say: the service assigns it, the replica reads it. */
export function nextAccountSeq({ rows, role }: ActionContext, kind: NumberedModel): number {
  if (role === 'replica') return null as unknown as number;
  const value = (rows.get('counter', kind)?.value ?? 0) + 1;
  rows.put('counter', { name: kind, value });
  return value;
}

/** For effects, which a replica performs again in a replay: before it, the service might have sent the row. */
export function insertIfMissing<M extends StoredModelName>(rows: RowStore, model: M, row: NewRow<M>): void {
  if (!rows.get(model, rowKey(tableDefinitionOf(model).model, row as AnyRow))) rows.insert(model, row);
}

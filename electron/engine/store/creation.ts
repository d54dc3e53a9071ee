/** Creates rows in effects, which a replica can perform several times (replay). */
import { rowKey } from '../../../shared/contract/index.ts';
import type { AnyRow, NewRow, RowStore } from './rows.ts';
import { type StoredModelName, tableDefinitionOf } from './schema.ts';

/** Before a replay, the replica might have received the row from the service. */
export function insertIfMissing<M extends StoredModelName>(rows: RowStore, model: M, row: NewRow<M>): void {
  if (!rows.get(model, rowKey(tableDefinitionOf(model).model, row as AnyRow))) rows.insert(model, row);
}

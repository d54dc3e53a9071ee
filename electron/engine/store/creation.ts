/** Creates rows in effects, which a replica replays. */
import { rowKey } from '../../../shared/contract/index.ts';
import type { AnyRow, NewRow, Rows } from './rows.ts';
import { type StoredModel, tableOf } from './schema.ts';

/** Inserts a row unless its key exists: a replay may find the row that the service has confirmed meanwhile. */
export function insertMissing<M extends StoredModel>(rows: Rows, model: M, row: NewRow<M>): void {
  if (!rows.get(model, rowKey(tableOf(model).model, row as AnyRow))) rows.insert(model, row);
}

/** Creates in-memory databases with given rows, and readers for them, for tests of queries. */
import Database from 'better-sqlite3';
import { createDatabaseReader, type DatabaseReader } from '../../../electron/engine/query/reader.ts';
import { RowStore } from '../../../electron/engine/store/rows.ts';
import { createTables, tableDefinitionOf } from '../../../electron/engine/store/schema.ts';
import type { EngineRole, Viewer } from '../../../electron/engine/types.ts';
import type { RowModelName } from '../../../shared/contract/index.ts';
import type { ReferenceRows } from '../../support/reference-evaluator.ts';

export const unrestrictedViewer: Viewer = { userId: null, projects: 'all', scopes: 'all' };

export function createDatabaseWithRows(world: ReferenceRows): Database.Database {
  const db = new Database(':memory:');
  createTables(db);
  const rows = new RowStore(db);
  for (const [model, list] of Object.entries(world))
    for (const row of list) {
      const blank = Object.fromEntries(tableDefinitionOf(model).columns.map((column) => [column.name, column.empty]));
      rows.insert(model as RowModelName, { ...blank, ...row } as never);
    }
  rows.flushText();
  return db;
}

export function createReaderWithRows(world: ReferenceRows, role: EngineRole = 'service'): DatabaseReader {
  return createDatabaseReader(createDatabaseWithRows(world), role);
}

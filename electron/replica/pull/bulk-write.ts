/** Writes the rows of the first sync's answers, before the indexes are built. */
import type { QueryAnswer } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { quoteSqlIdentifier, type TableDefinition } from '../../engine/store/schema.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { storableRowsOf } from './answers.ts';

/** Returns the row's values in the order of the table's columns, as SQLite stores them. */
function sqlValuesOf(table: TableDefinition, row: AnyRow): unknown[] {
  return table.columns.map(({ name, kind }) => {
    const value = row[name];
    if (value === undefined || value === null) return null;
    if (kind === 'json') return JSON.stringify(value);
    return kind === 'boolean' ? (value ? 1 : 0) : value;
  });
}

/**
 * The highest row id of cards of a first sync. Search treats cards with higher row ids as newer (engine/query/find.ts).
 * The first sync reads the newest cards first and counts row ids down from here. Cards created later get higher ids.
 */
const highestRowId = 1_000_000_000;

/**
 * Writes the answer's rows with SQL and returns the names of their models. SQL is faster than the row store, but
 * updates neither the full-text index nor the before-images. Call it only before the indexes are built, and only while
 * no row has pending changes.
 */
export function writeAnswerInBulk(store: OptimisticStore, answer: QueryAnswer): Set<string> {
  const { db } = store.engine;
  const lowest = db
    .prepare('SELECT min(n) FROM "card" WHERE n > ?')
    .pluck()
    .get(highestRowId / 2) as number | null;
  let number = lowest ?? highestRowId;
  const models = new Set<string>();
  const statements = new Map<string, (row: AnyRow) => void>();
  for (const { table, row } of storableRowsOf(answer)) {
    let write = statements.get(table.name);
    if (!write) {
      const isCard = table.name === 'card';
      const names = table.columns.map(({ name }) => quoteSqlIdentifier(name));
      const columns = isCard ? [...names, 'n'] : names;
      const updates = names.map((name) => `${name} = excluded.${name}`).join(', ');
      const statement = db.prepare(
        `INSERT INTO ${quoteSqlIdentifier(table.name)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
         ON CONFLICT (${table.key.map(quoteSqlIdentifier).join(', ')}) DO UPDATE SET ${updates}`,
      );
      write = (values) => {
        number -= 1;
        statement.run(isCard ? [...sqlValuesOf(table, values), number] : sqlValuesOf(table, values));
      };
      statements.set(table.name, write);
      models.add(table.name);
    }
    write(row);
  }
  return models;
}

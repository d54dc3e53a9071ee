/**
 * Checks of a workspace's database. Each is a function of the database that changes nothing and returns what it found.
 * Columns, references and tables derive from the contract's models (`tableDefinitions`).
 */
import type { Database } from 'better-sqlite3';
import type { Finding } from '../../shared/bridge/keep.ts';
import { findTypeMismatch, rowKey } from '../../shared/contract/index.ts';
import {
  createMaterializedTables,
  dropMaterializedTables,
  materializedTables,
} from '../engine/store/materialized-tables.ts';
import { type AnyRow, fromSqlValue, prepared } from '../engine/store/rows.ts';
import { quoteSqlIdentifier, refillTextIndex, type TableDefinition, tableDefinitions } from '../engine/store/schema.ts';
import { modelsByCounter } from '../engine/store/sequences.ts';

/** A damaged database can have as many findings as rows; a person reads a few. */
const maxExamples = 20;
const maxExampleLength = 300;

/** What SQLite finds in its own pages. */
export const pageProblems = (db: Database): string[] =>
  (db.pragma(`integrity_check(${maxExamples})`) as { integrity_check: string }[])
    .map(({ integrity_check }) => integrity_check)
    .filter((line) => line !== 'ok');

/** Values that SQLite or `JSON.parse` reads otherwise than the engine writes them, and values of another type. */
export function* wrongValues(db: Database): Generator<string> {
  for (const table of tableDefinitions.values()) {
    const tests = table.columns.map(({ name, kind }) => {
      const column = quoteSqlIdentifier(name);
      const stored = kind === 'text' || kind === 'json' ? 'text' : 'integer';
      const isJson = kind === 'json' ? ` OR (typeof(${column}) = 'text' AND NOT json_valid(${column}))` : '';
      return { name, sql: `typeof(${column}) NOT IN ('null', '${stored}')${isJson}` };
    });
    const all = `SELECT *, ${tests.map(({ sql }) => sql).join(' OR ')} AS isUnreadable FROM ${quoteSqlIdentifier(table.name)}`;
    for (const row of prepared(db, all).iterate() as Iterable<AnyRow>) {
      const found = row.isUnreadable ? 'a value that cannot be read' : typeProblem(table, row);
      if (found) yield `${table.name} ${keyOf(table, row)} has ${found}`;
    }
  }
}

function keyOf(table: TableDefinition, row: AnyRow): string {
  return rowKey(table.model, row).slice(0, 200);
}

function typeProblem(table: TableDefinition, raw: AnyRow): string | undefined {
  for (const column of table.columns) {
    const type = table.model.fields[column.name];
    const value = fromSqlValue(column, raw[column.name]);
    if (!type) {
      if (column.kind === 'json' && !Array.isArray(value)) return `no list in ${column.name}`;
      continue;
    }
    const found = findTypeMismatch(type, value, true);
    if (found) return `no ${found.expected} in ${column.name}${found.path}`;
  }
  return undefined;
}

/** The columns with an id or a JSON list of ids of rows with a key of one column. */
const references = [...tableDefinitions.values()].flatMap((table) =>
  table.columns.flatMap((column) => {
    const target = column.idsOfModel === undefined ? undefined : tableDefinitions.get(column.idsOfModel);
    const [key, ...more] = target?.key ?? [];
    return !target || key === undefined || more.length > 0 ? [] : [{ table, column, target: target.name, key }];
  }),
);

export function* danglingIds(db: Database): Generator<string> {
  for (const { table, column, target, key } of references) {
    const name = `"${table.name}"."${column.name}"`;
    const [from, id] =
      column.kind === 'json' ? [`"${table.name}", json_each(${name})`, 'json_each.value'] : [`"${table.name}"`, name];
    const sql = `SELECT DISTINCT ${id} FROM ${from} WHERE ${id} IS NOT NULL AND ${id} NOT IN (SELECT "${key}" FROM "${target}")`;
    for (const missing of prepared(db, sql).pluck().all())
      yield `${table.name}.${column.name} names the ${target} '${String(missing)}', which does not exist`;
  }
}

/** Tables that triggers keep up to date, against the queries that define them. */
export const materializedTableDifferences = (db: Database): string[] =>
  materializedTables.flatMap(({ name, content }) => {
    const [wanted, kept] = [`SELECT * FROM (${content})`, `SELECT * FROM "${name}"`];
    const apart = (what: string, from: string, other: string) =>
      prepared(db, `${from} EXCEPT ${other}`)
        .raw(true)
        .all()
        .map((row) => `${what} in ${name}: ${JSON.stringify(row)}`);
    return [...apart('missing', wanted, kept), ...apart('too much', kept, wanted)];
  });

/** Cards without an entry in the full-text index, and entries without a card. */
const unindexedCards = (db: Database): string[] =>
  (
    prepared(
      db,
      'SELECT * FROM (SELECT n FROM card EXCEPT SELECT id FROM cardText_docsize) UNION ALL SELECT * FROM (SELECT id FROM cardText_docsize EXCEPT SELECT n FROM card)',
    )
      .pluck()
      .all() as number[]
  ).map((n) => `row ${n} of the cards`);

/** Numbers that a new row would get although another has them already. */
function* lateCounters(db: Database): Generator<string> {
  for (const [name, models] of Object.entries(modelsByCounter)) {
    const { stored, highest } = counterState(db, name, models);
    if (highest > stored) yield `the next ${name} would get number ${stored + 1}, and there is a number ${highest}`;
  }
}

function counterState(db: Database, name: string, models: readonly string[]) {
  const highest = models.map((model) => `SELECT max(accountSeq) AS seq FROM "${model}"`).join(' UNION ALL ');
  return {
    stored: (prepared(db, 'SELECT value FROM counter WHERE name = ?').pluck().get(name) as number | undefined) ?? 0,
    highest: (prepared(db, `SELECT max(seq) FROM (${highest})`).pluck().get() as number | null) ?? 0,
  };
}

export function raiseCounters(db: Database): void {
  for (const [name, models] of Object.entries(modelsByCounter)) {
    const { stored, highest } = counterState(db, name, models);
    if (highest > stored) db.prepare('INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)').run(name, highest);
  }
}

/** Two rows with one number have the same short code. */
export function* sharedNumbers(db: Database): Generator<string> {
  for (const [name, models] of Object.entries(modelsByCounter)) {
    const all = models.map((model) => `SELECT accountSeq FROM "${model}"`).join(' UNION ALL ');
    const sql = `SELECT accountSeq FROM (${all}) WHERE accountSeq IS NOT NULL GROUP BY accountSeq HAVING count(*) > 1`;
    for (const seq of prepared(db, sql).pluck().all()) yield `${name} ${String(seq)}`;
  }
}

/** Files whose bytes are not those that were uploaded, and attached files without bytes. */
export const brokenFiles = (db: Database): string[] =>
  prepared(
    db,
    `SELECT upload.fileName FROM upload LEFT JOIN storedFile ON storedFile.uploadId = upload.id
     WHERE upload.size IS NOT NULL AND upload.size IS NOT coalesce(length(storedFile.bytes), -1) +
       (SELECT coalesce(sum(length(bytes)), 0) FROM storedFilePiece WHERE uploadId = upload.id)`,
  )
    .pluck()
    .all() as string[];

/** Ids in lists and in columns that may be empty are removed; rows that are nothing without the missing one stay. */
function removeDanglingIds(db: Database): void {
  for (const { table, column, target, key } of references) {
    const { name, kind } = column;
    const field = quoteSqlIdentifier(name);
    const known = `SELECT "${key}" FROM "${target}"`;
    if (kind === 'json')
      db.exec(`UPDATE "${table.name}" SET ${field} = (SELECT json_group_array(value) FROM json_each(${field}) WHERE value IN (${known}))
        WHERE EXISTS (SELECT 1 FROM json_each(${field}) WHERE value NOT IN (${known}))`);
    else if (isOptional(table, name))
      db.exec(`UPDATE "${table.name}" SET ${field} = NULL WHERE ${field} IS NOT NULL AND ${field} NOT IN (${known})`);
  }
}

const isOptional = ({ model, key }: TableDefinition, name: string) =>
  !key.includes(name) && (model.fields[name]?.kind ?? 'nullable') === 'nullable';

export interface Check {
  readonly text: string;
  readonly find: (db: Database) => Iterable<string>;
  /** In a transaction. */
  readonly mend?: (db: Database) => void;
}

/** Of `service.sqlite`. The first finds damage that can make the others fail. */
export const databaseChecks: readonly Check[] = [
  { text: 'The file of the workspace is damaged', find: pageProblems },
  { text: 'Some values cannot be read', find: wrongValues },
  { text: 'Some rows name others that do not exist', find: danglingIds, mend: removeDanglingIds },
  { text: 'New rows would get numbers that others have', find: lateCounters, mend: raiseCounters },
  { text: 'Some rows share a number', find: sharedNumbers },
  { text: 'Some attached files are not complete', find: brokenFiles },
  {
    text: 'Numbers in overviews differ from the cards',
    find: materializedTableDifferences,
    mend(db) {
      dropMaterializedTables(db);
      createMaterializedTables(db);
    },
  },
  { text: 'Search does not know all cards', find: unindexedCards, mend: refillTextIndex },
];

/** What the checks find. A check that cannot run, as after damage, is a finding, too. */
export function examine(db: Database, checks: readonly Check[]): Finding[] {
  const findings: Finding[] = [];
  for (const { text, find, mend } of checks) {
    const examples: string[] = [];
    let count = 0;
    try {
      for (const found of find(db)) {
        count += 1;
        if (examples.length < maxExamples) examples.push(found.slice(0, maxExampleLength));
      }
    } catch (error) {
      count += 1;
      examples.push(`This check could not run: ${(error as Error).message}`);
    }
    if (count > 0) findings.push({ text, count, examples, canMend: mend !== undefined });
  }
  return findings;
}

/** All or nothing. Find again afterwards: what cannot be mended stays. */
export function mendAll(db: Database, checks: readonly Check[]): void {
  db.transaction(() => {
    for (const { find, mend } of checks) if (mend && [...find(db)].length > 0) mend(db);
  }).immediate();
}

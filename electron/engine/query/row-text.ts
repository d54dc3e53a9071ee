/**
 * Rows as JSON text from SQL are faster than JSON from JavaScript: SQLite encodes every string once and copies stored
 * JSON unchanged, and JavaScript creates no value for each field.
 */
import type { ColumnKind } from '../store/schema.ts';
import type { StatementDraft } from './sql.ts';

export interface RowValueExpression {
  readonly key: string;
  readonly sql: string;
  /** `ids`: a JSON list of ids. NULL becomes an empty list. */
  readonly kind: ColumnKind | 'ids';
}

/** Arguments of an SQL function. SQLite allows 1000 (SQLITE_MAX_FUNCTION_ARG). */
const maxParts = 900;

function concatenated(parts: readonly string[]): string {
  if (parts.length <= maxParts) return `concat(${parts.join(', ')})`;
  const chunks: string[] = [];
  for (let from = 0; from < parts.length; from += maxParts)
    chunks.push(concatenated(parts.slice(from, from + maxParts)));
  return concatenated(chunks);
}

/** One `json_object` takes two arguments per pair. */
const maxPairs = maxParts / 2;

/**
 * A JSON object without its closing brace, so that keys can be added. Strings and numbers come first: one `json_object`
 * for all of them is faster than separate calls.
 */
export function unclosedJsonObjectSql(draft: StatementDraft, rowValues: readonly RowValueExpression[]): string {
  // A key can be any text from a client, so only plain words become part of the SQL; others are bound.
  const literal = (text: string) => (/^[\w,:"]+$/.test(text) ? `'${text}'` : draft.bind(text));
  const texts = rowValues.filter(({ kind }) => kind === 'text');
  const numbers = rowValues.filter(({ kind }) => kind === 'integer').slice(0, Math.max(0, maxPairs - texts.length));
  const first = [...texts, ...numbers];
  const others = rowValues.filter((rowValue) => !first.includes(rowValue));
  const pairs = first.map(({ key, sql }) => `${literal(key)}, ${sql}`).join(', ');
  const beginning = first.length > 0 ? `rtrim(json_object(${pairs}), '}')` : `'{'`;
  if (others.length === 0) return beginning;
  const parts = others.flatMap(({ key, sql, kind }, index) => {
    const label = `${first.length > 0 || index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
    const [yes, no, none] = ['true', 'false', 'null'].map((value) => literal(label + value));
    if (kind === 'boolean') return [`CASE ${sql} WHEN 1 THEN ${yes} WHEN 0 THEN ${no} ELSE ${none} END`];
    return [literal(label), `coalesce(${sql}, ${kind === 'ids' ? `'[]'` : `'null'`})`];
  });
  return concatenated([beginning, ...parts]);
}

/** The values as JSON, separated by commas. */
export interface NamedRowValuesSql {
  readonly sql: string;
  readonly names: readonly string[];
  /** A value with several names has the first in `names`, and the others here, with its index. */
  readonly aliases: readonly (readonly [name: string, at: number])[];
}

/**
 * The values without their names, which are sent once for all rows. First the key (`keyLength` values), then strings
 * and numbers in the same `json_array`, because one call is faster than separate calls, then all others.
 */
export function rowValuesSql(rowValues: readonly RowValueExpression[], keyLength: number): NamedRowValuesSql {
  const literal = (text: string) => `'${text}'`;
  const isScalar = (kind: RowValueExpression['kind']) => kind === 'text' || kind === 'integer';
  const bySql = new Map<string, RowValueExpression>();
  for (const rowValue of rowValues) if (!bySql.has(rowValue.sql)) bySql.set(rowValue.sql, rowValue);
  const uniqueValues = [...bySql.values()];
  const first = [
    ...uniqueValues.slice(0, keyLength),
    ...uniqueValues.slice(keyLength).filter(({ kind }) => isScalar(kind)),
  ].slice(0, maxParts);
  const others = uniqueValues.filter((rowValue) => !first.includes(rowValue));
  const sent = [...first, ...others];
  const aliases = rowValues
    .filter((rowValue) => bySql.get(rowValue.sql) !== rowValue)
    .map(({ key, sql }) => [key, sent.findIndex((rowValue) => rowValue.sql === sql)] as const);
  // Removes only the outer brackets: those of a string are inside its quotes.
  const beginning = first.length > 0 ? [`trim(json_array(${first.map(({ sql }) => sql).join(', ')}), '[]')`] : [];
  const parts = others.flatMap(({ sql, kind }, index) => {
    const comma = first.length > 0 || index > 0 ? ',' : '';
    const [yes, no, none] = ['true', 'false', 'null'].map((value) => literal(comma + value));
    if (kind === 'boolean') return [`CASE ${sql} WHEN 1 THEN ${yes} WHEN 0 THEN ${no} ELSE ${none} END`];
    if (isScalar(kind)) return [literal(comma), `json_quote(${sql})`];
    return [literal(comma), `coalesce(${sql}, ${kind === 'ids' ? `'[]'` : `'null'`})`];
  });
  const all = [...beginning, ...parts];
  const sql = all.length === 0 ? `''` : all.length === 1 ? (all[0] as string) : concatenated(all);
  return { sql, names: sent.map(({ key }) => key), aliases };
}

/**
 * Rows as JSON text, put together inside SQLite: every string is encoded once, stored JSON is copied as it is, and no
 * value becomes one of JavaScript's on the way.
 */
import type { ColumnKind } from '../schema.ts';
import type { Draft } from './sql.ts';

/** One value of a row and the SQL that yields it as stored. */
export interface Piece {
  readonly key: string;
  readonly sql: string;
  /** `ids`: a JSON list of ids, where nothing stored means none. */
  readonly kind: ColumnKind | 'ids';
}

/** Parts per call: SQLite takes at most 1000 (SQLITE_MAX_FUNCTION_ARG). */
const mostParts = 900;

function concatenated(parts: readonly string[]): string {
  if (parts.length <= mostParts) return `concat(${parts.join(', ')})`;
  const chunks: string[] = [];
  for (let from = 0; from < parts.length; from += mostParts)
    chunks.push(concatenated(parts.slice(from, from + mostParts)));
  return concatenated(chunks);
}

/** The value as JSON text, for values that need no quoting. */
function plainText({ sql, kind }: Piece): string {
  if (kind === 'ids') return `coalesce(${sql}, '[]')`;
  return kind === 'boolean'
    ? `CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END`
    : `coalesce(${sql}, 'null')`;
}

/**
 * SQL for the row as the text of a JSON object without its closing brace, so that more can be added. Strings come
 * first, all in one call: that is what reading in text gains most by.
 */
export function openText(draft: Draft, pieces: readonly Piece[]): string {
  // Keys may be any text that clients send: only plain words become part of the SQL.
  const literal = (text: string) => (/^[\w,:"]+$/.test(text) ? `'${text}'` : draft.bind(text));
  const strings = pieces.filter(({ kind }) => kind === 'text').map(({ key, sql }) => `${literal(key)}, ${sql}`);
  const others = pieces.filter(({ kind }) => kind !== 'text');
  const begun = strings.length > 0 ? `rtrim(json_object(${strings.join(', ')}), '}')` : `'{'`;
  if (others.length === 0) return begun;
  const parts = others.flatMap((piece, index) => [
    literal(`${strings.length > 0 || index > 0 ? ',' : ''}${JSON.stringify(piece.key)}:`),
    plainText(piece),
  ]);
  return concatenated([begun, ...parts]);
}

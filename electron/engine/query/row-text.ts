/**
 * SQL that makes the JSON text of rows inside SQLite: every string is encoded once, stored JSON is copied unchanged,
 * and no JavaScript value is created.
 */
import type { ColumnKind } from '../store/schema.ts';
import type { Draft } from './sql.ts';

/** One value of a row, and the SQL of its stored form. */
export interface Piece {
  readonly key: string;
  readonly sql: string;
  /** `ids`: a JSON list of ids, empty where nothing is stored. */
  readonly kind: ColumnKind | 'ids';
}

/** Maximum number of arguments per call; SQLite's own maximum is 1000 (SQLITE_MAX_FUNCTION_ARG). */
const maxParts = 900;

function concatenated(parts: readonly string[]): string {
  if (parts.length <= maxParts) return `concat(${parts.join(', ')})`;
  const chunks: string[] = [];
  for (let from = 0; from < parts.length; from += maxParts)
    chunks.push(concatenated(parts.slice(from, from + maxParts)));
  return concatenated(chunks);
}

/** Maximum number of pairs of one `json_object`, which takes two arguments per pair. */
const maxPairs = maxParts / 2;

/**
 * SQL for the row as the text of a JSON object without its closing brace, so that more can be added. Strings and
 * numbers are first, all in one call, which makes reading as text fast.
 */
export function openText(draft: Draft, pieces: readonly Piece[]): string {
  // Keys can be any text from clients, so only plain words become part of the SQL.
  const literal = (text: string) => (/^[\w,:"]+$/.test(text) ? `'${text}'` : draft.bind(text));
  const texts = pieces.filter(({ kind }) => kind === 'text');
  const numbers = pieces.filter(({ kind }) => kind === 'integer').slice(0, Math.max(0, maxPairs - texts.length));
  const first = [...texts, ...numbers];
  const others = pieces.filter((piece) => !first.includes(piece));
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

/** Values as JSON, separated by commas, and their names. */
export interface ValuesText {
  readonly sql: string;
  readonly names: readonly string[];
  /** Second names of values, with their positions. */
  readonly also: readonly (readonly [name: string, at: number])[];
}

/**
 * SQL for the text of the row's values without their names, which are sent once for all rows. The first `width` values
 * stay first; strings and numbers follow in the same call.
 */
export function valuesText(pieces: readonly Piece[], width: number): ValuesText {
  const literal = (text: string) => `'${text}'`;
  const isScalar = (kind: Piece['kind']) => kind === 'text' || kind === 'integer';
  const bySql = new Map<string, Piece>();
  for (const piece of pieces) if (!bySql.has(piece.sql)) bySql.set(piece.sql, piece);
  const uniquePieces = [...bySql.values()];
  const first = [
    ...uniquePieces.slice(0, width),
    ...uniquePieces.slice(width).filter(({ kind }) => isScalar(kind)),
  ].slice(0, maxParts);
  const others = uniquePieces.filter((piece) => !first.includes(piece));
  const sent = [...first, ...others];
  const also = pieces
    .filter((piece) => bySql.get(piece.sql) !== piece)
    .map(({ key, sql }) => [key, sent.findIndex((piece) => piece.sql === sql)] as const);
  // Removes only the outer brackets; brackets in texts are inside quotes.
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
  return { sql, names: sent.map(({ key }) => key), also };
}

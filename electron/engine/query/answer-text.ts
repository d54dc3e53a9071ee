/**
 * Joins the rows that `JsonAnswerReader` has read. The result is the JSON text of an answer, or this text in UTF-8
 * bytes.
 */
import type { QueryNodeRows } from './text-run.ts';

type RowsByModel = ReadonlyMap<string, readonly QueryNodeRows[]>;

const rootModel = '_root';

/** Returns the JSON text of the answer. */
export function answerJsonTextOf(answer: RowsByModel): string {
  return partsOf(answer).join('');
}

/**
 * Returns the answer's JSON text in UTF-8. The buffer is outside Node's shared pool, because sending a pooled buffer to
 * another thread copies the whole pool.
 */
export function answerJsonBytesOf(answer: RowsByModel): Buffer {
  // Encodes each part separately, because joining the parts first would copy the whole text once more.
  const parts = partsOf(answer);
  let size = 0;
  for (const part of parts) size += part.length;
  // Reserves one byte per UTF-16 unit, which is enough for ASCII, the usual case. The buffer grows for other texts.
  let bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const part of parts) {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    if (bytes.length - at < part.length * 3) {
      const needed = at + Buffer.byteLength(part);
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, bytes.length * 2));
        bytes.copy(larger, 0, 0, at);
        bytes = larger;
      }
    }
    at += bytes.write(part, at);
  }
  return at === bytes.length ? bytes : Buffer.copyBytesFrom(bytes, 0, at);
}

/**
 * Returns the answer's JSON text as parts in order. Each row's text is a part of its own, because joining texts copies
 * them.
 */
function partsOf(answer: RowsByModel): string[] {
  const parts = [`{"_root":${rootOf(answer)}`];
  for (const [model, nodes] of answer) {
    if (model === rootModel) continue;
    parts.push(`,${JSON.stringify(model)}:{`);
    let between = '';
    eachRow(nodes, (key, open) => {
      parts.push(`${between}${JSON.stringify(key)}:`, open);
      between = '},';
    });
    parts.push(between === '' ? '}' : '}}');
  }
  parts.push('}');
  return parts;
}

function rootOf(answer: RowsByModel): string {
  let root = '{';
  eachRow(answer.get(rootModel) ?? [], (_key, open) => {
    root = open;
  });
  return `${root}}`;
}

/**
 * Calls `callback` once per row of a model, with the row's JSON text without the closing brace. If several parts of the
 * query (`nodes`) have read the same row, merges their texts.
 */
function eachRow(nodes: readonly QueryNodeRows[], callback: (key: string, open: string) => void): void {
  const [only] = nodes;
  if (only && nodes.length === 1) {
    for (const [index, key] of only.keys.entries()) callback(key, only.texts[index] as string);
    return;
  }
  for (const [key, { open }] of mergedRows(nodes)) callback(key, open);
}

function mergedRows(nodes: readonly QueryNodeRows[]): Map<string, RowText> {
  const rows = new Map<string, RowText>();
  for (const { node, keys, texts } of nodes)
    for (const [index, key] of keys.entries()) {
      const next: RowText = { open: texts[index] as string, keys: node.keys };
      const before = rows.get(key);
      rows.set(key, before ? mergedRow(before, next) : next);
    }
  return rows;
}

/** A row as one part of the query has read it: its JSON text without the closing brace, and the keys in the text. */
interface RowText {
  readonly open: string;
  readonly keys: ReadonlySet<string>;
}

/**
 * Merges the texts of one row that two parts of the query have read. Both were read in one transaction, so their common
 * keys have equal values.
 */
function mergedRow(a: RowText, b: RowText): RowText {
  if (b.keys.isSubsetOf(a.keys)) return a;
  if (a.keys.isSubsetOf(b.keys)) return b;
  const merged = { ...(JSON.parse(`${a.open}}`) as object), ...(JSON.parse(`${b.open}}`) as object) };
  return { open: JSON.stringify(merged).slice(0, -1), keys: a.keys.union(b.keys) };
}

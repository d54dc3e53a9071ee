/** Joins the rows that `JsonAnswerReader` has read to an answer. */
import type { QueryTimeLimit } from './statements.ts';
import type { QueryNodeRows } from './text-run.ts';

type RowsByModel = ReadonlyMap<string, readonly QueryNodeRows[]>;

const rootModel = '_root';

export function answerJsonTextOf(answer: RowsByModel, timeLimit: QueryTimeLimit | null): string {
  return partsOf(answer, timeLimit).join('');
}

/** In UTF-8, outside Node's shared pool: sending a pooled buffer to another thread copies the whole pool. */
export function answerJsonBytesOf(answer: RowsByModel, timeLimit: QueryTimeLimit | null): Buffer {
  // Each part separately: joining them first would copy the whole text once more.
  const parts = partsOf(answer, timeLimit);
  let size = 0;
  for (const part of parts) size += part.length;
  // One byte per UTF-16 unit is enough for ASCII, the usual case; grows for other texts.
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

/** Each row's text is a part of its own, because joining texts copies them. */
function partsOf(answer: RowsByModel, timeLimit: QueryTimeLimit | null): string[] {
  const parts = [`{"_root":${rootOf(answer, timeLimit)}`];
  for (const [model, nodes] of answer) {
    if (model === rootModel) continue;
    parts.push(`,${JSON.stringify(model)}:{`);
    let between = '';
    eachRow(nodes, timeLimit, (key, open) => {
      parts.push(`${between}${JSON.stringify(key)}:`, open);
      between = '},';
    });
    parts.push(between === '' ? '}' : '}}');
  }
  parts.push('}');
  return parts;
}

function rootOf(answer: RowsByModel, timeLimit: QueryTimeLimit | null): string {
  let root = '{';
  eachRow(answer.get(rootModel) ?? [], timeLimit, (_key, open) => {
    root = open;
  });
  return `${root}}`;
}

/** Gives each row's JSON text without the closing brace, merged if several `nodes` have read the same row. */
function eachRow(
  nodes: readonly QueryNodeRows[],
  timeLimit: QueryTimeLimit | null,
  callback: (key: string, open: string) => void,
): void {
  const [only] = nodes;
  if (only && nodes.length === 1) {
    for (const [index, key] of only.keys.entries()) callback(key, only.texts[index] as string);
    return;
  }
  for (const [key, { open }] of mergedRows(nodes, timeLimit)) callback(key, open);
}

/** Merging parses the texts, so it counts for the time limit. */
function mergedRows(nodes: readonly QueryNodeRows[], timeLimit: QueryTimeLimit | null): Map<string, RowText> {
  const rows = new Map<string, RowText>();
  for (const { node, keys, texts } of nodes)
    for (const [index, key] of keys.entries()) {
      const next: RowText = { open: texts[index] as string, keys: node.keys };
      const before = rows.get(key);
      timeLimit?.count(next.open.length);
      rows.set(key, before ? mergedRow(before, next) : next);
    }
  return rows;
}

/** One part of the query has read this row: its JSON text without the closing brace, and the keys in the text. */
interface RowText {
  readonly open: string;
  readonly keys: ReadonlySet<string>;
}

/** Both texts were read in one transaction, so their common keys have equal values. */
function mergedRow(a: RowText, b: RowText): RowText {
  if (b.keys.isSubsetOf(a.keys)) return a;
  if (a.keys.isSubsetOf(b.keys)) return b;
  const merged = { ...(JSON.parse(`${a.open}}`) as object), ...(JSON.parse(`${b.open}}`) as object) };
  return { open: JSON.stringify(merged).slice(0, -1), keys: a.keys.union(b.keys) };
}

/** Joins an answer of text-run.ts into one text, or into UTF-8 bytes. */
import type { Sheet } from './text-run.ts';

type Sheets = ReadonlyMap<string, readonly Sheet[]>;

const rootModel = '_root';

export function textOf(answer: Sheets): string {
  return partsOf(answer).join('');
}

/** The answer in UTF-8, in a buffer of its own. */
export function bytesOf(answer: Sheets): Buffer {
  return encoded(partsOf(answer));
}

/** The parts of the text, in order. Texts of rows are separate parts, since every concatenation copies them. */
function partsOf(answer: Sheets): string[] {
  const parts = [`{"_root":${rootOf(answer)}`];
  for (const [model, sheets] of answer) {
    if (model === rootModel) continue;
    parts.push(`,${JSON.stringify(model)}:{`);
    let between = '';
    eachRow(sheets, (key, open) => {
      parts.push(`${between}${JSON.stringify(key)}:`, open);
      between = '},';
    });
    parts.push(between === '' ? '}' : '}}');
  }
  parts.push('}');
  return parts;
}

function rootOf(answer: Sheets): string {
  let root = '{';
  eachRow(answer.get(rootModel) ?? [], (_key, open) => {
    root = open;
  });
  return `${root}}`;
}

/** Encodes the parts one by one, since joining them first would copy everything once more. */
function encoded(parts: readonly string[]): Buffer {
  let size = 0;
  for (const part of parts) size += part.length;
  // Enough for ASCII, the usual case.
  let bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const part of parts) {
    // A UTF-16 unit takes at most three bytes.
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

/** Calls back once for each row of a model, with its open text, also where several sheets contain it. */
function eachRow(sheets: readonly Sheet[], use: (key: string, open: string) => void): void {
  const [only] = sheets;
  if (only && sheets.length === 1) {
    for (const [index, key] of only.keys.entries()) use(key, only.texts[index] as string);
    return;
  }
  for (const [key, open] of mergedRows(sheets)) use(key, open);
}

function mergedRows(sheets: readonly Sheet[]): Map<string, string> {
  const rows = new Map<string, Shown>();
  for (const { node, keys, texts } of sheets)
    for (const [index, key] of keys.entries()) {
      const next: Shown = { open: texts[index] as string, keys: node.keys };
      const before = rows.get(key);
      rows.set(key, before ? mergedRow(before, next) : next);
    }
  return new Map([...rows].map(([key, { open }]) => [key, open]));
}

/** A row in one part of an answer: its text without the closing brace, and the keys in it. */
interface Shown {
  readonly open: string;
  readonly keys: ReadonlySet<string>;
}

/** Merges a row that two parts of an answer contain. Both were read in one transaction, so shared values are equal. */
function mergedRow(a: Shown, b: Shown): Shown {
  if (isWithin(b.keys, a.keys)) return a;
  if (isWithin(a.keys, b.keys)) return b;
  const merged = { ...(JSON.parse(`${a.open}}`) as object), ...(JSON.parse(`${b.open}}`) as object) };
  return { open: JSON.stringify(merged).slice(0, -1), keys: new Set([...a.keys, ...b.keys]) };
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  if (some === all) return true;
  if (some.size > all.size) return false;
  for (const key of some) if (!all.has(key)) return false;
  return true;
}

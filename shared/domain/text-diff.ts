/**
 * The encoding of changes of `content` and `title` in `cardHistory.diff`; the interface leaves its form open.
 *
 * The code is the JSON text of a list, in reading order: a number counts unchanged UTF-16 units that are left out; a
 * text begins with ` ` (unchanged, shown for context), `-` (removed) or `+` (added). `[120," a cat ","-sat","+slept"]`.
 */
export type TextPart =
  | { readonly kind: 'kept' | 'removed' | 'added'; readonly text: string }
  /** Unchanged text that is not shown. `length` in UTF-16 units. */
  | { readonly kind: 'gap'; readonly length: number };

type Run = { kind: 'kept' | 'removed' | 'added'; text: string };

/** Unchanged text shown on either side of a change, in UTF-16 units. */
const contextLength = 40;
/**
 * Above this many cells the differing part is replaced as a whole, since the table would cost too much time and memory.
 */
const maxCells = 250_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu) ?? [];

/** Longest common subsequence of two word lists, as runs. */
function compare(before: readonly string[], after: readonly string[]): Run[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const runs: Run[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      runs.push({ kind: 'kept', text: before[row] as string });
      row++;
      column++;
    } else if (row < before.length && (column === after.length || at(row + 1, column) >= at(row, column + 1)))
      runs.push({ kind: 'removed', text: before[row++] as string });
    else runs.push({ kind: 'added', text: after[column++] as string });
  }
  return runs;
}

/** Joins neighbouring runs of a kind; between two kept runs, removed text precedes added text. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const { kind, text } of runs) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === 'kept') last.text += text;
      else result.push({ kind: 'kept', text });
    }
  }
  flush();
  return result;
}

function runsBetween(before: string, after: string): Run[] {
  const old = wordsOf(before);
  const now = wordsOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  const oldMiddle = old.slice(start, old.length - end);
  const newMiddle = now.slice(start, now.length - end);
  const middle: Run[] =
    oldMiddle.length * newMiddle.length <= maxCells
      ? compare(oldMiddle, newMiddle)
      : [
          { kind: 'removed', text: oldMiddle.join('') },
          { kind: 'added', text: newMiddle.join('') },
        ];
  const kept = (words: string[]): Run[] => (words.length > 0 ? [{ kind: 'kept', text: words.join('') }] : []);
  return joined([...kept(old.slice(0, start)), ...middle, ...kept(old.slice(old.length - end))]);
}

/** Cuts without splitting a surrogate pair. */
const head = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
const tail = (text: string, length: number) => text.slice(-length).replace(/^[\udc00-\udfff]/, '');

const marks = { kept: ' ', removed: '-', added: '+' } as const;

export function encodeTextDiff(before: string, after: string): string {
  const runs = runsBetween(before, after);
  const code: (string | number)[] = [];
  for (const [index, { kind, text }] of runs.entries()) {
    if (kind !== 'kept' || text.length <= 2 * contextLength) {
      code.push(marks[kind] + text);
      continue;
    }
    const first = index === 0 ? '' : head(text, contextLength);
    const last = index === runs.length - 1 ? '' : tail(text, contextLength);
    if (first) code.push(marks.kept + first);
    code.push(text.length - first.length - last.length);
    if (last) code.push(marks.kept + last);
  }
  return JSON.stringify(code);
}

/** The parts of an encoded change; undefined for another encoding, such as another service's. */
export function decodeTextDiff(encoded: unknown): TextPart[] | undefined {
  if (typeof encoded !== 'string' || !encoded.startsWith('[')) return undefined;
  let code: unknown;
  try {
    code = JSON.parse(encoded);
  } catch {
    return undefined;
  }
  const parts: TextPart[] = [];
  for (const item of code as unknown[]) {
    if (typeof item === 'number' && Number.isInteger(item) && item >= 0) parts.push({ kind: 'gap', length: item });
    else if (typeof item === 'string' && item.startsWith(' ')) parts.push({ kind: 'kept', text: item.slice(1) });
    else if (typeof item === 'string' && item.startsWith('-')) parts.push({ kind: 'removed', text: item.slice(1) });
    else if (typeof item === 'string' && item.startsWith('+')) parts.push({ kind: 'added', text: item.slice(1) });
    else return undefined;
  }
  return parts;
}

/** The text before an encoded change that led to `after`; undefined for another encoding. */
export function textBefore(after: string, encoded: unknown): string | undefined {
  let before = '';
  let at = 0;
  for (const part of decodeTextDiff(encoded) ?? [undefined]) {
    if (!part) return undefined;
    if (part.kind === 'removed') {
      before += part.text;
      continue;
    }
    const length = part.kind === 'gap' ? part.length : part.text.length;
    const text = after.slice(at, at + length);
    if (text.length < length || (part.kind !== 'gap' && text !== part.text)) return undefined;
    if (part.kind !== 'added') before += text;
    at += length;
  }
  return at === after.length ? before : undefined;
}

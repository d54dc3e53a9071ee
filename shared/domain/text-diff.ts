/**
 * Encodes changes to `content` and `title` for `cardHistory.diff`, decodes them, and finds the text before a change.
 * The service API does not specify the encoding.
 *
 * This app encodes a change as the JSON text of a list, such as `[120," a cat ","-sat","+slept"]`. A number is the
 * length of omitted unchanged text, in UTF-16 units. A text begins with ` ` (unchanged, for context), `-` (removed) or
 * `+` (added).
 */
export type TextDiffPart =
  | { readonly kind: 'kept' | 'removed' | 'added'; readonly text: string }
  /** Unchanged text that is left out; `length` is in UTF-16 units. */
  | { readonly kind: 'gap'; readonly length: number };

type TextPiece = { kind: 'kept' | 'removed' | 'added'; text: string };

/** UTF-16 units of a long unchanged text that are kept beside each change, for context. */
const contextLength = 40;
/** Bounds time and memory of `compareWords`. Beyond it, the whole changed part counts as replaced. */
const maxTableCells = 250_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu) ?? [];

/** By the longest common subsequence. */
function compareWords(before: readonly string[], after: readonly string[]): TextPiece[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const pieces: TextPiece[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      pieces.push({ kind: 'kept', text: before[row] as string });
      row++;
      column++;
    } else if (row < before.length && (column === after.length || at(row + 1, column) >= at(row, column + 1)))
      pieces.push({ kind: 'removed', text: before[row++] as string });
    else pieces.push({ kind: 'added', text: after[column++] as string });
  }
  return pieces;
}

/** Between two kept parts, the removed text comes before the added text. */
function joinPieces(pieces: readonly TextPiece[]): TextPiece[] {
  const result: TextPiece[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const { kind, text } of pieces) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (text) {
      flush();
      const last = result.at(-1);
      if (last?.kind === 'kept') last.text += text;
      else result.push({ kind: 'kept', text });
    }
  }
  flush();
  return result;
}

/** In UTF-16 units, of both changed parts together. Longer ones count as replaced: 7 MB of words take 7.5 s. */
const maxComparedLength = 500_000;

const isBlank = (text: string, at: number): boolean => /\s/.test(text[at] ?? 'x');

/** Equal parts at both ends, cut where a run of spaces begins or ends: there, words of both texts begin and end. */
function equalEnds(before: string, after: string): readonly [start: number, end: number] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [start, 0];
  while (start > 0 && !(isBlank(before, start) && isBlank(after, start) && !isBlank(before, start - 1))) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  while (
    end > 0 &&
    !(
      !isBlank(before, before.length - end) &&
      isBlank(before, before.length - end - 1) &&
      isBlank(after, after.length - end - 1)
    )
  )
    end--;
  return [start, end];
}

function piecesBetween(before: string, after: string): TextPiece[] {
  const [start, end] = equalEnds(before, after);
  return joinPieces([
    { kind: 'kept', text: before.slice(0, start) },
    ...changedPieces(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'kept', text: before.slice(before.length - end) },
  ]);
}

function changedPieces(before: string, after: string): TextPiece[] {
  if (!before || !after || before.length + after.length > maxComparedLength)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
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
  const middle: TextPiece[] =
    oldMiddle.length * newMiddle.length <= maxTableCells
      ? compareWords(oldMiddle, newMiddle)
      : [
          { kind: 'removed', text: oldMiddle.join('') },
          { kind: 'added', text: newMiddle.join('') },
        ];
  const kept = (words: string[]): TextPiece[] => (words.length > 0 ? [{ kind: 'kept', text: words.join('') }] : []);
  return [...kept(old.slice(0, start)), ...middle, ...kept(old.slice(old.length - end))];
}

/** If a cut of `head` or `tail` (in UTF-16 units) divides a surrogate pair, it drops the remaining half. */
const head = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
const tail = (text: string, length: number) => text.slice(-length).replace(/^[\udc00-\udfff]/, '');

const marks = { kept: ' ', removed: '-', added: '+' } as const;

export function encodeTextDiff(before: string, after: string): string {
  const pieces = piecesBetween(before, after);
  const code: (string | number)[] = [];
  for (const [index, { kind, text }] of pieces.entries()) {
    if (kind !== 'kept' || text.length <= 2 * contextLength) {
      code.push(marks[kind] + text);
      continue;
    }
    const first = index === 0 ? '' : head(text, contextLength);
    const last = index === pieces.length - 1 ? '' : tail(text, contextLength);
    if (first) code.push(marks.kept + first);
    code.push(text.length - first.length - last.length);
    if (last) code.push(marks.kept + last);
  }
  return JSON.stringify(code);
}

/** Undefined if another service encoded the change in another form. */
export function decodeTextDiff(encoded: unknown): TextDiffPart[] | undefined {
  if (typeof encoded !== 'string' || !encoded.startsWith('[')) return undefined;
  let code: unknown;
  try {
    code = JSON.parse(encoded);
  } catch {
    return undefined;
  }
  const parts: TextDiffPart[] = [];
  for (const item of code as unknown[]) {
    if (typeof item === 'number' && Number.isInteger(item) && item >= 0) parts.push({ kind: 'gap', length: item });
    else if (typeof item === 'string' && item.startsWith(' ')) parts.push({ kind: 'kept', text: item.slice(1) });
    else if (typeof item === 'string' && item.startsWith('-')) parts.push({ kind: 'removed', text: item.slice(1) });
    else if (typeof item === 'string' && item.startsWith('+')) parts.push({ kind: 'added', text: item.slice(1) });
    else return undefined;
  }
  return parts;
}

/** Undefined if the change does not lead to `after`, the text after it. */
export function textBeforeEncodedDiff(after: string, encoded: unknown): string | undefined {
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

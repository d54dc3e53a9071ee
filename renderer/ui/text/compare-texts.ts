/** Compares two texts by line and by word, to show the changes in a card's history and conflicts in the outbox. */
import { diffWords } from 'diff';
import { diffComm } from 'node-diff3';

export type Stretch =
  /** Equal lines. */
  | { readonly kind: 'alike'; readonly lines: readonly string[] }
  /** Number of equal lines that are left out. */
  | { readonly kind: 'skipped'; readonly count: number }
  /** Lines of one text in place of lines of the other. */
  | { readonly kind: 'apart'; readonly mine: readonly string[]; readonly theirs: readonly string[] };

/** Equal lines shown on either side of a difference. */
const contextLines = 2;
/** Shorter runs of equal lines are not left out. */
const minSkippedLines = 3;
/** If the texts differ in more words, the whole text counts as changed: comparing them would take too long. */
const maxEditLength = 1_000;

/** The two texts as stretches of equal and different lines, in order. */
export function compareLines(mine: string, theirs: string): Stretch[] {
  const stretches = diffComm(mine.split('\n'), theirs.split('\n'));
  return stretches.flatMap((stretch, at): Stretch[] => {
    if (!('common' in stretch)) return [{ kind: 'apart', mine: stretch.buffer1, theirs: stretch.buffer2 }];
    const lines = stretch.common ?? [];
    const head = at === 0 ? 0 : contextLines;
    const tail = at === stretches.length - 1 ? 0 : contextLines;
    const count = lines.length - head - tail;
    if (count < minSkippedLines) return [{ kind: 'alike', lines }];
    return [
      { kind: 'alike' as const, lines: lines.slice(0, head) },
      { kind: 'skipped' as const, count },
      { kind: 'alike' as const, lines: lines.slice(lines.length - tail) },
    ].filter((part) => part.kind !== 'alike' || part.lines.length > 0);
  });
}

export interface Piece {
  readonly text: string;
  /** Whether it is missing in the other text. */
  readonly isChanged: boolean;
}

/** The whole of `own` in pieces; words that `other` does not have are marked, with the spaces between them. */
export function markChangedWords(own: string, other: string): Piece[] {
  const changes = diffWords(other, own, { maxEditLength });
  if (!changes) return [{ text: own, isChanged: own !== other }];
  return changes.flatMap(({ value, added, removed }) => (removed ? [] : [{ text: value, isChanged: added }]));
}

import { diffWords } from 'diff';
import { diffComm } from 'node-diff3';

export type DiffBlock =
  | { readonly kind: 'equal'; readonly lines: readonly string[] }
  | { readonly kind: 'skipped'; readonly count: number }
  | { readonly kind: 'different'; readonly mine: readonly string[]; readonly theirs: readonly string[] };

/** Before and after a difference. */
const contextLines = 2;
/** If fewer equal lines would be left out, they are shown instead. */
const minSkippedLines = 3;
/** If more words differ, the comparison stops, because it would take too long, and the whole text counts as changed. */
const maxEditLength = 1_000;

/** In the order of the texts. */
export function diffLines(mine: string, theirs: string): DiffBlock[] {
  const stretches = diffComm(mine.split('\n'), theirs.split('\n'));
  return stretches.flatMap((stretch, at): DiffBlock[] => {
    if (!('common' in stretch)) return [{ kind: 'different', mine: stretch.buffer1, theirs: stretch.buffer2 }];
    const lines = stretch.common ?? [];
    const head = at === 0 ? 0 : contextLines;
    const tail = at === stretches.length - 1 ? 0 : contextLines;
    const count = lines.length - head - tail;
    if (count < minSkippedLines) return [{ kind: 'equal', lines }];
    return [
      { kind: 'equal' as const, lines: lines.slice(0, head) },
      { kind: 'skipped' as const, count },
      { kind: 'equal' as const, lines: lines.slice(lines.length - tail) },
    ].filter((part) => part.kind !== 'equal' || part.lines.length > 0);
  });
}

export interface WordDiffPart {
  readonly text: string;
  /** True if the other text does not contain this part. */
  readonly isChanged: boolean;
}

export function splitByChangedWords(own: string, other: string): WordDiffPart[] {
  const changes = diffWords(other, own, { maxEditLength });
  if (!changes) return [{ text: own, isChanged: own !== other }];
  return changes.flatMap(({ value, added, removed }) => (removed ? [] : [{ text: value, isChanged: added }]));
}

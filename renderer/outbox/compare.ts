/** Two texts line by line, so that where they differ is seen at once, however long they are. Pure. */
import { diffComm } from 'node-diff3';

export type Stretch =
  /** Lines that both have. */
  | { readonly kind: 'alike'; readonly lines: readonly string[] }
  /** So many lines that both have, left out. */
  | { readonly kind: 'skipped'; readonly count: number }
  /** Lines in place of each other. */
  | { readonly kind: 'apart'; readonly mine: readonly string[]; readonly theirs: readonly string[] };

/** Lines alike that stay on either side of a difference; fewer than `worth` more are not worth leaving out. */
const context = 2;
const worth = 3;

export function compared(mine: string, theirs: string): Stretch[] {
  const stretches = diffComm(mine.split('\n'), theirs.split('\n'));
  return stretches.flatMap((stretch, at): Stretch[] => {
    if (!('common' in stretch)) return [{ kind: 'apart', mine: stretch.buffer1, theirs: stretch.buffer2 }];
    const lines = stretch.common ?? [];
    const head = at === 0 ? 0 : context;
    const tail = at === stretches.length - 1 ? 0 : context;
    const count = lines.length - head - tail;
    if (count < worth) return [{ kind: 'alike', lines }];
    return [
      { kind: 'alike' as const, lines: lines.slice(0, head) },
      { kind: 'skipped' as const, count },
      { kind: 'alike' as const, lines: lines.slice(lines.length - tail) },
    ].filter((part) => part.kind !== 'alike' || part.lines.length > 0);
  });
}

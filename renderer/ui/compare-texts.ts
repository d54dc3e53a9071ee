/** Compares two texts by line and by word, for showing where they differ. */
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
/** Above this many pairs of words two long lines count as changed from end to end: comparing them takes too long. */
const maxWordPairs = 1_000_000;

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

export interface Piece {
  readonly text: string;
  /** The other text has something else here. */
  readonly isChanged: boolean;
}

/** Whole lines in pieces: the words that the other lines do not have are marked, with the spaces between them. */
export function wordsApart(own: string, other: string): Piece[] {
  const words = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];
  const pieces: { text: string; isChanged: boolean }[] = [];
  const add = (text: string, isChanged: boolean) => {
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else if (text) pieces.push({ text, isChanged });
  };
  const [ownWords, otherWords] = [words(own), words(other)];
  if (ownWords.length * otherWords.length > maxWordPairs) return [{ text: own, isChanged: own !== other }];
  for (const stretch of diffComm(ownWords, otherWords)) {
    if ('common' in stretch) add((stretch.common ?? []).join(''), false);
    else add(stretch.buffer1.join(''), true);
  }
  // A space alone between two changed words is no reason to cut the mark in two.
  const joined: Piece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const isGap = !piece.isChanged && /^[^\S\n]+$/.test(piece.text) && at > 0 && at < pieces.length - 1;
    const isChanged = piece.isChanged || isGap;
    const last = joined.at(-1);
    if (last?.isChanged === isChanged) joined[joined.length - 1] = { text: last.text + piece.text, isChanged };
    else joined.push({ text: piece.text, isChanged });
  }
  return joined;
}

/** Cuts code into coloured pieces; put together they are the code again, character by character. */
import { type Kind, type Rule, rulesFor } from './languages.ts';

export interface Piece {
  readonly text: string;
  readonly kind: Kind | null;
}

/** Longer blocks stay plain: drawing that many pieces would hold up the window. In characters. */
export const longestCode = 20_000;

/** The pieces of a block of code, or null where it stays plain. */
export function highlight(code: string, language: string): readonly Piece[] | null {
  const rules = rulesFor(language);
  return rules && code.length <= longestCode ? cut(code, rules, null) : null;
}

const compiled = new WeakMap<readonly Rule[], RegExp>();

/** One pattern with a named group for each rule: the first that fits at the earliest place wins. */
function patternOf(rules: readonly Rule[]): RegExp {
  let pattern = compiled.get(rules);
  if (!pattern) {
    pattern = new RegExp(rules.map(({ pattern: { source } }, index) => `(?<r${index}>${source})`).join('|'), 'gu');
    compiled.set(rules, pattern);
  }
  return pattern;
}

function cut(code: string, rules: readonly Rule[], otherwise: Kind | null): Piece[] {
  const pieces: Piece[] = [];
  const add = (text: string, kind: Kind | null) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) pieces[pieces.length - 1] = { text: last.text + text, kind };
    else if (text) pieces.push({ text, kind });
  };
  let end = 0;
  for (const match of code.matchAll(patternOf(rules))) {
    if (match.index > end) add(code.slice(end, match.index), otherwise);
    end = match.index + match[0].length;
    const found = rules.find((_, index) => match.groups?.[`r${index}`] !== undefined);
    if (found?.inside) for (const piece of cut(match[0], found.inside, found.kind)) add(piece.text, piece.kind);
    else add(match[0], found?.kind ?? null);
  }
  if (end < code.length) add(code.slice(end), otherwise);
  return pieces;
}

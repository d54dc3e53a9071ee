/** Rendered markdown knows only the line of a checkbox, but the functions that change a checkbox need its index. */
import { checkboxLineNumbers, firstCodeLine } from '../../shared/domain/content.ts';

/** Both start at 0. */
export function checkboxIndexesByLine(content: string): ReadonlyMap<number, number> {
  return new Map(checkboxLineNumbers(content).map((line, index) => [line, index]));
}

/** The first line of the card's text. */
export function titleLineOf(content: string): string {
  const end = content.indexOf('\n');
  return (end < 0 ? content : content.slice(0, end)).replace(/\r$/, '');
}

/** The body starts at the first line that is not empty. `bodyLine` is its line number, from 0. */
export function splitTitleAndBody(content: string): { readonly body: string; readonly bodyLine: number } {
  // A code block that gives the title stays whole.
  if (firstCodeLine(content) !== undefined) return { body: content, bodyLine: 0 };
  const lines = content.split('\n');
  let start = 1;
  while (start < lines.length && lines[start]?.trim() === '') start++;
  return { body: lines.slice(start).join('\n'), bodyLine: start };
}

/** Finds the checkboxes of a text by line: rendering knows line numbers, while actions count checkboxes. */
import { checkboxLines } from '../../shared/domain/content.ts';

/** For each line number (from 0) with a checkbox, the index (from 0) of the checkbox. */
export function checkboxesByLine(content: string): ReadonlyMap<number, number> {
  return new Map(checkboxLines(content).map((line, index) => [line, index]));
}

/** The first line, which is the title. */
export function headOf(content: string): string {
  const end = content.indexOf('\n');
  return (end < 0 ? content : content.slice(0, end)).replace(/\r$/, '');
}

/** The first line, and the rest from the first line with text on; the panel shows them separately. `bodyLine`: from 0. */
export function headAndBody(content: string): {
  readonly head: string;
  readonly body: string;
  readonly bodyLine: number;
} {
  const lines = content.split('\n');
  let start = 1;
  while (start < lines.length && lines[start]?.trim() === '') start++;
  return { head: headOf(content), body: lines.slice(start).join('\n'), bodyLine: start };
}

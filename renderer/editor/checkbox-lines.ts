/** Maps the lines of a text to checkbox indexes: rendering knows lines, actions count checkboxes. */
import { checkboxLines } from '../../shared/domain/content.ts';

/** The index (from 0) of the checkbox on each line (from 0) that has one. */
export function checkboxesByLine(content: string): ReadonlyMap<number, number> {
  return new Map(checkboxLines(content).map((line, index) => [line, index]));
}

export function headOf(content: string): string {
  const end = content.indexOf('\n');
  return (end < 0 ? content : content.slice(0, end)).replace(/\r$/, '');
}

/** The first line and the rest, without its leading empty lines; the panel shows them separately. */
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

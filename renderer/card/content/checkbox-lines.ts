/** Finds the interface's checkboxes by the line they stand on: rendering goes by lines, the interface by count. */
import { checkboxesIn } from '../../../shared/domain/content.ts';

/** The index (from 0) of the checkbox on `line` (from 0) of `content`, null when the interface counts none there. */
export function checkboxIndexAt(content: string, line: number): number | null {
  const lines = content.split('\n');
  if (line >= lines.length) return null;
  const before = checkboxesIn(lines.slice(0, line).join('\n')).length;
  const through = checkboxesIn(lines.slice(0, line + 1).join('\n')).length;
  return through === before + 1 ? before : null;
}

/** The first line and the rest, as the panel shows them apart. Leading empty lines of the rest are not shown. */
export function headAndBody(content: string): {
  readonly head: string;
  readonly body: string;
  readonly bodyLine: number;
} {
  const lines = content.split('\n');
  let start = 1;
  while (start < lines.length && lines[start]?.trim() === '') start++;
  return { head: (lines[0] ?? '').replace(/\r$/, ''), body: lines.slice(start).join('\n'), bodyLine: start };
}

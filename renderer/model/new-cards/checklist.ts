/** For the command that turns a checklist item into a sub card. */
import { scanMarkdown } from '../../../shared/domain/markdown-scan.ts';

interface ChecklistLine {
  /** In the whole text, from 0. */
  readonly line: number;
  readonly label: string;
}

/** Below the title, which is the first line. */
export const checklistLinesOf = (text: string): ChecklistLine[] =>
  scanMarkdown(text)
    .boxes.filter(({ line }) => line > 0)
    .map(({ line, labelStart, labelEnd }) => ({ line, label: text.slice(labelStart, labelEnd).trimEnd() }));

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/**
 * `item` is the label of the item with what is below it in the list, moved to the left; `rest` is the text without it.
 * Undefined if the line has no item.
 */
export function takeChecklistItem(
  text: string,
  line: number,
): { readonly item: string; readonly rest: string } | undefined {
  const box = scanMarkdown(text).boxes.find((candidate) => candidate.line === line);
  if (!box) return undefined;
  const lines = text.split('\n');
  const isQuoted = lines[line]?.trimStart().startsWith('>');
  const below = lines
    .slice(line + 1, box.endLine)
    .map((content) => (isQuoted ? content.replace(/^(?:[ \t]*> ?)+/, '') : content));
  const indent = Math.min(...below.filter((content) => content.trim() !== '').map(indentOf));
  return {
    item: [text.slice(box.labelStart, box.labelEnd).trimEnd(), ...below.map((content) => content.slice(indent))].join(
      '\n',
    ),
    rest: lines.filter((_, index) => index < line || index >= box.endLine).join('\n'),
  };
}

/** Finds and removes checklist items in markdown, for the command that turns an item into a sub card. */

interface ChecklistLine {
  /** Line number in the whole text, from 0. */
  readonly line: number;
  readonly label: string;
  readonly checked: boolean;
}

const checklistItem = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(.*\S)\s*$/;
const codeFence = /^\s*(?:```|~~~)/;

export function checklistLinesOf(text: string): ChecklistLine[] {
  let inCode = false;
  return text.split('\n').flatMap((content, line) => {
    if (codeFence.test(content)) inCode = !inCode;
    const [, box, label] = inCode ? [] : (checklistItem.exec(content) ?? []);
    return box !== undefined && label ? [{ line, label, checked: box !== ' ' }] : [];
  });
}

export function textWithoutLine(text: string, line: number): string {
  return text
    .split('\n')
    .filter((_, index) => index !== line)
    .join('\n');
}

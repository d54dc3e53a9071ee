/** The title of a card's text: the first line without the mark of a heading. */
import { headOf } from '../../editor/checkbox-lines.ts';

const headingMark = /^ {0,3}#{1,6}[ \t]+/;

export const titleTextOf = (content: string): string => headOf(content).replace(headingMark, '');

/** The text with another title. The mark of a heading stays; line ends in the title become spaces. */
export function withTitle(content: string, title: string): string {
  const head = headOf(content);
  const [mark = ''] = headingMark.exec(head) ?? [];
  return mark + title.trim().replace(/\s*[\r\n]+\s*/g, ' ') + content.slice(head.length);
}

/** Reads and replaces the title in a card's text. The title is the first line without a leading heading mark (`#`). */
import { titleLineOf } from '../../editor/checkbox-lines.ts';

const headingMark = /^ {0,3}#{1,6}[ \t]+/;

/** Returns the title without its heading mark. */
export const titleTextOf = (content: string): string => titleLineOf(content).replace(headingMark, '');

/** Returns the text with another title. A heading mark before the title stays. Line breaks in `title` become spaces. */
export function replaceTitleText(content: string, title: string): string {
  const head = titleLineOf(content);
  const [mark = ''] = headingMark.exec(head) ?? [];
  return mark + title.trim().replace(/\s*[\r\n]+\s*/g, ' ') + content.slice(head.length);
}

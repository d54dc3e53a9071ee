/** Reads and replaces the title in a card's text. The title is the first line without a leading heading mark (`#`). */
import { contentWithTitle, firstCodeLine } from '../../../shared/domain/content.ts';
import { titleLineOf } from '../../editor/checkbox-lines.ts';

const headingMark = /^ {0,3}#{1,6}[ \t]+/;

/** Returns the title without its heading mark. */
export const titleTextOf = (content: string): string =>
  firstCodeLine(content) ?? titleLineOf(content).replace(headingMark, '');

/** Returns the text with another title. A heading mark before the title stays. Line breaks in `title` become spaces. */
export function replaceTitleText(content: string, title: string): string {
  const head = titleLineOf(content);
  const [mark = ''] = headingMark.exec(head) ?? [];
  return contentWithTitle(
    content,
    mark +
      title
        .trim()
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .join(' '),
  );
}

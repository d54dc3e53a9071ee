import { withTokensReplaced } from '../content.ts';
import { foldText } from '../search-text.ts';
import type { TextToken } from '../text-tokens.ts';

export interface ForeignNames {
  /** True if `#tag` in texts is meant as a tag. */
  readonly keepsTags: boolean;
  /** Ids of members, by the folded names that they have in the source. */
  readonly people: ReadonlyMap<string, string>;
}

/**
 * Signs of another program must not become tags, mentions and references here, except tags that the source means as
 * such, and people whom the person has mapped.
 */
export const escapeForeignNames = (text: string, { keepsTags, people }: ForeignNames): string =>
  withTokensReplaced(text, ({ kind, value, start, end }: TextToken) => {
    if (kind === 'tag' && keepsTags) return undefined;
    const id = kind === 'personName' ? people.get(foldText(value)) : undefined;
    return { text: id === undefined ? `\\${text.slice(start, end)}` : `@[userId:${id}]`, end };
  });

const startsAsMarkup = /^(?:#{1,6}(?=\s|$)|[>*+-](?=\s|$)|`{3}|~{3}|-{3}|={3}|\||\[[ xX]\]\s)/;

/** A title that begins with a sign of markdown stays a title. */
export const titleAsMarkdown = (title: string): string => (startsAsMarkup.test(title) ? `\\${title}` : title);

/**
 * Spreadsheets run cells that begin with these signs (https://owasp.org/www-community/attacks/CSV_Injection), in East
 * Asian versions the wide ones too, so exports put an apostrophe before them (`csvCell`).
 */
export const formulaCell = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** `sourceOfTable` takes the apostrophe away again. */
export const escapedFormula = (cell: string): string => (formulaCell.test(cell) ? `'${cell}` : cell);

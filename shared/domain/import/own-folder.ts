/** A folder of Markdown files that Decktop exported (`renderer/views/export/card-folder.ts`), as its own table. */
import { withoutUnstorable } from '../../contract/check.ts';
import { titleOfContent } from '../content.ts';
import { escapedFormula } from './escape.ts';
import { fileTitle, frontmatterText, partsOf, type TextFile } from './markdown-folder.ts';
import type { Table } from './table.ts';

/** `lines` are those of the block of fields; null without one. */
export function ownFileParts(text: string): ReturnType<typeof partsOf> & { readonly lines: readonly string[] | null } {
  const storable = withoutUnstorable(text.replace(/^\ufeff/, ''));
  // Decktop writes `\n`, so other ends of lines come from an editor or a version control.
  const plain = /^---[ \t]*\r/.test(storable) ? storable.replaceAll('\r\n', '\n') : storable;
  const parts = partsOf(plain);
  const block = plain.length > parts.body.length ? plain.slice(0, plain.length - parts.body.length) : null;
  return { ...parts, lines: block === null ? null : block.replace(/\n$/, '').split('\n').slice(1, -1) };
}

/**
 * Files that lost their fields, or that a person added, become new cards in the deck of their neighbours.
 * @param others paths of the other files: attachments are in a folder beside their card
 */
export function ownTableOfFolder(
  files: readonly TextFile[],
  name: string,
  others: Iterable<string> = [],
): Table | null {
  const read = files
    .map(({ path, text }) => ({ path, ...ownFileParts(text) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const own = read.filter(({ fields }) => frontmatterText(fields.get('Card id')) !== '');
  if (!own.some(({ fields }) => fields.has('Hero card id'))) return null;
  const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
  const decks = new Map(own.map(({ path, fields }) => [folderOf(path), frontmatterText(fields.get('Deck'))]));
  const attached = Map.groupBy([...others].sort(), folderOf);
  const keys = [...new Set(read.flatMap(({ fields }) => [...fields.keys()]))].filter(
    (key) => key !== 'Title' && key !== 'Text',
  );
  if (!keys.includes('Deck')) keys.push('Deck');
  const rows = read.map(({ path, fields, body }) => {
    const content = body.replace(/\n$/, '') || fileTitle(path);
    const isNew = frontmatterText(fields.get('Card id')) === '';
    const values = keys.map((key) =>
      key === 'Deck' && isNew && !fields.has('Deck')
        ? (decks.get(folderOf(path)) ?? folderOf(path).split('/').at(-1) ?? '')
        : frontmatterText(fields.get(key)),
    );
    return [titleOfContent(content), content, ...values].map(escapedFormula);
  });
  const filesFolderOf = (path: string) => path.replace(/\.[^./]+$/, ' files');
  const filesFolders = new Set(read.map(({ path }) => filesFolderOf(path)));
  const alone = [...attached].reduce((sum, [folder, paths]) => sum + (filesFolders.has(folder) ? 0 : paths.length), 0);
  return {
    name,
    columns: ['Title', 'Text', ...keys],
    rows,
    lines: read.map(({ path }) => path),
    files: read.map(({ path }) =>
      (attached.get(filesFolderOf(path)) ?? []).map((each) => ({
        name: each.slice(folderOf(each).length + 1),
        path: each,
      })),
    ),
    notes: [
      ...read.flatMap(({ path, fault }) => (fault ? [`${path}: the fields stay in the text (${fault}).`] : [])),
      ...(alone > 0 ? [`${alone} files that are beside no card are not imported.`] : []),
    ],
  };
}

/**
 * Cards as a folder of Markdown files: per column a folder, per card a file with its fields in front of its text, and
 * beside it a folder of its attachments. `shared/domain/import/own-folder.ts` reads them again.
 */
import { FileNames, fieldLine, markdownFileText } from '../../../shared/domain/card-folder.ts';
import { csvColumns, type ExportedBoard, type ExportedCard } from './card-files.ts';

export interface FolderFile {
  /** Names that any system can have. */
  readonly path: readonly string[];
  readonly content: { readonly text: string } | { readonly fileId: string };
}

/** The text has the title, and names of attachments are a list. */
const otherColumns = csvColumns.filter(([heading]) => !['Title', 'Text', 'Tags', 'Attachments'].includes(heading));
/** By these Decktop knows its own files. */
const alwaysWritten = new Set(['Card id', 'Hero card id']);

function fieldsOf(card: ExportedCard, names: ExportedBoard['names']): string[] {
  const lists = [
    ['Tags', card.row.tags],
    ['Attachments', card.attachments.map(({ title }) => title)],
  ] as const;
  return [
    ...otherColumns.flatMap(([heading, textOf]) => {
      const text = String(textOf(card, names));
      return text !== '' || alwaysWritten.has(heading) ? [fieldLine(heading, text)] : [];
    }),
    ...lists.flatMap(([heading, values]) => (values.length > 0 ? [fieldLine(heading, values)] : [])),
  ];
}

export async function* cardFolderFiles({ columns, names }: ExportedBoard): AsyncIterable<FolderFile> {
  const folders = new FileNames();
  for (const column of columns) {
    const folder = columns.length > 1 ? [folders.take(column.title)] : [];
    const files = new FileNames();
    for await (const part of column.cards)
      for (const card of part) {
        const name = files.take(card.row.title, '.md');
        const text = markdownFileText(fieldsOf(card, names), card.row.content);
        yield { path: [...folder, name], content: { text } };
        const attached = new FileNames();
        for (const { title, fileId } of card.attachments) {
          const [, base = title, extension = ''] = /^(.+?)(\.[\w]{1,10})?$/.exec(title) ?? [];
          const path = [...folder, `${name.slice(0, -3)} files`, attached.take(base, extension)];
          yield { path, content: { fileId } };
        }
      }
  }
}

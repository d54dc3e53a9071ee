/** Finds out what the chosen files are, and parses them. */
import { readMarkdownFolder } from '../../../shared/domain/import/markdown-folder.ts';
import { ownTableOfFolder } from '../../../shared/domain/import/own-folder.ts';
import { isObsidianBoard, readObsidianBoard, readTodoTxt } from '../../../shared/domain/import/plain-lists.ts';
import { importLimits, parseJsonFile, refuseFile, type Source } from '../../../shared/domain/import/source.ts';
import { readTable, type Table } from '../../../shared/domain/import/table.ts';
import { readTrelloBoard } from '../../../shared/domain/import/trello.ts';

export interface ChosenFile {
  /** Within the chosen folder; the file's name if it was chosen alone. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const fileName = (path: string) => path.split('/').at(-1) ?? path;
const extensionOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** UTF-16 is known by its mark. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-16, else UTF-8 if it is valid, else the encoding of Windows in Western Europe, which older programs write. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A text file has no NUL, except in UTF-16. */
function readText({ path, bytes }: ChosenFile): string {
  if (!utf16Of(bytes) && bytes.subarray(0, 4_096).includes(0))
    refuseFile(`“${fileName(path)}” is no text. Export it as CSV, JSON, Markdown or todo.txt.`);
  return decodeText(bytes);
}

const markdownExtensions = new Set(['md', 'markdown']);

/** @throws FailureError */
export function readFiles(
  files: readonly ChosenFile[],
  timezone: string,
): { readonly source: Source } | { readonly table: Table } {
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (size > importLimits.bytes)
    refuseFile(
      `The files have ${Math.ceil(size / 2 ** 20)} MB; at most ${importLimits.bytes / 2 ** 20} MB can be imported at a time.`,
    );
  const [only] = files;
  if (!only) return refuseFile('No file was chosen.');
  if (files.length === 1 && !only.path.includes('/')) {
    const text = readText(only);
    const name = fileName(only.path);
    if (text.trim() === '') refuseFile(`“${name}” is empty.`);
    const extension = extensionOf(name);
    if (extension === 'json' || /^\ufeff?\s*\{/.test(text.slice(0, 1_000)))
      return { source: readTrelloBoard(parseJsonFile(text.replace(/^\ufeff/, ''), name), name, timezone) };
    if (markdownExtensions.has(extension) && isObsidianBoard(text)) return { source: readObsidianBoard(text, name) };
    if (extension === 'txt') return { source: readTodoTxt(text, name) };
    if (!markdownExtensions.has(extension)) return { table: readTable(text, name) };
  }
  const roots = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
  const isFolder = roots.size === 1 && files.every(({ path }) => path.includes('/'));
  const [root = ''] = roots;
  const texts = files.filter(({ path }) => markdownExtensions.has(extensionOf(path)) && !/(?:^|\/)\./.test(path));
  const read = texts.map((file) => ({
    path: isFolder ? file.path.slice(root.length + 1) : file.path,
    text: readText(file),
  }));
  const name = isFolder ? root : root.replace(/\.[^.]+$/, '');
  const table = ownTableOfFolder(read, name);
  // Its other files are attachments, which its cards have.
  if (table) return { table };
  const source = readMarkdownFolder(read, name, timezone);
  const others = files.length - texts.length;
  return {
    source:
      others === 0
        ? source
        : { ...source, notes: [...source.notes, `${others} files that are not Markdown are not imported.`] },
  };
}

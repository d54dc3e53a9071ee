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

const shownLines = 5;
const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** UTF-16 is known by its mark. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/**
 * UTF-16, else UTF-8, else for each line UTF-8 if it is valid, or the encoding of Windows in Western Europe, which older
 * programs write. `mixed` has the first lines in that encoding if others are UTF-8.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly mixed: readonly number[] } {
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), mixed: [] };
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const decoded = (some: Uint8Array): string | undefined => {
    try {
      return utf8.decode(some);
    } catch {
      return undefined;
    }
  };
  const whole = decoded(bytes);
  if (whole !== undefined) return { text: whole, mixed: [] };
  const windows = new TextDecoder('windows-1252');
  const lines: string[] = [];
  const others: number[] = [];
  let hasUtf8 = false;
  for (let at = 0; at <= bytes.length; ) {
    const newline = bytes.indexOf(10, at);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(at, end);
    const text = decoded(line);
    if (text !== undefined && text.length < line.length) hasUtf8 = true;
    if (text === undefined && others.length < shownLines) others.push(lines.length + 1);
    lines.push(text ?? windows.decode(line));
    at = end + 1;
  }
  return { text: lines.join('\n'), mixed: hasUtf8 ? others : [] };
}

/** A text file has no NUL, except in UTF-16. Notes what the person must look at. */
function readText({ path, bytes }: ChosenFile, notes: string[]): string {
  const name = fileName(path);
  if (!utf16Of(bytes) && bytes.subarray(0, 4_096).includes(0))
    refuseFile(`“${name}” is no text. Export it as CSV, JSON, Markdown or todo.txt.`);
  const { text, mixed } = decodeText(bytes);
  if (mixed.length > 0)
    notes.push(
      `“${name}” mixes encodings: lines that are not UTF-8, such as ${mixed.join(', ')}, were read as Windows-1252. Check their letters.`,
    );
  return text;
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
      `The files have ${megabytes(size)} MB; at most ${megabytes(importLimits.bytes)} MB can be imported at a time.`,
    );
  const [only] = files;
  if (!only) return refuseFile('No file was chosen.');
  const notes: string[] = [];
  const withNotes = <T extends { readonly notes: readonly string[] }>(found: T): T => ({
    ...found,
    notes: [...found.notes, ...notes],
  });
  if (files.length === 1 && !only.path.includes('/')) {
    refuseLongTexts(size);
    const text = readText(only, notes);
    const name = fileName(only.path);
    if (text.trim() === '') refuseFile(`“${name}” is empty.`);
    const extension = extensionOf(name);
    if (extension === 'json' || /^\ufeff?\s*\{/.test(text.slice(0, 1_000)))
      return { source: withNotes(readTrelloBoard(parseJsonFile(text.replace(/^\ufeff/, ''), name), name, timezone)) };
    if (markdownExtensions.has(extension) && isObsidianBoard(text))
      return { source: withNotes(readObsidianBoard(text, name)) };
    if (extension === 'txt') return { source: withNotes(readTodoTxt(text, name)) };
    if (!markdownExtensions.has(extension)) return { table: withNotes(readTable(text, name)) };
  }
  const roots = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
  const isFolder = roots.size === 1 && files.every(({ path }) => path.includes('/'));
  const [root = ''] = roots;
  const texts = files.filter(({ path }) => markdownExtensions.has(extensionOf(path)) && !/(?:^|\/)\./.test(path));
  refuseLongTexts(texts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
  const read = texts.map((file) => ({
    path: isFolder ? file.path.slice(root.length + 1) : file.path,
    text: readText(file, notes),
  }));
  const name = isFolder ? root : root.replace(/\.[^.]+$/, '');
  const table = ownTableOfFolder(read, name);
  // Its other files are attachments, which its cards have.
  if (table) return { table: withNotes(table) };
  const source = readMarkdownFolder(read, name, timezone);
  const others = files.length - texts.length;
  if (others > 0) notes.push(`${others} files that are not Markdown are not imported.`);
  return { source: withNotes(source) };
}

function refuseLongTexts(size: number): void {
  if (size > importLimits.textBytes)
    refuseFile(
      `The texts have ${megabytes(size)} MB; at most ${megabytes(importLimits.textBytes)} MB can be imported at a time. Split the export.`,
    );
}

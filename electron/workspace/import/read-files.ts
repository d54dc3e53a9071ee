/** Finds out what the chosen files are, and parses them. */
import { type Entry, fromBufferPromise } from 'yauzl';
import { errorMessage, FailureError } from '../../../shared/contract/index.ts';
import { readBoardArchive } from '../../../shared/domain/import/board-archive.ts';
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
const isHidden = ({ path }: ChosenFile) => /(?:^|\/)\./.test(path);

interface FoundFiles {
  /** By the paths that its cards name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** @throws FailureError */
export async function readFiles(
  files: readonly ChosenFile[],
  timezone: string,
): Promise<FoundFiles & ({ readonly source: Source } | { readonly table: Table })> {
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
  const none = { files: new Map<string, Uint8Array>() };
  if (files.length === 1 && !only.path.includes('/')) {
    if (isZip(only.bytes)) return readZip(only, timezone);
    refuseLongTexts(size);
    const text = readText(only, notes);
    const name = fileName(only.path);
    if (text.trim() === '') refuseFile(`“${name}” is empty.`);
    const extension = extensionOf(name);
    if (extension === 'boardarchive')
      return { ...none, source: withNotes(readBoardArchive([{ path: name, text }], new Set(), name, timezone)) };
    if (extension === 'json' || /^\ufeff?\s*\{/.test(text.slice(0, 1_000)))
      return {
        ...none,
        source: withNotes(readTrelloBoard(parseJsonFile(text.replace(/^\ufeff/, ''), name), name, timezone)),
      };
    if (markdownExtensions.has(extension) && isObsidianBoard(text))
      return { ...none, source: withNotes(readObsidianBoard(text, name)) };
    if (extension === 'txt') return { ...none, source: withNotes(readTodoTxt(text, name)) };
    if (!markdownExtensions.has(extension)) return { ...none, table: withNotes(readTable(text, name)) };
  }
  const roots = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
  const isFolder = roots.size === 1 && files.every(({ path }) => path.includes('/'));
  const [root = ''] = roots;
  const texts = files.filter((file) => markdownExtensions.has(extensionOf(file.path)) && !isHidden(file));
  refuseLongTexts(texts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
  const pathOf = ({ path }: ChosenFile) => (isFolder ? path.slice(root.length + 1) : path);
  const read = texts.map((file) => ({ path: pathOf(file), text: readText(file, notes) }));
  const name = isFolder ? root : root.replace(/\.[^.]+$/, '');
  const isText = new Set(texts);
  const others = new Map(
    files.filter((file) => !isText.has(file) && !isHidden(file)).map((file) => [pathOf(file), file.bytes] as const),
  );
  const table = ownTableOfFolder(read, name, others.keys());
  if (table) return { files: others, table: withNotes(table) };
  const source = readMarkdownFolder(read, name, timezone, new Set(others.keys()));
  return { files: others, source: withNotes(source) };
}

const isZip = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4;

/** The zip is unpacked in memory; sizes are checked before, and yauzl checks that the data keeps to them. */
async function readZip({ path, bytes }: ChosenFile, timezone: string): ReturnType<typeof readFiles> {
  const name = fileName(path);
  const unpacked = new Map<string, Uint8Array>();
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
    });
    if (zip.entryCount > importLimits.files)
      refuseFile(`“${name}” has ${zip.entryCount} files; at most ${importLimits.files} can be imported.`);
    const entries: Entry[] = [];
    // Names that leave the folder, such as `../a`, are errors of the library.
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry);
    const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (size > importLimits.bytes)
      refuseFile(
        `“${name}” has ${megabytes(size)} MB when it is unpacked; at most ${megabytes(importLimits.bytes)} MB can be imported.`,
      );
    for (const entry of entries) {
      const stream = await zip.openReadStreamPromise(entry);
      unpacked.set(entry.fileName, Buffer.concat(await stream.toArray()));
    }
  } catch (error) {
    if (error instanceof FailureError) throw error;
    refuseFile(`“${name}” is no complete archive (${errorMessage(error)}). Export it once more.`);
  }
  const notes: string[] = [];
  const boards = [...unpacked].filter(([file]) => file.endsWith('.jsonl'));
  if (boards.length === 0)
    refuseFile(`“${name}” is a zip without boards of Focalboard. Unpack it, and choose a file or folder of it.`);
  refuseLongTexts(boards.reduce((sum, [, { length }]) => sum + length, 0));
  const texts = boards.map(([file, content]) => ({
    path: file,
    text: readText({ path: file, bytes: content }, notes),
  }));
  for (const { path: file } of texts) unpacked.delete(file);
  const source = readBoardArchive(texts, new Set(unpacked.keys()), name, timezone);
  return { files: unpacked, source: { ...source, notes: [...source.notes, ...notes] } };
}

function refuseLongTexts(size: number): void {
  if (size > importLimits.textBytes)
    refuseFile(
      `The texts have ${megabytes(size)} MB; at most ${megabytes(importLimits.textBytes)} MB can be imported at a time. Split the export.`,
    );
}

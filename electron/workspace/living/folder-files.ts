/**
 * The files of one folder on disk. Symbolic links are not followed, so that no path leaves the folder, and a file
 * replaces another one only as a whole.
 */
import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

/** A message for the person: the folder, or one file of it, cannot be used as it is. */
export class FolderProblem extends Error {}

export const folderLimits = {
  files: 20_000,
  /** Of all kinds, so that a home folder ends the search early. */
  entries: 200_000,
  folders: 2_000,
  depth: 8,
  fileBytes: 1_000_000,
} as const;

/** Names a folder's deck, and the one Decktop that keeps it. A folder without it is empty, foreign or not mounted. */
export const markName = '.decktop-folder';
const partName = /^\.decktop-[\w-]{16}\.part$/;
const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name);

export interface FoundFile {
  /** Equal as long as the file is the same and nothing is written to it. */
  readonly stamp: string;
  readonly bytes: number;
}

const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ctimeMs} ${ino}`;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';
const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

async function statOf(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const placeOf = (root: string, file: string) => path.join(root, ...file.split('/'));

export interface FolderScan {
  /** Markdown files by their paths within the folder, parts separated by `/`. */
  readonly files: ReadonlyMap<string, FoundFile>;
  /** Within the folder; those that are too deep to be read. */
  readonly tooDeep: readonly string[];
  /** Another folder within it that is kept for a deck, or null. */
  readonly kept: string | null;
}

/**
 * Hidden files and folders are left out.
 * @throws FolderProblem beyond the limits
 */
export async function scanFolder(root: string, { removesParts = false } = {}): Promise<FolderScan> {
  const files = new Map<string, FoundFile>();
  const tooDeep: string[] = [];
  let kept: string | null = null;
  let entries = 0;
  let folders = 1;
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const opened = await opendir(placeOf(root, folder)).catch((error: unknown) => {
      // It was deleted or moved meanwhile.
      if (folder !== '' && isGone(error)) return [];
      throw error;
    });
    for await (const entry of opened) {
      if (++entries > folderLimits.entries)
        throw new FolderProblem(`${root} has more than ${folderLimits.entries} files. Choose a folder of its own.`);
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === markName && folder !== '') kept ??= folder;
      if (removesParts && partName.test(entry.name) && entry.isFile()) await rm(placeOf(root, file), { force: true });
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (file.split('/').length >= folderLimits.depth) tooDeep.push(file);
        else if (++folders > folderLimits.folders)
          throw new FolderProblem(`${root} has more than ${folderLimits.folders} folders. Choose a folder of its own.`);
        else waiting.push(file);
      } else if (entry.isFile() && isMarkdown(entry.name)) {
        const stat = await statOf(placeOf(root, file));
        if (!stat?.isFile()) continue;
        files.set(file, { stamp: stampOf(stat), bytes: stat.size });
        if (files.size > folderLimits.files)
          throw new FolderProblem(
            `${root} has more than ${folderLimits.files} Markdown files. Choose a folder of its own.`,
          );
      }
    }
  }
  return { files, tooDeep, kept };
}

const noFollow = constants.O_NOFOLLOW ?? 0;

/**
 * Null if the file is not the one that was found any more.
 * @throws FolderProblem if it is no text that fits into a card
 */
export async function readFoundFile(root: string, file: string, { stamp, bytes }: FoundFile): Promise<string | null> {
  if (bytes > folderLimits.fileBytes)
    throw new FolderProblem(`It is larger than ${folderLimits.fileBytes / 1_000_000} MB, which no card holds.`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(placeOf(root, file), constants.O_RDONLY | noFollow);
    if (stampOf(await handle.stat()) !== stamp) return null;
    const read = await handle.readFile();
    if (stampOf(await handle.stat()) !== stamp) return null;
    return new TextDecoder('utf-8', { fatal: true }).decode(read);
  } catch (error) {
    if (isGone(error) || codeOf(error) === 'ELOOP') return null;
    if (error instanceof TypeError) throw new FolderProblem('It is not text in UTF-8. Save it in UTF-8.');
    throw new FolderProblem(`It cannot be read: ${String(error)}`);
  } finally {
    await handle?.close();
  }
}

/** Makes the folders of a file. @throws FolderProblem if one of them is a link or a file */
async function makeFoldersOf(root: string, file: string): Promise<void> {
  const parts = file.split('/').slice(0, -1);
  for (let count = 1; count <= parts.length; count++) {
    const folder = path.join(root, ...parts.slice(0, count));
    const stat = await statOf(folder);
    if (stat === null) await mkdir(folder);
    else if (!stat.isDirectory()) throw new FolderProblem(`${parts.slice(0, count).join('/')} is no folder any more.`);
  }
}

/**
 * Writes aside and renames. `expected` is the stamp of the file that is replaced; null if there is none yet.
 * @returns the stamp of the new file; null, with nothing written, if somebody else changed the file
 */
export async function replaceFile(
  root: string,
  file: string,
  text: string,
  expected: string | null,
): Promise<string | null> {
  await makeFoldersOf(root, file);
  const target = placeOf(root, file);
  const part = path.join(path.dirname(target), `.decktop-${randomBytes(12).toString('base64url')}.part`);
  try {
    const handle = await open(part, 'wx', (await statOf(target))?.mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const present = await statOf(target);
    if ((present && stampOf(present)) !== expected) return null;
    await rename(part, target);
    return stampOf(await lstat(target));
  } finally {
    await rm(part, { force: true });
  }
}

/** Only if it is still the file with this stamp; false otherwise. */
export async function removeFile(root: string, file: string, stamp: string): Promise<boolean> {
  const target = placeOf(root, file);
  const present = await statOf(target);
  if (!present || stampOf(present) !== stamp) return false;
  await unlink(target);
  return true;
}

interface Mark {
  readonly deck: string;
  readonly keeper: string;
  /** Of the folder's record, as of the last pass that changed something. */
  readonly changedAt: string | null;
}

/** Null without a mark that can be read. */
export async function readMark(root: string): Promise<Mark | null> {
  try {
    const { size } = await lstat(path.join(root, markName));
    if (size > 1_000) return null;
    const mark: Partial<Mark> | null = JSON.parse(await readFile(path.join(root, markName), 'utf8'));
    return typeof mark?.deck === 'string' && typeof mark.keeper === 'string'
      ? { deck: mark.deck, keeper: mark.keeper, changedAt: mark.changedAt ?? null }
      : null;
  } catch (error) {
    if (isGone(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

const textOfMark = (mark: Mark): string => `${JSON.stringify(mark)}\n`;

/** Fails if there is one. */
export const writeMark = (root: string, mark: Mark): Promise<void> =>
  writeFile(path.join(root, markName), textOfMark(mark), { flag: 'wx' });

export async function updateMark(root: string, mark: Mark): Promise<void> {
  const present = await statOf(path.join(root, markName));
  if (present) await replaceFile(root, markName, textOfMark(mark), stampOf(present));
}

export const removeMark = (root: string): Promise<void> => rm(path.join(root, markName), { force: true });

/** @throws FolderProblem if the folder is not there, is not the one of `wanted`, or knows of later changes than that */
export async function requireFolder(root: string, wanted: Mark): Promise<void> {
  const stat = await statOf(root);
  if (!stat?.isDirectory())
    throw new FolderProblem(`${root} is not there. Decktop goes on when it is, and changes no card until then.`);
  const mark = await readMark(root);
  if (mark?.keeper !== wanted.keeper)
    throw new FolderProblem(
      `${root} is not the folder that was chosen: its hidden file ${markName} is missing or another one. Decktop goes on when it is back, and changes no card until then.`,
    );
  if ((mark.changedAt ?? '') > (wanted.changedAt ?? ''))
    throw new FolderProblem(
      `The workspace was restored from a copy that is older than the files in ${root}. Stop keeping the deck there, and keep it in a new folder; Import… takes in what is newer in the files.`,
    );
}

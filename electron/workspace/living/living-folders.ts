/** The decks of one workspace that are kept as folders. Runs in the workspace's worker thread. */
import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LivingFolderState } from '../../../shared/bridge/index.ts';
import { conflictFailure, FailureError } from '../../../shared/contract/index.ts';
import type { Clock } from '../../client/clock.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { Replica } from '../../replica/replica.ts';
import type { FolderRecord } from '../../replica/store/folder-records.ts';
import { FolderProblem, markName, readMark, removeMark, scanFolder, writeMark } from './folder-files.ts';
import { LivingFolder } from './living-folder.ts';

interface LivingFoldersOptions {
  readonly replica: Replica;
  readonly clock: Clock;
  /** The workspace's own folder, whose name is its id. */
  readonly directory: string;
  readonly changed: (folders: readonly LivingFolderState[]) => void;
  /** Says something to the person wherever they are. */
  readonly notice: (text: string) => void;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

const refuse = (message: string): never => {
  throw new FailureError(conflictFailure('folder', message));
};

const isWithin = (file: string, folder: string): boolean =>
  !path.relative(folder, file).startsWith('..') && !path.isAbsolute(path.relative(folder, file));

export class LivingFolders {
  readonly #options: LivingFoldersOptions;
  /** By keeper. */
  readonly #folders = new Map<string, LivingFolder>();
  /** What notices have said since the start. */
  readonly #said = new Set<string>();
  #isClosed = false;

  constructor(options: LivingFoldersOptions) {
    this.#options = options;
    for (const record of options.replica.folders.list()) this.#open(record);
  }

  list(): LivingFolderState[] {
    return [...this.#folders.values()].map((folder) => folder.state());
  }

  cardsChanged(changed: ChangedRows): void {
    for (const folder of this.#folders.values()) folder.cardsChanged(changed);
  }

  /**
   * The folder's real path, and how many Markdown files are in it.
   * @throws FailureError if the deck cannot be kept there
   */
  async inspect(deckId: string, chosen: string): Promise<{ readonly path: string; readonly files: number }> {
    const { directory, replica } = this.#options;
    const deck = replica.store.rows.get('deck', replica.store.ids.renamed(deckId));
    if (!deck || deck.isDeleted) refuse('There is no such deck any more.');
    const present = [...this.#folders.values()].find((folder) => folder.deckId === deck?.id);
    if (present) refuse(`This deck is kept in ${present.path} already.`);
    const root = await realpath(chosen).catch(() => chosen);
    const found = await stat(root).catch(() => null);
    if (!found?.isDirectory()) refuse(`${root} is no folder.`);
    const data = path.resolve(directory, '..', '..');
    if (isWithin(root, data) || isWithin(data, root))
      refuse(`Decktop keeps its own data in ${data}. Choose another folder.`);
    for (let folder = root; ; folder = path.dirname(folder)) {
      if (await readMark(folder))
        refuse(
          `${folder} is kept for a deck already. If no Decktop keeps it any more, delete its hidden file ${markName}.`,
        );
      if (folder === path.dirname(folder)) break;
    }
    try {
      const { files, kept } = await scanFolder(root);
      if (kept !== null) refuse(`${path.join(root, kept)} is kept for a deck already.`);
      return { path: root, files: files.size };
    } catch (error) {
      if (error instanceof FolderProblem) refuse(error.message);
      throw error;
    }
  }

  /** @throws FailureError if the deck cannot be kept there */
  async keep(deckId: string, chosen: string): Promise<void> {
    const { path: root } = await this.inspect(deckId, chosen);
    const record = { keeper: randomUUID(), deckId, path: root, changedAt: null };
    await writeMark(root, { deck: deckId, keeper: this.#ownerOf(record.keeper), changedAt: null }).catch(
      (error: unknown) => refuse(`Nothing can be written into ${root}: ${String(error)}`),
    );
    this.#options.replica.folders.add(record);
    this.#open(record);
    this.#changed();
  }

  /** The files stay. Does nothing for a deck that is not kept. */
  async stop(deckId: string): Promise<void> {
    for (const [keeper, folder] of this.#folders) {
      if (folder.deckId !== deckId) continue;
      folder.close();
      await folder.idle();
      this.#folders.delete(keeper);
      this.#options.replica.folders.remove(keeper);
      const mark = await readMark(folder.path).catch(() => null);
      if (mark?.keeper === this.#ownerOf(keeper)) await removeMark(folder.path).catch(() => undefined);
    }
    this.#changed();
  }

  decide(deckId: string, cardIds: readonly string[], choice: 'archive' | 'write'): void {
    this.#of(deckId).decide(cardIds, choice);
  }

  moveTextToDraft(deckId: string, cardId: string, key: string): Promise<void> {
    return this.#of(deckId).moveTextToDraft(cardId, key);
  }

  /** Resolves when no pass is running. */
  async idle(): Promise<void> {
    for (const folder of this.#folders.values()) await folder.idle();
  }

  /** Resolves when nothing uses the replica any more. */
  close(): Promise<void> {
    this.#isClosed = true;
    for (const folder of this.#folders.values()) folder.close();
    return this.idle();
  }

  #of(deckId: string): LivingFolder {
    return (
      [...this.#folders.values()].find((folder) => folder.deckId === deckId) ??
      refuse('This deck is not kept as a folder any more.')
    );
  }

  /** A workspace that was restored as another one must not keep the folder of the first. */
  #ownerOf = (keeper: string): string => `${path.basename(this.#options.directory)} ${keeper}`;

  #open(record: FolderRecord): void {
    const { replica, clock, log } = this.#options;
    const options = {
      replica,
      clock,
      log,
      record,
      owner: this.#ownerOf(record.keeper),
      changed: () => this.#changed(),
    };
    this.#folders.set(record.keeper, new LivingFolder(options));
  }

  #changed(): void {
    if (this.#isClosed) return;
    const states = this.list();
    this.#options.changed(states);
    for (const { title, path: root, removed, removedCount, stopped, problems } of states) {
      const where = 'Settings › Workspace';
      const isNew = (key: string) => !this.#said.has(key) && this.#said.add(key);
      const removedNow = removed.filter((file) => isNew(`${root} ${file.path} removed`)).length;
      if (removedNow > 0)
        this.#options.notice(
          `${removedCount === 1 ? 'A file' : `${removedCount} files`} of “${title}” ${removedCount === 1 ? 'was' : 'were'} deleted. ${where} asks what becomes of the cards.`,
        );
      if (stopped !== null && isNew(`${root} ${stopped}`)) this.#options.notice(`“${title}” as a folder: ${stopped}`);
      const problem = problems.find((file) => isNew(`${root} ${file.path} ${file.message}`));
      if (problem) this.#options.notice(`${problem.path} of “${title}”: ${problem.message} ${where} lists it.`);
    }
  }
}

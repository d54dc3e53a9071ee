/**
 * One deck and its folder. A pass first carries what changed in files to cards, then what changed in cards to files;
 * passes follow changes on either side, and time, since some systems do not tell of all changes.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import type { FolderFileProblem, LivingFolderState } from '../../../shared/bridge/index.ts';
import { conflictFailure, FailureError, type Outcome } from '../../../shared/contract/index.ts';
import { FileNames, livingFileText, markdownFileText, readLivingFile } from '../../../shared/domain/card-folder.ts';
import { fileTitle } from '../../../shared/domain/import/markdown-folder.ts';
import { listed } from '../../../shared/domain/import/table.ts';
import type { Clock } from '../../client/clock.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { StoredRow } from '../../engine/store/rows.ts';
import type { Replica } from '../../replica/replica.ts';
import type { FileRecord, FolderRecord } from '../../replica/store/folder-records.ts';
import { storageFailure } from '../../replica/store/replica-files.ts';
import { saysTheSame, stepsOfChange, TextClash, textOfCard } from './card-changes.ts';
import {
  FolderProblem,
  type FolderScan,
  type FoundFile,
  folderLimits,
  readFoundFile,
  removeFile,
  replaceFile,
  requireFolder,
  scanFolder,
  updateMark,
} from './folder-files.ts';

/** How long a file stays the same before it is read: programs write files in steps. */
export const settleMs = 2_000;
/** Also the longest delay of a change in a subfolder, of which Linux does not tell. */
export const scanMs = 15_000;
/** A large folder is looked at as much less often as that takes longer. */
const restPerWork = 30;
const afterChangeMs = 200;
/** As many cards as `cards/createMany` of an import creates at once. */
const newCardsPerAct = 100;
const shownEntries = 50;
/** Compared with their files before windows get their answers: some 10 ms. */
const cardsPerTurn = 20;

/** Names that cards' files show: if one of them changes, all files are compared. */
const namingModels = ['account', 'user', 'milestone', 'sprint', 'sprintConfig'];

interface LivingFolderOptions {
  readonly replica: Replica;
  readonly clock: Clock;
  readonly record: FolderRecord;
  /** Whose folder it is, as its mark says. */
  readonly owner: string;
  readonly changed: () => void;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

interface Problem {
  readonly message: string;
  /** Of the file; empty if it is about what to write. */
  readonly stamp: string;
  readonly cardId: string | null;
  readonly isClash: boolean;
}

interface NewFile {
  readonly path: string;
  readonly stamp: string;
  readonly content: string;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export class LivingFolder {
  readonly #options: LivingFolderOptions;
  readonly #files: Map<string, FileRecord>;
  /** By path: the stamp that was seen last, and since when; empty if there was no file. */
  readonly #unsettled = new Map<string, { readonly stamp: string; readonly since: number }>();
  readonly #problems = new Map<string, Problem>();
  /** Paths of deleted or emptied files whose cards wait for the person. */
  #removed = new Set<string>();
  /** Of these the person wants the file again. */
  readonly #writeAgain = new Set<string>();
  #changedCards = new Set<string>();
  #hasAllChanged = true;
  #stopped: string | null = null;
  #changedAt: string | null;
  #isFirstPass = true;
  #isClosed = false;
  #timer: { readonly at: number; readonly stop: () => void } | undefined;
  #running: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  /** Whether a file was seen in this pass that has to stay as it is for a while. */
  #mustWait = false;

  constructor(options: LivingFolderOptions) {
    this.#options = options;
    this.#changedAt = options.record.changedAt;
    this.#files = new Map(options.replica.folders.files(options.record.keeper).map((record) => [record.path, record]));
    this.wake(0);
  }

  get path(): string {
    return this.#options.record.path;
  }
  get deckId(): string {
    return this.#store.ids.renamed(this.#options.record.deckId);
  }
  get #mark() {
    return { deck: this.deckId, keeper: this.#options.owner, changedAt: this.#changedAt };
  }
  get #store() {
    return this.#options.replica.store;
  }

  state(): LivingFolderState {
    const { rows } = this.#store;
    const problems = [...this.#problems].map(
      ([path, { message, cardId, isClash }]): FolderFileProblem => ({ path, message, cardId, isClash }),
    );
    const removed = [...this.#removed].flatMap((path) => {
      const cardId = this.#cardIdOf(path);
      return cardId === undefined ? [] : [{ path, cardId, title: rows.get('card', cardId)?.title ?? '' }];
    });
    return {
      deckId: this.deckId,
      title: rows.get('deck', this.deckId)?.title ?? '',
      path: this.path,
      fileCount: this.#files.size,
      changedAt: this.#changedAt,
      stopped: this.#stopped,
      problems: problems.slice(0, shownEntries),
      problemCount: problems.length,
      removed: removed.slice(0, shownEntries),
      removedCount: removed.length,
    };
  }

  cardsChanged(changed: ChangedRows): void {
    const { models, unknownModels } = changed;
    if (unknownModels.has('card') || namingModels.some((model) => models.has(model))) this.#hasAllChanged = true;
    else {
      const { deckId } = this;
      const before = this.#changedCards.size;
      for (const [key, row] of changed.of('card'))
        if (row.before?.deckId === deckId || row.after?.deckId === deckId) this.#changedCards.add(key);
      if (this.#changedCards.size === before) return;
    }
    this.wake(afterChangeMs);
  }

  /** Looks again after this time, unless that is planned earlier anyway. */
  wake(ms: number): void {
    const { clock } = this.#options;
    const at = clock.now() + ms;
    if (this.#isClosed || (this.#timer && this.#timer.at <= at)) return;
    this.#timer?.stop();
    this.#timer = { at, stop: clock.after(ms, () => void this.#run()) };
  }

  /** Resolves when the pass that is running has ended. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.stop();
    this.#watcher?.close();
  }

  /** What becomes of the cards of deleted files. @throws FailureError if an act is refused */
  decide(cardIds: readonly string[], choice: 'archive' | 'write'): void {
    const paths = [...this.#removed].filter((path) => cardIds.includes(this.#cardIdOf(path) ?? ''));
    if (choice === 'write') for (const path of paths) this.#writeAgain.add(path);
    else {
      const ids = paths.map((path) => this.#cardIdOf(path));
      if (ids.length > 0)
        unwrapped(
          this.#options.replica.act({
            label: ids.length === 1 ? 'Archive the card of a deleted file' : 'Archive the cards of deleted files',
            steps: [{ action: 'cards/bulkUpdate', params: { ids, visibility: 'archived' } }],
          }),
        );
      // A file that was only emptied goes as well.
      for (const path of paths) this.#put({ ...this.#record(path), stamp: this.#unsettled.get(path)?.stamp ?? '' });
      this.#hasAllChanged = true;
    }
    for (const path of paths) this.#removed.delete(path);
    this.#options.changed();
    this.wake(0);
  }

  /** The text of a file that clashes becomes the card's draft, which the person merges; the file follows the card again. */
  async moveTextToDraft(cardId: string, key: string): Promise<void> {
    const { replica, clock } = this.#options;
    const [path] = [...this.#problems].find(([, each]) => each.isClash && each.cardId === cardId) ?? [];
    const problem = path === undefined ? undefined : this.#problems.get(path);
    const record = path === undefined ? undefined : this.#files.get(path);
    const text = record && problem && (await readFoundFile(this.path, record.path, { stamp: problem.stamp, bytes: 0 }));
    if (!record || typeof text !== 'string')
      throw new FailureError(conflictFailure('not_there', 'The file has changed. Look at it again.'));
    if (replica.drafts.get(key))
      throw new FailureError(
        conflictFailure('draft_exists', 'The card has an unsaved draft already. Save or discard it first.'),
      );
    const base = readLivingFile(record.base);
    const { content } = readLivingFile(text);
    this.#store.engine.db.transaction(() => {
      replica.drafts.set({ key, text: content, base: base.content, at: new Date(clock.now()).toISOString() });
      this.#put({ ...record, base: livingFileText(base.fields, listed(base.fields.Tags), content, base.otherLines) });
    })();
    this.#problems.delete(record.path);
    this.#options.changed();
    this.wake(0);
  }

  // ---- Passes

  async #run(): Promise<void> {
    this.#timer = undefined;
    if (this.#running) return this.wake(afterChangeMs);
    this.#running = this.#passAndPlanNext();
    await this.#running;
  }

  async #passAndPlanNext(): Promise<void> {
    const { log } = this.#options;
    const before = JSON.stringify(this.state());
    const all = this.#hasAllChanged;
    const cards = this.#changedCards;
    [this.#hasAllChanged, this.#changedCards, this.#mustWait] = [false, new Set(), false];
    const startedAt = performance.now();
    try {
      await this.#pass(all, cards);
      this.#stopped = null;
    } catch (error) {
      // What was left undone is not known, so the next pass compares all cards.
      this.#hasAllChanged = true;
      const failure = storageFailure(error, this.path);
      this.#stopped =
        error instanceof FolderProblem ? error.message : (failure?.message ?? `It stopped: ${String(error)}`);
      if (!(error instanceof FolderProblem) && !failure)
        log('warn', 'A deck could not be kept as a folder', { error: String((error as Error)?.stack ?? error) });
    } finally {
      this.#running = undefined;
    }
    if (this.#isClosed) return;
    if (this.#stopped !== null) {
      this.#watcher?.close();
      this.#watcher = undefined;
    } else this.#watch();
    this.wake(this.#mustWait ? settleMs : Math.max(scanMs, restPerWork * (performance.now() - startedAt)));
    if (JSON.stringify(this.state()) !== before) this.#options.changed();
  }

  /** Only brings the next pass forward. */
  #watch(): void {
    if (this.#watcher) return;
    try {
      const options = { persistent: false, recursive: process.platform !== 'linux' };
      const watcher = watch(this.path, options, (_, file) => {
        // Hidden files are those that are written aside, and the mark.
        if (!file || !basename(file).startsWith('.')) this.wake(afterChangeMs);
      });
      watcher.on('error', () => {
        watcher.close();
        if (this.#watcher === watcher) this.#watcher = undefined;
      });
      this.#watcher = watcher;
    } catch (error) {
      this.#options.log('info', 'A folder is looked at, since it cannot be watched', { error: String(error) });
    }
  }

  async #pass(all: boolean, cards: ReadonlySet<string>): Promise<void> {
    const { replica } = this.#options;
    const changedBefore = this.#changedAt;
    // Before the first sync is complete, cards are missing that exist.
    if (!replica.sync.firstSync.isComplete) {
      [this.#hasAllChanged, this.#mustWait] = [true, true];
      return;
    }
    const deck = this.#store.rows.get('deck', this.deckId);
    if (!deck || deck.isDeleted) throw new FolderProblem('The deck was deleted. The files stay as they are.');
    await requireFolder(this.path, this.#mark);
    const scan = await scanFolder(this.path, { removesParts: this.#isFirstPass });
    this.#isFirstPass = false;
    const { changed, gone } = this.#settled(scan);
    await this.#takeFiles(scan, changed, gone, all, cards);
    if (this.#isClosed) return;
    await requireFolder(this.path, this.#mark);
    await this.#writeFiles(scan, all, cards);
    if (this.#changedAt !== changedBefore) await updateMark(this.path, this.#mark);
    for (const [path, { stamp, cardId }] of this.#problems)
      if (stamp === '' ? cardId === null : scan.files.get(path)?.stamp !== stamp) this.#problems.delete(path);
    for (const folder of scan.tooDeep)
      this.#problems.set(folder, {
        message: `Folders more than ${folderLimits.depth} deep are not looked at.`,
        stamp: '',
        cardId: null,
        isClash: false,
      });
  }

  /** Paths whose file is another than at the last agreement, or is gone, and has been so for a while. */
  #settled({ files }: FolderScan): { readonly changed: readonly string[]; readonly gone: readonly string[] } {
    const now = this.#options.clock.now();
    const isSettled = (path: string, stamp: string): boolean => {
      const seen = this.#unsettled.get(path);
      if (seen?.stamp !== stamp) this.#unsettled.set(path, { stamp, since: now });
      else if (now - seen.since >= settleMs) return true;
      this.#mustWait = true;
      return false;
    };
    for (const path of this.#unsettled.keys())
      if (!files.has(path) && !this.#files.has(path)) this.#unsettled.delete(path);
    const changed = [...files].filter(([path, { stamp }]) => {
      if (this.#files.get(path)?.stamp !== stamp) return isSettled(path, stamp);
      this.#unsettled.delete(path);
      return false;
    });
    const gone = [...this.#files.keys()].filter((path) => !files.has(path) && isSettled(path, ''));
    return { changed: changed.map(([path]) => path).sort(), gone };
  }

  // ---- From files to cards

  async #takeFiles(
    scan: FolderScan,
    changed: readonly string[],
    gone: readonly string[],
    all: boolean,
    cards: ReadonlySet<string>,
  ): Promise<void> {
    const removed = new Set<string>();
    const added: NewFile[] = [];
    const pathOf = new Map([...this.#files.keys()].map((path) => [this.#cardIdOf(path), path] as const));
    for (const path of changed) {
      const file = scan.files.get(path) as FoundFile;
      const cardId = this.#cardIdOf(path) ?? null;
      const isNew = all || cards.has(cardId ?? '') || this.#problems.get(path)?.stamp !== file.stamp;
      if (!isNew) continue;
      this.#problems.delete(path);
      try {
        const text = await readFoundFile(this.path, path, file);
        if (this.#isClosed) return;
        const taken = text === null ? 'later' : this.#take(path, file.stamp, text, scan, pathOf);
        if (taken === 'empty') removed.add(path);
        if (typeof taken === 'object') added.push(taken);
      } catch (error) {
        if (!(error instanceof FolderProblem)) throw error;
        this.#problems.set(path, {
          message: error.message,
          stamp: file.stamp,
          cardId: this.#cardIdOf(path) ?? null,
          isClash: error instanceof TextClash,
        });
      }
      // Acts take time of the thread that answers windows.
      await nextTurn();
    }
    for (let at = 0; at < added.length && !this.#isClosed; at += newCardsPerAct) {
      this.#create(added.slice(at, at + newCardsPerAct));
      await nextTurn();
    }
    for (const path of gone) {
      const cardId = this.#cardIdOf(path);
      if (this.#isHere(cardId)) removed.add(path);
      else if (this.#store.rows.get('card', cardId ?? '')) this.#drop(path);
    }
    this.#removed = new Set([...removed].filter((path) => this.#isHere(this.#cardIdOf(path))));
  }

  /** `pathOf` has the files of the records, by card. */
  #take(
    path: string,
    stamp: string,
    written: string,
    { files }: FolderScan,
    pathOf: Map<string | undefined, string>,
  ): NewFile | 'empty' | 'taken' {
    const { rows, ids } = this.#store;
    const text = ids.renamed(written);
    const file = readLivingFile(text);
    if (file.fault !== null) throw new FolderProblem(`Its fields are not understood: ${file.fault}.`);
    const known = this.#files.get(path);
    const named = file.fields['Card id'];
    // A new card's file can be a copy of another one.
    const isCopy = known !== undefined && readLivingFile(known.base).fields['Card id'] === '';
    const other = named === '' ? undefined : pathOf.get(named);
    if (named !== '' && named !== this.#cardIdOf(path) && !isCopy) {
      if (other !== undefined && !files.has(other)) {
        // A file that was moved over this one takes its place, and this one's card gets a new file.
        if (known) this.#changedCards.add(ids.renamed(known.cardId));
        this.#put({ ...this.#record(other), path, stamp: '' });
        this.#drop(other);
        pathOf.set(named, path);
      } else if (known) throw new FolderProblem('It names another card. Put its line “Card id” back.');
      else if (other === undefined) {
        const card = rows.get('card', named);
        if (!card || !this.#isHere(named) || !saysTheSame(file, readLivingFile(textOfCard(rows, card, []))))
          throw new FolderProblem(
            'It names a card that is not in this deck, or that has changed since. Remove its line “Card id” to make a new card of it.',
          );
        this.#put({ cardId: named, path, base: written, stamp });
        pathOf.set(named, path);
        return 'taken';
      }
    }
    const record = this.#files.get(path);
    const isEmpty = file.content.trim() === '';
    if (!record) return { path, stamp, content: isEmpty ? fileTitle(path) : file.content };
    if (isEmpty) return 'empty';
    const cardId = ids.renamed(record.cardId);
    const card = rows.get('card', cardId);
    if (!card || !this.#isHere(cardId))
      throw new FolderProblem(
        'Its card is archived, deleted or in another deck. Bring the card back, or delete the file.',
      );
    const agreed = { ...record, cardId, path, base: written, stamp };
    const steps = stepsOfChange(rows, card, readLivingFile(ids.renamed(record.base)), file);
    if (steps.length === 0) this.#put(agreed);
    else {
      const acted = this.#options.replica.act(
        { label: `Change “${card.title.slice(0, 100)}” in its file`, steps: steps as never },
        () => this.#put(agreed),
      );
      if (!acted.ok) {
        this.#files.set(path, record);
        throw new FolderProblem(`Decktop did not take it: ${messageOf(acted)}`);
      }
      this.#noteChange();
    }
    this.#changedCards.add(cardId);
    return 'taken';
  }

  /** With their text only: what else a file says differs from that agreement, so the next pass takes it. */
  #create(added: readonly NewFile[]): void {
    const acted = this.#options.replica.act(
      {
        label: added.length === 1 ? 'Add a card from a file' : `Add ${added.length} cards from files`,
        steps: [
          {
            action: 'cards/createMany',
            params: { deckId: this.deckId, cards: added.map(({ content }) => ({ content })) },
          },
        ],
      },
      ([answer]) => {
        const made = (answer?.cards ?? []) as readonly { readonly id: string }[];
        for (const [at, { path, content }] of added.entries()) {
          const cardId = made[at]?.id;
          if (cardId !== undefined) this.#put({ cardId, path, base: markdownFileText([], content), stamp: '' });
        }
      },
    );
    if (acted.ok) this.#noteChange();
    for (const { path, stamp } of added)
      if (!acted.ok) {
        this.#files.delete(path);
        const message = `Decktop made no card of it: ${messageOf(acted)}`;
        this.#problems.set(path, { message, stamp, cardId: null, isClash: false });
      }
    this.wake(0);
  }

  // ---- From cards to files

  async #writeFiles(scan: FolderScan, all: boolean, cards: ReadonlySet<string>): Promise<void> {
    const { rows } = this.#store;
    const { files } = scan;
    const pathOf = new Map([...this.#files.keys()].map((path) => [this.#cardIdOf(path), path] as const));
    const changed = new Set([...cards, ...this.#changedCards]);
    for (const path of this.#writeAgain) changed.add(this.#cardIdOf(path) ?? '');
    this.#changedCards = new Set();
    for (const cardId of all ? pathOf.keys() : changed) {
      const path = pathOf.get(cardId);
      // A card that is not known at all may only be hidden for a while.
      if (path !== undefined && !this.#isHere(cardId) && rows.get('card', cardId ?? ''))
        await this.#removeLeft(path, files);
    }
    const ids = all ? rows.find('card', { deckId: this.deckId }).map(({ cardId }) => cardId) : [...changed];
    const wanted = ids.filter((id) => this.#isHere(id));
    if (wanted.length > folderLimits.files)
      throw new FolderProblem(`The deck has more than ${folderLimits.files} cards, which no folder takes.`);
    let names: FileNames | undefined;
    for (const [index, cardId] of wanted.entries()) {
      if (index % cardsPerTurn === cardsPerTurn - 1) await nextTurn();
      if (this.#isClosed) return;
      const card = rows.get('card', cardId);
      if (!card || !this.#isHere(cardId)) continue;
      const path = pathOf.get(cardId);
      if (path === undefined) {
        names ??= new FileNames([...files.keys(), ...this.#files.keys()]);
        await this.#write(card, names.take(card.title, '.md'), null, []);
        continue;
      }
      const { base, stamp } = this.#record(path);
      const found = files.get(path)?.stamp ?? '';
      if (this.#problems.get(path)?.stamp === '') this.#problems.delete(path);
      const { otherLines, ...agreed } = readLivingFile(base);
      const isWanted = this.#writeAgain.has(path) && found === this.#unsettled.get(path)?.stamp;
      // What changed in a file, or its end, comes first.
      if (found !== stamp && !isWanted) this.#changedCards.add(cardId);
      else if (isWanted || !saysTheSame(agreed, readLivingFile(textOfCard(rows, card, []))))
        await this.#write(card, path, found === '' ? null : found, otherLines);
      this.#removed.delete(isWanted ? path : '');
    }
    this.#writeAgain.clear();
  }

  async #write(
    card: StoredRow<'card'>,
    path: string,
    expected: string | null,
    otherLines: readonly string[],
  ): Promise<void> {
    const text = textOfCard(this.#store.rows, card, otherLines);
    const { cardId } = card;
    const fail = (message: string) => this.#problems.set(path, { message, stamp: '', cardId, isClash: false });
    this.#problems.delete(path);
    if (Buffer.byteLength(text) > folderLimits.fileBytes) {
      fail(`The card is longer than ${folderLimits.fileBytes / 1_000_000} MB, so it is not written.`);
      return;
    }
    try {
      const stamp = await replaceFile(this.path, path, text, expected);
      if (stamp === null) {
        // Somebody else was faster: the next pass sees their file.
        this.#changedCards.add(cardId);
        this.wake(afterChangeMs);
      } else {
        this.#put({ cardId, path, base: text, stamp });
        this.#noteChange();
      }
    } catch (error) {
      const failure = storageFailure(error, this.path);
      if (!(error instanceof FolderProblem) && !failure) throw error;
      fail(failure?.message ?? String((error as Error).message));
      this.#changedCards.add(cardId);
    }
  }

  /** Of a card that is archived, deleted or in another deck: its file goes, unless somebody has changed it since. */
  async #removeLeft(path: string, files: FolderScan['files']): Promise<void> {
    const { stamp, base, cardId } = this.#record(path);
    const found = files.get(path);
    if (found && readLivingFile(base).otherLines.some((line) => line.trim() !== '')) {
      const message =
        'Its card is archived, deleted or in another deck. The file stays, because it has lines of your own in front of the text.';
      this.#problems.set(path, { message, stamp: '', cardId, isClash: false });
      return;
    }
    if (found && !(found.stamp === stamp && (await removeFile(this.path, path, stamp)))) return;
    this.#drop(path);
    if (found) this.#noteChange();
  }

  // ---- Records

  #record(path: string): FileRecord {
    const record = this.#files.get(path);
    if (!record) throw new Error(`No record of '${path}'`);
    return record;
  }

  /** With the service's id, once it is known. */
  #cardIdOf(path: string): string | undefined {
    const record = this.#files.get(path);
    return record && this.#store.ids.renamed(record.cardId);
  }

  #put(record: FileRecord): void {
    this.#options.replica.folders.putFile(this.#options.record.keeper, record);
    this.#files.set(record.path, record);
  }

  #drop(path: string): void {
    this.#options.replica.folders.removeFile(this.#options.record.keeper, path);
    this.#files.delete(path);
    this.#removed.delete(path);
    this.#problems.delete(path);
  }

  #isHere(cardId: string | undefined): boolean {
    const card = cardId === undefined ? undefined : this.#store.rows.get('card', cardId);
    return card?.deckId === this.deckId && card.visibility === 'default';
  }

  #noteChange(): void {
    this.#changedAt = new Date(this.#options.clock.now()).toISOString();
    this.#options.replica.folders.setChanged(this.#options.record.keeper, this.#changedAt);
  }
}

const messageOf = (failed: Outcome<unknown>): string =>
  !failed.ok && 'message' in failed.failure ? failed.failure.message : 'it was refused';

function unwrapped<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new FailureError(outcome.failure);
  return outcome.value;
}

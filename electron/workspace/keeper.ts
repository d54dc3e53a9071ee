/** Copies, restores and checks workspaces. The work with their files is that of a thread per task (electron/keep). */
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Finding, Workspace, WorkspaceCopyPreview } from '../../shared/bridge/index.ts';
import { workspaceFileExtension } from '../../shared/bridge/link-format.ts';
import { conflictFailure, defectFailure, type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import { makePrivateFolder } from '../engine/private-files.ts';
import { connectRpc } from '../engine/thread-rpc.ts';
import type { KeepThreadFunctions, PresentWorkspace } from '../keep/messages.ts';
import { unusedPath } from './export-folder.ts';
import { returnDiskErrorsAsFailures, unknownWorkspaceOutcome } from './failures.ts';
import type { WorkspaceWorkerThreads } from './threads.ts';
import { closeWorkerThread } from './worker-threads.ts';
import type { WorkspaceList } from './workspace-list.ts';
import type { LocalWorkspaceEntry } from './workspaces-file.ts';

interface OpenCopy {
  readonly preview: WorkspaceCopyPreview;
  readonly folder: string;
  readonly settings: string | null;
}

export interface RestoredWorkspace {
  readonly workspace: Workspace;
  /** JSON of the saved views and settings in the copy, whose views have the id `viewsOf`; null for none. */
  readonly settings: string | null;
  readonly viewsOf: string;
  /** Where the state before was saved; null for a new workspace. */
  readonly savedTo: string | null;
}

export interface CopiedWorkspace {
  readonly workspace: Workspace;
  /** What could not be read, in sentences. */
  readonly problems: readonly string[];
}

type Restored = Pick<RestoredWorkspace, 'workspace' | 'savedTo'>;

interface KeeperOptions {
  readonly userData: string;
  readonly script: string | URL;
  readonly list: WorkspaceList;
  readonly threads: WorkspaceWorkerThreads;
  readonly addAndOpen: (entry: LocalWorkspaceEntry) => Promise<Outcome<Workspace>>;
}

export class WorkspaceKeeper {
  readonly #options: KeeperOptions;
  readonly #copies = new Map<string, OpenCopy>();

  constructor(options: KeeperOptions) {
    this.#options = options;
    // Copies that were open when the app ended.
    rmSync(this.#copiesFolder, { recursive: true, force: true });
  }

  get #copiesFolder(): string {
    return path.join(this.#options.userData, 'copies');
  }

  /** Writes a workspace as one file into `folder`, and returns its path. `settings` is JSON. */
  async exportTo(id: string, folder: string, settings: string | null): Promise<Outcome<string>> {
    const entry = this.#options.list.entry(id);
    if (!entry) return unknownWorkspaceOutcome(id);
    const target = unusedPath(folder, entry.name, `.${workspaceFileExtension}`);
    return this.pack({ id, settings, target, at: new Date(this.#options.threads.clock.now()).toISOString() });
  }

  /** Returns `target`, which is replaced if it exists. Its folder must exist. */
  async pack({ id, settings, target, at }: PackRequest): Promise<Outcome<string>> {
    const { list, threads } = this.#options;
    const entry = list.entry(id);
    if (!entry) return unknownWorkspaceOutcome(id);
    if (!existsSync(path.dirname(target)))
      return conflict(`The folder ${path.dirname(target)} is not there. Connect its drive, or choose another folder.`);
    const folder = threads.folder(id);
    const backedUp = await this.#backUpOutbox(id);
    if (!backedUp.ok) return backedUp;
    const { kind, name } = entry;
    const { baseUrl, accountId } = entry.kind === 'remote' ? entry : { baseUrl: null, accountId: null };
    const workspace = { id, kind, name, baseUrl, accountId };
    const packed = await this.#run('pack', { workspace, folder, isOpen: backedUp.value, settings, at, target });
    return packed.ok ? { ok: true, value: target } : packed;
  }

  /** True if the workspace is open. Its outbox is locked then, and the backup beside it is renewed. */
  async #backUpOutbox(id: string): Promise<Outcome<boolean>> {
    const running = await this.#options.threads.current(id);
    if (!running?.ok || running.value.hasEnded) return { ok: true, value: false };
    const backedUp = await running.value.backUp();
    return backedUp.ok ? { ok: true, value: true } : backedUp;
  }

  /** Reads a copy whole, and says what restoring it would bring. It stays open until it is restored or closed. */
  async openCopy(source: string): Promise<Outcome<WorkspaceCopyPreview>> {
    const copyId = randomUUID();
    const folder = path.join(this.#copiesFolder, copyId);
    const { list, threads } = this.#options;
    const present = list.entries.map((entry): PresentWorkspace => {
      const { baseUrl, accountId } = entry.kind === 'remote' ? entry : { baseUrl: null, accountId: null };
      return { id: entry.id, name: entry.name, folder: threads.folder(entry.id), baseUrl, accountId };
    });
    const taken = await this.#run('take', { source, target: folder, present });
    if (!taken.ok) return taken;
    const preview = { ...taken.value.preview, copyId, path: source };
    this.#copies.set(copyId, { preview, folder, settings: taken.value.settings });
    return { ok: true, value: preview };
  }

  /** The workspace that the open copy is one of; null if it is not here. */
  presentIdOf(copyId: string): string | null {
    return this.#copies.get(copyId)?.preview.present?.id ?? null;
  }

  closeCopy(copyId: string): void {
    const copy = this.#copies.get(copyId);
    this.#copies.delete(copyId);
    if (copy) rmSync(copy.folder, { recursive: true, force: true });
  }

  /**
   * `new`: as another workspace beside those that are here. `inPlace`: instead of the workspace that it is a copy of,
   * whose state is saved to `saveTo` first.
   */
  restore(copyId: string, where: 'new' | 'inPlace', saveTo: SaveTarget): Promise<Outcome<RestoredWorkspace>> {
    return returnDiskErrorsAsFailures<RestoredWorkspace>(this.#options.userData, async () => {
      const copy = this.#copies.get(copyId);
      if (!copy) return conflict('The copy is not open any more. Open it again.');
      const restored = await (where === 'new' ? this.#restoreAsNew(copy) : this.#restoreInPlace(copy, saveTo));
      if (!restored.ok) return restored;
      this.closeCopy(copyId);
      return {
        ok: true,
        value: { ...restored.value, settings: copy.settings, viewsOf: copy.preview.id },
      };
    });
  }

  async #restoreAsNew({ preview, folder }: OpenCopy): Promise<Outcome<Restored>> {
    if (preview.kind === 'remote')
      return rejectedOutcome('remote', 'Connect to the service of this workspace first, then restore it there.');
    const opened = await this.#openAsNew(folder, preview.name);
    return opened.ok ? { ok: true, value: { workspace: opened.value, savedTo: null } } : opened;
  }

  /** Copies a workspace on a service into a new local one, which opens. Null if `signal` aborts. */
  copyHere(id: string, signal: AbortSignal): Promise<Outcome<CopiedWorkspace | null>> {
    return returnDiskErrorsAsFailures<CopiedWorkspace | null>(this.#options.userData, async () => {
      const { list, threads } = this.#options;
      const entry = list.entry(id);
      if (!entry) return unknownWorkspaceOutcome(id);
      const running = await threads.start(id);
      if (!running.ok) return running;
      const folder = path.join(this.#copiesFolder, randomUUID());
      const files = path.join(folder, 'files');
      const target = path.join(folder, 'workspace');
      makePrivateFolder(files);
      try {
        const read = await running.value.readEverything(files, signal);
        if (signal.aborted) return { ok: true, value: null };
        if (!read.ok) return read;
        const { problems, accountId, userId } = read.value;
        const task = { folder: threads.folder(id), files, accountId, userId, target };
        const copied = await this.#run('copyReplica', task);
        if (signal.aborted) return { ok: true, value: null };
        if (!copied.ok) return copied;
        const opened = await this.#openAsNew(target, entry.name);
        return opened.ok ? { ok: true, value: { workspace: opened.value, problems } } : opened;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }

  /** The workspace gets the name of its organization when it opens. */
  #openAsNew(folder: string, name: string): Promise<Outcome<Workspace>> {
    const { threads, addAndOpen } = this.#options;
    const id = randomUUID();
    makePrivateFolder(path.dirname(threads.folder(id)));
    renameSync(folder, threads.folder(id));
    return addAndOpen({ id, kind: 'local', name, isDemo: false, founding: null });
  }

  async #restoreInPlace(
    { preview, folder }: OpenCopy,
    { folder: saveFolder, settings, at }: SaveTarget,
  ): Promise<Outcome<Restored>> {
    const { list, threads } = this.#options;
    const id = preview.present?.id;
    const entry = id === undefined ? undefined : list.entry(id);
    if (!entry) return conflict('The workspace of this copy is not here any more. Restore it as a new one.');
    makePrivateFolder(saveFolder);
    const savedTo = unusedPath(saveFolder, `${entry.name} before restoring`, `.${workspaceFileExtension}`);
    const saved = await this.pack({ id: entry.id, settings: settings(entry.id), target: savedTo, at });
    if (!saved.ok) return saved;
    const target = threads.folder(entry.id);
    const before = `${folder}.before`;
    const swap = (next: string, aside: string) =>
      threads.whileStopped(entry.id, async () => {
        renameSync(target, aside);
        try {
          renameSync(next, target);
        } catch (error) {
          renameSync(aside, target);
          throw error;
        }
      });
    await swap(folder, before);
    const running = await threads.start(entry.id);
    if (!running.ok) {
      // What was there opens again.
      await swap(before, folder);
      return running;
    }
    rmSync(before, { recursive: true, force: true });
    const workspace = list.findWorkspace(entry.id);
    return workspace.ok ? { ok: true, value: { workspace: workspace.value, savedTo } } : workspace;
  }

  /** Checks the files of a workspace. `mends`: saves its state to `saveTo` first, and mends what can be mended. */
  examine(id: string, mends: SaveTarget | null): Promise<Outcome<readonly Finding[]>> {
    return returnDiskErrorsAsFailures(this.#options.userData, async () => {
      const { list, threads } = this.#options;
      const entry = list.entry(id);
      if (!entry) return unknownWorkspaceOutcome(id);
      const folder = threads.folder(id);
      const backedUp = await this.#backUpOutbox(id);
      if (!backedUp.ok) return backedUp;
      if (!mends) return this.#run('examine', { folder, isOpen: backedUp.value, mends: false });
      makePrivateFolder(mends.folder);
      const target = unusedPath(mends.folder, `${entry.name} before mending`, `.${workspaceFileExtension}`);
      const saved = await this.pack({ id, settings: mends.settings(id), target, at: mends.at });
      if (!saved.ok) return saved;
      return threads.whileStopped(id, () => this.#run('examine', { folder, isOpen: false, mends: true }));
    });
  }

  /** Starts a thread for one task, and ends it. */
  async #run<Name extends Exclude<keyof KeepThreadFunctions, 'close'>>(
    name: Name,
    task: Parameters<KeepThreadFunctions[Name]>[0],
  ): Promise<Awaited<ReturnType<KeepThreadFunctions[Name]>>> {
    const worker = new Worker(this.#options.script);
    const thread = connectRpc<KeepThreadFunctions>(worker, {});
    let cause = new Error('The thread for copies has ended');
    worker.on('error', (error) => {
      cause = error instanceof Error ? error : new Error(String(error));
    });
    worker.once('exit', () => thread.end(cause));
    try {
      return (await thread.call(name, task as never)) as Awaited<ReturnType<KeepThreadFunctions[Name]>>;
    } catch (error) {
      return { ok: false, failure: defectFailure(error) } as Awaited<ReturnType<KeepThreadFunctions[Name]>>;
    } finally {
      await closeWorkerThread(worker);
    }
  }
}

interface PackRequest {
  readonly id: string;
  /** JSON of the saved views and settings; null for none. */
  readonly settings: string | null;
  readonly target: string;
  /** ISO time. */
  readonly at: string;
}

/** Where and with what the present state is saved before it is replaced. */
export interface SaveTarget {
  readonly folder: string;
  readonly settings: (workspaceId: string) => string | null;
  readonly at: string;
}

const conflict = (message: string): Outcome<never> => ({ ok: false, failure: conflictFailure('copy', message) });

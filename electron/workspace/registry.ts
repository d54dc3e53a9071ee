/** What the main process does with workspaces, local and remote ones. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type {
  ImportReading,
  NewWorkspace,
  Workspace,
  WorkspaceRowCounts,
  WorkspaceStatus,
} from '../../shared/bridge/index.ts';
import type { ServiceReadyInfo } from '../../shared/bridge/service-port.ts';
import { FailureError, type Outcome, query, rejectedOutcome } from '../../shared/contract/index.ts';
import { isTimezone } from '../../shared/domain/calendar.ts';
import { unlimitedRequestBudget } from '../client/budget.ts';
import { createServiceClient } from '../client/client.ts';
import { systemClock } from '../client/clock.ts';
import {
  connectToEmbeddedService,
  type EmbeddedServiceConnection,
  embeddedServiceBaseUrl,
} from '../client/port-sender.ts';
import { exportOutboxes } from './export-folder.ts';
import { returnDiskErrorsAsFailures, unknownWorkspaceOutcome } from './failures.ts';
import { WorkspaceKeeper } from './keeper.ts';
import { WorkspaceWorkerThreads, type WorkspaceWorkerThreadsOptions } from './threads.ts';
import { WorkspaceTokenStore } from './tokens.ts';
import { WorkspaceConnector } from './workspace-connector.ts';
import { WorkspaceList } from './workspace-list.ts';
import {
  demoWorkspaceEntry,
  demoWorkspaceId,
  type Keychain,
  type LocalWorkspaceEntry,
  openWorkspacesFile,
  type WorkspacesFile,
} from './workspaces-file.ts';

export { startReplicaThread } from './worker-threads.ts';
export type { Keychain } from './workspaces-file.ts';

interface WorkspacesOptions extends WorkspaceWorkerThreadsOptions {
  readonly keychain: Keychain;
}

/** Fails if the file of the list cannot be used. */
export async function loadWorkspaceRegistry(options: WorkspacesOptions): Promise<Outcome<WorkspaceRegistry>> {
  return returnDiskErrorsAsFailures(options.userData, () => {
    const file = openWorkspacesFile(options.userData, (message) => options.log('notice', message));
    return file.ok ? { ok: true, value: new WorkspaceRegistry(options, file.value) } : file;
  });
}

export class WorkspaceRegistry {
  #userData: string;
  #list: WorkspaceList;
  #tokens: WorkspaceTokenStore;
  readonly threads: WorkspaceWorkerThreads;
  readonly connector: WorkspaceConnector;
  readonly keeper: WorkspaceKeeper;

  constructor(options: WorkspacesOptions, file: WorkspacesFile) {
    this.#userData = options.userData;
    this.#list = new WorkspaceList(file);
    this.#tokens = new WorkspaceTokenStore({
      keychain: options.keychain,
      clock: options.clock ?? systemClock,
      log: options.log,
      store: (id, sealed) => this.#list.storeToken(id, sealed),
    });
    this.threads = new WorkspaceWorkerThreads(options, this.#list, this.#tokens);
    this.connector = new WorkspaceConnector(options.userData, this.#list, this.#tokens, this.threads);
    this.keeper = new WorkspaceKeeper({
      userData: options.userData,
      script: options.workers.keep,
      list: this.#list,
      threads: this.threads,
      addAndOpen: (entry) => this.#addAndOpen(entry),
    });
  }

  list(): readonly Workspace[] {
    return this.#list.workspaces;
  }

  statuses(): readonly WorkspaceStatus[] {
    return this.list().flatMap(({ id, name }) => {
      const status = this.threads.status(id);
      return status ? [{ id, name, status }] : [];
    });
  }

  onListChange(listener: () => void): void {
    this.#list.onChange(listener);
  }

  /** Starts worker threads that do not run, even if they crashed too often to restart by themselves. */
  async open(id: string): Promise<Outcome<Workspace>> {
    const running = await this.threads.start(id);
    return running.ok ? this.#list.findWorkspace(id) : running;
  }

  /** With one empty project. */
  async create(founding: NewWorkspace): Promise<Outcome<Workspace>> {
    if (!isTimezone(founding.timezone)) {
      const message = `'${founding.timezone}' is no time zone. Choose one like Europe/Berlin.`;
      return rejectedOutcome('invalid_param', message);
    }
    return this.#addAndOpen({ id: randomUUID(), kind: 'local', name: founding.name, isDemo: false, founding });
  }

  /** Opens the demo workspace. Creates it again if it was removed. */
  createDemo(): Promise<Outcome<Workspace>> {
    return this.#list.entry(demoWorkspaceId) ? this.open(demoWorkspaceId) : this.#addAndOpen(demoWorkspaceEntry);
  }

  /** Removes the workspace again if it cannot be opened. */
  #addAndOpen(entry: LocalWorkspaceEntry): Promise<Outcome<Workspace>> {
    return returnDiskErrorsAsFailures(this.#userData, async () => {
      this.#list.save(entry);
      const opened = await this.open(entry.id);
      if (!opened.ok) await this.remove(entry);
      return opened;
    });
  }

  async rename({ id, name }: { id: string; name: string }): Promise<Outcome<Workspace>> {
    const renamed = await this.#withService(id, async (port) => {
      try {
        await port.administer('service/change', { organizationName: name });
        return { ok: true, value: null };
      } catch (error) {
        if (error instanceof FailureError) return { ok: false, failure: error.failure };
        throw error;
      }
    });
    if (!renamed.ok) return renamed;
    this.threads.renamed(id, name);
    // If the organization already has this name, the steps above do not rename the entry, for example that of the demo.
    const entry = this.#list.entry(id);
    if (entry && entry.name !== name) this.#list.save({ ...entry, name });
    return this.#list.findWorkspace(id);
  }

  async setUser({ id, userId }: { id: string; userId: string }): Promise<Outcome<Workspace>> {
    const entry = this.#list.entry(id);
    if (!entry) return unknownWorkspaceOutcome(id);
    if (entry.kind === 'local') {
      const message = 'A local workspace belongs to one person, who cannot be changed.';
      return rejectedOutcome('local', message);
    }
    const changed = { ...entry, userId };
    this.#list.save(changed);
    const running = await this.threads.current(id);
    if (running?.ok) running.value.post('setUser', userId);
    return { ok: true, value: this.#list.toWorkspace(changed) };
  }

  contents({ id }: { id: string }): Promise<Outcome<WorkspaceRowCounts>> {
    return this.#withService(id, async (port, { token }) => {
      const connection = { baseUrl: embeddedServiceBaseUrl, token, send: port.send };
      const client = createServiceClient({ ...connection, clock: this.threads.clock, budget: unlimitedRequestBudget });
      const answered = await client.query(contentsQuery, { priority: 'action' });
      if (!answered.ok) return answered;
      const accounts = (answered.value.answer.account ?? {}) as Record<string, Record<string, number>>;
      const [account = {}] = Object.values(accounts);
      const { 'count:projects': projects = 0, 'count:decks': decks = 0, 'count:cards': cards = 0 } = account;
      return { ok: true, value: { projects, decks, cards } };
    });
  }

  /** Reads a local workspace for an import into the workspace `into`. */
  async readForImport(
    id: string,
    into: { readonly id: string; readonly windowId: number },
  ): Promise<Outcome<ImportReading>> {
    const entry = this.#list.localEntry(id);
    if (!entry.ok) return entry;
    if (id === into.id) return rejectedOutcome('same', 'Choose another workspace than the one that is open.');
    // Its service brings the file to the current format.
    const service = await this.threads.service(entry.value);
    if (!service.ok) return service;
    const running = await this.threads.start(into.id);
    if (!running.ok) return running;
    const file = path.join(this.threads.folder(id), 'service.sqlite');
    return running.value.readWorkspace({ windowId: into.windowId, file, name: entry.value.name });
  }

  /** Copies the outboxes of all workspaces into a new folder within `folder`. Returns the path of the copy. */
  exportOutboxes(folder: string): Promise<Outcome<string>> {
    return exportOutboxes(this.threads, this.#list.entries, folder);
  }

  /** Removes a workspace and deletes its stored data. The data of a local workspace exists nowhere else. */
  remove({ id }: { id: string }): Promise<Outcome<null>> {
    return returnDiskErrorsAsFailures<null>(this.#userData, async () => {
      if (!this.#list.entry(id)) return unknownWorkspaceOutcome(id);
      // In the opposite order, a crash in between leaves an entry that opens an empty workspace.
      this.#list.remove(id);
      await this.threads.remove(id);
      this.#tokens.forget(id);
      this.#list.forgetService(id);
      return { ok: true, value: null };
    });
  }

  async #withService<T>(
    id: string,
    work: (port: EmbeddedServiceConnection, ready: ServiceReadyInfo) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const entry = this.#list.localEntry(id);
    if (!entry.ok) return entry;
    const service = await this.threads.service(entry.value);
    if (!service.ok) return service;
    const port = connectToEmbeddedService(service.value.port());
    try {
      return await work(port, service.value.ready);
    } finally {
      port.close();
    }
  }
}

const contentsQuery = query({ _root: [{ account: ['count:projects', 'count:decks', 'count:cards'] }] });

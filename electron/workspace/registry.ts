/**
 * The workspaces of this installation, as main keeps them: local ones, each with an embedded service of its own, and
 * remote ones by address and token. Each open workspace is a worker thread; all share one request budget per service.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { MessagePort, Worker } from 'node:worker_threads';
import type {
  CommandName,
  EventName,
  NewWorkspace,
  Probe,
  SyncStatus,
  Workspace,
  WorkspaceContents,
  WorkspaceStatus,
} from '../../shared/bridge/index.ts';
import { type Failure, FailureError, limits, type Outcome, query } from '../../shared/contract/index.ts';
import { isTimezone } from '../../shared/domain/calendar.ts';
import { type Budget, createBudget, unlimited } from '../client/budget.ts';
import { createClient } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { createHttpSender, serviceAddress } from '../client/http-sender.ts';
import { openServicePort, portBaseUrl } from '../client/port-sender.ts';
import { makePrivateFolder } from '../engine/private-files.ts';
import { replicaFiles, storageFailure } from '../replica/store/storage.ts';
import type { StoredFile } from './messages.ts';
import { answersExtensions, probe } from './probe.ts';
import {
  isThere,
  type Log,
  type Running,
  type RunningService,
  startReplica,
  startService,
  startThread,
} from './running.ts';
import { Supervisor, type ThreadState } from './supervisor.ts';
import {
  demoEntry,
  demoId,
  type LocalEntry,
  openWorkspacesFile,
  type RemoteEntry,
  type Vault,
  type WorkspaceEntry,
  type WorkspacesFile,
} from './workspaces-file.ts';

export { startThread } from './running.ts';
export type { Vault } from './workspaces-file.ts';

export interface WorkspacesOptions {
  readonly userData: string;
  readonly vault: Vault;
  /** Scripts of the worker threads. */
  readonly workers: { readonly replica: string | URL; readonly service: string | URL };
  /** For the first workspace that opens: a thread of the replica's script that was started before. */
  readonly spare?: Worker;
  readonly log: Log;
  /** Whether the demo workspace is filled when it is made; it is unless this says otherwise. */
  readonly demo?: boolean;
  /** For the pauses before threads that crashed are started again. */
  readonly clock?: Clock;
}

interface StoredChoice {
  readonly token: string | null;
  /** Only a workspace that has this token already. */
  readonly isKnown: boolean;
  /** The workspace to prefer where an address has several. */
  readonly last: string | undefined;
}

export type WorkspaceListener = (
  workspaceId: string,
  /** Null: for every window that shows the workspace. */
  windowId: number | null,
  event: EventName,
  payload: unknown,
) => void;

interface Credentials {
  readonly baseUrl: string;
  readonly token: string;
}

/** Answers a failure, worded for the person, when the list of workspaces cannot be used. */
export async function createWorkspaces(options: WorkspacesOptions): Promise<Outcome<Workspaces>> {
  return onDisk(options.userData, () => {
    const file = openWorkspacesFile(options.userData, (message) => options.log('warn', message));
    return file.ok ? { ok: true, value: new Workspaces(options, file.value) } : file;
  });
}

/** A full, missing or write-protected disk is the person's to mend: it is said in words. */
async function onDisk<T>(folder: string, work: () => Outcome<T> | Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    const failure = storageFailure(error, folder);
    if (failure) return { ok: false, failure };
    throw error;
  }
}

export class Workspaces {
  #options: WorkspacesOptions;
  #file: WorkspacesFile;
  #budgets = new Map<string, Budget>();
  #running = new Map<string, Supervisor>();
  /** Embedded services by the id of their workspace. */
  #services = new Map<string, Promise<Outcome<RunningService>>>();
  /** What each local workspace said when its service started. */
  #local = new Map<string, { accountId: string; userId: string; accountName: string }>();
  /** Tokens of this session; the only place for them where there is no keychain. */
  #tokens = new Map<string, string>();
  #listeners: WorkspaceListener[] = [];
  #listListeners: (() => void)[] = [];
  /** What each open workspace said last. */
  #statuses = new Map<string, SyncStatus>();
  #spare: Worker | undefined;

  constructor(options: WorkspacesOptions, file: WorkspacesFile) {
    this.#options = options;
    this.#file = file;
    this.#spare = options.spare;
  }

  list(): readonly Workspace[] {
    return this.#file.entries.map((entry) => this.#shown(entry));
  }

  #shown(entry: WorkspaceEntry): Workspace {
    if (entry.kind === 'local') {
      const { accountId = null, userId = null } = this.#local.get(entry.id) ?? {};
      return {
        id: entry.id,
        kind: 'local',
        isDemo: entry.isDemo,
        name: entry.name,
        baseUrl: null,
        accountId,
        userId,
        tokenKind: 'personal',
        tokenIsStored: true,
        hasExtensions: true,
      };
    }
    return {
      id: entry.id,
      kind: 'remote',
      isDemo: false,
      name: entry.name,
      baseUrl: entry.baseUrl,
      accountId: entry.accountId,
      userId: entry.userId,
      tokenKind: entry.tokenKind,
      tokenIsStored: entry.token !== null,
      hasExtensions: entry.hasExtensions,
    };
  }

  #entry(id: string): WorkspaceEntry | undefined {
    return this.#file.entries.find((entry) => entry.id === id);
  }

  #remote(id: string): RemoteEntry | undefined {
    const entry = this.#entry(id);
    return entry?.kind === 'remote' ? entry : undefined;
  }

  /** In the place of the entry with its id, or at the end. */
  #save(entry: WorkspaceEntry): void {
    const { entries } = this.#file;
    const isKnown = entries.some(({ id }) => id === entry.id);
    this.#saveAll(isKnown ? entries.map((known) => (known.id === entry.id ? entry : known)) : [...entries, entry]);
  }

  #saveAll(entries: readonly WorkspaceEntry[]): void {
    this.#file.save(entries);
    for (const listener of this.#listListeners) listener();
  }

  #find(id: string): Outcome<Workspace> {
    const workspace = this.list().find((candidate) => candidate.id === id);
    return workspace ? { ok: true, value: workspace } : unknown(id);
  }

  #directory(id: string): string {
    return path.join(this.#options.userData, 'workspaces', id);
  }

  #budget(baseUrl: string): Budget {
    const { origin } = new URL(baseUrl);
    const budget = this.#budgets.get(origin) ?? createBudget(systemClock);
    this.#budgets.set(origin, budget);
    return budget;
  }

  #token(entry: RemoteEntry): string | null {
    const known = this.#tokens.get(entry.id);
    if (known !== undefined || entry.token === null) return known ?? null;
    try {
      const token = this.#options.vault.decrypt(Buffer.from(entry.token, 'base64'));
      this.#tokens.set(entry.id, token);
      return token;
    } catch (error) {
      this.#options.log('warn', 'The keychain does not give a token back', {
        workspace: entry.id,
        error: String(error),
      });
      return null;
    }
  }

  #sealed(token: string): string | null {
    const { vault } = this.#options;
    return vault.available ? Buffer.from(vault.encrypt(token)).toString('base64') : null;
  }

  /** Starts the workspace's threads if need be, also those that crashed too often. */
  async open(id: string): Promise<Outcome<Workspace>> {
    const running = await this.#supervised(id).startAgain();
    return running.ok ? this.#find(id) : running;
  }

  #run(id: string): Promise<Outcome<Running>> {
    return this.#supervised(id).run();
  }

  #supervised(id: string): Supervisor {
    const known = this.#running.get(id);
    if (known) return known;
    const supervisor = new Supervisor({
      clock: this.#options.clock ?? systemClock,
      start: (onEnd) => onDisk(this.#options.userData, () => this.#start(id, onEnd)),
      changed: (state) => void this.#threadChanged(id, state),
    });
    this.#running.set(id, supervisor);
    return supervisor;
  }

  /** Windows show it, and watch again once the threads run: what they watched ended with the thread. */
  async #threadChanged(id: string, state: ThreadState): Promise<void> {
    if (state.phase !== 'running') {
      const { phase, failure } = state;
      this.#options.log('warn', phase === 'down' ? 'A workspace stopped too often' : 'A workspace starts again', {
        workspace: id,
        failure: failure.message,
      });
      this.#tell(id, null, 'sync/status', { ...(this.#statuses.get(id) ?? noStatus), phase, failure });
      return;
    }
    this.#tell(id, null, 'workspace/restarted', { id });
    const status = await this.call(id, 0, 'sync/status', {});
    if (status.ok) this.#tell(id, null, 'sync/status', status.value);
  }

  async #start(id: string, onEnd: (failure: Failure) => void): Promise<Outcome<Running>> {
    const entry = this.#entry(id);
    if (!entry) return unknown(id);
    if (entry.kind === 'remote') {
      const { baseUrl, userId } = entry;
      return this.#startReplica(id, baseUrl, this.#token(entry), userId, this.#budget(baseUrl), null, onEnd);
    }
    const service = await this.#service(entry);
    if (!service.ok) return service;
    const { ready, port, ended } = service.value;
    const replica = await this.#startReplica(id, portBaseUrl, ready.token, ready.userId, unlimited, port(), onEnd);
    // Its replica would wait for answers that cannot come: both start again.
    void ended.then(async (failure) => {
      if (!replica.ok || replica.value.hasEnded) return;
      await replica.value.close();
      onEnd(failure);
    });
    return replica;
  }

  /** The embedded service of a local workspace, started if need be. */
  async #service({ id, isDemo, founding }: LocalEntry): Promise<Outcome<RunningService>> {
    const known = this.#services.get(id);
    if (known) return known;
    const starting = startService({
      script: this.#options.workers.service,
      file: path.join(this.#ready(id), 'service.sqlite'),
      demo: isDemo && (this.#options.demo ?? true),
      founding,
      log: this.#options.log,
      onRenamed: (name) => this.#renamed(id, name),
    });
    this.#services.set(id, starting);
    const forget = () => {
      if (this.#services.get(id) === starting) this.#services.delete(id);
    };
    const service = await starting;
    if (!service.ok) forget();
    else {
      const { ready, ended } = service.value;
      void ended.then(forget);
      this.#local.set(id, ready);
      const entry = this.#entry(id);
      // The demo keeps the name that tells what it is, whatever its studio is called.
      if (entry && !isDemo && entry.name !== ready.accountName) this.#save({ ...entry, name: ready.accountName });
    }
    return service;
  }

  /** A local workspace is called as its organization. */
  #renamed(id: string, name: string): void {
    const local = this.#local.get(id);
    const entry = this.#entry(id);
    if (!local || !entry || local.accountName === name) return;
    this.#local.set(id, { ...local, accountName: name });
    this.#save({ ...entry, name });
    this.#tell(id, null, 'workspace/changed', this.#shown({ ...entry, name }));
  }

  #ready(id: string): string {
    const directory = this.#directory(id);
    makePrivateFolder(directory);
    return directory;
  }

  #startReplica(
    id: string,
    baseUrl: string,
    token: string | null,
    userId: string | null,
    budget: Budget,
    servicePort: MessagePort | null,
    onEnd: (failure: Failure) => void,
  ): Promise<Outcome<Running>> {
    const worker = this.#spare && isThere(this.#spare) ? this.#spare : startThread(this.#options.workers.replica);
    this.#spare = undefined;
    return startReplica({
      worker,
      data: { directory: this.#ready(id), baseUrl, token, userId, servicePort },
      budget,
      log: this.#options.log,
      onEvent: (windowId, event, payload) => this.#tell(id, windowId, event, payload),
      onEnd,
    });
  }

  #tell(id: string, windowId: number | null, event: EventName, payload: unknown): void {
    if (event === 'sync/status') this.#statuses.set(id, payload as SyncStatus);
    for (const listener of this.#listeners) listener(id, windowId, event, payload);
  }

  statuses(): readonly WorkspaceStatus[] {
    return this.list().flatMap(({ id, name }) => {
      const status = this.#statuses.get(id);
      return status ? [{ id, name, status }] : [];
    });
  }

  onEvent(listener: WorkspaceListener): void {
    this.#listeners.push(listener);
  }

  /** Workspaces came, went, or changed what `list` shows of them. */
  onListChange(listener: () => void): void {
    this.#listListeners.push(listener);
  }

  /** Makes an empty local workspace with its first project, and opens it. */
  async create(founding: NewWorkspace): Promise<Outcome<Workspace>> {
    if (!isTimezone(founding.timezone)) {
      const message = `'${founding.timezone}' is no time zone. Choose one like Europe/Berlin.`;
      return { ok: false, failure: { kind: 'rejected', code: 'invalid_param', status: 0, message } };
    }
    return this.#make({ id: randomUUID(), kind: 'local', name: founding.name, isDemo: false, founding });
  }

  /** Opens the demo workspace; makes it again where it was removed. */
  createDemo(): Promise<Outcome<Workspace>> {
    return this.#entry(demoId) ? this.open(demoId) : this.#make(demoEntry);
  }

  /** What could not be made leaves no trace. */
  #make(entry: LocalEntry): Promise<Outcome<Workspace>> {
    return onDisk(this.#options.userData, async () => {
      this.#save(entry);
      const opened = await this.open(entry.id);
      if (!opened.ok) await this.remove(entry);
      return opened;
    });
  }

  /** Names a local workspace, and with it its organization. */
  async rename({ id, name }: { id: string; name: string }): Promise<Outcome<Workspace>> {
    const local = this.#localEntry(id);
    if (!local.ok) return local;
    const entry = local.value;
    const service = await this.#service(entry);
    if (!service.ok) return service;
    const port = openServicePort(service.value.port());
    try {
      await port.administer('service/change', { organizationName: name });
    } catch (error) {
      if (error instanceof FailureError) return { ok: false, failure: error.failure };
      throw error;
    } finally {
      port.close();
    }
    this.#renamed(id, name);
    // The demo may be given the name that its studio has.
    if (this.#entry(id)?.name !== name) this.#save({ ...entry, name });
    return this.#find(id);
  }

  async probe({ baseUrl, token }: Credentials): Promise<Outcome<Probe>> {
    const address = serviceAddress(baseUrl);
    if (!address.ok) return address;
    const missing = token.trim() === '' ? noToken : undefined;
    if (missing) return { ok: false, failure: missing };
    return probe(address.value, token.trim(), createHttpSender(address.value), this.#budget(address.value));
  }

  /**
   * Opens the workspace of this address from what is stored, without asking the service. Undefined where there is none, or
   * with `isKnown` none that has this token.
   */
  async openStored(baseUrl: string, { token, isKnown, last }: StoredChoice): Promise<Outcome<Workspace> | undefined> {
    const address = serviceAddress(baseUrl);
    if (!address.ok) return address;
    const entries = this.#file.entries.filter(
      (entry): entry is RemoteEntry => entry.kind === 'remote' && entry.baseUrl === address.value,
    );
    const own = token === null ? undefined : entries.find((entry) => this.#token(entry) === token);
    const entry = own ?? (isKnown ? undefined : (entries.find(({ id }) => id === last) ?? entries[0]));
    if (!entry) return undefined;
    if (token === null || own) return this.open(entry.id);
    // Kept in memory until the service accepts it. The workspace sends nothing with a token of another organization.
    this.#tokens.set(entry.id, token);
    return this.#openWith(entry, token);
  }

  /** Adds the workspace, or gives the one that is there for this organization the token. Opens it. */
  async connect({ baseUrl, token, userId }: Credentials & { userId: string | null }): Promise<Outcome<Workspace>> {
    const probed = await this.probe({ baseUrl, token });
    if (!probed.ok) return probed;
    const address = serviceAddress(baseUrl);
    if (!address.ok) return address;
    const { accountId, accountName, loggedInUser } = probed.value;
    const isPerson = loggedInUser?.kind === 'human';
    const known = this.#file.entries.find(
      (entry): entry is RemoteEntry =>
        entry.kind === 'remote' && entry.baseUrl === address.value && entry.accountId === accountId,
    );
    const entry: RemoteEntry = {
      id: known?.id ?? randomUUID(),
      kind: 'remote',
      name: accountName,
      baseUrl: address.value,
      accountId,
      userId: userId ?? (isPerson ? loggedInUser.id : (known?.userId ?? null)),
      tokenKind: isPerson ? 'personal' : 'organization',
      hasExtensions: await answersExtensions(address.value, token.trim(), this.#budget(address.value)),
      token: this.#sealed(token.trim()),
    };
    return this.#keep(entry, token.trim());
  }

  /** Another token for a workspace whose own no longer works: what waits goes on. */
  async reconnect({ id, token }: { id: string; token: string }): Promise<Outcome<Workspace>> {
    const known = this.#remote(id);
    if (!known) return unknown(id);
    const probed = await this.probe({ baseUrl: known.baseUrl, token });
    if (!probed.ok) return probed;
    if (probed.value.accountId !== known.accountId) {
      const message = `The token belongs to ${probed.value.accountName}, this workspace to ${known.name}. Add it as a workspace of its own.`;
      return { ok: false, failure: { kind: 'auth', code: 'token_account_mismatch', message } };
    }
    const isPerson = probed.value.loggedInUser?.kind === 'human';
    const userId = isPerson ? (probed.value.loggedInUser?.id ?? null) : known.userId;
    const tokenKind = isPerson ? ('personal' as const) : ('organization' as const);
    return this.#keep({ ...known, userId, tokenKind, token: this.#sealed(token.trim()) }, token.trim());
  }

  #keep(entry: RemoteEntry, token: string): Promise<Outcome<Workspace>> {
    return onDisk(this.#options.userData, async () => {
      this.#save(entry);
      this.#tokens.set(entry.id, token);
      return this.#openWith(entry, token);
    });
  }

  async #openWith(entry: RemoteEntry, token: string): Promise<Outcome<Workspace>> {
    const running = await this.#run(entry.id);
    if (!running.ok) return running;
    running.value.tell({ reconnect: token });
    if (entry.userId) running.value.tell({ setUser: entry.userId });
    const shown = this.#shown(entry);
    this.#tell(entry.id, null, 'workspace/changed', shown);
    return { ok: true, value: shown };
  }

  async setUser({ id, userId }: { id: string; userId: string }): Promise<Outcome<Workspace>> {
    const entry = this.#entry(id);
    if (!entry) return unknown(id);
    if (entry.kind === 'local') {
      const message = 'A local workspace belongs to its one person.';
      return { ok: false, failure: { kind: 'rejected', code: 'local', status: 0, message } };
    }
    const changed = { ...entry, userId };
    this.#save(changed);
    const running = await this.#running.get(id)?.current;
    if (running?.ok) running.value.tell({ setUser: userId });
    return { ok: true, value: this.#shown(changed) };
  }

  /** Of a local workspace: counted by its service. */
  async contents({ id }: { id: string }): Promise<Outcome<WorkspaceContents>> {
    const entry = this.#localEntry(id);
    if (!entry.ok) return entry;
    const service = await this.#service(entry.value);
    if (!service.ok) return service;
    const port = openServicePort(service.value.port());
    try {
      const { token } = service.value.ready;
      const client = createClient({
        baseUrl: portBaseUrl,
        token,
        send: port.send,
        clock: this.#options.clock ?? systemClock,
        budget: unlimited,
      });
      const asked = await client.query(contentsQuery, { priority: 'action' });
      if (!asked.ok) return asked;
      const [account = {}] = Object.values(
        (asked.value.answer.account ?? {}) as Record<string, Record<string, number>>,
      );
      const { 'count:projects': projects = 0, 'count:decks': decks = 0, 'count:cards': cards = 0 } = account;
      return { ok: true, value: { projects, decks, cards } };
    } finally {
      port.close();
    }
  }

  /**
   * Copies all data of a local workspace into a new folder within `folder`: its database with stored files, and what waits
   * and drafts. Put back as `workspaces/<id>` of a data folder, it opens again.
   * @returns path of the copy
   */
  async export({ id, folder }: { id: string; folder: string }): Promise<Outcome<string>> {
    const entry = this.#localEntry(id);
    if (!entry.ok) return entry;
    return onDisk(folder, async () => {
      const service = await this.#service(entry.value);
      if (!service.ok) return service;
      const running = await this.#running.get(id)?.current;
      const backedUp = running?.ok ? await running.value.backUp() : undefined;
      if (backedUp?.ok === false) return backedUp;
      const target = freeFolder(folder, entry.value.name);
      makePrivateFolder(target);
      const copied = await service.value.copyTo(path.join(target, 'service.sqlite'));
      if (!copied.ok) return copied;
      const directory = this.#directory(id);
      const outbox = path.join(directory, replicaFiles.backup);
      if (existsSync(outbox)) await copyFile(outbox, path.join(target, replicaFiles.outbox));
      return { ok: true, value: target };
    });
  }

  #localEntry(id: string): Outcome<LocalEntry> {
    const entry = this.#entry(id);
    if (!entry) return unknown(id);
    if (entry.kind === 'local') return { ok: true, value: entry };
    const message = `${entry.name} is kept by its service. Whoever looks after it does this there.`;
    return { ok: false, failure: { kind: 'rejected', code: 'not_here', status: 0, message } };
  }

  /** Deletes all that is stored of the workspace: of a local one everything there is. */
  remove({ id }: { id: string }): Promise<Outcome<null>> {
    return onDisk<null>(this.#options.userData, async () => {
      if (!this.#entry(id)) return unknown(id);
      // First the list: nobody is to be led to it any more, and a crash must not leave an entry that begins anew, empty.
      this.#saveAll(this.#file.entries.filter((entry) => entry.id !== id));
      const supervisor = this.#running.get(id);
      this.#running.delete(id);
      await supervisor?.close();
      const service = await this.#services.get(id);
      this.#services.delete(id);
      if (service?.ok) await service.value.close();
      this.#tokens.delete(id);
      this.#local.delete(id);
      this.#statuses.delete(id);
      rmSync(this.#directory(id), { recursive: true, force: true });
      return { ok: true, value: null };
    });
  }

  /** `windowId` owns the watches it makes. */
  async call(workspaceId: string, windowId: number, command: CommandName, params: unknown): Promise<Outcome<unknown>> {
    const supervisor = this.#supervised(workspaceId);
    // How it is can be told also of threads that do not run.
    if (command === 'sync/status' && supervisor.state.phase !== 'running')
      return { ok: true, value: this.#statuses.get(workspaceId) };
    const running = await supervisor.run();
    return running.ok ? running.value.call(windowId, command, params) : running;
  }

  /** Drops the window's watches. */
  releaseWindow(windowId: number): void {
    for (const { current } of this.#running.values())
      void current?.then((running) => {
        if (running.ok) running.value.tell({ release: windowId });
      });
  }

  /** Bytes of a stored file, from the file cache or the service of a workspace that is open: it starts none. */
  async file(workspaceId: string, fileId: string): Promise<Outcome<StoredFile>> {
    const running = await this.#running.get(workspaceId)?.current;
    if (!running) return unknown(workspaceId);
    return running.ok ? running.value.file(fileId) : running;
  }

  /** Ends every thread after what is under way. */
  async close(): Promise<void> {
    await this.#spare?.terminate();
    await Promise.all([...this.#running.values()].map((supervisor) => supervisor.close()));
    const services = await Promise.all(this.#services.values());
    await Promise.all(services.map((outcome) => (outcome.ok ? outcome.value.close() : undefined)));
  }
}

const contentsQuery = query({ _root: [{ account: ['count:projects', 'count:decks', 'count:cards'] }] });

/** A folder that is not there yet, called as the workspace. */
function freeFolder(folder: string, name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'Workspace';
  const named = (count: number) => path.join(folder, count === 1 ? plain : `${plain} ${count}`);
  let count = 1;
  while (existsSync(named(count))) count += 1;
  return named(count);
}

const unknown = (id: string): Outcome<never> => ({
  ok: false,
  failure: { kind: 'rejected', code: 'not_found', status: 0, message: `There is no workspace '${id}'.` },
});

/** Of a workspace whose threads crashed before they told anything. */
const noStatus: SyncStatus = {
  phase: 'restarting',
  progress: null,
  freshAt: null,
  offlineSince: null,
  pausedByPerson: false,
  waiting: 0,
  attention: 0,
  failure: null,
  nextPulseAt: null,
  budgetLeft: limits.rateRequests,
  manualOrderShared: null,
  unapplied: 0,
  missingScopes: [],
};

const noToken: Failure = {
  kind: 'auth',
  code: 'invalid_token',
  message: 'There is no token. Make one in the settings of your organization or in your profile there.',
};

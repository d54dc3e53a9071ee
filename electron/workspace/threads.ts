/** The threads of open workspaces: the replica's, and a local workspace's embedded service. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { CommandName, EventName, SyncStatus } from '../../shared/bridge/index.ts';
import { type Failure, type Outcome, serviceLimits } from '../../shared/contract/index.ts';
import { createRequestBudget, type RequestBudget, unlimitedRequestBudget } from '../client/budget.ts';
import type { RequestSender } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { embeddedServiceBaseUrl } from '../client/port-sender.ts';
import { makePrivateFolder } from '../engine/private-files.ts';
import { type ComputerActivity, inUseComputerActivity } from '../replica/pull/poll-intervals.ts';
import { callListeners } from './call-listeners.ts';
import { returnDiskErrorsAsFailures, unknownWorkspaceOutcome } from './failures.ts';
import { type FileContent, mainProcessCallerId, type ReplicaWorkerData } from './messages.ts';
import { WorkerThreadSupervisor, type WorkerThreadsState } from './supervisor.ts';
import type { WorkspaceTokenStore } from './tokens.ts';
import {
  closeWorkerThread,
  countUnsentChangesInFolders,
  isWorkerAlive,
  type Log,
  openReplicaInThread,
  type RunningReplica,
  type RunningService,
  startReplicaThread,
  startServiceThread,
} from './worker-threads.ts';
import type { WorkspaceList } from './workspace-list.ts';
import type { LocalWorkspaceEntry } from './workspaces-file.ts';

export interface WorkspaceWorkerThreadsOptions {
  readonly userData: string;
  readonly workers: { readonly replica: string | URL; readonly service: string | URL; readonly keep: string | URL };
  /** A worker thread that already runs the replica's script. The first workspace that opens uses it. */
  readonly spare?: Worker;
  readonly network: RequestSender;
  readonly log: Log;
  /** Whether a new demo workspace gets demo data; true by default. */
  readonly demo?: boolean;
  /** For the pauses before restarts and the wait for the keychain. Default: the system's clock. */
  readonly clock?: Clock;
}

type WorkspaceEventListener = (
  workspaceId: string,
  /** The window that gets the event; null means every window that shows the workspace. */
  windowId: number | null,
  event: EventName,
  payload: unknown,
) => void;

export class WorkspaceWorkerThreads {
  readonly clock: Clock;
  readonly network: RequestSender;
  #options: WorkspaceWorkerThreadsOptions;
  #list: WorkspaceList;
  #tokens: WorkspaceTokenStore;
  /** By the origin of the service. */
  #budgets = new Map<string, RequestBudget>();
  #supervisors = new Map<string, WorkerThreadSupervisor>();
  #services = new Map<string, Promise<Outcome<RunningService>>>();
  #listeners: WorkspaceEventListener[] = [];
  /** The last ones, by workspace id. */
  #statuses = new Map<string, SyncStatus>();
  /** By the id of each workspace whose files are replaced at present. */
  #stopped = new Map<string, Promise<void>>();
  #spare: Worker | undefined;
  #activityOf: (workspaceId: string) => ComputerActivity = () => inUseComputerActivity;

  constructor(options: WorkspaceWorkerThreadsOptions, list: WorkspaceList, tokens: WorkspaceTokenStore) {
    this.#options = options;
    this.#list = list;
    this.#tokens = tokens;
    this.#spare = options.spare;
    this.clock = options.clock ?? systemClock;
    this.network = options.network;
  }

  onEvent(listener: WorkspaceEventListener): void {
    this.#listeners.push(listener);
  }

  emit(id: string, windowId: number | null, event: EventName, payload: unknown): void {
    if (event === 'sync/status') this.#statuses.set(id, payload as SyncStatus);
    callListeners(this.#listeners, id, windowId, event, payload);
  }

  status(id: string): SyncStatus | undefined {
    return this.#statuses.get(id);
  }

  /** Reads the outbox files of workspaces that were not opened since the app's start. */
  async unsent(): Promise<number> {
    const ids = this.#list.entries.map(({ id }) => id);
    const unopened = ids.filter((id) => !this.#statuses.has(id));
    const reported = ids.reduce((sum, id) => sum + (this.#statuses.get(id)?.waiting ?? 0), 0);
    if (unopened.length === 0) return reported;
    const { workers, log } = this.#options;
    const folders = unopened.map((id) => this.folder(id));
    return reported + (await countUnsentChangesInFolders(startReplicaThread(workers.replica), folders, log));
  }

  folder(id: string): string {
    return path.join(this.#options.userData, 'workspaces', id);
  }

  /** All workspaces of a service share its budget. */
  budget(baseUrl: string): RequestBudget {
    const { origin } = new URL(baseUrl);
    const budget = this.#budgets.get(origin) ?? createRequestBudget(systemClock);
    this.#budgets.set(origin, budget);
    return budget;
  }

  /** Starts them if they do not run, even if they crashed too often to restart by themselves. */
  start(id: string): Promise<Outcome<RunningReplica>> {
    return this.#supervisor(id).startAgain();
  }

  /** Starts the threads if they do not run. Fails if they crashed too often. */
  run(id: string): Promise<Outcome<RunningReplica>> {
    return this.#supervisor(id).ensureRunning();
  }

  /** The last start; undefined if there was none, or if the first one failed. Starts nothing. */
  current(id: string): Promise<Outcome<RunningReplica>> | undefined {
    return this.#supervisors.get(id)?.current;
  }

  /** A watch that the command starts belongs to the window `windowId`. */
  async call(id: string, windowId: number, command: CommandName, params: unknown): Promise<Outcome<unknown>> {
    const supervisor = this.#supervisor(id);
    // Worker threads that do not run cannot answer, so return their last status.
    if (command === 'sync/status' && supervisor.state.phase !== 'running')
      return { ok: true, value: this.#statuses.get(id) };
    // The person may have unlocked the keychain since the workspace opened.
    if (command === 'sync/now') await this.#readTokenAgain(id);
    const running = await supervisor.ensureRunning();
    return running.ok ? running.value.call({ windowId, command, params }) : running;
  }

  /** Sends the state now and at each later start of a worker thread. */
  setActivity(activityOf: (workspaceId: string) => ComputerActivity): void {
    this.#activityOf = activityOf;
    for (const id of this.#supervisors.keys()) this.#post(id, 'setActivity', activityOf(id));
  }

  releaseWindow(windowId: number): void {
    for (const id of this.#supervisors.keys()) this.#post(id, 'releaseWindow', windowId);
  }

  /** Returns a file from the workspace's file cache or its service. Fails if the workspace is not open. */
  async file(id: string, fileId: string): Promise<Outcome<FileContent>> {
    const running = await this.current(id);
    if (!running) return unknownWorkspaceOutcome(id);
    return running.ok ? running.value.file(fileId) : running;
  }

  async service(entry: LocalWorkspaceEntry): Promise<Outcome<RunningService>> {
    const { id, isDemo, founding } = entry;
    await this.#stopped.get(id);
    const known = this.#services.get(id);
    if (known) return known;
    const starting = startServiceThread({
      script: this.#options.workers.service,
      file: path.join(this.#createFolder(id), 'service.sqlite'),
      demo: isDemo && (this.#options.demo ?? true),
      founding,
      log: this.#options.log,
      onRenamed: (name) => this.renamed(id, name),
    });
    this.#services.set(id, starting);
    const forget = () => {
      if (this.#services.get(id) === starting) this.#services.delete(id);
    };
    const service = await starting;
    if (!service.ok) forget();
    else {
      void service.value.ended.then(forget);
      this.#list.serviceStarted(entry, service.value.ready);
    }
    return service;
  }

  renamed(id: string, name: string): void {
    const renamed = this.#list.organizationRenamed(id, name);
    if (renamed) this.emit(id, null, 'workspace/changed', renamed);
  }

  async remove(id: string): Promise<void> {
    await this.#stop(id);
    // Windows refuses to delete a file that another program, such as a virus scanner, has open for a short time.
    rmSync(this.folder(id), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** While `work` runs, nothing has the workspace's files open: commands wait. Then windows start their watches again. */
  async whileStopped<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopped.set(id, promise);
    try {
      await this.#stop(id);
      return await work();
    } finally {
      this.#stopped.delete(id);
      resolve();
      this.emit(id, null, 'workspace/restarted', { id });
    }
  }

  async #stop(id: string): Promise<void> {
    const supervisor = this.#supervisors.get(id);
    this.#supervisors.delete(id);
    await supervisor?.close();
    const service = await this.#services.get(id);
    this.#services.delete(id);
    if (service?.ok) await service.value.close();
    this.#statuses.delete(id);
  }

  async close(): Promise<void> {
    if (this.#spare) await closeWorkerThread(this.#spare);
    await Promise.all([...this.#supervisors.values()].map((supervisor) => supervisor.close()));
    const services = await Promise.all(this.#services.values());
    await Promise.all(services.map((outcome) => (outcome.ok ? outcome.value.close() : undefined)));
  }

  /** The token is not in memory if, for example, the keychain was locked. */
  async #readTokenAgain(id: string): Promise<void> {
    const entry = this.#list.entry(id);
    if (entry?.kind !== 'remote' || this.#tokens.has(id)) return;
    const reconnect = (token: string) => this.#post(id, 'reconnect', token);
    const token = await this.#tokens.of(entry, reconnect);
    if (typeof token === 'string') reconnect(token);
  }

  #post(id: string, ...call: Parameters<RunningReplica['post']>): void {
    void this.current(id)?.then((running) => {
      if (running.ok) running.value.post(...call);
    });
  }

  #supervisor(id: string): WorkerThreadSupervisor {
    const known = this.#supervisors.get(id);
    if (known) return known;
    const supervisor = new WorkerThreadSupervisor({
      clock: this.clock,
      start: (onEnd) => returnDiskErrorsAsFailures(this.#options.userData, () => this.#start(id, onEnd)),
      onChange: (state) => void this.#threadChanged(id, state),
    });
    this.#supervisors.set(id, supervisor);
    return supervisor;
  }

  /** After a restart, windows start their watches again, because these ended with the old worker thread. */
  async #threadChanged(id: string, state: WorkerThreadsState): Promise<void> {
    if (state.phase !== 'running') {
      const { phase, failure } = state;
      this.#options.log('warn', phase === 'down' ? 'A workspace crashed too often' : 'A workspace restarts', {
        workspace: id,
        failure: failure.message,
      });
      this.emit(id, null, 'sync/status', { ...(this.#statuses.get(id) ?? noStatus), phase, failure });
      return;
    }
    this.emit(id, null, 'workspace/restarted', { id });
    const status = await this.call(id, mainProcessCallerId, 'sync/status', {});
    if (status.ok) this.emit(id, null, 'sync/status', status.value);
  }

  async #start(id: string, onEnd: (failure: Failure) => void): Promise<Outcome<RunningReplica>> {
    await this.#stopped.get(id);
    const entry = this.#list.entry(id);
    if (!entry) return unknownWorkspaceOutcome(id);
    if (entry.kind === 'remote') {
      const { baseUrl, userId } = entry;
      const token = await this.#tokens.of(entry, (token) => this.#post(id, 'reconnect', token));
      const connection = { baseUrl, token, userId, servicePort: null };
      return this.#startReplica(id, connection, this.budget(baseUrl), onEnd);
    }
    const service = await this.service(entry);
    if (!service.ok) return service;
    const { ready, port, ended } = service.value;
    const connection = {
      baseUrl: embeddedServiceBaseUrl,
      token: ready.token,
      userId: ready.userId,
      servicePort: port(),
    };
    const replica = await this.#startReplica(id, connection, unlimitedRequestBudget, onEnd);
    // Without its service, a replica would wait forever. So end the replica too. Then both worker threads restart.
    void ended.then(async (failure) => {
      if (!replica.ok || replica.value.hasEnded) return;
      await replica.value.close();
      onEnd(failure);
    });
    return replica;
  }

  async #startReplica(
    id: string,
    connection: Omit<ReplicaWorkerData, 'directory'>,
    budget: RequestBudget,
    onEnd: (failure: Failure) => void,
  ): Promise<Outcome<RunningReplica>> {
    const worker =
      this.#spare && isWorkerAlive(this.#spare) ? this.#spare : startReplicaThread(this.#options.workers.replica);
    this.#spare = undefined;
    const replica = await openReplicaInThread({
      worker,
      data: { directory: this.#createFolder(id), ...connection },
      budget,
      network: this.network,
      log: this.#options.log,
      onEvent: ({ windowId, event, payload }) => this.emit(id, windowId, event, payload),
      onEnd,
    });
    if (replica.ok) replica.value.post('setActivity', this.#activityOf(id));
    return replica;
  }

  #createFolder(id: string): string {
    const folder = this.folder(id);
    makePrivateFolder(folder);
    return folder;
  }
}

const noStatus: SyncStatus = {
  phase: 'restarting',
  progress: null,
  freshAt: null,
  offlineSince: null,
  unansweredSince: null,
  pausedByPerson: false,
  waiting: 0,
  attention: 0,
  failure: null,
  nextPollAt: null,
  budgetLeft: serviceLimits.rateRequests,
  manualOrderShared: null,
  unapplied: 0,
  missingScopes: [],
  wrongValues: {},
};

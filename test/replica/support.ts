/** Creates a service, a network and replicas in this process, with real files and a clock that tests advance. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RequestBudget, unlimitedRequestBudget } from '../../electron/client/budget.ts';
import {
  localPollIntervals,
  type PollIntervals,
  remotePollIntervals,
} from '../../electron/replica/pull/poll-intervals.ts';
import { openReplica, type Replica, type ReplicaEvents } from '../../electron/replica/replica.ts';
import { createDemoStudioContent } from '../../electron/service/demo/studio.ts';
import { requireLocalPersonId } from '../../electron/service/seed.ts';
import { createService, type Service, type ServiceOptions } from '../../electron/service/service.ts';
import type { BridgeEvents, SyncStatus } from '../../shared/bridge/index.ts';
import type { ActionName, Failure, Params, Query } from '../../shared/contract/index.ts';
import { ManualClock } from '../faults/clock.ts';
import { FaultyNetwork } from '../faults/network.ts';

/** A folder in memory if the system has one, so that thousands of commits need no disk time. */
const temporaryRoot = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export const baseUrl = 'http://localhost';

/**
 * Content of the demo workspace's SQLite file. Creating it takes half a second, so each test process creates it only
 * once.
 */
let demoDatabase: Buffer | undefined;

function filledDatabase(): Buffer {
  const clock = new ManualClock();
  const service = createService({ file: ':memory:', clock: () => clock.now(), content: createDemoStudioContent() });
  const database = service.engine.db.serialize();
  service.close();
  return database;
}

/**
 * A service with its clock and a token of its local person, and the means to create replicas that sync with the
 * service.
 */
export interface World {
  readonly clock: ManualClock;
  readonly service: Service;
  readonly token: string;
  readonly userId: string;
  directory(): string;
  replica(options?: Partial<WorldReplicaOptions>): WorldReplica;
  /** Performs an action directly on the service, like another client. Default token: the local person's. */
  dispatch<A extends ActionName>(action: A, params: Params<A>, token?: string): Promise<Record<string, unknown>>;
  query(query: Query): Promise<Record<string, Record<string, Record<string, unknown>>>>;
  close(): Promise<void>;
}

export interface WorldReplicaOptions {
  readonly directory: string;
  readonly token: string;
  readonly userId: string | null;
  readonly isLocal: boolean;
  readonly intervals?: PollIntervals;
  /** Milliseconds by which the replica's clock is ahead of the service's clock. A function if the test changes them. */
  readonly skew?: number | (() => number);
  readonly newKey?: () => string;
  readonly network: FaultyNetwork;
  readonly budget?: RequestBudget;
  readonly committed?: ReplicaEvents['committed'];
}

/** A device of the person: a replica with its folder, its network and the events that it has sent to windows. */
export interface WorldReplica {
  readonly replica: Replica;
  readonly network: FaultyNetwork;
  readonly directory: string;
  readonly patches: BridgeEvents['data/patch'][];
  readonly renamed: BridgeEvents['data/renamed'][];
  readonly statuses: SyncStatus[];
  readonly warnings: string[];
  /** Why the replica has ended by itself. */
  readonly broken: Failure[];
  /** The states of the operations at each `outbox/changed` event. */
  readonly outboxes: string[][];
  readonly notified: BridgeEvents['notifications/changed'][];
  /** Resolves when the sync loop has no work left at the current time. */
  idle(): Promise<void>;
  /** Starts the replica and waits until it is idle. */
  start(): Promise<void>;
  /**
   * Starts the replica and breaks the connection after this number of requests. Resolves when the replica is offline.
   */
  startCutOffAfter(requests: number): Promise<void>;
  /** Breaks the connection. Resolves when the replica is offline. */
  offline(): Promise<void>;
  /** Restores the connection. Resolves when the replica has caught up. */
  online(): Promise<void>;
  read(query: Query): Record<string, Record<string, Record<string, unknown>>>;
  /** Performs steps, given as [action, params], as one act. */
  act(...steps: [string, Record<string, unknown>][]): ReturnType<Replica['act']>;
  /** Performs steps like `act`. Returns the answer of the first step, and throws if the act is refused. */
  actOrThrow(...steps: [string, Record<string, unknown>][]): Record<string, unknown>;
  close(): Promise<void>;
}

export function createWorld(options: Partial<ServiceOptions> & { readonly empty?: boolean } = {}): World {
  const clock = new ManualClock();
  const { empty, ...rest } = options;
  const closers: (() => unknown)[] = [];
  const directory = () => {
    const made = mkdtempSync(path.join(temporaryRoot, 'decktop-replica-'));
    closers.push(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };
  const demoFile = () => {
    const file = path.join(directory(), 'service.sqlite');
    demoDatabase ??= filledDatabase();
    writeFileSync(file, demoDatabase);
    return file;
  };
  const service = createService({
    file: empty ? ':memory:' : demoFile(),
    clock: () => clock.now(),
    rateLimit: false,
    onDefect: (error) => {
      throw error;
    },
    ...rest,
  });
  // `close` calls the closers from first to last: it closes the replicas, then the service, and then deletes folders.
  closers.unshift(() => service.close());
  const userId = requireLocalPersonId(service.engine.rows);
  const { token } = service.administration.createToken({
    kind: 'personal',
    permission: 'admin',
    label: 'test',
    userId,
  });

  async function ask(url: string, body: unknown, as = token) {
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
    const request = new Request(`${baseUrl}${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const response = await service.handle(request, { ip: '127.0.0.1' });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} was refused: ${text}`);
    return text ? JSON.parse(text) : {};
  }

  return {
    clock,
    service,
    token,
    userId,
    directory,
    replica(given = {}) {
      const network =
        given.network ??
        new FaultyNetwork(
          () => service,
          () => clock.now(),
        );
      const made = openWorldReplica({
        clock,
        token,
        userId,
        directory: directory(),
        isLocal: false,
        network,
        ...given,
      });
      closers.unshift(() => made.close());
      return made;
    },
    dispatch: (action, params, as) => ask(`/dispatch/${action}`, params, as),
    query: (query) => ask('/', { query }),
    async close() {
      for (const close of closers.splice(0)) await close();
    },
  };
}

/** Creates a world with a replica that has finished its first sync. */
export async function worldWithSyncedDevice(): Promise<{ readonly world: World; readonly device: WorldReplica }> {
  const world = createWorld();
  const device = world.replica();
  await device.start();
  return { world, device };
}

function openWorldReplica(options: WorldReplicaOptions & { readonly clock: ManualClock }): WorldReplica {
  const { clock, network, directory, skew = 0 } = options;
  const patches: BridgeEvents['data/patch'][] = [];
  const renamed: BridgeEvents['data/renamed'][] = [];
  const statuses: SyncStatus[] = [];
  const warnings: string[] = [];
  const broken: Failure[] = [];
  const outboxes: string[][] = [];
  const notified: BridgeEvents['notifications/changed'][] = [];
  let running: Replica | undefined;
  const opened = openReplica({
    directory,
    baseUrl,
    token: options.token,
    userId: options.userId,
    send: network.send,
    clock: {
      now: () => clock.now() + (typeof skew === 'function' ? skew() : skew),
      after: (ms, work) => clock.after(ms, work),
    },
    budget: options.budget ?? unlimitedRequestBudget,
    intervals: options.intervals ?? (options.isLocal ? localPollIntervals : remotePollIntervals),
    newKey: options.newKey,
    events: {
      patched: (patch) => patches.push(patch),
      renamed: (renaming) => renamed.push(renaming),
      status: (status) => statuses.push(status),
      notifications: (changed) => notified.push(changed),
      ...(options.committed ? { committed: options.committed } : {}),
      outbox: () => outboxes.push((running?.operations() ?? []).map(({ state }) => state)),
    },
    onBroken: (failure) => broken.push(failure),
    log: (level, message, details) => {
      if (level !== 'info') warnings.push(`${message} ${JSON.stringify(details)}`);
    },
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const replica = opened.value;
  running = replica;
  // Simulate that no window is open. Polls then run only every 30 seconds, so that tests of many minutes need fewer
  // requests.
  replica.sync.schedule.hasWatches = false;
  let isClosed = false;
  const act = (...steps: [string, Record<string, unknown>][]) =>
    replica.act({ label: steps[0]?.[0] ?? '', steps: steps.map(([action, params]) => ({ action, params })) });
  const idle = () => replica.sync.idle();
  const start = () => {
    replica.start();
    return idle();
  };
  const look = () => {
    replica.sync.refresh();
    return idle();
  };
  return {
    replica,
    network,
    directory,
    patches,
    renamed,
    statuses,
    warnings,
    broken,
    outboxes,
    notified,
    idle,
    start,
    startCutOffAfter(requests) {
      let sent = 0;
      network.fault = () => {
        sent += 1;
        return sent > requests ? 'unreachable' : undefined;
      };
      return start();
    },
    offline() {
      network.fault = () => 'unreachable';
      return look();
    },
    online() {
      network.fault = () => undefined;
      return look();
    },
    read: (query) => JSON.parse(replica.query(query)),
    act,
    actOrThrow(...steps) {
      const outcome = act(...steps);
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.value.answers[0] ?? {};
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await replica.close();
    },
  };
}

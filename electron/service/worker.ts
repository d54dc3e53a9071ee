/**
 * The worker thread of a local workspace's service. Main sends a MessagePort for each replica, for requests, answers
 * and commits (shared/bridge/service-port.ts). The service does not listen on the network.
 */
import { uptime } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { NewWorkspace } from '../../shared/bridge/commands.ts';
import type {
  ServicePortFunctions,
  ServicePortListener,
  ServiceThreadFunctions,
  ServiceThreadListener,
} from '../../shared/bridge/service-port.ts';
import { Refusal } from '../../shared/contract/index.ts';
import { connectRpc, type Rpc } from '../engine/thread-rpc.ts';
import { createDemoStudioContent } from './demo/studio.ts';
import { busyRefusal, wholeAnswer } from './message.ts';
import { maxSchedulerCatchUpMs, startSchedulerTimer } from './scheduler-timer.ts';
import { chosenInitialContent, requireLocalPersonId } from './seed.ts';
import { createService } from './service.ts';
import { StorageError } from './storage.ts';

export interface EmbeddedServiceWorkerData {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Fills a new workspace with the demo. */
  readonly demo?: boolean;
  /** For a new workspace without demo content. */
  readonly founding?: NewWorkspace | null;
}

const thread = parentPort;
if (!thread) throw new Error('The service worker needs a parent thread');

/** Empty until the service has started. */
const functions: Partial<ServiceThreadFunctions<MessagePort>> = {};
const main = connectRpc<ServiceThreadListener>(thread, functions);
const report = (error: unknown) =>
  main.post('defect', error instanceof Error ? (error.stack ?? error.message) : String(error));
// Without this listener Node ends the thread after an unhandled rejection.
process.on('unhandledRejection', report);

try {
  start(workerData as EmbeddedServiceWorkerData);
} catch (error) {
  main.post('failed', { message: (error as Error).message, isStorage: error instanceof StorageError });
  process.exitCode = 1;
}

function start(data: EmbeddedServiceWorkerData): void {
  const service = createService({
    file: data.file,
    // Only the app can send requests over the ports, so no limits are needed.
    rateLimit: false,
    queryTimeLimit: null,
    maxCatchUpMs: maxSchedulerCatchUpMs,
    // `os.uptime` counts sleep, unlike `performance.now`.
    uptimeMs: () => uptime() * 1000,
    initialContent: data.founding ? chosenInitialContent(data.founding) : undefined,
    content: data.demo ? createDemoStudioContent() : undefined,
    onDefect: report,
  });
  const stopSchedulerTimer = startSchedulerTimer(service, report);
  const ports = new Map<MessagePort, Rpc<ServicePortListener>>();
  const accountName = () => service.engine.rows.get('account', service.accountId)?.name ?? '';
  service.onCommit((commit) => {
    if (commit.account) main.post('accountName', accountName());
    for (const listener of ports.values()) listener.post('commit', commit);
  });

  const administer: ServicePortFunctions['administer'] = (request) => {
    try {
      return { value: service.administration.answer(request) };
    } catch (error) {
      if (error instanceof Refusal) return { error: { code: error.body.error, message: error.message } };
      if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) {
        const { body } = busyRefusal('another program holds the database');
        return { error: { code: body.error, message: body.message } };
      }
      report(error);
      return { error: { code: 'internal', message: 'something went wrong inside the service' } };
    }
  };

  Object.assign(functions, {
    port({ port }) {
      const request: ServicePortFunctions['request'] = (sent) => wholeAnswer(service.answer({ ...sent, ip: 'local' }));
      ports.set(port, connectRpc<ServicePortListener, ServicePortFunctions>(port, { request, administer }));
      port.on('close', () => ports.delete(port));
    },
    close() {
      stopSchedulerTimer();
      for (const port of ports.keys()) port.close();
      service.close();
      thread?.close();
    },
  } satisfies ServiceThreadFunctions<MessagePort>);

  const userId = requireLocalPersonId(service.engine.rows);
  main.post('ready', {
    token: service.administration.startSession(userId),
    accountId: service.accountId,
    accountName: accountName(),
    userId,
    isNew: service.isNew,
  });
}

/**
 * The worker thread of a local workspace's service. Main sends a MessagePort for each replica, for requests, answers
 * and commits (shared/bridge/service-port.ts). The service does not listen on the network.
 */
import { uptime } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { NewWorkspace } from '../../shared/bridge/commands.ts';
import type {
  MessageFromServiceWorker,
  ServiceAdminAnswerMessage,
  ServiceAdminRequestMessage,
  ServiceAnswerMessage,
  ServiceCommitMessage,
  ServiceRequestMessage,
} from '../../shared/bridge/service-port.ts';
import { Refusal } from '../../shared/contract/index.ts';
import { createDemoStudioContent } from './demo/studio.ts';
import { busyRefusal } from './message.ts';
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

type ServiceWorkerMessage =
  | { readonly port: MessagePort }
  /** Copies the database to this path. */
  | { readonly copyTo: string }
  | { readonly close: true };
const main = parentPort;
if (!main) throw new Error('The service worker needs a parent thread');

const post = (message: MessageFromServiceWorker) => main.postMessage(message);
const report = (error: unknown) =>
  post({ defect: error instanceof Error ? (error.stack ?? error.message) : String(error) });
// Without this listener Node ends the thread after an unhandled rejection.
process.on('unhandledRejection', report);

try {
  start(workerData as EmbeddedServiceWorkerData);
} catch (error) {
  post({ failed: { message: (error as Error).message, isStorage: error instanceof StorageError } });
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
  const ports = new Set<MessagePort>();
  const accountName = () => service.engine.rows.get('account', service.accountId)?.name ?? '';
  service.onCommit((commit) => {
    if (commit.account) post({ accountName: accountName() });
    for (const port of ports) port.postMessage({ commit } satisfies ServiceCommitMessage);
  });

  const receive = (port: MessagePort, message: ServiceRequestMessage | ServiceAdminRequestMessage) => {
    if ('administration' in message) {
      port.postMessage(administer(message));
      return;
    }
    const { id, ...request } = message;
    const answer = service.answer({ ...request, ip: 'local' });
    port.postMessage({ id, ...answer } satisfies ServiceAnswerMessage);
  };

  const administer = (message: ServiceAdminRequestMessage): ServiceAdminAnswerMessage => {
    try {
      return { id: message.id, value: service.administration.answer(message) };
    } catch (error) {
      if (error instanceof Refusal)
        return { id: message.id, error: { code: error.body.error, message: error.message } };
      if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) {
        const { body } = busyRefusal('another program holds the database');
        return { id: message.id, error: { code: body.error, message: body.message } };
      }
      report(error);
      return { id: message.id, error: { code: 'internal', message: 'something went wrong inside the service' } };
    }
  };

  main?.on('message', (message: ServiceWorkerMessage) => {
    if ('close' in message) {
      stopSchedulerTimer();
      for (const port of ports) port.close();
      service.close();
      main?.close();
      return;
    }
    if ('copyTo' in message) {
      const copied = message.copyTo;
      service.engine.db.backup(copied).then(
        () => post({ copied }),
        (error: Error) => post({ copied, error: error.message }),
      );
      return;
    }
    const { port } = message;
    ports.add(port);
    port.on('message', (sent: ServiceRequestMessage | ServiceAdminRequestMessage) => receive(port, sent));
    port.on('close', () => ports.delete(port));
  });

  const userId = requireLocalPersonId(service.engine.rows);
  post({
    ready: {
      token: service.administration.startSession(userId),
      accountId: service.accountId,
      accountName: accountName(),
      userId,
      isNew: service.isNew,
    },
  });
}

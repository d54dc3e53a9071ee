/** Worker thread that runs the service on the large workspace over HTTP. Sends its processor time on request. */
import { parentPort } from 'node:worker_threads';
import { serveHttp } from '../../../electron/service/http.ts';
import { requireLocalPersonId } from '../../../electron/service/seed.ts';
import { createService } from '../../../electron/service/service.ts';
import { largeAccountFilePath } from './large-account.ts';

export interface ServiceThreadReady {
  readonly baseUrl: string;
  readonly token: string;
}
/** Processor time of this worker thread since its start, in ms. */
export interface ServiceThreadCpuTime {
  readonly spent: number;
}

const service = createService({ file: largeAccountFilePath(), rateLimit: false });
const userId = requireLocalPersonId(service.engine.rows);
const { token } = service.administration.createToken({ kind: 'personal', permission: 'admin', label: 'bench', userId });
const listening = await serveHttp(service.authorize, 0);

parentPort?.on('message', () => {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ spent: (user + system) / 1000 } satisfies ServiceThreadCpuTime);
});
parentPort?.postMessage({ baseUrl: listening.baseUrl, token } satisfies ServiceThreadReady);

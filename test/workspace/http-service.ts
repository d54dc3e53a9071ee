/** Starts the embedded service in this process on a real port, for tests that connect to a service over HTTP. */
import { createDemoStudioContent } from '../../electron/service/demo/studio.ts';
import { serveHttp } from '../../electron/service/http.ts';
import { requireLocalPersonId } from '../../electron/service/seed.ts';
import { createService, type Service } from '../../electron/service/service.ts';

export interface HttpService {
  readonly service: Service;
  readonly baseUrl: string;
  /** A personal token with the permission Admin. */
  readonly token: string;
  /** An organization token. */
  readonly organizationToken: string;
  close(): Promise<void>;
}

/** Starts a service with the content of the demo workspace, or without content if `empty`. */
export async function openHttpService({ empty = false } = {}): Promise<HttpService> {
  const service = createService({ file: ':memory:', ...(empty ? {} : { content: createDemoStudioContent() }) });
  const listening = await serveHttp(service.authorize, 0);
  service.setBaseUrl(listening.baseUrl);
  const userId = requireLocalPersonId(service.engine.rows);
  const { administration } = service;
  return {
    service,
    baseUrl: listening.baseUrl,
    token: administration.createToken({ kind: 'personal', permission: 'admin', label: 'test', userId }).token,
    organizationToken: administration.createToken({ kind: 'organization', permission: 'admin', label: 'robot' }).token,
    async close() {
      await listening.close();
      service.close();
    },
  };
}

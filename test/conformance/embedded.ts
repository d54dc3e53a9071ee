/**
 * Starts the embedded service for conformance checks, over loopback HTTP. The service has one project in which checks
 * may write.
 */
import { tokenPermissions } from '../../shared/contract/index.ts';
import { startTestService, type TestServiceOptions } from '../support/service.ts';
import { ServiceUnderTest } from './subject.ts';

export interface EmbeddedServiceUnderTest {
  readonly subject: ServiceUnderTest;
  close(): Promise<void>;
}

export async function startEmbeddedService(setting: TestServiceOptions = {}): Promise<EmbeddedServiceUnderTest> {
  const local = await startTestService({ http: true, ...setting });
  const created = await local.act<{ id: string }>(local.tokens.personal, 'projects/create', { name: 'Checks' });
  const subject = new ServiceUnderTest({
    accountId: local.accountId,
    userId: local.userId,
    projectId: created.body.id,
    local,
    knownTokens: new Set([...tokenPermissions, 'personal']),
    send: (path, init, who = 'personal') =>
      local.fetch(path, {
        ...init,
        headers: { authorization: `Bearer ${local.tokens[who]}`, ...(init.headers as Record<string, string>) },
      }),
  });
  return { subject, close: () => local.close() };
}

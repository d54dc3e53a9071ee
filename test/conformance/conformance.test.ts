/**
 * Runs every check on the embedded service, over real HTTP and with real tokens. The name of each test contains the ids
 * of the rules that it checks.
 */
import { afterAll, describe, test } from 'vitest';
import { checks } from './checks/index.ts';
import { type EmbeddedServiceUnderTest, startEmbeddedService } from './embedded.ts';
import type { Check, ConformanceCheckKind } from './subject.ts';

const nameOf = ({ rules }: Check) => rules.join(', ');

/**
 * Checks of the kinds `read` and `write` do not affect other checks. So all `read` checks share one service, and all
 * `write` checks share another one. Every check of another kind gets a service of its own.
 */
for (const kind of ['read', 'write'] satisfies ConformanceCheckKind[])
  describe(kind, () => {
    let shared: Promise<EmbeddedServiceUnderTest> | undefined;
    afterAll(async () => (await shared)?.close());
    for (const check of checks.filter((one) => one.kind === kind))
      test(nameOf(check), async () => {
        shared ??= startEmbeddedService({ demo: kind === 'read' });
        await check.run((await shared).subject);
      });
  });

describe('hand, limits and local', () => {
  for (const check of checks.filter(({ kind }) => kind !== 'read' && kind !== 'write'))
    test(nameOf(check), async () => {
      const { subject, close } = await startEmbeddedService(check.setting);
      try {
        await check.run(subject);
      } finally {
        await close();
      }
    });
});

import type { ConnectionTestResult } from '../../../shared/bridge/index.ts';
import { type Outcome, offlineOutcome } from '../../../shared/contract/index.ts';
import { requestTimeoutMs } from '../../client/client.ts';
import { type Clock, startAnswerTimeout } from '../../client/clock.ts';
import { failureOfUnansweredRequest } from '../../client/failures.ts';
import type { Network } from './network.ts';

interface ConnectionTester {
  /** Sends no token. Any answer is a success. Cancels a test that is still running. */
  run(address: string): Promise<Outcome<ConnectionTestResult>>;
  stop(): void;
}

export function createConnectionTester({ send, proxyFor }: Network, clock: Clock): ConnectionTester {
  let running: AbortController | undefined;

  return {
    async run(address) {
      running?.abort();
      const stop = new AbortController();
      running = stop;
      let hasTimedOut = false;
      const timer = startAnswerTimeout(clock, requestTimeoutMs, () => {
        hasTimedOut = true;
        stop.abort();
      });
      try {
        const { host } = new URL(address);
        // Requires a new connection, because an open connection may still use earlier network settings.
        const headers = { connection: 'close' };
        const answer = await send(
          new Request(address, { headers, redirect: 'manual', signal: stop.signal }),
          timer.setWaiting,
        );
        await answer.body?.cancel();
        return { ok: true, value: { host, proxy: await proxyFor(address) } };
      } catch (error) {
        if (stop.signal.aborted && !hasTimedOut) return offlineOutcome('The test was cancelled.');
        return { ok: false, failure: failureOfUnansweredRequest(error, 'query', hasTimedOut) };
      } finally {
        timer.cancel();
      }
    },
    stop: () => running?.abort(),
  };
}

import type { ConnectionTestResult, NetworkSettings } from '../../../shared/bridge/index.ts';
import { type Outcome, offlineOutcome } from '../../../shared/contract/index.ts';
import { requestTimeoutMs } from '../../client/client.ts';
import { type Clock, startAnswerTimeout, systemClock } from '../../client/clock.ts';
import { failureOfUnansweredRequest } from '../../client/failures.ts';
import { mainProcessCallerId } from '../../workspace/messages.ts';
import type { WorkspaceRegistry } from '../../workspace/registry.ts';
import type { MainCommand, MainHandlers } from '../bridge-host.ts';
import type { Network } from './network.ts';
import type { ProxyLoginManager } from './proxy-login.ts';

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

type NetworkHandlers = Pick<MainHandlers, Extract<MainCommand, `network/${string}`>>;

export interface NetworkControls {
  readonly handlers: NetworkHandlers;
  /** Syncs all open workspaces afterwards, since services may be reachable now. */
  apply(settings: NetworkSettings): Promise<void>;
}

export function createNetworkControls(
  network: Network,
  logins: ProxyLoginManager,
  workspaces: WorkspaceRegistry,
): NetworkControls {
  const connectionTest = createConnectionTester(network, systemClock);
  const syncAll = () => {
    for (const { id } of workspaces.statuses()) void workspaces.threads.call(id, mainProcessCallerId, 'sync/now', {});
  };
  return {
    async apply(settings) {
      await network.apply(settings);
      syncAll();
    },
    handlers: {
      'network/loginRequest': () => ({ ok: true, value: logins.question }),
      'network/login': ({ credentials }) => {
        logins.answer(credentials);
        // Requests may have timed out while the person typed the password, so all workspaces sync again.
        if (credentials) syncAll();
      },
      'network/test': ({ address }) => {
        logins.forgetDeclined();
        return connectionTest.run(address);
      },
      'network/stopTest': () => void connectionTest.stop(),
    },
  };
}

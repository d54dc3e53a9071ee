import type { NetworkSettings } from '../../../shared/bridge/index.ts';
import { systemClock } from '../../client/clock.ts';
import { mainProcessCallerId } from '../../workspace/messages.ts';
import type { WorkspaceRegistry } from '../../workspace/registry.ts';
import type { MainCommand, MainHandlers } from '../bridge-host.ts';
import { createConnectionTester } from './connection-test.ts';
import type { Network } from './network.ts';
import type { ProxyLoginManager } from './proxy-login.ts';

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

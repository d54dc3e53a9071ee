/**
 * Program that fills a data folder with the synced demo workspace, as the first start of the app does. The argument is
 * the path of the folder. test/support/launch.ts starts the app on copies of this folder.
 */
import path from 'node:path';
import { loadWorkspaceRegistry } from '../../electron/workspace/registry.ts';
import type { SyncStatus } from '../../shared/bridge/index.ts';
import { noKeychain } from './no-keychain.ts';

const [userData = ''] = process.argv.slice(2);
const scriptPath = (file: string) => path.join(import.meta.dirname, '../../electron', file);

const created = await loadWorkspaceRegistry({
  userData,
  keychain: noKeychain,
  network: (request) => fetch(request),
  workers: {
    replica: scriptPath('workspace/worker.ts'),
    service: scriptPath('service/worker.ts'),
    keep: scriptPath('keep/worker.ts'),
  },
  log: (level, message, details) => {
    if (level !== 'info') console.error(level, message, details);
  },
});
if (!created.ok) throw new Error(created.failure.message);
const workspaces = created.value;
const synced = new Promise<void>((resolve) => {
  workspaces.threads.onEvent((_id, _window, event, payload) => {
    if (event === 'sync/status' && (payload as SyncStatus).phase === 'fresh') resolve();
  });
});
const opened = await workspaces.open('local');
if (!opened.ok) throw new Error(opened.failure.message);
await synced;
await workspaces.threads.close();

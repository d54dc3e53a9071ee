// @ts-check
import { bundleApp } from './bundle.mjs';
import { startVirtualDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import { electronEnvironment, runNode, UserError } from './toolchain.mjs';

/**
 * Builds the app, and then runs `script` with the arguments of this process. `script` starts the app. `beforeBuild`
 * installs further packages that the script needs. Returns the exit code of the script.
 * @param {string} script
 * @param {() => unknown} [beforeBuild]
 */
export async function buildAppAndRunScript(script, beforeBuild) {
  await setup({ withElectron: true });
  await beforeBuild?.();
  if ((await bundleApp()) !== 0) throw new UserError('The app could not be built.');
  await startVirtualDisplay();
  return (await runNode(script, process.argv.slice(2), { env: electronEnvironment() })).code;
}

// @ts-check
import path from 'node:path';
import { bundleApp } from './bundle.mjs';
import { startVirtualDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import {
  electronEnvironment,
  electronFlags,
  electronVariant,
  modulesFolder,
  printToStderr,
  rootFolder,
  runCommand,
  runMainAndExit,
  standinFolder,
  UserError,
} from './toolchain.mjs';

/**
 * `npm start`: installs missing packages, builds bundles whose sources have changed, and runs the app. Ends with the
 * app's exit code.
 */

/** Returns the executable that runs the app (Electron or the stand-in), and the flags to put before the app's path. */
export function electronCommand() {
  if (electronVariant() === 'stand-in') return { command: path.join(standinFolder, 'electron'), flags: [] };
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const name = /** @type {Record<string, string>} */ (names)[process.platform] ?? 'electron';
  return { command: path.join(modulesFolder, 'electron/dist', name), flags: electronFlags() };
}

/**
 * Prints the app's options. The table of options is in a TypeScript file. If the Node that runs this script cannot run
 * TypeScript, Node 24 prints the table.
 */
async function printHelp() {
  const print =
    "import('./electron/shell/options.ts').then((o) => process.stdout.write(o.commandLineHelpText().trimEnd() + '\\n'))";
  const features = /** @type {{ typescript?: unknown }} */ (process.features);
  if (features.typescript) {
    const table = await import(new URL('../electron/shell/options.ts', import.meta.url).href);
    process.stdout.write(`${table.commandLineHelpText().trimEnd()}\n`);
    return 0;
  }
  await setup();
  const { node24Executable } = await import('./toolchain.mjs');
  return (await runCommand(node24Executable, ['-e', print])).code;
}

await runMainAndExit(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return await printHelp();
  await setup({ withElectron: true });
  if ((await bundleApp()) !== 0) throw new UserError('The app could not be built.');
  if (await startVirtualDisplay())
    printToStderr(`No display: the window opens on a virtual one, DISPLAY=${process.env.DISPLAY}.`);
  const { command, flags } = electronCommand();
  if (flags.length > 0 && process.getuid?.() !== 0) {
    const helper = path.join(path.dirname(command), 'chrome-sandbox');
    printToStderr('This system keeps Chromium’s sandbox from starting, so windows run without it. To have it:');
    printToStderr(`  sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`);
  }
  const { code } = await runCommand(command, [...flags, rootFolder, ...args], {
    env: electronEnvironment(),
    input: true,
  });
  return code;
});

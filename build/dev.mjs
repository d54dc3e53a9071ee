// @ts-check
import { forceNextBundle } from './bundle.mjs';
import { startVirtualDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import { electronEnvironment, printToStderr, runMainAndExit, runNode } from './toolchain.mjs';

/** `npm run dev`: starts the app with live reload. Options after `--` go to the app. */
await runMainAndExit(async () => {
  await setup({ withElectron: true });
  forceNextBundle();
  if (await startVirtualDisplay())
    printToStderr(`No display: the window opens on a virtual one, DISPLAY=${process.env.DISPLAY}.`);
  const args = ['dev', '--config', 'build/electron.vite.config.ts', '--watch', '--', ...process.argv.slice(2)];
  const env = electronEnvironment();
  return (await runNode('node_modules/electron-vite/bin/electron-vite.js', args, { env, input: true })).code;
});

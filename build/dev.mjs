// @ts-check
import { forceNextBundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import { electronEnvironment, printToStderr, runNode, runScript } from './toolchain.mjs';

/** `npm run dev`: starts the app with live reload. Options after `--` go to the app. */
await runScript(async () => {
  await setup({ shell: true });
  forceNextBundle();
  if (await startDisplay())
    printToStderr(`No display: the window opens on a virtual one, DISPLAY=${process.env.DISPLAY}.`);
  const args = ['dev', '--config', 'build/electron.vite.config.ts', '--watch', '--', ...process.argv.slice(2)];
  const env = electronEnvironment();
  return (await runNode('node_modules/electron-vite/bin/electron-vite.js', args, { env, input: true })).code;
});

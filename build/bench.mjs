// @ts-check
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { installPackages, setup } from './setup.mjs';
import { root, runNode, runScript, shellEnvironment, UserError, whileLocked } from './toolchain.mjs';

/** `npm run bench`: installs the libraries that benchmarks compare the app with, and runs the benchmarks. */
await runScript(async () => {
  await setup({ shell: true });
  await whileLocked('setup', () => installPackages(path.join(root, 'test/bench')));
  if ((await bundle()) !== 0) throw new UserError('The app could not be built.');
  await startDisplay();
  return (await runNode('test/bench/main.ts', process.argv.slice(2), { env: shellEnvironment() })).code;
});

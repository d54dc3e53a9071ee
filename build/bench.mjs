// @ts-check
import { bundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import { runNode, script, shellEnvironment, Trouble } from './toolchain.mjs';

/** `npm run bench`: the benchmarks, some of them in the app's real window. */
await script(async () => {
  await setup({ shell: true });
  if ((await bundle()) !== 0) throw new Trouble('The app could not be built.');
  await startDisplay();
  return (await runNode('test/bench/main.ts', process.argv.slice(2), { env: shellEnvironment() })).code;
});

// @ts-check
import { bundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import { runNode, runScript, shellEnvironment, UserError } from './toolchain.mjs';

/** `npm run walk -- …`: uses the app at random for the given number of steps. */
await runScript(async () => {
  await setup({ shell: true });
  if ((await bundle()) !== 0) throw new UserError('The app could not be built.');
  await startDisplay();
  return (await runNode('test/walk/command.ts', process.argv.slice(2), { env: shellEnvironment() })).code;
});

// @ts-check
import { bundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import { runNode, runScript, shellEnvironment, UserError } from './toolchain.mjs';

/** `npm run pictures`: takes the pictures of the README. They show the app's window with the demo workspace. */
await runScript(async () => {
  await setup({ shell: true });
  if ((await bundle()) !== 0) throw new UserError('The app could not be built.');
  await startDisplay();
  return (await runNode('test/support/pictures.ts', process.argv.slice(2), { env: shellEnvironment() })).code;
});

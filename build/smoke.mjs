// @ts-check
import { parseArgs } from 'node:util';
import { bundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import { runNode, script, shellEnvironment, Trouble } from './toolchain.mjs';

/**
 * `npm run smoke`: uses the app as a person does, on Electron's executable where it is present, else on the stand-in, and
 * prints one table. `-- --packaged=<executable>` checks a packaged app instead of the development build.
 */
await script(async () => {
  const { values } = parseArgs({ options: { packaged: { type: 'string' } } });
  await setup({ shell: true });
  if (!values.packaged && (await bundle()) !== 0) throw new Trouble('The app could not be built.');
  await startDisplay();
  const args = values.packaged ? [values.packaged] : [];
  return (await runNode('test/smoke/smoke.ts', args, { env: shellEnvironment() })).code;
});

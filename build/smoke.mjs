// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { executableBeside, packagedEnvironment, unpackedResources } from './packaging/check-package.mjs';
import { setup } from './setup.mjs';
import { atEnd, runNode, script, shellEnvironment, Trouble } from './toolchain.mjs';

/**
 * `npm run smoke`: uses the app as a person does, on Electron's executable where it is present, else on the stand-in, and
 * prints one table. `-- --packaged` checks the unpacked app in dist/ instead of the development build; it must be made by
 * `npm run package -- --dir` with DECKTOP_SMOKE_BUILD=1, since the fuses of a release let nothing attach to it.
 */
await script(async () => {
  const { values } = parseArgs({ options: { packaged: { type: 'boolean' } } });
  await setup({ shell: true });
  await startDisplay();
  if (!values.packaged) {
    if ((await bundle()) !== 0) throw new Trouble('The app could not be built.');
    return (await runNode('test/smoke/smoke.ts', [], { env: shellEnvironment() })).code;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'decktop-packaged-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const resources = unpackedResources();
  const env = packagedEnvironment(resources, path.join(folder, 'app'));
  return (await runNode('test/smoke/smoke.ts', [executableBeside(resources)], { env })).code;
});

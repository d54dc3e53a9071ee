// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleApp } from './bundle.mjs';
import { startVirtualDisplay } from './display.mjs';
import { packagedAppEnvironment, packagedAppExecutable, unpackedResourcesFolder } from './packaging/check-package.mjs';
import { setup } from './setup.mjs';
import { electronEnvironment, runAtScriptEnd, runMainAndExit, runNode, UserError } from './toolchain.mjs';

/**
 * `npm run smoke`: uses the app as a person does, and prints a table of the results. Runs the app on Electron's
 * executable, or on the stand-in if Electron is not installed. `-- --packaged` checks the unpacked app in dist/ instead
 * of the development build. Run `npm run package -- --dir` with DECKTOP_SMOKE_BUILD=1 to build this unpacked app,
 * because Playwright cannot attach to a release.
 */
await runMainAndExit(async () => {
  const { values } = parseArgs({ options: { packaged: { type: 'boolean' } } });
  await setup({ withElectron: true });
  await startVirtualDisplay();
  if (!values.packaged) {
    if ((await bundleApp()) !== 0) throw new UserError('The app could not be built.');
    return (await runNode('test/smoke/smoke.ts', [], { env: electronEnvironment() })).code;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'decktop-packaged-'));
  runAtScriptEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const resources = unpackedResourcesFolder();
  const env = packagedAppEnvironment(resources, path.join(folder, 'app'));
  return (await runNode('test/smoke/smoke.ts', [packagedAppExecutable(resources)], { env })).code;
});

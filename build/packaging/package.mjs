// @ts-check
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleApp } from '../bundle.mjs';
import { setup } from '../setup.mjs';
import {
  electronEnvironment,
  electronVariant,
  modulesFolder,
  printToStderr,
  rootFolder,
  runMainAndExit,
  runNode,
  UserError,
  which,
} from '../toolchain.mjs';
import {
  checkAppArchive,
  checkPackagedAppStarts,
  packagedAppExecutable,
  unpackedResourcesFolder,
} from './check-package.mjs';
import { licenceNoticesText } from './notices.mjs';
import { writeBillOfMaterials, writeChecksums } from './sbom.mjs';

/**
 * `npm run package`: builds the installers for this system, for x64 and arm64. Also writes the bill of materials and
 * the checksums. Then checks the archive, starts the packaged app and waits for its first view.
 * - `-- --dir`: builds only the unpacked folder.
 * - `-- --deb`: builds only the deb, installs it on this machine, checks it and removes it.
 * - Other arguments are passed to electron-builder.
 *
 * If Electron is not installed, a placeholder replaces Electron's executable. The script then builds only the unpacked
 * folder for Linux, or with `--deb` the deb.
 */

/**
 * A shell script that takes the place of Electron's executable. When a package is checked, PLACEHOLDER_COMMAND is the
 * path of the program that imitates Electron (build/standin), and the script starts this program. Otherwise the script
 * prints an error and fails.
 */
const placeholder = `#!/bin/sh
if [ -n "$PLACEHOLDER_COMMAND" ]; then exec "$PLACEHOLDER_COMMAND" "$PLACEHOLDER_APP" "$@"; fi
echo 'Packaged without Electron: its executable could not be downloaded.' >&2
exit 1
`;

/** Writes a folder like Electron's distribution for Linux, with the placeholder as executable. */
function placeholderDistribution() {
  const folder = path.join(rootFolder, 'out/distribution');
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['locales', 'resources']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of ['electron', 'chrome-sandbox'])
    writeFileSync(path.join(folder, name), placeholder, { mode: 0o755 });
  const { version } = JSON.parse(readFileSync(path.join(modulesFolder, 'electron/package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'version'), version);
  cpSync(path.join(modulesFolder, 'electron/LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'LICENSES.chromium.html'), '');
  return folder;
}

await runMainAndExit(async () => {
  const args = process.argv.slice(2);
  const debOnly = args.includes('--deb');
  if (debOnly && !which('dpkg-deb')) throw new UserError('A deb can be made only where dpkg is.');
  await setup({ withElectron: true });
  if ((await bundleApp()) !== 0) throw new UserError('The app could not be built.');
  const hasElectronFiles = electronVariant() === 'electron';
  if (!hasElectronFiles) printToStderr('Without Electron’s distribution: a placeholder is in place of the executable.');
  const architecture =
    debOnly || args.includes('--dir') || !hasElectronFiles ? [process.arch === 'arm64' ? '--arm64' : '--x64'] : [];
  const target = debOnly ? ['--linux', 'deb'] : hasElectronFiles ? [] : ['--linux', 'dir'];
  const config = ['--publish', 'never', '--config', 'build/packaging/electron-builder.mjs'];
  const rest = args.filter((arg) => arg !== '--deb');
  const env = {
    DECKTOP_PLACEHOLDER: hasElectronFiles ? '' : placeholderDistribution(),
    ...(which('dpkg-deb') ? { CUSTOM_FPM_PATH: path.join(import.meta.dirname, 'deb.mjs') } : {}),
  };
  writeFileSync(path.join(rootFolder, 'out/THIRD-PARTY-NOTICES.txt'), licenceNoticesText());
  rmSync(path.join(rootFolder, 'dist'), { recursive: true, force: true });
  const builder = 'node_modules/electron-builder/cli.js';
  const { code } = await runNode(builder, [...target, ...architecture, ...config, ...rest], { env, output: 'stderr' });
  if (code !== 0) return code;
  const resources = unpackedResourcesFolder();
  checkAppArchive(resources);
  await checkPackagedAppStarts(packagedAppExecutable(resources), resources);
  writeBillOfMaterials(path.join(rootFolder, 'dist'));
  await writeChecksums(path.join(rootFolder, 'dist'));
  return debOnly ? (await runNode('build/packaging/check-deb.mjs', [], { env: electronEnvironment() })).code : 0;
});

// @ts-check
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { linkScheme } from '../../shared/bridge/link-format.ts';
import { printToStderr, rootFolder, runCommand, runMainAndExit, UserError } from '../toolchain.mjs';
import { checkPackagedAppStarts } from './check-package.mjs';

/**
 * Installs the deb in dist/ on this machine, checks the installation, starts the app and removes the deb. This script
 * must run as root and with Node 24, on a machine with apt. `npm run package -- --deb` runs this script.
 */

const name = 'decktop';
const installed = '/opt/Decktop';
const { desktopName: desktopFile } = JSON.parse(readFileSync(path.join(rootFolder, 'package.json'), 'utf8'));

/**
 * Runs a program and returns its output.
 * @param {string} command
 * @param {string[]} args
 */
async function outputOf(command, args) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code, text } = await runCommand(command, args, { output: 'capture', env });
  if (code !== 0) throw new UserError(`${command} ${args.join(' ')} failed:\n${text.slice(-2000)}`);
  return text.trim();
}

const linkHandler = () => outputOf('xdg-mime', ['query', 'default', `x-scheme-handler/${linkScheme}`]);

/** Returns true if the path exists. A symbolic link counts even if its target is missing. */
const pathExists = (/** @type {string} */ file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/**
 * Checks the desktop file, icons, links and AppArmor profile of the installed app. Throws a UserError that lists all
 * problems.
 */
async function checkInstalled() {
  const file = path.join('/usr/share/applications', desktopFile);
  await outputOf('desktop-file-validate', [file]);
  const entry = readFileSync(file, 'utf8');
  const values = Object.fromEntries(
    entry
      .split('\n')
      .flatMap((line) => (line.includes('=') ? [[line.split('=')[0], line.replace(/^[^=]*=/, '')]] : [])),
  );
  const problems = [];
  if (`${values.StartupWMClass}.desktop` !== desktopFile)
    problems.push(`windows do not belong to ${desktopFile}: ${values.StartupWMClass}`);
  if (values.Exec !== `${installed}/${name} %U`) problems.push(`the desktop file starts ${values.Exec}`);
  for (const size of readdirSync(path.join(rootFolder, 'build/identity/icons')).filter((icon) =>
    icon.endsWith('.png'),
  )) {
    const icon = `/usr/share/icons/hicolor/${path.parse(size).name}/apps/${values.Icon}.png`;
    if (!existsSync(icon)) problems.push(`${icon} is missing`);
  }
  const opensLinks = await linkHandler();
  if (opensLinks !== desktopFile) problems.push(`links are opened by ${opensLinks || 'nothing'}`);
  if (!existsSync(`${installed}/resources/apparmor-profile`)) problems.push('the AppArmor profile is missing');
  if (problems.length > 0) throw new UserError(`The installed deb has faults: ${problems.join('; ')}.`);
}

await runMainAndExit(async () => {
  if (process.getuid?.() !== 0) throw new UserError('Only root can install the deb.');
  if (existsSync(installed)) throw new UserError('Decktop is installed on this machine already; it is left as it is.');
  const deb = readdirSync(path.join(rootFolder, 'dist')).find((file) => file.endsWith('.deb'));
  if (!deb) throw new UserError('There is no deb in dist/.');
  const apt = ['install', '-y', '-qq', '--no-install-recommends'];
  // The checks need `desktop-file-validate` (in `desktop-file-utils`) and `xdg-mime` (in `xdg-utils`). `xdg-mime` finds
  // the program that opens the links of the app.
  await outputOf('apt-get', [...apt, 'desktop-file-utils', 'xdg-utils']);
  /** @type {string[]} */
  let files = [];
  try {
    await outputOf('apt-get', [...apt, path.join(rootFolder, 'dist', deb)]);
    files = (await outputOf('dpkg-query', ['--listfiles', name]))
      .split('\n')
      .filter((file) => !lstatSync(file).isDirectory());
    await checkInstalled();
    await checkPackagedAppStarts(`/usr/bin/${name}`, `${installed}/resources`);
  } finally {
    await outputOf('apt-get', ['purge', '-y', '-qq', name]);
  }
  const others = [installed, `/usr/bin/${name}`, `/etc/alternatives/${name}`, `/etc/apparmor.d/${name}`];
  const left = [...files, ...others].filter(pathExists);
  if (left.length > 0) throw new UserError(`Removing the deb leaves ${left.slice(0, 5).join(', ')}.`);
  if ((await linkHandler()) === desktopFile) throw new UserError('The system still opens links with the removed app.');
  printToStderr(
    `${deb}: installed with ${files.length} files, its desktop file, icons and links are right, removed without leftovers.`,
  );
});

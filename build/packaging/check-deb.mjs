// @ts-check
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { linkScheme } from '../../shared/bridge/link-format.ts';
import { root, run, say, script, Trouble } from '../toolchain.mjs';
import { startPackaged } from './check-package.mjs';

/**
 * Installs the deb in dist/ on this machine, checks what the system knows of it, starts it and removes it. Must run as root
 * on a machine with apt. `npm run package -- --deb` runs it; it needs Node 24.
 */

const name = 'decktop';
const installed = '/opt/Decktop';
const { desktopName: desktopFile } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * Runs a program and returns its output.
 * @param {string} command
 * @param {string[]} args
 */
async function outputOf(command, args) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code, text } = await run(command, args, { output: 'capture', env });
  if (code !== 0) throw new Trouble(`${command} ${args.join(' ')} failed:\n${text.slice(-2000)}`);
  return text.trim();
}

const handler = () => outputOf('xdg-mime', ['query', 'default', `x-scheme-handler/${linkScheme}`]);

/** Whether something has this path, be it a link that leads nowhere. */
const isThere = (/** @type {string} */ file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** Throws where the system does not know the installed app as it should. */
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
  for (const size of readdirSync(path.join(root, 'build/identity/icons')).filter((icon) => icon.endsWith('.png'))) {
    const icon = `/usr/share/icons/hicolor/${path.parse(size).name}/apps/${values.Icon}.png`;
    if (!existsSync(icon)) problems.push(`${icon} is missing`);
  }
  const opensLinks = await handler();
  if (opensLinks !== desktopFile) problems.push(`links are opened by ${opensLinks || 'nothing'}`);
  if (!existsSync(`${installed}/resources/apparmor-profile`)) problems.push('the AppArmor profile is missing');
  if (problems.length > 0) throw new Trouble(`The installed deb has faults: ${problems.join('; ')}.`);
}

await script(async () => {
  if (process.getuid?.() !== 0) throw new Trouble('Only root can install the deb.');
  if (existsSync(installed)) throw new Trouble('Decktop is installed on this machine already; it is left as it is.');
  const deb = readdirSync(path.join(root, 'dist')).find((file) => file.endsWith('.deb'));
  if (!deb) throw new Trouble('There is no deb in dist/.');
  const apt = ['install', '-y', '-qq', '--no-install-recommends'];
  // The program that checks desktop files, and keeps the list of what opens which links.
  await outputOf('apt-get', [...apt, 'desktop-file-utils', 'xdg-utils']);
  /** @type {string[]} */
  let files = [];
  try {
    await outputOf('apt-get', [...apt, path.join(root, 'dist', deb)]);
    files = (await outputOf('dpkg-query', ['--listfiles', name]))
      .split('\n')
      .filter((file) => !lstatSync(file).isDirectory());
    await checkInstalled();
    await startPackaged(`/usr/bin/${name}`, `${installed}/resources`);
  } finally {
    await outputOf('apt-get', ['purge', '-y', '-qq', name]);
  }
  const others = [installed, `/usr/bin/${name}`, `/etc/alternatives/${name}`, `/etc/apparmor.d/${name}`];
  const left = [...files, ...others].filter(isThere);
  if (left.length > 0) throw new Trouble(`Removing the deb leaves ${left.slice(0, 5).join(', ')}.`);
  if ((await handler()) === desktopFile) throw new Trouble('The system still opens links with the removed app.');
  say(
    `${deb}: installed with ${files.length} files, its desktop file, icons and links are right, removed without leftovers.`,
  );
});

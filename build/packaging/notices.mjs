// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modules, root, Trouble } from '../toolchain.mjs';

/**
 * Finds the packages that are in the bundles, with their licences. The bundler records them (`recordPackages`); the app
 * shows them, and packages contain them as a text.
 */

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version empty where the version is that of the app's Electron
 * @property {string} licence SPDX expression
 * @property {string} text
 */

const records = path.join(root, 'out/packages');
/** Texts of licences that packages name without containing them. */
const textsOfOthers = path.join(import.meta.dirname, 'licences');

/**
 * The folder of the package that a bundled file belongs to, or undefined for files of the app.
 * @param {string} file path, or id of a module that the bundler itself adds
 */
export function packageFolder(file) {
  const helper = /^\0(vite|rolldown)\//.exec(file);
  if (helper) return path.join(modules, helper[1] ?? '');
  const plain = file.replaceAll('\\', '/');
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(plain.replace(/^\0/, '').replace(/\?.*$/, ''))?.[0];
}

/**
 * A plugin of the bundler. It writes the packages whose code, styles or files are in this bundle, and those that the
 * bundle imports at run time, to out/packages/.
 * @param {string} name of the bundle
 * @returns {import('vite').Plugin}
 */
export function recordPackages(name) {
  return {
    name: 'record-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const styles = [...this.getModuleIds()].filter((id) => /\.css(\?|$)/.test(id));
      const files = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk'
          ? [
              ...output.moduleIds,
              ...output.imports.map((id) => path.join(modules, id)).filter((file) => existsSync(file)),
            ]
          : output.originalFileNames.map((file) => path.resolve(root, 'renderer/windows', file)),
      );
      const folders = [...files, ...styles].flatMap((file) => packageFolder(file) ?? []);
      mkdirSync(records, { recursive: true });
      const relative = [...new Set(folders)].map((folder) => path.relative(root, folder).replaceAll('\\', '/')).sort();
      writeFileSync(path.join(records, `${name}.json`), JSON.stringify(relative, null, 1));
    },
  };
}

/** Folders of all bundled packages, from the root. Electron's own is the last. */
export function bundledFolders() {
  const folders = readdirSync(records).flatMap((file) => JSON.parse(readFileSync(path.join(records, file), 'utf8')));
  return [.../** @type {Set<string>} */ (new Set(folders.filter((folder) => folder !== 'node_modules/electron')))]
    .sort((a, b) => a.localeCompare(b, 'en'))
    .concat('node_modules/electron');
}

/**
 * Name, version and licence of a package. Throws a Trouble if it has no text of its licence.
 * @param {string} folder
 * @returns {Notice}
 */
export function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const own = readdirSync(folder)
    .filter((file) => /^(un)?(licen[cs]e|copying|notice|ofl)/i.test(file))
    .map((file) => path.join(folder, file));
  const other = path.join(textsOfOthers, `${name.replace('/', '+')}.txt`);
  const files = own.length > 0 ? own : existsSync(other) ? [other] : [];
  const text = files
    .map((file) =>
      readFileSync(file, 'utf8')
        .replaceAll('\r\n', '\n')
        .split(/^#+ Licenses of bundled dep/m)[0]
        ?.trim(),
    )
    .join('\n\n');
  if (!text || typeof license !== 'string') throw new Trouble(`The package ${name} ${version} has no licence text.`);
  return { name, version, licence: license, text };
}

/** @type {Notice} */
const chromium = {
  name: 'Chromium and its parts',
  version: '',
  licence: 'BSD-3-Clause and others',
  text: 'Electron contains Chromium, Node.js and many other projects. Their licences are in the file LICENSES.chromium.html, which is installed beside the app.',
};

/** The notices of everything that an installed app contains. */
export const notices = () => [...bundledFolders().map((folder) => noticeOf(path.join(root, folder))), chromium];

/** Writes the notices where the app's window reads them. */
export function writeNotices() {
  writeFileSync(path.join(root, 'out/renderer/licences.json'), JSON.stringify(notices()));
}

/** The notices as one text, for those who look into the package. */
export const noticesText = () =>
  notices()
    .map(({ name, version, licence, text }) => `${`${name} ${version}`.trim()} (${licence})\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);

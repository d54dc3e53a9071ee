// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modulesFolder, rootFolder, UserError } from '../toolchain.mjs';

/**
 * Finds the packages in the bundles, and their licences. The plugin `packageRecorderPlugin` lists the packages during
 * bundling. The app shows the licences, and the installed app contains them as a text file.
 */

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version empty for Chromium, which has no version in package.json
 * @property {string} licence SPDX expression
 * @property {string} text
 */

const recordsFolder = path.join(rootFolder, 'out/packages');
/** Folder with licence texts, for packages that name their licence but do not contain its text. */
const extraLicencesFolder = path.join(import.meta.dirname, 'licences');

/**
 * Returns the folder of the package to which a bundled file belongs; undefined for files of the app.
 * @param {string} file the file's path, or the id of a module that the bundler itself adds
 */
export function packageFolderOfFile(file) {
  const helper = /^\0(vite|rolldown)\//.exec(file);
  if (helper) return path.join(modulesFolder, helper[1] ?? '');
  const plain = file.replaceAll('\\', '/');
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(plain.replace(/^\0/, '').replace(/\?.*$/, ''))?.[0];
}

/**
 * Returns a plugin for the bundler. The plugin writes a list of packages to out/packages/. The list contains packages
 * whose code, styles or files are in the bundle, and packages that the bundle imports while the app is running.
 * @param {string} name of the bundle
 * @returns {import('vite').Plugin}
 */
export function packageRecorderPlugin(name) {
  return {
    name: 'record-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const styles = [...this.getModuleIds()].filter((id) => /\.css(\?|$)/.test(id));
      const files = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk'
          ? [
              ...output.moduleIds,
              ...output.imports.map((id) => path.join(modulesFolder, id)).filter((file) => existsSync(file)),
            ]
          : output.originalFileNames.map((file) => path.resolve(rootFolder, 'renderer/windows', file)),
      );
      const folders = [...files, ...styles].flatMap((file) => packageFolderOfFile(file) ?? []);
      mkdirSync(recordsFolder, { recursive: true });
      const relative = [...new Set(folders)]
        .map((folder) => path.relative(rootFolder, folder).replaceAll('\\', '/'))
        .sort();
      writeFileSync(path.join(recordsFolder, `${name}.json`), JSON.stringify(relative, null, 1));
    },
  };
}

/** Returns the folders of all bundled packages, relative to the root. Electron's folder is the last. */
export function bundledPackageFolders() {
  const folders = readdirSync(recordsFolder).flatMap((file) =>
    JSON.parse(readFileSync(path.join(recordsFolder, file), 'utf8')),
  );
  return [.../** @type {Set<string>} */ (new Set(folders.filter((folder) => folder !== 'node_modules/electron')))]
    .sort((a, b) => a.localeCompare(b, 'en'))
    .concat('node_modules/electron');
}

/**
 * Returns the notice of a package. Throws a UserError if no licence text is found.
 * @param {string} folder
 * @returns {Notice}
 */
export function licenceNoticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const ownFiles = readdirSync(folder)
    .filter((file) => /^(un)?(licen[cs]e|copying|notice|ofl)/i.test(file))
    .map((file) => path.join(folder, file));
  const extraFile = path.join(extraLicencesFolder, `${name.replace('/', '+')}.txt`);
  const files = ownFiles.length > 0 ? ownFiles : existsSync(extraFile) ? [extraFile] : [];
  const text = files
    .map((file) =>
      readFileSync(file, 'utf8')
        .replaceAll('\r\n', '\n')
        .split(/^#+ Licenses of bundled dep/m)[0]
        ?.trim(),
    )
    .join('\n\n');
  if (!text || typeof license !== 'string') throw new UserError(`The package ${name} ${version} has no licence text.`);
  return { name, version, licence: license, text };
}

/** @type {Notice} */
const chromium = {
  name: 'Chromium and its parts',
  version: '',
  licence: 'BSD-3-Clause and others',
  text: 'Electron contains Chromium, Node.js and many other projects. Their licences are in the file LICENSES.chromium.html, which is installed beside the app.',
};

/** Returns the notices of all packages that an installed app contains. */
export const bundledLicenceNotices = () => [
  ...bundledPackageFolders().map((folder) => licenceNoticeOf(path.join(rootFolder, folder))),
  chromium,
];

/** Writes the notices into the renderer's bundle, where the app's licence page reads them. */
export function writeLicenceNotices() {
  writeFileSync(path.join(rootFolder, 'out/renderer/licences.json'), JSON.stringify(bundledLicenceNotices()));
}

/** Returns the notices as one text, for a file in the installed app. */
export const licenceNoticesText = () =>
  bundledLicenceNotices()
    .map(({ name, version, licence, text }) => `${`${name} ${version}`.trim()} (${licence})\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);

// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { rootFolder } from '../toolchain.mjs';
import { bundledPackageFolders, licenceNoticeOf } from './notices.mjs';

/** Writes the bill of materials of the app (CycloneDX 1.6), and the checksums of the files that are published. */

/** @typedef {{ version: string, integrity?: string, dependencies?: Record<string, string> }} Locked */

/** Returns the package URL (purl) of a package from npm. */
const purl = (/** @type {string} */ name, /** @type {string} */ version) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * Returns the folder in which Node finds a dependency of a package, or undefined if the dependency is not installed.
 * @param {Record<string, Locked>} locked
 * @param {string} folder of the package
 * @param {string} name of the dependency
 */
function dependencyFolder(locked, folder, name) {
  const parts = folder.split('/node_modules/');
  for (let depth = parts.length; depth > 0; depth--) {
    const candidate = [...parts.slice(0, depth), name].join('/node_modules/');
    if (locked[candidate]) return candidate;
  }
  return locked[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
}

/**
 * Returns the bill of materials of the app. It contains no time and no random number, so that the same sources give the
 * same file.
 * @param {readonly string[]} folders of the bundled packages, relative to the root folder
 */
export function billOfMaterials(folders) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(rootFolder, 'package.json'), 'utf8'));
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(path.join(rootFolder, 'package-lock.json'), 'utf8')).packages;
  const references = new Map(
    folders.map((folder) => {
      const notice = licenceNoticeOf(path.join(rootFolder, folder));
      return [folder, { notice, reference: purl(notice.name, notice.version) }];
    }),
  );
  const app = `${name}@${version}`;
  const components = [...references].map(([folder, { notice, reference }]) => {
    const [algorithm = '', digest = ''] = (locked[folder]?.integrity ?? '').split('-');
    const hash = { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
    return {
      type: notice.name === 'electron' ? 'framework' : 'library',
      'bom-ref': reference,
      name: notice.name,
      version: notice.version,
      purl: reference,
      licenses: [{ expression: notice.licence }],
      ...(digest ? { hashes: [hash] } : {}),
    };
  });
  const dependencies = [...references].map(([folder, { reference }]) => ({
    ref: reference,
    dependsOn: Object.keys(locked[folder]?.dependencies ?? {}).flatMap(
      (dependency) => references.get(dependencyFolder(locked, folder, dependency) ?? '')?.reference ?? [],
    ),
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': app, name, version, licenses: [{ expression: license }] },
    },
    components,
    dependencies: [{ ref: app, dependsOn: components.map((component) => component['bom-ref']) }, ...dependencies],
  };
}

/**
 * Writes the file SHA256SUMS with the checksums of all published files in the folder. `sha256sum --check` can read it.
 * @param {string} folder
 */
export async function writeChecksums(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    // Leaves out the files in which electron-builder describes the build. They are not published.
    .filter((entry) => entry.isFile() && !/^(SHA256SUMS|builder-.*\.ya?ml)$/.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  let lines = '';
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(folder, name)), hash);
    lines += `${hash.digest('hex')}  ${name}\n`;
  }
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines);
}

/** Writes the bill of materials of the last build into the folder. */
export function writeBillOfMaterials(/** @type {string} */ folder) {
  const bill = billOfMaterials(bundledPackageFolders());
  const { name, version } = bill.metadata.component;
  writeFileSync(path.join(folder, `${name}-${version}.cdx.json`), `${JSON.stringify(bill, null, 1)}\n`);
}

/**
 * Checks what packaging produces: the icons, Electron fuses, files and licences in the installers, and the bill of
 * materials, checksums and update feed beside them. `npm run package -- --deb` checks that the deb can be built and
 * installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { afterAll, expect, test } from 'vitest';
import { importProblems } from '../../build/packaging/check-package.mjs';
import config, { electronFuses } from '../../build/packaging/electron-builder.mjs';
import {
  appIconIcnsSizes,
  appIconIcoSizes,
  appIconPngSizes,
  iconDrawingsHash,
  trayIcoSizes,
  trayImageSizes,
} from '../../build/packaging/icons.mjs';
import { licenceNoticeOf, packageFolderOfFile } from '../../build/packaging/notices.mjs';
import { releaseNotes } from '../../build/packaging/release-notes.mjs';
import { billOfMaterials, writeChecksums } from '../../build/packaging/sbom.mjs';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'decktop-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const readIdentityFile = (file: string) => readFileSync(path.join(root, 'build/identity', file));

/** Reads width and height from the header of a PNG. */
const pngSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

/**
 * Reads the images of an ico file. The file begins with a list that states the size and bits per pixel of each image.
 * Returns these values for each image, and as `inside` the size that the image data itself states.
 */
function icoImages(ico: Buffer) {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = ico.subarray(6 + 16 * index, 22 + 16 * index);
    const offset = entry.readUInt32LE(12);
    const image = ico.subarray(offset, offset + entry.readUInt32LE(8));
    const inside = image.readUInt32BE(0) === 0x89504e47 ? pngSize(image)[0] : image.readInt32LE(4);
    return { size: entry[0] || 256, bits: entry.readUInt16LE(6), inside };
  });
}

test('the icons are drawn from the current drawings', () => {
  expect(String(readIdentityFile('icons/drawn-from.sha256')).trim(), 'Run `npm run icons`').toBe(iconDrawingsHash());
});

test('the icons have the sizes that the three systems ask for', () => {
  for (const size of appIconPngSizes)
    expect(pngSize(readIdentityFile(`icons/${size}x${size}.png`))).toEqual([size, size]);
  for (const [name, size] of Object.entries(trayImageSizes))
    expect(pngSize(readIdentityFile(`tray/${name}`))).toEqual([size, size]);
  for (const [file, sizes] of [
    ['icon.ico', appIconIcoSizes],
    ['tray/tray.ico', trayIcoSizes],
  ] as const)
    expect(icoImages(readIdentityFile(file))).toEqual(sizes.map((size) => ({ size, bits: 32, inside: size })));

  const icns = readIdentityFile('icon.icns');
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const entries: [string, number | undefined][] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    entries.push([icns.toString('latin1', at, at + 4), pngSize(icns.subarray(at + 8))[0]]);
  expect(Object.fromEntries(entries)).toEqual(appIconIcnsSizes);
});

test('every fuse of Electron is set', () => {
  const { enableCookieEncryption, enableEmbeddedAsarIntegrityValidation, onlyLoadAppFromAsar, ...opening } =
    electronFuses;
  expect([enableCookieEncryption, enableEmbeddedAsarIntegrityValidation, onlyLoadAppFromAsar]).not.toContain(false);
  expect(Object.values(opening)).not.toContain(true);
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  expect(
    Object.keys(electronFuses)
      .map((name) => name.toLowerCase())
      .sort(),
  ).toEqual(names.map((name) => name.toLowerCase()).sort());
});

test('the packages have names without spaces, the runtime without FUSE 2, and the id that Wayland asks for', () => {
  const targets = ['appImage', 'deb', 'dmg', 'linux', 'mac', 'nsis', 'win'] as const;
  const names = [config.artifactName, ...targets.map((target) => config[target]?.artifactName)].filter(Boolean);
  expect(config.artifactName).toMatch(/\.\$\{ext\}$/);
  for (const name of names) expect(name).not.toMatch(/\s|\$\{productName\}/);
  // One installer of Windows is for both processors.
  expect(config.nsis?.artifactName).not.toMatch(/arch/);
  expect(config.toolsets?.appimage).toBe('1.0.3');
  // GNOME gives global keys to programs with a reverse-DNS name only, and finds the program by its desktop file.
  const { appId, desktopName } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(desktopName).toBe(`${appId}.desktop`);
  expect(desktopName).toMatch(/^\w+(\.\w+){2,}\.desktop$/);
  expect(config.linux?.syncDesktopName).toBe(true);
  // A build without a certificate for macOS says so to the app, which then does not try to update itself.
  expect(config.extraMetadata).toEqual({ isSigned: false });
});

test('an archive with an import that leads nowhere is refused', () => {
  const archive = {
    '/out/main/main.js': 'import{app}from"electron";import"node:fs";const a=()=>import("./app-1.js");',
    '/out/main/app-1.js':
      'import"./main.js";import"zod";import"./gone.js";const x="import \\"./text.js\\"";__require("semver")',
    '/out/preload/preload.cjs': 'const e=require("electron");require("path");',
    '/out/preload/second.cjs': 'import "electron";',
    '/out/renderer/first.js': 'import"./popups.js";import"react";',
    '/out/renderer/popups.js': 'export const a=1;',
    '/package.json': '{}',
  };
  expect(importProblems(Object.keys(archive), (file) => Reflect.get(archive, file))).toEqual([
    '/out/main/app-1.js imports zod, which is not there',
    '/out/main/app-1.js imports ./gone.js, which is not there',
    '/out/main/app-1.js imports semver, which is not there',
    '/out/preload/preload.cjs imports path, which is not there',
    '/out/preload/second.cjs is no CommonJS',
    '/out/renderer/first.js imports react, which is not there',
  ]);
});

test('the files that packaging names exist', () => {
  const { linux, mac, nsis, win } = config;
  const files = [linux?.icon, mac?.icon, win?.icon, mac?.entitlements, mac?.entitlementsInherit, nsis?.include];
  expect(files.filter((file) => typeof file !== 'string' || !existsSync(path.join(root, file)))).toEqual([]);
});

test('the maker of debs refuses arguments that it does not know', () => {
  const maker = path.join(root, 'build/packaging/deb.mjs');
  const made = spawnSync(process.execPath, [maker, '-s', 'dir', '-t', 'deb', '--conflicts', 'x'], { encoding: 'utf8' });
  expect(made.status).toBe(1);
  expect(made.stderr).toContain('--conflicts');
});

test('a bundled package without a licence text stops the build', () => {
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "a", "version": "1.2.3", "license": "MIT" }');
  mkdirSync(path.join(folder, 'lib'));
  expect(() => licenceNoticeOf(folder)).toThrow('The package a 1.2.3 has no licence text.');
  writeFileSync(path.join(folder, 'LICENCE.md'), 'Do what you like.\n');
  writeFileSync(path.join(folder, 'NOTICE'), 'It has parts of b.\n');
  const text = 'Do what you like.\n\nIt has parts of b.';
  expect(licenceNoticeOf(folder)).toEqual({ name: 'a', version: '1.2.3', licence: 'MIT', text });
});

test.each([
  ['/x/node_modules/react/cjs/react.js', '/x/node_modules/react'],
  ['/x/node_modules/a/node_modules/@b/c/d.js?used', '/x/node_modules/a/node_modules/@b/c'],
  ['\0/x/node_modules/a/index.js?commonjs-proxy', '/x/node_modules/a'],
  ['C:\\x\\node_modules\\@b\\c\\d.js', 'C:/x/node_modules/@b/c'],
  ['\0rolldown/runtime.js', path.join(root, 'node_modules/rolldown')],
  ['/x/renderer/app/App.tsx', undefined],
])('%j is a file of the package %s', (file, folder) => {
  expect(packageFolderOfFile(file)).toBe(folder);
});

test('the bill of materials names each package with its licence, hash and dependencies', () => {
  const bill = billOfMaterials([
    'node_modules/@base-ui/react',
    'node_modules/react-dom',
    'node_modules/@base-ui/utils',
  ]);
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const { version, integrity } = locked['node_modules/react-dom'];
  expect(bill.components[1]).toEqual({
    type: 'library',
    'bom-ref': `pkg:npm/react-dom@${version}`,
    name: 'react-dom',
    version,
    purl: `pkg:npm/react-dom@${version}`,
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
  });
  const references = bill.components.map((component) => component['bom-ref']);
  expect(references[0]).toMatch(/^pkg:npm\/%40base-ui\/react@\d/);
  expect(bill.dependencies.map(({ ref }) => ref)).toEqual([bill.metadata.component['bom-ref'], ...references]);
  expect(bill.dependencies[0]?.dependsOn).toEqual(references);
  // `dependsOn` omits dependencies that are not in the bundles.
  expect(bill.dependencies[1]?.dependsOn).toEqual([references[2]]);
});

test('the checksums are those that sha256sum checks', async () => {
  const artifacts = path.join(folder, 'dist');
  mkdirSync(path.join(artifacts, 'linux-unpacked'), { recursive: true });
  writeFileSync(path.join(artifacts, 'a.deb'), 'abc');
  writeFileSync(path.join(artifacts, 'builder-debug.yml'), '');
  await writeChecksums(artifacts);
  await writeChecksums(artifacts);
  expect(readFileSync(path.join(artifacts, 'SHA256SUMS'), 'utf8')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n',
  );
});

test('the feed shows the changes of the newest version', () => {
  const changelog = '# Changelog\n\nAbout it.\n\n## 0.2.0 (unreleased)\n\n### Boards\n- Faster\n\n## 0.1.0\n- First\n';
  expect(releaseNotes(changelog)).toBe('### Boards\n- Faster');
  expect(releaseNotes('# Changelog\n')).toBe('');
});

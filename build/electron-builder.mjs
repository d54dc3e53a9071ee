// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './toolchain.mjs';

/**
 * The contents of an installed Decktop. build/package.mjs passes the folder of Electron's distribution in the environment,
 * and whether it is Electron's own: fuses can be switched in the real executable only.
 */
const { appId } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const distribution = process.env.DECKTOP_DISTRIBUTION;
const real = process.env.DECKTOP_REAL_ELECTRON === '1';
const icon = path.join(root, 'out/identity/icon.png');

/** @type {import('electron-builder').Configuration} */
export default {
  appId,
  productName: 'Decktop',
  copyright: 'The Decktop authors',
  ...(distribution ? { electronDist: distribution } : {}),
  ...(existsSync(icon) ? { icon } : {}),
  // better-sqlite3 has prebuilt binaries, so nothing is compiled.
  npmRebuild: false,
  asar: true,
  asarUnpack: ['**/*.node'],
  directories: { output: 'dist', buildResources: 'build/identity' },
  files: [
    'package.json',
    'LICENSE',
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    '!out/**/*.map',
    '!**/node_modules/better-sqlite3/{src,deps,binding.gyp}{,/**}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own placeholders
    '!**/node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}.node)',
    '!**/node_modules/**/{test,tests,docs,example,examples,CHANGELOG.md,*.d.ts,*.map}{,/**}',
  ],
  protocols: [{ name: 'Decktop link', schemes: ['decktop'] }],
  // The app cannot be started as a plain Node, debugged from outside, or given another archive.
  ...(real
    ? {
        electronFuses: {
          runAsNode: false,
          enableNodeOptionsEnvironmentVariable: false,
          enableNodeCliInspectArguments: false,
          enableCookieEncryption: true,
          enableEmbeddedAsarIntegrityValidation: true,
          onlyLoadAppFromAsar: true,
          // Pages come by the app's own protocol, so file:// URLs need no special rights.
          grantFileProtocolExtraPrivileges: false,
          // Switching fuses breaks the ad-hoc signature, without which macOS on Apple silicon ends the app at once.
          resetAdHocDarwinSignature: true,
        },
      }
    : {}),
  linux: { target: ['AppImage', 'deb'], category: 'Office', synopsis: 'Boards, Hand and runs, online and off' },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.productivity' },
  win: { target: ['nsis'] },
  publish: null,
};

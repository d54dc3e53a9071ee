// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './toolchain.mjs';

/**
 * What an installed Decktop is made of. build/package.mjs says through the environment where Electron's distribution lies
 * and whether it is Electron's own: switching fuses needs the real executable.
 */
const distribution = process.env.DECKTOP_DISTRIBUTION;
const real = process.env.DECKTOP_REAL_ELECTRON === '1';
const icon = path.join(root, 'out/identity/icon.png');

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'invalid.decktop.app',
  productName: 'Decktop',
  copyright: 'The Decktop authors',
  ...(distribution ? { electronDist: distribution } : {}),
  ...(existsSync(icon) ? { icon } : {}),
  // better-sqlite3 carries prebuilt binaries: nothing is compiled.
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
  // Nobody can start the app as a plain Node, debug it from outside, or slip it another asar.
  ...(real
    ? {
        electronFuses: {
          runAsNode: false,
          enableNodeOptionsEnvironmentVariable: false,
          enableNodeCliInspectArguments: false,
          enableCookieEncryption: true,
          enableEmbeddedAsarIntegrityValidation: true,
          onlyLoadAppFromAsar: true,
          // The page comes by the app's own protocol: nothing needs more than a web page's rights on file:// URLs.
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

// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { linkScheme, workspaceFileExtension } from '../../shared/bridge/link-format.ts';
import { rootFolder } from '../toolchain.mjs';
import { releaseNotes } from './release-notes.mjs';

/**
 * The configuration of electron-builder: the content of the app, and the installers to build. electron-builder
 * downloads Electron for each processor. If the download is impossible, build/packaging/package.mjs sets
 * DECKTOP_PLACEHOLDER to a folder with a placeholder for Electron.
 */
const { appId } = JSON.parse(readFileSync(path.join(rootFolder, 'package.json'), 'utf8'));
const placeholder = process.env.DECKTOP_PLACEHOLDER;

/**
 * The address of the folder in which the app looks for new versions. The publisher of a version uploads the installers
 * and their `.yml` files to this folder.
 */
const feed = process.env.DECKTOP_UPDATE_FEED;

/**
 * Whether a certificate for macOS is set. Without a certificate, the build gets an ad-hoc signature. Apple silicon
 * requires at least such a signature.
 */
const hasCertificate = Boolean(process.env.CSC_LINK || process.env.CSC_NAME);

/** @type {('x64' | 'arm64')[]} */
const architectures = ['x64', 'arm64'];
const targets = (/** @type {string[]} */ ...names) => names.map((target) => ({ target, arch: architectures }));

/**
 * All fuses of Electron: switches in its executable. With these values nobody can run the app as plain Node, debug it
 * from outside or make it load another archive.
 */
export const electronFuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  // Playwright needs this fuse to attach to the main process, so the fuse is on only in builds for `npm run smoke`.
  enableNodeCliInspectArguments: process.env.DECKTOP_SMOKE_BUILD === '1',
  enableCookieEncryption: true,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  // The app has no V8 snapshot of its own.
  loadBrowserProcessSpecificV8Snapshot: false,
  // Pages are loaded through the app's own protocol, so file:// URLs need no special rights.
  grantFileProtocolExtraPrivileges: false,
};

/** @type {import('electron-builder').Configuration} */
export default {
  appId,
  productName: 'Decktop',
  copyright: 'The Decktop authors',
  // GitHub replaces spaces in the names of a release's files. Checksums and `latest.yml` then name files that do not
  // exist (electron-userland/electron-builder#6099).
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own placeholders
  artifactName: 'Decktop-${version}-${arch}.${ext}',
  // The app reads this value: the updater of macOS installs signed builds only.
  extraMetadata: { isSigned: hasCertificate },
  // With the default runtime an AppImage needs libfuse2, which new systems lack, and always runs without the sandbox.
  toolsets: { appimage: '1.0.3' },
  ...(placeholder ? { electronDist: placeholder } : {}),
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
    'build/identity/tray/*',
    'build/identity/icons/256x256.png',
    '!out/**/*.map',
    '!**/node_modules/better-sqlite3/{src,deps,binding.gyp,README.md}{,/**}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own placeholders
    '!**/node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}.node)',
    // `node-addon-api` contains only headers for compiling, and nothing is compiled here.
    '!**/node_modules/node-addon-api{,/**}',
    '!**/node_modules/**/{test,tests,docs,example,examples,CHANGELOG.md,*.d.ts,*.map}{,/**}',
  ],
  extraResources: [{ from: 'out/THIRD-PARTY-NOTICES.txt', to: 'THIRD-PARTY-NOTICES.txt' }],
  protocols: [{ name: 'Decktop link', schemes: [linkScheme] }],
  fileAssociations: [
    {
      ext: workspaceFileExtension,
      name: 'Decktop workspace',
      description: 'Decktop workspace',
      mimeType: 'application/vnd.decktop.workspace+zip',
      role: 'Editor',
    },
  ],
  // Changing a fuse makes the ad-hoc signature invalid, so electron-builder signs the app again. macOS on Apple silicon
  // immediately ends an app without a valid signature.
  // A placeholder has no fuses.
  ...(placeholder ? {} : { electronFuses: { ...electronFuses, resetAdHocDarwinSignature: true } }),
  linux: {
    target: targets('AppImage', 'deb'),
    icon: 'build/identity/icons',
    category: 'Office;ProjectManagement',
    synopsis: 'Boards, Hand and runs, online and off',
    // Linux desktops use `desktopName` of package.json to find the desktop file that belongs to a window.
    syncDesktopName: true,
    desktop: { entry: { Keywords: 'kanban;cards;tasks;planning;' } },
  },
  deb: {
    packageCategory: 'misc',
    // Some packages are listed under two names, because their names end with `t64` on Ubuntu 24.04 and Debian 13.
    // SQLite's binary needs libc6 2.34 or later.
    depends: [
      'libc6 (>= 2.34)',
      'libgtk-3-0 | libgtk-3-0t64',
      'libnotify4',
      'libnss3',
      'libgbm1',
      'libasound2 | libasound2t64',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0 | libatspi2.0-0t64',
      'libuuid1',
      'libsecret-1-0',
    ],
    recommends: [],
    // Debian's policy requires the licences of a package at this path.
    fpm: ['out/THIRD-PARTY-NOTICES.txt=/usr/share/doc/decktop/copyright'],
  },
  mac: {
    target: targets('dmg', 'zip'),
    icon: 'build/identity/icon.icns',
    category: 'public.app-category.productivity',
    hardenedRuntime: hasCertificate,
    entitlements: 'build/packaging/entitlements.mac.plist',
    entitlementsInherit: 'build/packaging/entitlements.mac.plist',
    ...(hasCertificate ? {} : { identity: '-' }),
    // Without the style `alert` macOS shows no buttons on notifications.
    extendInfo: { NSUserNotificationAlertStyle: 'alert' },
    // In Electron's distribution this file is beside the app bundle, so electron-builder does not package it by
    // default.
    extraResources: [{ from: 'node_modules/electron/dist/LICENSES.chromium.html', to: 'LICENSES.chromium.html' }],
  },
  win: { target: targets('nsis'), icon: 'build/identity/icon.ico' },
  // One installer for both processors. With a name for each processor, electron-builder would make three.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own placeholders
  nsis: { artifactName: 'Decktop-Setup-${version}.${ext}', include: 'build/packaging/uninstaller.nsh' },
  // Without a feed the build contains no app-update.yml, and the app shows that it does not update itself.
  publish: feed ? { provider: 'generic', url: feed } : null,
  // With this option, people on the beta channel also get stable versions.
  generateUpdatesFilesForAllChannels: true,
  releaseInfo: { releaseNotes: releaseNotes(readFileSync(path.join(rootFolder, 'CHANGELOG.md'), 'utf8')) },
};

import { expect, test } from 'vitest';
import { type AppInstallation, reasonForNoUpdates } from '../../../electron/shell/updates/updater.ts';

const installation = (more: Partial<AppInstallation> = {}): AppInstallation => ({
  platform: 'win32',
  isPackaged: true,
  hasFeed: true,
  isSigned: false,
  isFromStore: false,
  env: {},
  ...more,
});

test('an installer of our own and an AppImage update themselves', () => {
  expect(reasonForNoUpdates(installation())).toBeNull();
  expect(reasonForNoUpdates(installation({ platform: 'darwin', isSigned: true }))).toBeNull();
  expect(
    reasonForNoUpdates(installation({ platform: 'linux', env: { APPIMAGE: '/opt/Decktop.AppImage' } })),
  ).toBeNull();
});

test.each([
  ['development', { isPackaged: false }, /development build/],
  ['a build without a feed', { hasFeed: false }, /names no place/],
  ['an unsigned build for macOS', { platform: 'darwin' }, /not signed/],
  ['a store', { isFromStore: true }, /store/],
  ['a deb or rpm', { platform: 'linux' }, /package manager/],
  ['Flatpak', { platform: 'linux', env: { FLATPAK_ID: 'x' } }, /Flatpak/],
  ['Snap', { platform: 'linux', env: { SNAP: '/snap/x', APPIMAGE: '/x' } }, /Snap/],
] as const)('%s does not, and says why', (_name, more, reason) => {
  expect(reasonForNoUpdates(installation(more))).toMatch(reason);
});

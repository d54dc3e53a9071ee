import { expect, test } from 'vitest';
import { type Installation, updatesOffReason } from '../../../electron/shell/updates/update-owner.ts';

const installation = (more: Partial<Installation> = {}): Installation => ({
  platform: 'win32',
  isPackaged: true,
  hasFeed: true,
  isFromStore: false,
  env: {},
  ...more,
});

test('an installer of our own and an AppImage update themselves', () => {
  expect(updatesOffReason(installation())).toBeNull();
  expect(updatesOffReason(installation({ platform: 'darwin' }))).toBeNull();
  expect(updatesOffReason(installation({ platform: 'linux', env: { APPIMAGE: '/opt/Decktop.AppImage' } }))).toBeNull();
});

test.each([
  ['development', { isPackaged: false }, /development build/],
  ['a build without a feed', { hasFeed: false }, /names no place/],
  ['a store', { isFromStore: true }, /store/],
  ['a deb or rpm', { platform: 'linux' }, /package manager/],
  ['Flatpak', { platform: 'linux', env: { FLATPAK_ID: 'x' } }, /Flatpak/],
  ['Snap', { platform: 'linux', env: { SNAP: '/snap/x', APPIMAGE: '/x' } }, /Snap/],
] as const)('%s does not, and says why', (_name, more, reason) => {
  expect(updatesOffReason(installation(more))).toMatch(reason);
});

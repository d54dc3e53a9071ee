/** Checks which keychains of a system keep secrets, on the Electron stand-in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { safeStorage } from 'electron';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hasKeychain, keychain } from '../../electron/shell/keychain.ts';

vi.mock('electron', async () => {
  const [{ app }, { safeStorage }] = await Promise.all([
    import('../../build/standin/app.ts'),
    import('../../build/standin/safe-storage.ts'),
  ]);
  vi.spyOn(app, 'isReady').mockReturnValue(true);
  return { safeStorage };
});

const folder = mkdtempSync(path.join(tmpdir(), 'decktop-keychain-'));
const systems = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
afterEach(() => {
  Object.defineProperty(process, 'platform', systems);
  vi.unstubAllEnvs();
});
beforeAll(async () => {
  const { app } = await import('../../build/standin/app.ts');
  app.setPath('userData', folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

function useKeychain(platform: NodeJS.Platform, mode: string) {
  vi.stubEnv('STANDIN_KEYCHAIN', mode);
  Object.defineProperty(process, 'platform', { ...systems, value: platform });
}

test.each(['linux', 'darwin', 'win32'] as const)('on %s a keychain that answers keeps secrets', async (platform) => {
  useKeychain(platform, 'service');
  expect(await hasKeychain()).toBe(true);
  const sealed = await keychain.encrypt('secret');
  expect(sealed && (await keychain.decrypt(sealed)).text).toBe('secret');
});

test('on Linux a ciphertext whose key is publicly known is not kept', async () => {
  useKeychain('linux', 'no-service');
  expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(true);
  expect(await hasKeychain()).toBe(false);
  expect(await keychain.encrypt('secret')).toBeNull();
});

test.each(['none', 'failing'])('a keychain that is %s keeps no secrets', async (mode) => {
  useKeychain('linux', mode);
  expect(await hasKeychain()).toBe(false);
  expect(await keychain.encrypt('secret').catch(() => null)).toBeNull();
});

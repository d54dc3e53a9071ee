/**
 * Encrypts tokens and passwords with the system's keychain. Without a keychain, they are not stored on the disk. The
 * keychain may ask the person for permission, so each call may take a long time or fail.
 */
import { safeStorage } from 'electron';
import type { Keychain } from '../workspace/registry.ts';
import { platform } from './platform.ts';

/**
 * Resolves to true if the system has a keychain. On Linux only libsecret and KWallet count: Electron's other backends
 * encrypt with a key that is publicly known (see Electron's documentation of `safeStorage`).
 */
export const hasKeychain = async (): Promise<boolean> =>
  (await safeStorage.isAsyncEncryptionAvailable()) &&
  (platform() !== 'linux' || /^(gnome_libsecret|kwallet\d?)$/.test(safeStorage.getSelectedStorageBackend()));

export const keychain: Keychain = {
  encrypt: async (text) => ((await hasKeychain()) ? safeStorage.encryptStringAsync(text) : null),
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
    return { text: result, isOutdated: shouldReEncrypt };
  },
};

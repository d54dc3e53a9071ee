/**
 * Encrypts tokens with the system's keychain. Without a keychain tokens stay in memory. The keychain may ask the person
 * first, so every call can take long or fail.
 */
import { safeStorage } from 'electron';
import type { Vault } from '../workspace/registry.ts';
import { platform } from './platform.ts';

/** Whether the system has a keychain. On Linux `basic_text` and `unknown` encrypt with a key that everybody knows (Electron's safeStorage documentation). */
export const hasKeychain = async (): Promise<boolean> =>
  (await safeStorage.isAsyncEncryptionAvailable()) &&
  (platform() !== 'linux' || /^(gnome_libsecret|kwallet\d?)$/.test(safeStorage.getSelectedStorageBackend()));

export const vault: Vault = {
  encrypt: async (text) => ((await hasKeychain()) ? safeStorage.encryptStringAsync(text) : null),
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
    return { text: result, isOutdated: shouldReEncrypt };
  },
};

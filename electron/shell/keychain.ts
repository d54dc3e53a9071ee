/**
 * Without a keychain, tokens and passwords are not stored on the disk. The keychain may ask the person for permission,
 * so each call may take a long time or fail.
 */
import { safeStorage } from 'electron';
import type { Keychain } from '../workspace/registry.ts';
import { platform } from './platform.ts';

/**
 * The first bytes of a ciphertext on Linux whose key is publicly known. Chromium uses this key without a word where no
 * secret service answers, or the person dismissed its question. The names of backends do not tell: they follow the
 * name of the desktop.
 */
const publicKeyPrefix = 'v10';

/** Resolves to null if there is no keychain. Rejects if the keychain or the person refuses. */
async function encrypt(text: string): Promise<Uint8Array | null> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
  const bytes = await safeStorage.encryptStringAsync(text);
  return platform() === 'linux' && bytes.toString('latin1', 0, 3) === publicKeyPrefix ? null : bytes;
}

export const hasKeychain = async (): Promise<boolean> => (await encrypt('probe').catch(() => null)) !== null;

export const keychain: Keychain = {
  encrypt,
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
    return { text: result, isOutdated: shouldReEncrypt };
  },
};

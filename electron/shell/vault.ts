/** Encrypts tokens with the system's keychain. Without a keychain, callers keep tokens in memory only. */
import { safeStorage } from 'electron';

export const vault = {
  /** Linux's `basic_text` stores plain text and does not count (Electron's safeStorage documentation). */
  get available(): boolean {
    if (!safeStorage.isEncryptionAvailable()) return false;
    return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  },
  encrypt: (text: string): Uint8Array => safeStorage.encryptString(text),
  decrypt: (bytes: Uint8Array): string => safeStorage.decryptString(Buffer.from(bytes)),
};

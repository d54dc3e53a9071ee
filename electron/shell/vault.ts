/** Keeps tokens under the system's keychain; where there is none, the caller keeps them in memory only. */
import { safeStorage } from 'electron';

export const vault = {
  /** Plain text under Linux's `basic_text` is no protection (Electron's safeStorage documentation). */
  get available(): boolean {
    if (!safeStorage.isEncryptionAvailable()) return false;
    return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  },
  encrypt: (text: string): Uint8Array => safeStorage.encryptString(text),
  decrypt: (bytes: Uint8Array): string => safeStorage.decryptString(Buffer.from(bytes)),
};

/** A `Keychain` for tests that behaves as on a system without a keychain. */
import type { Keychain } from '../../electron/workspace/registry.ts';

export const noKeychain: Keychain = {
  encrypt: async () => null,
  decrypt: () => Promise.reject(new Error('There is no keychain')),
};

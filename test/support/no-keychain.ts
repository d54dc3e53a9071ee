/** A `Keychain` of a system without a keychain, for workspaces in tests. */
import type { Keychain } from '../../electron/workspace/registry.ts';

export const noKeychain: Keychain = {
  encrypt: async () => null,
  decrypt: () => Promise.reject(new Error('There is no keychain')),
};

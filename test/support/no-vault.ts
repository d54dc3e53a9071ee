/** A `Vault` of a system without a keychain, for workspaces in tests. */
import type { Vault } from '../../electron/workspace/registry.ts';

export const noVault: Vault = {
  encrypt: async () => null,
  decrypt: () => Promise.reject(new Error('There is no keychain')),
};

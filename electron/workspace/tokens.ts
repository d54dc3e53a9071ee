/** The tokens of remote workspaces: in memory while the app runs, and encrypted by the keychain where there is one. */
import type { Log } from './running.ts';
import type { RemoteEntry, Vault } from './workspaces-file.ts';

export class Tokens {
  #vault: Vault;
  #log: Log;
  /** By workspace id. Without a keychain this is the only copy. */
  #known = new Map<string, string>();

  constructor(vault: Vault, log: Log) {
    this.#vault = vault;
    this.#log = log;
  }

  /** Null where the token was not stored or the keychain cannot decrypt it. */
  of(entry: RemoteEntry): string | null {
    const known = this.#known.get(entry.id);
    if (known !== undefined || entry.token === null) return known ?? null;
    try {
      const token = this.#vault.decrypt(Buffer.from(entry.token, 'base64'));
      this.#known.set(entry.id, token);
      return token;
    } catch (error) {
      this.#log('warn', 'The keychain could not decrypt a token', { workspace: entry.id, error: String(error) });
      return null;
    }
  }

  set(workspaceId: string, token: string): void {
    this.#known.set(workspaceId, token);
  }

  forget(workspaceId: string): void {
    this.#known.delete(workspaceId);
  }

  /** The form in which the list of workspaces stores a token; null without a keychain. */
  sealed(token: string): string | null {
    return this.#vault.available ? Buffer.from(this.#vault.encrypt(token)).toString('base64') : null;
  }
}

/** Owns the tokens of remote workspaces: in memory while the app runs, and stored after encryption by the keychain. */
import type { Failure } from '../../shared/contract/index.ts';
import { type Clock, resolveAfter } from '../client/clock.ts';
import { keychainLockedFailure, tokenNotStoredFailure } from './failures.ts';
import type { Log } from './worker-threads.ts';
import type { RemoteEntry, Vault } from './workspaces-file.ts';

/**
 * If the keychain does not answer within this time, perhaps because it asks the person, the workspace opens without a
 * token.
 */
const keychainWaitMs = 1_000;

export interface TokensOptions {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the encrypted token of a workspace, as base64. */
  readonly store: (workspaceId: string, sealed: string) => void;
}

export class WorkspaceTokens {
  #options: TokensOptions;
  /** The tokens by workspace id. Without a keychain these are the only copies. */
  #tokens = new Map<string, string>();
  /** Decryptions that the keychain has not finished, by workspace id. */
  #decrypting = new Map<string, Promise<string | null>>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /**
   * Returns the token, or the failure that says why there is no token now. Calls `onLate` if the keychain decrypts the
   * token later.
   */
  async of(entry: RemoteEntry, onLate: (token: string) => void = () => undefined): Promise<string | Failure> {
    const known = this.#tokens.get(entry.id);
    if (known !== undefined) return known;
    if (entry.token === null) return tokenNotStoredFailure;
    const decrypting = this.#decrypting.get(entry.id) ?? this.#decrypt(entry.id, entry.token);
    this.#decrypting.set(entry.id, decrypting);
    const stopWaiting = new AbortController();
    const late = Symbol();
    const result = await Promise.race([
      decrypting,
      resolveAfter(this.#options.clock, keychainWaitMs, stopWaiting.signal).then(() => late),
    ]);
    stopWaiting.abort();
    if (typeof result === 'string') return result;
    if (result === late)
      void decrypting.then((token) => {
        if (token !== null) onLate(token);
      });
    return keychainLockedFailure;
  }

  /** Returns true if the token is in memory. */
  has(workspaceId: string): boolean {
    return this.#tokens.has(workspaceId);
  }

  /** Stores the token in memory only. */
  keepInMemory(workspaceId: string, token: string): void {
    this.#tokens.set(workspaceId, token);
  }

  /** Stores the token in memory, and on the disk as soon as the keychain has encrypted it. */
  set(workspaceId: string, token: string): void {
    this.keepInMemory(workspaceId, token);
    void this.#encryptAndStore(workspaceId, token);
  }

  forget(workspaceId: string): void {
    this.#tokens.delete(workspaceId);
  }

  /** Returns the decrypted token, or null if the keychain refuses. Never rejects. */
  async #decrypt(workspaceId: string, sealed: string): Promise<string | null> {
    const { vault, log } = this.#options;
    try {
      const { text, isOutdated } = await vault.decrypt(Buffer.from(sealed, 'base64'));
      // A token that the person has entered meanwhile is newer than the stored one.
      const token = this.#tokens.get(workspaceId) ?? text;
      this.#tokens.set(workspaceId, token);
      if (isOutdated) await this.#encryptAndStore(workspaceId, token);
      return token;
    } catch (error) {
      log('warn', 'The keychain did not decrypt a token', { workspace: workspaceId, error: String(error) });
      return null;
    } finally {
      this.#decrypting.delete(workspaceId);
    }
  }

  /** Encrypts and stores the token. Never rejects: a token that cannot be stored stays in memory. */
  async #encryptAndStore(workspaceId: string, token: string): Promise<void> {
    const { vault, log, store } = this.#options;
    try {
      const sealed = await vault.encrypt(token);
      if (sealed && this.#tokens.get(workspaceId) === token) store(workspaceId, Buffer.from(sealed).toString('base64'));
    } catch (error) {
      log('warn', 'A token could not be stored', { workspace: workspaceId, error: String(error) });
    }
  }
}

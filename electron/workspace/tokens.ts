/** Tokens of remote workspaces: in memory, and on the disk encrypted by the system's keychain. */
import type { Failure } from '../../shared/contract/index.ts';
import { type Clock, resolveAfter } from '../client/clock.ts';
import { keychainLockedFailure, tokenNotStoredFailure } from './failures.ts';
import type { Log } from './worker-threads.ts';
import type { Keychain, RemoteWorkspaceEntry } from './workspaces-file.ts';

/** The keychain may be asking the person for permission. After this time the workspace opens without a token. */
const keychainWaitMs = 1_000;

interface WorkspaceTokenStoreOptions {
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the encrypted token of a workspace, as base64; null removes the stored token. */
  readonly store: (workspaceId: string, sealed: string | null) => void;
}

export class WorkspaceTokenStore {
  #options: WorkspaceTokenStoreOptions;
  /** The tokens by workspace id. Without a keychain these are the only copies. */
  #tokens = new Map<string, string>();
  /** Tokens that the keychain is decrypting now, by workspace id. */
  #decrypting = new Map<string, Promise<string | null>>();

  constructor(options: WorkspaceTokenStoreOptions) {
    this.#options = options;
  }

  /**
   * A failure gives the reason why the token is missing. If the keychain needs longer than `keychainWaitMs`, fails, and
   * calls `onLate` once the token is decrypted.
   */
  async of(entry: RemoteWorkspaceEntry, onLate: (token: string) => void = () => undefined): Promise<string | Failure> {
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

  has(workspaceId: string): boolean {
    return this.#tokens.has(workspaceId);
  }

  keepInMemory(workspaceId: string, token: string): void {
    this.#tokens.set(workspaceId, token);
  }

  /**
   * Stored on the disk once the keychain has encrypted it. If the keychain refuses, removes the earlier token: the next
   * start must not use a token that the person has replaced.
   */
  set(workspaceId: string, token: string): void {
    this.keepInMemory(workspaceId, token);
    void this.#encrypt(workspaceId, token).then((sealed) => this.#store(workspaceId, token, sealed));
  }

  forget(workspaceId: string): void {
    this.#tokens.delete(workspaceId);
  }

  /** Null if the keychain refuses. Never rejects. */
  async #decrypt(workspaceId: string, sealed: string): Promise<string | null> {
    const { keychain, log } = this.#options;
    try {
      const { text, isOutdated } = await keychain.decrypt(Buffer.from(sealed, 'base64'));
      // If the person has entered a token in the meantime, that token is newer than the stored token.
      const token = this.#tokens.get(workspaceId) ?? text;
      this.#tokens.set(workspaceId, token);
      const sealedAgain = isOutdated ? await this.#encrypt(workspaceId, token) : null;
      if (sealedAgain !== null) this.#store(workspaceId, token, sealedAgain);
      return token;
    } catch (error) {
      log('warn', 'The keychain did not decrypt a token', { workspace: workspaceId, error: String(error) });
      return null;
    } finally {
      this.#decrypting.delete(workspaceId);
    }
  }

  /** Returns the encrypted token as base64, or null if the keychain refuses or is missing. Never rejects. */
  async #encrypt(workspaceId: string, token: string): Promise<string | null> {
    try {
      const sealed = await this.#options.keychain.encrypt(token);
      return sealed && Buffer.from(sealed).toString('base64');
    } catch (error) {
      this.#logNotStored(workspaceId, error);
      return null;
    }
  }

  /** Does nothing if the token was replaced in the meantime. Logs disk errors and does not throw. */
  #store(workspaceId: string, token: string, sealed: string | null): void {
    try {
      if (this.#tokens.get(workspaceId) === token) this.#options.store(workspaceId, sealed);
    } catch (error) {
      this.#logNotStored(workspaceId, error);
    }
  }

  #logNotStored(workspaceId: string, error: unknown): void {
    this.#options.log('warn', 'A token could not be stored', { workspace: workspaceId, error: String(error) });
  }
}

/** The tokens of remote workspaces: in memory while the app runs, and encrypted by the keychain where there is one. */
import type { Failure } from '../../shared/contract/index.ts';
import { type Clock, pause } from '../client/clock.ts';
import { tokenIsLocked, tokenNotStored } from './failures.ts';
import type { Log } from './running.ts';
import type { RemoteEntry, Vault } from './workspaces-file.ts';

/** A start waits for the keychain this long; then the workspace opens without a token, since the keychain may ask the person. */
const keychainWaitMs = 1_000;

export interface TokensOptions {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the encrypted form of a workspace's token, base64. */
  readonly store: (workspaceId: string, sealed: string) => void;
}

export class Tokens {
  #options: TokensOptions;
  /** By workspace id. Without a keychain this is the only copy. */
  #known = new Map<string, string>();
  /** Questions to the keychain that it has not answered. */
  #opening = new Map<string, Promise<string | null>>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /** The token, or why there is none now. `onLate` is called if the keychain opens it later. */
  async of(entry: RemoteEntry, onLate: (token: string) => void = () => undefined): Promise<string | Failure> {
    const known = this.#known.get(entry.id);
    if (known !== undefined) return known;
    if (entry.token === null) return tokenNotStored;
    const opening = this.#opening.get(entry.id) ?? this.#open(entry.id, entry.token);
    this.#opening.set(entry.id, opening);
    const waited = new AbortController();
    const late = Symbol();
    const opened = await Promise.race([
      opening,
      pause(this.#options.clock, keychainWaitMs, waited.signal).then(() => late),
    ]);
    waited.abort();
    if (typeof opened === 'string') return opened;
    if (opened === late)
      void opening.then((token) => {
        if (token !== null) onLate(token);
      });
    return tokenIsLocked;
  }

  /** Whether the token is in memory. */
  has(workspaceId: string): boolean {
    return this.#known.has(workspaceId);
  }

  /** Keeps the token in memory only. */
  keep(workspaceId: string, token: string): void {
    this.#known.set(workspaceId, token);
  }

  /** Keeps the token, and stores it as soon as the keychain has encrypted it. */
  set(workspaceId: string, token: string): void {
    this.keep(workspaceId, token);
    void this.#seal(workspaceId, token);
  }

  forget(workspaceId: string): void {
    this.#known.delete(workspaceId);
  }

  /** Null if the keychain refuses. Never rejects. */
  async #open(workspaceId: string, sealed: string): Promise<string | null> {
    const { vault, log } = this.#options;
    try {
      const { text, isOutdated } = await vault.decrypt(Buffer.from(sealed, 'base64'));
      // The person may have given another token meanwhile.
      const token = this.#known.get(workspaceId) ?? text;
      this.#known.set(workspaceId, token);
      if (isOutdated) await this.#seal(workspaceId, token);
      return token;
    } catch (error) {
      log('warn', 'The keychain did not decrypt a token', { workspace: workspaceId, error: String(error) });
      return null;
    } finally {
      this.#opening.delete(workspaceId);
    }
  }

  /** Never rejects: a token that cannot be stored stays in memory. */
  async #seal(workspaceId: string, token: string): Promise<void> {
    const { vault, log, store } = this.#options;
    try {
      const sealed = await vault.encrypt(token);
      if (sealed && this.#known.get(workspaceId) === token) store(workspaceId, Buffer.from(sealed).toString('base64'));
    } catch (error) {
      log('warn', 'A token could not be stored', { workspace: workspaceId, error: String(error) });
    }
  }
}

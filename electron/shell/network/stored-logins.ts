import type { Keychain } from '../../workspace/registry.ts';
import type { SettingsFile } from '../settings-file.ts';
import type { ProxyCredentials } from './network.ts';

/** `proxy` is the host and port of a proxy. */
export interface ProxyLoginStore {
  canStore(): Promise<boolean>;
  has(proxy: string): boolean;
  /** Resolves to null if no credentials are stored, or if the keychain or the person refuses to decrypt them. */
  load(proxy: string): Promise<ProxyCredentials | null>;
  /** If the keychain fails to encrypt the password, only logs a warning. */
  store(proxy: string, credentials: ProxyCredentials): void;
  forget(proxy: string): void;
}

interface ProxyLoginStoreOptions {
  readonly settings: Pick<SettingsFile, 'proxyLogins' | 'remember'>;
  readonly keychain: Keychain;
  readonly canStore: () => Promise<boolean>;
  readonly warn: (message: string) => void;
}

export function createProxyLoginStore({ settings, keychain, canStore, warn }: ProxyLoginStoreOptions): ProxyLoginStore {
  /** Credentials by proxy. Each password is decrypted only once: the keychain may ask for permission each time. */
  const loaded = new Map<string, Promise<ProxyCredentials | null>>();
  const warnOf = (what: string) => (error: unknown) => {
    warn(`The keychain did not ${what} the password of a proxy: ${String(error)}`);
    return null;
  };

  async function decrypt(proxy: string): Promise<ProxyCredentials | null> {
    const stored = settings.proxyLogins[proxy];
    if (!stored) return null;
    const { text } = await keychain.decrypt(Buffer.from(stored.password, 'base64'));
    return { username: stored.username, password: text };
  }

  async function encrypt(proxy: string, { username, password }: ProxyCredentials): Promise<void> {
    const bytes = await keychain.encrypt(password);
    if (!bytes) return;
    const stored = { username, password: Buffer.from(bytes).toString('base64') };
    settings.remember({ proxyLogins: { ...settings.proxyLogins, [proxy]: stored } });
  }

  return {
    canStore,
    has: (proxy) => settings.proxyLogins[proxy] !== undefined,
    load(proxy) {
      const loading = loaded.get(proxy) ?? decrypt(proxy).catch(warnOf('decrypt'));
      loaded.set(proxy, loading);
      return loading;
    },
    store: (proxy, credentials) => void encrypt(proxy, credentials).catch(warnOf('encrypt')),
    forget(proxy) {
      const { [proxy]: forgotten, ...others } = settings.proxyLogins;
      if (forgotten) settings.remember({ proxyLogins: others });
    },
  };
}

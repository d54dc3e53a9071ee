/** Imitates Electron's `safeStorage`. The encryption key is in a file in the data folder; the keychain is simulated. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from './app.ts';
import { standinRecord, throwOnUnknownMembers } from './strict.ts';

/**
 * The simulated keychain. Tests set STANDIN_KEYCHAIN to `service` (it works), to `none` (Electron offers no
 * encryption), to `failing` (every call fails) or to `asking` (every call waits until a test answers through
 * `standinRecord.keychainPrompts`). By default the system has no service that keeps secrets.
 */
const keychain = () => process.env.STANDIN_KEYCHAIN ?? 'no-service';
/**
 * The first bytes of a ciphertext name its key. On Linux `v10` is a key that is publicly known: Chromium uses it
 * without a word if no service answers. macOS and Windows write `v10` with the keychain's own key.
 */
const version = () => Buffer.from(process.platform === 'linux' && keychain() !== 'no-service' ? 'v11' : 'v10');

/** Returns the key. The first call creates the key file, which only its owner can read. */
function readKey(): Buffer {
  const file = path.join(app.getPath('userData'), 'standin.key');
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return readFileSync(file);
}

function encrypt(text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', readKey(), iv);
  return Buffer.concat([version(), iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(encrypted: Buffer): string {
  if (!/^v1[01]$/.test(encrypted.toString('latin1', 0, 3))) {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
  }
  const decipher = createDecipheriv('aes-256-gcm', readKey(), encrypted.subarray(3, 15));
  decipher.setAuthTag(encrypted.subarray(-16));
  return decipher.update(encrypted.subarray(15, -16), undefined, 'utf8') + decipher.final('utf8');
}

const isAvailable = () => app.isReady() && keychain() !== 'none';

/** Resolves when the keychain allows access. Rejects if the keychain or the person refuses. */
async function waitUntilAllowed(): Promise<void> {
  if (!isAvailable()) throw new Error('Encryption is not available.');
  if (keychain() === 'failing') throw new Error('The keychain refuses.');
  if (keychain() !== 'asking') return;
  const isAllowed = await new Promise<boolean>((resolve) => standinRecord.keychainPrompts.push(resolve));
  if (!isAllowed) throw new Error('The person refuses.');
}

/**
 * Checks that the keychain allows access at once, without a question to the person.
 * @throws Error if the keychain refuses. Also throws if the keychain asks the person, because Electron's synchronous
 *   methods then block the main process.
 */
function assertAllowedNow(): void {
  if (!isAvailable()) throw new Error('Encryption is not available.');
  if (keychain() === 'failing') throw new Error('The keychain refuses.');
  if (keychain() === 'asking')
    throw new Error('The main process would be blocked until the person answers the keychain');
}

export const safeStorage = throwOnUnknownMembers('safeStorage', {
  isEncryptionAvailable: isAvailable,
  encryptString(text: string): Buffer {
    assertAllowedNow();
    return encrypt(text);
  },
  decryptString(encrypted: Buffer): string {
    assertAllowedNow();
    return decrypt(encrypted);
  },
  isAsyncEncryptionAvailable: async () => isAvailable(),
  async encryptStringAsync(text: string): Promise<Buffer> {
    await waitUntilAllowed();
    return encrypt(text);
  },
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    await waitUntilAllowed();
    return { result: decrypt(encrypted), shouldReEncrypt: false };
  },
} satisfies Partial<Electron.SafeStorage>);

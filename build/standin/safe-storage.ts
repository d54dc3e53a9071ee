/** Electron's `safeStorage`, with a key file in the data folder. Tests choose how the keychain behaves. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from './app.ts';
import { record, strict } from './strict.ts';

/**
 * STANDIN_KEYCHAIN: a backend of Linux, or `none` (no keychain), `failing` (every call is refused) or `asking` (every call
 * waits until a test answers by `standinRecord.keychainPrompts`, as the person does).
 */
const keychain = process.env.STANDIN_KEYCHAIN ?? 'basic_text';
const version = Buffer.from('v10');

/** Makes a key file that only its owner can read, at the first use. */
function key(): Buffer {
  const file = path.join(app.getPath('userData'), 'standin.key');
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return readFileSync(file);
}

function encrypt(text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key(), iv);
  return Buffer.concat([version, iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(encrypted: Buffer): string {
  if (!encrypted.subarray(0, 3).equals(version)) {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
  }
  const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(3, 15));
  decipher.setAuthTag(encrypted.subarray(-16));
  return decipher.update(encrypted.subarray(15, -16), undefined, 'utf8') + decipher.final('utf8');
}

const isAvailable = () => app.isReady() && keychain !== 'none';

/** Rejects where the keychain or the person refuses. */
async function allowed(): Promise<void> {
  if (!isAvailable()) throw new Error('Encryption is not available.');
  if (keychain === 'failing') throw new Error('The keychain refuses.');
  if (keychain !== 'asking') return;
  const isAllowed = await new Promise<boolean>((resolve) => record.keychainPrompts.push(resolve));
  if (!isAllowed) throw new Error('The person refuses.');
}

/** Electron's synchronous methods block the main process while a keychain asks, so they are errors there. */
function allowedAtOnce(): void {
  if (!isAvailable()) throw new Error('Encryption is not available.');
  if (keychain === 'failing') throw new Error('The keychain refuses.');
  if (keychain === 'asking') throw new Error('The main process would be blocked until the person answers the keychain');
}

const backends = /^(basic_text|gnome_libsecret|kwallet[56]?)$/;
type Backend = ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>;
/** Linux only: macOS and Windows lack the method. */
const linuxOnly = {
  getSelectedStorageBackend: (): Backend =>
    !app.isReady() ? 'unknown' : backends.test(keychain) ? (keychain as Backend) : 'gnome_libsecret',
};

export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: isAvailable,
  encryptString(text: string): Buffer {
    allowedAtOnce();
    return encrypt(text);
  },
  decryptString(encrypted: Buffer): string {
    allowedAtOnce();
    return decrypt(encrypted);
  },
  isAsyncEncryptionAvailable: async () => isAvailable(),
  async encryptStringAsync(text: string): Promise<Buffer> {
    await allowed();
    return encrypt(text);
  },
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    await allowed();
    return { result: decrypt(encrypted), shouldReEncrypt: false };
  },
  ...(process.platform === 'linux' ? linuxOnly : {}),
} satisfies Partial<Electron.SafeStorage>);

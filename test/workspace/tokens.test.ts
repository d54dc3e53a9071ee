/** Checks how the app reads and stores tokens if the keychain answers at once, answers late, refuses or is missing. */
import { expect, test } from 'vitest';
import { WorkspaceTokenStore } from '../../electron/workspace/tokens.ts';
import type { Keychain, RemoteWorkspaceEntry } from '../../electron/workspace/workspaces-file.ts';
import { ManualClock } from '../faults/clock.ts';
import { noKeychain } from '../support/no-keychain.ts';

const entry: RemoteWorkspaceEntry = {
  id: 'studio',
  kind: 'remote',
  name: 'Studio',
  baseUrl: 'https://service.example',
  accountId: 'a',
  userId: null,
  tokenKind: 'personal',
  hasExtensions: false,
  token: sealed('secret'),
};

function sealed(token: string, key = 'old'): string {
  return Buffer.from(`${key}:${token}`).toString('base64');
}

/** A keychain that works. Tests replace single functions of this keychain. */
const working: Keychain = {
  encrypt: async (text) => Buffer.from(`new:${text}`),
  decrypt: async (bytes) => ({ text: Buffer.from(bytes).toString().slice(4), isOutdated: false }),
};
const refused = () => Promise.reject(new Error('the person refused'));

function tokensWith(keychain: Partial<Keychain>) {
  const clock = new ManualClock();
  const stored: string[] = [];
  const logged: string[] = [];
  const tokens = new WorkspaceTokenStore({
    keychain: { ...working, ...keychain },
    clock,
    log: (_level, message, details) => logged.push(`${message} ${details?.error}`),
    store: (id, token) => stored.push(`${id} ${token}`),
  });
  return { tokens, clock, stored, logged };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a stored token is decrypted once', async () => {
  let count = 0;
  const { tokens } = tokensWith({
    decrypt: (bytes) => {
      count += 1;
      return working.decrypt(bytes);
    },
  });
  expect(await Promise.all([tokens.of(entry), tokens.of(entry)])).toEqual(['secret', 'secret']);
  expect(await tokens.of(entry)).toBe('secret');
  expect(count).toBe(1);
});

test('a token that was encrypted with an older key is stored again', async () => {
  const { tokens, stored } = tokensWith({ decrypt: async () => ({ text: 'secret', isOutdated: true }) });
  expect(await tokens.of(entry)).toBe('secret');
  expect(stored).toEqual([`studio ${sealed('secret', 'new')}`]);
});

test('while the keychain asks the person the workspace opens without a token, and gets it later', async () => {
  const answer = Promise.withResolvers<{ text: string; isOutdated: boolean }>();
  const { tokens, clock } = tokensWith({ decrypt: () => answer.promise });
  const late: string[] = [];
  const first = tokens.of(entry, (token) => late.push(token));
  await settled();
  clock.advance(1_000);
  expect(await first).toMatchObject({ kind: 'auth', code: 'keychain' });
  answer.resolve({ text: 'secret', isOutdated: false });
  await settled();
  expect(late).toEqual(['secret']);
  expect(await tokens.of(entry)).toBe('secret');
});

test('a stored token stays if the keychain does not encrypt it again', async () => {
  const { tokens, stored } = tokensWith({
    decrypt: async () => ({ text: 'secret', isOutdated: true }),
    encrypt: refused as Keychain['encrypt'],
  });
  expect(await tokens.of(entry)).toBe('secret');
  expect(stored).toEqual([]);
});

test('a keychain that refuses is asked again, and the stored form stays', async () => {
  const keychain = { decrypt: refused as Keychain['decrypt'] };
  const { tokens, stored, logged } = tokensWith({ decrypt: (bytes) => keychain.decrypt(bytes) });
  expect(await tokens.of(entry)).toMatchObject({ code: 'keychain' });
  expect(logged).toEqual(['The keychain did not decrypt a token Error: the person refused']);
  keychain.decrypt = working.decrypt;
  expect(await tokens.of(entry)).toBe('secret');
  expect(stored).toEqual([]);
});

test('a new token is stored when the keychain has encrypted it, and stays in memory if it refuses or is missing', async () => {
  const good = tokensWith({});
  good.tokens.set('studio', 'secret');
  await settled();
  expect(good.stored).toEqual([`studio ${sealed('secret', 'new')}`]);
  for (const encrypt of [refused, noKeychain.encrypt]) {
    const { tokens, stored } = tokensWith({ encrypt });
    tokens.set('studio', 'secret');
    await settled();
    // The next start must not use the previous token, which the new token has replaced.
    expect(stored).toEqual(['studio null']);
    expect(await tokens.of(entry)).toBe('secret');
  }
});

test('a token that was replaced while the keychain worked is not stored', async () => {
  const first = Promise.withResolvers<Uint8Array>();
  const { tokens, stored } = tokensWith({
    encrypt: (text) => (text === 'first' ? first.promise : working.encrypt(text)),
  });
  tokens.set('studio', 'first');
  tokens.set('studio', 'second');
  first.resolve(Buffer.from('new:first'));
  await settled();
  expect(stored).toEqual([`studio ${sealed('second', 'new')}`]);
});

test('without a stored token the person has to reconnect', async () => {
  const { tokens } = tokensWith({});
  expect(await tokens.of({ ...entry, token: null })).toMatchObject({ kind: 'auth', code: 'no_token' });
});

import { beforeEach, expect, test } from 'vitest';
import { createProxyLoginManager, type ProxyLoginManager } from '../../../electron/shell/network/proxy-login.ts';
import { createProxyLoginStore } from '../../../electron/shell/network/stored-logins.ts';
import type { ProxyLoginRequest } from '../../../shared/bridge/index.ts';

const proxy = { host: 'proxy.example', port: 3128 };
const other = { ...proxy, host: 'other.example' };
const ann = { username: 'ann', password: 'secret' };
const first: ProxyLoginRequest = {
  proxy: 'proxy.example:3128',
  isRetry: false,
  username: '',
  canRemember: true,
  isRemembered: false,
};

/** Stands for the encryption of a keychain: reverses the characters of a text. */
const reversed = (text: string) => [...text].reverse().join('');
let canStore: boolean;
let warnings: string[];
let proxyLogins: Record<string, { username: string; password: string }>;

beforeEach(() => {
  [canStore, warnings, proxyLogins] = [true, [], {}];
});

function logins(): ProxyLoginManager & { readonly shown: (ProxyLoginRequest | null)[] } {
  const stored = createProxyLoginStore({
    settings: {
      get proxyLogins() {
        return proxyLogins;
      },
      remember: (part) => {
        proxyLogins = part.proxyLogins ?? proxyLogins;
      },
    },
    keychain: {
      encrypt: async (text) => Buffer.from(reversed(text)),
      decrypt: async (bytes) => ({ text: reversed(Buffer.from(bytes).toString()), isOutdated: false }),
    },
    canStore: async () => canStore,
    warn: (message) => warnings.push(message),
  });
  const created = createProxyLoginManager(stored);
  const shown: (ProxyLoginRequest | null)[] = [];
  created.onQuestion((question) => shown.push(question));
  return Object.assign(created, { shown });
}

/**
 * Waits until the app has called the listener for login questions `count` times. Each call passes a question for the
 * person, or null if no question is left.
 */
const questionsShown = ({ shown }: { readonly shown: readonly (ProxyLoginRequest | null)[] }, count: number) =>
  expect.poll(() => shown.length).toBe(count);

test('requests that wait for the same proxy share one question', async () => {
  const own = logins();
  const waiting = [own.ask(proxy, null), own.ask(proxy, null)];
  await questionsShown(own, 1);
  expect(own.shown).toEqual([first]);
  own.answer({ ...ann, remember: false });
  expect(await Promise.all(waiting)).toEqual([ann, ann]);
  expect(await own.ask(proxy, null)).toEqual(ann);
  expect(own.shown).toHaveLength(2);
});

test('refused credentials are asked for again, once for all requests that had them', async () => {
  const own = logins();
  const waiting = own.ask(proxy, null);
  await questionsShown(own, 1);
  own.answer({ ...ann, password: 'wrong', remember: false });
  const wrong = await waiting;
  const again = own.ask(proxy, wrong);
  await questionsShown(own, 3);
  expect(own.shown.at(-1)).toEqual({ ...first, isRetry: true, username: 'ann' });
  own.answer({ ...ann, remember: false });
  expect(await again).toEqual(ann);
  expect(await own.ask(proxy, wrong)).toEqual(ann);
  expect(own.shown).toHaveLength(4);
});

test('a declined proxy is not asked about until the person wants to', async () => {
  const own = logins();
  const declined = own.ask(proxy, null);
  await questionsShown(own, 1);
  own.answer(null);
  expect(await declined).toBe(null);
  expect(await own.ask(proxy, null)).toBe(null);
  expect(own.shown).toHaveLength(2);
  own.forgetDeclined();
  void own.ask(proxy, null);
  await questionsShown(own, 3);
});

test('questions about several proxies are shown one after the other', async () => {
  const own = logins();
  const one = own.ask(proxy, null);
  await questionsShown(own, 1);
  const two = own.ask(other, null);
  own.answer({ ...ann, remember: false });
  await questionsShown(own, 3);
  own.answer(null);
  expect(await Promise.all([one, two])).toEqual([ann, null]);
});

test('an answer is remembered in the keychain if the person wants that, until it is refused', async () => {
  const own = logins();
  const waiting = own.ask(proxy, null);
  await questionsShown(own, 1);
  own.answer({ ...ann, remember: true });
  await waiting;
  await expect.poll(() => Object.keys(proxyLogins)).toEqual(['proxy.example:3128']);
  expect(JSON.stringify(proxyLogins)).not.toContain('secret');

  const restarted = logins();
  const known = await restarted.ask(proxy, null);
  expect(known).toEqual(ann);
  expect(restarted.shown).toEqual([]);
  const again = restarted.ask(proxy, known);
  await questionsShown(restarted, 1);
  expect(restarted.shown[0]).toEqual({ ...first, isRetry: true, username: 'ann', isRemembered: true });
  restarted.answer({ ...ann, password: 'new', remember: false });
  expect(await again).toEqual({ ...ann, password: 'new' });
  expect(proxyLogins).toEqual({});
});

test('without a keychain nothing is stored; a keychain that refuses leads to a question', async () => {
  canStore = false;
  const own = logins();
  void own.ask(proxy, null);
  await questionsShown(own, 1);
  expect(own.shown[0]).toEqual({ ...first, canRemember: false });
});

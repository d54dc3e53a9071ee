import { expect, test } from 'vitest';
import { createProxyLogins } from '../../../electron/shell/network/proxy-login.ts';
import type { ProxyQuestion } from '../../../shared/bridge/index.ts';

const proxy = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 3128, realm: 'company' };
const other = { ...proxy, host: 'other.example' };
const ann = { username: 'ann', password: 'secret' };

function logins() {
  const shown: (ProxyQuestion | null)[] = [];
  return { shown, ...createProxyLogins((question) => shown.push(question)) };
}

test('requests that wait for the same proxy share one question', async () => {
  const { ask, answer, shown } = logins();
  const waiting = [ask(proxy, false), ask(proxy, false)];
  expect(shown).toEqual([{ proxy: 'proxy.example:3128', isRetry: false, username: '' }]);
  answer(ann);
  expect(await Promise.all(waiting)).toEqual([ann, ann]);
  expect(await ask(proxy, false)).toEqual(ann);
  expect(shown).toHaveLength(2);
});

test('refused credentials are asked for again', async () => {
  const { ask, answer, shown } = logins();
  void ask(proxy, false);
  answer({ ...ann, password: 'wrong' });
  const again = ask(proxy, true);
  expect(shown.at(-1)).toEqual({ proxy: 'proxy.example:3128', isRetry: true, username: 'ann' });
  answer(ann);
  expect(await again).toEqual(ann);
});

test('a declined proxy is not asked about until the person wants to', async () => {
  const { ask, answer, forgetDeclined, shown } = logins();
  const declined = ask(proxy, false);
  answer(null);
  expect(await declined).toBe(null);
  expect(await ask(proxy, false)).toBe(null);
  expect(shown).toHaveLength(2);
  forgetDeclined();
  void ask(proxy, false);
  expect(shown).toHaveLength(3);
});

test('questions about several proxies are shown one after the other', async () => {
  const { ask, answer, shown } = logins();
  const first = ask(proxy, false);
  const second = ask(other, false);
  answer(ann);
  answer(null);
  expect(await Promise.all([first, second])).toEqual([ann, null]);
  expect(shown.map((question) => question?.proxy)).toEqual(['proxy.example:3128', 'other.example:3128', undefined]);
});

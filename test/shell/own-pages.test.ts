import { expect, test } from 'vitest';
import { isAppPage } from '../../electron/shell/app-url.ts';

test('only pages of the app are its own', () => {
  const isOwn = (url: string) => isAppPage(url, 'app://bundle');
  expect(['app://bundle', 'app://bundle/index.html#/hand'].map(isOwn)).toEqual([true, true]);
  for (const url of ['', 'about:blank', 'app://bundle.example/', 'app://bundle@example.com/', 'https://example.com/'])
    expect(isOwn(url)).toBe(false);
});

import path from 'node:path';
import { expect, test } from 'vitest';
import { parseAppUrl, urlHashOfRoute } from '../../electron/shell/app-url.ts';

const folder = path.resolve('/app/renderer');
const read = (rest: string) => parseAppUrl(`app://bundle${rest}`, folder);

test('an address leads to a file of the renderer or to a stored file', () => {
  expect(read('/index.html')).toEqual({ kind: 'asset', file: path.join(folder, 'index.html') });
  expect(read('/file/key/a%2Fb')).toEqual({ kind: 'file', key: 'key', fileId: 'a/b' });
});

// Parsing a malformed address can throw an error. If nothing catches the error, the app ends.
test.each([
  ['a malformed percent sign in a file', '/file/key/%E0%A4%A'],
  ['a malformed percent sign in a path', '/%E0%A4%A'],
  ['an id longer than any', `/file/key/${'a'.repeat(201)}`],
  ['a zero in a path', '/a%00.js'],
  ['a path out of the folder', '/%2e%2e%2fsecret'],
])('%s is not served', (_what, rest) => {
  expect(read(rest)).toBeUndefined();
});

test('no other host is served', () => {
  expect(parseAppUrl('app://elsewhere/index.html', folder)).toBeUndefined();
  expect(parseAppUrl('nonsense', folder)).toBeUndefined();
});

test.each(['/hand?card=1', 'hand?card=1', '#/hand?card=1', '##/hand?card=1'])(
  'a page opens at the route %s',
  (route) => {
    expect(urlHashOfRoute(route)).toBe('#/hand?card=1');
  },
);
test.each([undefined, '', '/', '#'])('an empty route gives no address: %j', (route) => {
  expect(urlHashOfRoute(route)).toBe('');
});

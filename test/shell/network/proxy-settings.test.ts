import { expect, test } from 'vitest';
import { networkSettingsSchema } from '../../../shared/bridge/network.ts';
import { proxyAddressProblem, proxyBypassProblem } from '../../../shared/bridge/proxy-settings.ts';

test.each([
  'http://proxy.example:3128',
  'https://proxy.example:443/',
  'socks5://10.0.0.1:1080',
  ' HTTP://[::1]:8080 ',
  'http://proxy_1:80',
])('%s is the address of a proxy', (address) => {
  expect(proxyAddressProblem(address)).toBe(null);
});

test.each([
  ['', 'Enter the address'],
  ['proxy.example:3128', '“proxy.example:3128” does not begin with http://'],
  ['ftp://proxy.example:21', 'no proxies of the kind ftp://'],
  ['http://proxy.example', 'has no port'],
  ['http://ann:secret@proxy.example:3128', 'Leave name and password out'],
  ['http://proxy.example:70000', 'The port 70000 does not exist'],
  ['http://proxy.example:3128/path', 'is not the address of a proxy'],
  ['http://a b:3128', 'is not the address of a proxy'],
  ['http://:3128', 'is not the address of a proxy'],
])('%j is refused: %s', (address, message) => {
  expect(proxyAddressProblem(address)).toContain(message);
});

test('addresses around the proxy have the syntax of Chromium', () => {
  const all =
    '*.example.com, .example.org;foobar.com:99,https://x.*.y.com:99 , 10.0.0.0/8, fe80::/10, [::1]:80, <local>,';
  expect(proxyBypassProblem(all)).toBe(null);
  expect(proxyBypassProblem('')).toBe(null);
  expect(proxyBypassProblem('<-loopback>')).toBe(null);
  expect(proxyBypassProblem('a.example, b c.example')).toContain('“b c.example” is not an address');
  expect(proxyBypassProblem('<here>')).toContain('“<here>” is not an address');
  expect(proxyBypassProblem('a.example:port')).toContain('“a.example:port”');
});

test('a manual proxy needs an address, and the refusal names the field', () => {
  expect(networkSettingsSchema.parse({ proxy: 'manual', address: ' http://proxy.example:80/ ' })).toEqual({
    ...{ proxy: 'manual', address: 'http://proxy.example:80', bypass: '' },
  });
  expect(networkSettingsSchema.safeParse({ proxy: 'manual' }).error?.issues).toMatchObject([{ path: ['address'] }]);
  expect(networkSettingsSchema.safeParse({ bypass: 'a b' }).error?.issues).toMatchObject([{ path: ['bypass'] }]);
});

/** Checks the messages of the connect form for refused tokens and addresses. */
import { describe, expect, test } from 'vitest';
import {
  connectAdviceFor,
  serviceAddressOf,
  serviceAddressProblem,
} from '../../../../renderer/views/connect/connect-advice.ts';
import { type TokenRefusal, tokenRefusals } from '../../../../shared/contract/index.ts';

describe('token refusals', () => {
  test.each(Object.keys(tokenRefusals) as TokenRefusal[])('the text of %s includes what to do', (code) => {
    const advice = connectAdviceFor({ kind: 'auth', code, message: code });
    expect(advice.text).toMatch(/\. .+\.$/);
    expect(advice.text).not.toContain('_');
    expect(connectAdviceFor({ kind: 'rejected', message: code, code: 'Unauthorized', status: 401 })).toEqual(advice);
  });
  test('a code that the app does not know is shown as received', () => {
    expect(connectAdviceFor({ kind: 'auth', code: 'moon_phase', message: 'moon_phase' }).text).toContain('moon_phase');
  });
});

describe('addresses', () => {
  test('https with any host, http on this computer only', () => {
    for (const good of ['https://api.example.com', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:3'])
      expect(serviceAddressProblem(good), good).toBeNull();
    for (const bad of ['', 'http://api.example.com', 'http://127.0.0.1.example.com', 'ftp://x', 'https://a:b@c'])
      expect(serviceAddressProblem(bad), bad).not.toBeNull();
  });
  test.each([
    ['localhost:1', 'http://localhost:1'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:8080/api', 'http://127.0.0.1:8080/api'],
    ['[::1]:3', 'http://[::1]:3'],
    ['api.example.com:8443', 'https://api.example.com:8443'],
    [' api.example.com ', 'https://api.example.com'],
    ['http://localhost:1', 'http://localhost:1'],
    ['ftp://x', 'ftp://x'],
  ])('%s without a scheme gets one', (typed, full) => {
    expect(serviceAddressOf(typed)).toBe(full);
    if (full !== 'ftp://x') expect(serviceAddressProblem(typed)).toBeNull();
  });
});

import { expect, test } from 'vitest';
import { redactSecrets } from '../../electron/shell/log.ts';

test.each([
  'Authorization: Bearer cdxut_8f3b1c_9d2e7a6b5c4d3e2f1a0b',
  'token cdxat_8f3b1c_9d2e7a6b5c4d3e2f1a0b was refused',
  'GET /s3/put?signature=9d2e7a6b5c4d3e2f&x=1',
])('keeps secrets out of the log: %s', (line) => {
  expect(redactSecrets(line)).not.toContain('9d2e7a6b5c4d3e2f');
});

test('does not change ordinary text', () => {
  const line = "'data/act' failed: card 1f0e8a4c-7d55-4a57-9a52-0d2f0c1b7f11 is unknown";
  expect(redactSecrets(line)).toBe(line);
});

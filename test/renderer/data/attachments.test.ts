/** Checks the names of attached files. */
import { afterEach, expect, test } from 'vitest';
import { attachmentNameOf } from '../../../renderer/data/files/attachments.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

// The name must contain the local time, not UTC. For example, a picture that is pasted in New York in the evening would
// get the date of the next day with UTC.
test('a pasted picture is named by the time of this computer', () => {
  const pasted = new File([], 'image.png', { type: 'image/png' });
  const at = new Date('2026-11-23T02:05:09Z');
  process.env.TZ = 'America/New_York';
  expect(attachmentNameOf(pasted, at)).toBe('Picture 2026-11-22 21.05.09.png');
  process.env.TZ = 'Pacific/Auckland';
  expect(attachmentNameOf(pasted, at)).toBe('Picture 2026-11-23 15.05.09.png');
});

test('other files keep their names, at most 255 characters', () => {
  expect(attachmentNameOf(new File([], 'chart.txt'))).toBe('chart.txt');
  expect(attachmentNameOf(new File([], 'a'.repeat(300)))).toHaveLength(255);
});

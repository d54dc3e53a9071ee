/** Checks the names of attached files. */
import { afterEach, expect, test } from 'vitest';
import { attachmentNameOf } from '../../../renderer/data/files/attachments.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

// The name must have the local time. With the time in UTC, the picture from New York would get the date of the next
// day.
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

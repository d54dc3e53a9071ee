import { expect, test } from 'vitest';
import { titleTextOf, withTitle } from '../../../../renderer/card-panel/content/title.ts';

test('an edited title changes nothing else in the text', () => {
  expect(titleTextOf('## Tide tables\nBody')).toBe('Tide tables');
  expect(withTitle('## Tide tables\nBody\n', 'Moon tables ')).toBe('## Moon tables\nBody\n');
  expect(withTitle('Tide\r\nBody', 'Moon')).toBe('Moon\r\nBody');
  expect(withTitle('Tide', 'two\nlines')).toBe('two lines');
  expect(titleTextOf('#tag first')).toBe('#tag first');
  expect(withTitle('', 'New')).toBe('New');
});

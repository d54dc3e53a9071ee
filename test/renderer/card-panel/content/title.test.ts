import { expect, test } from 'vitest';
import { titleTextOf, withTitleText } from '../../../../renderer/card-panel/content/title.ts';

test('an edited title changes nothing else in the text', () => {
  expect(titleTextOf('## Tide tables\nBody')).toBe('Tide tables');
  expect(withTitleText('## Tide tables\nBody\n', 'Moon tables ')).toBe('## Moon tables\nBody\n');
  expect(withTitleText('Tide\r\nBody', 'Moon')).toBe('Moon\r\nBody');
  expect(withTitleText('Tide', 'two\nlines')).toBe('two lines');
  expect(titleTextOf('#tag first')).toBe('#tag first');
  expect(withTitleText('', 'New')).toBe('New');
});

import { expect, test } from 'vitest';
import { replaceTitleText, titleTextOf } from '../../../../renderer/card-panel/content/title.ts';

test('an edited title changes nothing else in the text', () => {
  expect(titleTextOf('## Tide tables\nBody')).toBe('Tide tables');
  expect(replaceTitleText('## Tide tables\nBody\n', 'Moon tables ')).toBe('## Moon tables\nBody\n');
  expect(replaceTitleText('Tide\r\nBody', 'Moon')).toBe('Moon\r\nBody');
  expect(replaceTitleText('Tide', 'two\nlines')).toBe('two lines');
  expect(titleTextOf('#tag first')).toBe('#tag first');
  expect(replaceTitleText('', 'New')).toBe('New');
  expect(titleTextOf('```js\nrun();\n```')).toBe('run();');
  expect(replaceTitleText('```js\nrun();\n```', 'Start')).toBe('Start\n```js\nrun();\n```');
});

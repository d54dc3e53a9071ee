/** Checks how checklist items are found in the content of a card, and taken out of it. */
import { expect, test } from 'vitest';
import { checklistLinesOf, takeChecklistItem } from '../../../../renderer/model/new-cards/checklist.ts';

test('checklist items, outside code and below the title', () => {
  const text = '- [ ] Title\n- [ ] one\n````\n```\n- [ ] code\n````\n  * [x] two ';
  expect(checklistLinesOf(text)).toEqual([
    { line: 1, label: 'one' },
    { line: 6, label: 'two' },
  ]);
});

// BoostIO/BoostNote-Legacy#2627
test('an item takes what is below it along', () => {
  const text =
    'T\n- [ ] Parent `a`\n    - [ ] child\n      more\n\n      ```\n        code\n      ```\n- [ ] next\nend';
  expect(takeChecklistItem(text, 1)).toEqual({
    item: 'Parent `a`\n- [ ] child\n  more\n\n  ```\n    code\n  ```',
    rest: 'T\n- [ ] next\nend',
  });
  expect(takeChecklistItem(text, 2)).toEqual({
    item: 'child\nmore\n\n```\n  code\n```',
    rest: 'T\n- [ ] Parent `a`\n- [ ] next\nend',
  });
  expect(takeChecklistItem('T\n> - [ ] a\n>   - [ ] b\n>\n> end', 1)?.item).toBe('a\n- [ ] b');
  expect(takeChecklistItem(text, 0)).toBeUndefined();
});

/** Checks how checklist lines are found in the content of a card, and removed from it. */
import { expect, test } from 'vitest';
import { checklistLinesOf, textWithoutLine } from '../../../../renderer/model/new-cards/checklist.ts';

test('checklist lines, outside code', () => {
  const text = 'Title\n- [ ] one\n```\n- [ ] code\n```\n  * [x] two ';
  expect(checklistLinesOf(text)).toEqual([
    { line: 1, label: 'one', checked: false },
    { line: 5, label: 'two', checked: true },
  ]);
  expect(textWithoutLine(text, 1)).toBe('Title\n```\n- [ ] code\n```\n  * [x] two ');
});

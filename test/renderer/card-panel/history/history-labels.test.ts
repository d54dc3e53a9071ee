/** Checks the texts of the history of a card: changed values, and changed lines of its content. */
import { describe, expect, test } from 'vitest';
import {
  cardIdsInDiff,
  diffLineGroups,
  fieldChangesOfDiff,
  type HistoryNameLookups,
  removeIncompleteWords,
  textsBeforeAndAfterDiff,
} from '../../../../renderer/card-panel/history/history-labels.ts';

describe('the text of a version', () => {
  const valueNames: Record<string, string> = { 'assigneeId u1': 'ana', 'priority a': 'Urgent' };
  const names: HistoryNameLookups = {
    value: (property, value) => valueNames[`${property} ${value}`],
    card: (id) => (id === 'c1' ? 'Ship' : undefined),
    attachment: (id) => (id === 'a1' ? 'plan.pdf' : undefined),
    file: () => undefined,
  };
  test('single values, lists and texts', () => {
    expect(
      fieldChangesOfDiff({ assigneeId: [null, 'u1'], priority: ['a', 'c'], status: ['not_started', 'done'] }, names),
    ).toEqual([
      { kind: 'value', label: 'Owner', from: null, to: 'ana' },
      { kind: 'value', label: 'Priority', from: 'Urgent', to: 'c' },
      { kind: 'value', label: 'Status', from: 'not started', to: 'done' },
    ]);
    expect(fieldChangesOfDiff({ inDeps: { '+': ['c1'], '-': ['gone'] } }, names)).toEqual([
      { kind: 'list', label: 'Waits for', added: ['Ship'], removed: ['a card no longer visible'] },
    ]);
    expect(
      fieldChangesOfDiff({ title: 'x', effort: [1, 2], content: 'encoded' }, names).map((change) => change.kind),
    ).toEqual(['text', 'value']);
  });
  test('days are written as dates, and changed cards by their titles', () => {
    expect(fieldChangesOfDiff({ dueDate: [null, '2026-12-01'] }, names)[0]).toMatchObject({
      to: expect.stringMatching(/2026$/),
    });
    expect(
      cardIdsInDiff({
        inDeps: { '+': ['c1'], '-': ['c2'] },
        childCards: [null, ['c3']],
        parentCardId: ['c4', null],
        effort: [1, 2],
      }),
    ).toEqual(expect.arrayContaining(['c1', 'c2', 'c3', 'c4']));
    expect(cardIdsInDiff('encoded')).toEqual([]);
  });
  test('a value or row that the app does not know gets a general name', () => {
    expect(fieldChangesOfDiff({ beastLevel: { deep: true } }, names)).toEqual([
      { kind: 'unknown', label: 'Beast level' },
    ]);
    expect(fieldChangesOfDiff({ milestoneId: [null, 'm9'] }, names)[0]).toMatchObject({
      to: 'a milestone no longer visible',
    });
    expect(
      fieldChangesOfDiff({ attachments: { '+': ['a1', 'a2'], '-': [] }, coverFileId: [null, 'f1'] }, names),
    ).toEqual([
      { kind: 'list', label: 'Attachments', added: ['plan.pdf', 'a file'], removed: [] },
      { kind: 'value', label: 'Cover', from: null, to: 'a file' },
    ]);
    for (const form of [null, 'text', 3, []]) expect(fieldChangesOfDiff(form, names)).toEqual([]);
  });
  test('the first version leaves out initial values of every card', () => {
    const first = {
      status: [null, 'not_started'],
      isDoc: [null, false],
      visibility: [null, 'default'],
      effort: [null, 3],
    };
    expect(fieldChangesOfDiff(first, names, true).map(({ label }) => label)).toEqual(['Effort']);
    expect(fieldChangesOfDiff(first, names)).toHaveLength(4);
  });
  test('incomplete words beside a gap are removed', () => {
    const kept = (text: string) => ({ kind: 'kept' as const, text });
    const gap = { kind: 'gap' as const, length: 9 };
    expect(
      removeIncompleteWords([gap, kept('ot break the quest'), { kind: 'added', text: ' now' }, kept(' and af'), gap]),
    ).toEqual([gap, kept(' break the quest'), { kind: 'added', text: ' now' }, kept(' and '), gap]);
    expect(removeIncompleteWords([gap, kept('one')])).toEqual([gap, kept('one')]);
    // If the text starts with the rest of a checkbox that was cut, this rest must not be shown.
    expect(removeIncompleteWords([gap, kept('[ ] Never from the gallery')])).toEqual([
      gap,
      kept(' Never from the gallery'),
    ]);
    expect(removeIncompleteWords([gap, kept('- [x] Reach')])).toEqual([gap, kept(' Reach')]);
  });
});

const drawn = (before: string, after: string) =>
  diffLineGroups(before, after).map((line) => {
    if (line.kind === 'skipped') return `… ${line.count}`;
    if (line.kind === 'kept') return `  ${line.text}`;
    const text = line.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
    return `${line.kind === 'removed' ? '-' : '+'} ${text}`;
  });

test('a change in the history is shown in whole lines, before and after, with the changed words marked', () => {
  const rest = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `Line ${word}.`);
  const text = (line: string) => [...rest, line, ...rest].join('\n');
  expect(drawn(text('The cat sat on the mat.'), text('The dog sat on a red mat.'))).toEqual([
    '… 4',
    '  Line five.\nLine six.',
    '- The [cat] sat on [the] mat.',
    '+ The [dog] sat on [a red] mat.',
    '  Line one.\nLine two.',
    '… 4',
  ]);
  expect(drawn('The cat sat.', 'The black cat sat.')).toEqual(['+ The [black ]cat sat.']);
  expect(drawn('The black cat sat.', 'The cat sat.')).toEqual(['- The [black ]cat sat.']);
  expect(drawn('One\nTwo', 'One\nNew\nTwo')).toEqual(['  One', '+ [New]', '  Two']);
  // The first version of a card has only new text, so no part is marked as added.
  expect(drawn('', 'Title\n\nText')).toEqual(['  Title\n\nText']);
});

test('where the whole text is not known, an ellipsis replaces unchanged parts', () => {
  const parts = [
    { kind: 'gap' as const, length: 80 },
    { kind: 'kept' as const, text: 'ght the ' },
    { kind: 'removed' as const, text: 'cat' },
    { kind: 'added' as const, text: 'dog' },
    { kind: 'kept' as const, text: ' sat dow' },
    { kind: 'gap' as const, length: 90 },
  ];
  const { before, after } = textsBeforeAndAfterDiff(parts);
  expect(drawn(before, after).map((line) => line.replace(/ +/g, ' '))).toEqual([
    '- … the [cat] sat …',
    '+ … the [dog] sat …',
  ]);
});

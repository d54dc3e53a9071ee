/** Checks how the text of the quick add window is parsed into a title and fields. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkspaceLookups } from '../../../../renderer/data/lookups.ts';
import {
  newCardTextOf,
  paramsWithShortForms,
  parseQuickAdd,
  type QuickAddContext,
  shortFormsOf,
  stepToQuickAddCard,
} from '../../../../renderer/model/new-cards/quick-add.ts';
import { parseTypedDay } from '../../../../renderer/ui/dates/typed-day.ts';
import { createLookups, deckRow } from '../../support.ts';

const run = (id: string, index: number, startDate: string, endDate: string) => ({
  id,
  index,
  name: null,
  description: '',
  startDate,
  endDate,
  completedAt: null,
  lockedAt: null,
  sprintConfigId: 'config',
});
const context: QuickAddContext = {
  lookups: createLookups({
    decks: { d1: deckRow('d1', { title: 'Market research' }), d2: deckRow('d2', { title: 'Märkte' }) },
    tags: {
      t1: { id: 't1', tag: 'urgent', projectId: 'project' },
      t2: { id: 't2', tag: 'press', projectId: 'project' },
    },
    sprints: { s1: run('s1', 11, '2026-11-16', '2026-11-29'), s2: run('s2', 12, '2026-11-30', '2026-12-13') },
    sprintConfigs: { config: { id: 'config', name: 'Runs', isGlobal: true } },
    account: { effortScale: [1, 2, 3, 5], dueDateEnabled: true },
  } as unknown as Partial<WorkspaceLookups>),
  people: [
    { id: 'u1', name: 'ada', fullName: 'Ada Lovelace' },
    { id: 'u2', name: 'adam', fullName: 'Adam Riese' },
  ] as unknown as QuickAddContext['people'],
  me: 'u2',
  // 23 November 2026 is a Monday.
  today: '2026-11-23',
};
const none = new Set<string>();
const parse = (text: string, kept: ReadonlySet<string> = none) => parseQuickAdd(text, context, kept);
const fieldsOf = (text: string) => Object.fromEntries(parse(text).tokens.map(({ field, value }) => [field, value]));

// Which of the two is the month depends on the system's language.
const dayOfFraction = parseTypedDay('1/12', context.today);

test.each([
  ['Call the printer #urgent', 'Call the printer', { tag: 'urgent' }],
  ['Call @ada', 'Call', { owner: 'u1' }],
  ['Call @AdamRiese now', 'Call now', { owner: 'u2' }],
  ['Call @me', 'Call', { owner: 'u2' }],
  ['Ask ten people /market-research', 'Ask ten people', { deck: 'd1' }],
  ['Ask ten people /maerk /marke', 'Ask ten people /maerk', { deck: 'd1' }],
  ['Print >next', 'Print', { run: 's2' }],
  ['Print >run12', 'Print', { run: 's1' }],
  ['Print !high =3 !hand', 'Print', { priority: 'a', effort: 3, hand: 'hand' }],
  // One sign sets one field: a number after ! is a priority, as its name is, and never effort.
  ['Print !1', 'Print', { priority: 'a' }],
  ['Print !3 =13', 'Print', { priority: 'c', effort: 13 }],
  ['Print #fun', 'Print', { tag: 'fun' }],
  ['Print 13/12/2026', 'Print', { due: '2026-12-13' }],
  ['Print by 12/25/27', 'Print', { due: '2027-12-25' }],
  ['Print by 24.12', 'Print', { due: '2026-12-24' }],
  ['Print the flyers tomorrow', 'Print the flyers', { due: '2026-11-24' }],
  ['Print the flyers fri', 'Print the flyers', { due: '2026-11-27' }],
  ['Print the flyers by 24.12.', 'Print the flyers', { due: '2026-12-24' }],
  ['Print the flyers 24.12.2026', 'Print the flyers', { due: '2026-12-24' }],
  ['Print the flyers by friday', 'Print the flyers', { due: '2026-11-27' }],
  ['Print until 1 Dec 2027 the flyers', 'Print the flyers', { due: '2027-12-01' }],
  ['Print the flyers due 1/12', 'Print the flyers', { due: dayOfFraction }],
  ['Call tomorrow >run', 'Call >run', { due: '2026-11-24' }],
  ['Call fri >run', 'Call >run', { due: '2026-11-27' }],
  ['Tomorrow print the flyers', 'print the flyers', { due: '2026-11-24' }],
  ['Print in 2 weeks the flyers', 'Print the flyers', { due: '2026-12-07' }],
  ['Print monday or tuesday', 'Print monday or', { due: '2026-11-24' }],
  ['Print the flyers 2026-12-24 #press', 'Print the flyers', { due: '2026-12-24', tag: 'press' }],
  ['Print the flyers in 2 weeks', 'Print the flyers', { due: '2026-12-07' }],
])('%s', (text, title, fields) => {
  expect(parse(text).title).toBe(title);
  expect(fieldsOf(text)).toEqual(fields);
});

test('what the help lists is read, and fields that the organization has hidden are not listed', () => {
  const examples = shortFormsOf(context.lookups.account).map(({ example }) => example);
  expect(examples.filter((example) => parse(`Print ${example}`).tokens.length === 0)).toEqual([
    '@name',
    '/deck',
    '>run',
  ]);
  const hidden = { ...context.lookups.account, dueDateEnabled: false, sprintsEnabled: false };
  const offered = shortFormsOf(hidden as typeof context.lookups.account).map(({ example }) => example);
  expect(examples.filter((example) => !offered.includes(example))).toEqual(['>run', 'tomorrow']);
});

describe('words that name nothing stay in the title', () => {
  test.each([
    'We are #1',
    'Call @a',
    'Ask Tom',
    'Release 1.2',
    'Release 1.2.10',
    'Player !4 =x',
    'Buy 3 days',
    'tomorrow',
    // go-vikunja/vikunja#2195
    'Review draft 1/2',
    'offset to -1',
    'Add -1 day',
    'Shift by -2w',
    'Move it - 3 days',
    'Go back -1 month >run',
    'Come in 2',
    'Wait +3',
    'Version 1.2.',
    'The cat sat there',
    'Log on 5',
    'a/b > c and / and #',
    'Mail ada@example.com',
  ])('%s', (text) => {
    expect(parse(text)).toEqual({ title: text, tokens: [] });
  });
});

const plainWord = fc.stringMatching(/^[a-z]{9,12}$/);
const tokenTexts = ['#urgent', '@ada', '/Märkte', '>current', '!low', '=5', '!hand', '#press'] as const;

// A token must be found at every position, and must not remove a neighbouring word.
test('tokens are found at any position, and the other words stay in order', () => {
  fc.assert(
    fc.property(
      fc.array(plainWord, { minLength: 1, maxLength: 6 }),
      fc.subarray([...tokenTexts]),
      fc.infiniteStream(fc.nat()),
      (words, tokens, positions) => {
        const mixed: string[] = [...words];
        for (const token of tokens) mixed.splice(Number(positions.next().value) % (mixed.length + 1), 0, token);
        const parsed = parse(mixed.join(' '));
        expect(parsed.title).toBe(words.join(' '));
        expect(parsed.tokens.map(({ raw }) => raw).toSorted()).toEqual(tokens.toSorted());
      },
    ),
  );
});

test('any order of the same tokens and the same date gives the same card', () => {
  const dates = ['tomorrow', 'in 2 weeks', 'friday', '1 Dec', '2026-12-24', 'next month', 'by 1/2', '+3d'];
  fc.assert(
    fc.property(
      fc.array(plainWord, { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(fc.constantFrom(...tokenTexts, '>run', '@nobody'), { maxLength: 6 }),
      fc.constantFrom(...dates),
      fc.infiniteStream(fc.nat()),
      (words, tokens, date, positions) => {
        const place = (parts: readonly string[], part: string) =>
          parts.toSpliced(Number(positions.next().value) % (parts.length + 1), 0, part);
        const card = (parts: readonly string[]) => {
          const parsed = parse(parts.join(' '));
          return {
            title: parsed.title.split(' ').filter((word) => !/^[>@]/.test(word)),
            fields: parsed.tokens.map(({ field, value }) => `${field} ${value}`).toSorted(),
          };
        };
        const ordered = card([...words, ...tokens, date]);
        expect(ordered.fields.some((field) => field.startsWith('due '))).toBe(true);
        expect(card([...tokens, date].reduce(place, words))).toEqual(ordered);
      },
    ),
  );
});

test('the time is linear in the length of the text', () => {
  for (const text of ['in 2 ', '#urgent ', '#x ', '1/2', 'a', 'mon ', '. '].map((part) => part.repeat(20_000))) {
    const began = performance.now();
    parse(text);
    expect(performance.now() - began).toBeLessThan(5_000);
  }
});

// The parser must not throw an error, lose text, or parse a token that the person keeps as text.
test('no text is lost, and tokens that are kept as text stay in the title', () => {
  const letters = (text: string) => [...text.replace(/\s/g, '')].toSorted().join('');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.subarray([...tokenTexts, 'tomorrow']),
      (text, more) => {
        const typed = [text, ...more].join(' ');
        const parsed = parse(typed);
        const raws = parsed.tokens.map(({ raw }) => raw);
        expect(letters([parsed.title, ...raws].join(' '))).toBe(letters(typed));
        const again = parse(typed, new Set(raws));
        expect(again.tokens.filter(({ raw }) => raws.includes(raw))).toEqual([]);
      },
    ),
  );
});

test('the step has the defaults of the deck and the typed fields', () => {
  const { params } = stepToQuickAddCard(parse('Print #press @ada /Märkte !high !hand tomorrow'), 'd1', context);
  expect(params).toMatchObject({
    content: 'Print',
    deckId: 'd2',
    masterTags: ['press'],
    assigneeId: 'u1',
    priority: 'a',
    dueDate: '2026-11-24',
    putInQueue: true,
  });
  expect(stepToQuickAddCard(parse('Print'), 'd1', context).params).toEqual({ content: 'Print', deckId: 'd1' });
});

// The composer on a board takes the same short forms; only the first line has them.
test('a text of several lines keeps its body, and typed fields win over those of the board', () => {
  const typed = newCardTextOf('Print #press @ada\n\nAsk @adam  about /Märkte', context, none);
  expect(typed.content).toBe('Print\n\nAsk @adam  about /Märkte');
  const params = paramsWithShortForms(
    {
      content: typed.content,
      deckId: 'd1',
      column: null,
      newCardFields: { assigneeId: 'u2', sprintId: 's1' },
      lookups: context.lookups,
      me: 'u2',
      today: context.today,
    },
    typed.tokens,
  );
  expect(params).toMatchObject({ deckId: 'd1', assigneeId: 'u1', sprintId: 's1', masterTags: ['press'] });
  // Without short forms the text stays as typed; short forms alone are a title.
  expect(newCardTextOf('Two  spaces', context, none)).toMatchObject({ content: 'Two  spaces', tokens: [] });
  expect(newCardTextOf('#press', context, none)).toMatchObject({ content: '#press', tokens: [] });
});

/** Checks the table that the query view makes of an answer: rows, their order, and texts of values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enumLabel } from '../../../../renderer/model/enum-label.ts';
import {
  type CellNameLookups,
  compareCells,
  type FormattedCell,
  formatCellValue,
  maxListItemsInCell,
} from '../../../../renderer/views/query/cell.ts';
import { exampleQueries } from '../../../../renderer/views/query/examples.ts';
import { tableTracks } from '../../../../renderer/views/query/QueryResultTable.tsx';
import {
  cardIdsInAnswer,
  defaultResultNode,
  resultColumnValue,
  resultNodesOfQuery,
  rowNameInAnswer,
  rowsOfResultNode,
} from '../../../../renderer/views/query/rows.ts';
import { validateQueryText } from '../../../../renderer/views/query/validate.ts';
import {
  fieldTypeOf,
  type Model,
  modelByName,
  models,
  type QueryAnswer,
  type ValueType,
} from '../../../../shared/contract/index.ts';

const names: CellNameLookups = {
  nameOf: (model, id) => (model === 'deck' && id === 'd1' ? 'Backlog' : null),
  priorityLabels: { a: 'Now', b: 'Soon', c: 'Later' },
};
const typeOf = (model: string, field: string): ValueType =>
  fieldTypeOf(modelByName(model) as Model, field) as ValueType;
const cell = (field: string, value: unknown, model = 'card') =>
  formatCellValue(value, typeOf(model, field), field, names);
const textOf = ({ parts }: FormattedCell) => parts.map(({ text }) => text).join(', ');
const queryOf = (text: string) => {
  const { query, problems } = validateQueryText(text);
  if (!query) throw new Error(JSON.stringify(problems));
  return query;
};

const answer = {
  _root: { account: 'a1' },
  account: { a1: { id: 'a1', 'cards({"$order":"title"})': ['c2', 'c1'], 'count:decks': 3 } },
  // The table must have the order of the list of ids above, not the order of these rows.
  card: {
    c1: { cardId: 'c1', title: 'Zebra', assignee: 'u1', childCards: [] },
    c2: { cardId: 'c2', title: 'Ant', assignee: null, childCards: ['c3', 'gone'] },
    c3: { cardId: 'c3', title: 'Sub' },
  },
  user: { u1: { id: 'u1', name: 'ida', kind: 'robot' } },
} as unknown as QueryAnswer;
const query = queryOf(
  '_root: [account: [cards({ $order: title }): [title, assignee: [name, kind], childCards: [title]], count:decks]]',
);

describe('the rows of an answer', () => {
  const places = resultNodesOfQuery(query);
  const main = defaultResultNode(places);
  test('are grouped by the parts of the query that select rows', () => {
    expect(places.map(({ label }) => label)).toEqual([
      'account',
      'account › cards',
      'account › cards › assignee',
      'account › cards › childCards',
    ]);
    expect(main?.label).toBe('account › cards');
  });
  test('are in the order of the id lists in the answer, each once', () => {
    expect(main && [...rowsOfResultNode(main, answer).keys()]).toEqual(['c2', 'c1']);
    expect(cardIdsInAnswer(places, answer)).toEqual(['c2', 'c1', 'c3']);
  });
  test('have the selected columns, also those of related single rows', () => {
    expect(main?.columns.map(({ label }) => label)).toEqual(['title', 'assignee', 'assignee.kind', 'childCards']);
    const kind = main?.columns[2];
    const rows = main ? [...rowsOfResultNode(main, answer).values()] : [];
    expect(kind && rows.map((row) => resultColumnValue(row, kind, answer))).toEqual([null, 'robot']);
  });
  test('are separate if a relation occurs twice', () => {
    const twice = resultNodesOfQuery(queryOf('_root: [account: [cards({ effort: 1 }): [title], cards: [title]]]'));
    expect(twice.map(({ label }) => label)).toEqual(['account', 'account › cards', 'account › cards (2)']);
    const [decks] = resultNodesOfQuery(
      queryOf(
        '_root: [account: [decks: [count:cards({ status: done }), count:cards({ status: { op: neq, value: done } })]]]',
      ),
    ).filter(({ model }) => model === 'deck');
    expect(decks?.columns.map(({ label }) => label)).toEqual([
      'count cards status done',
      'count cards status neq done',
    ]);
  });
  test('have readable names; a thread has the name of its first comment', () => {
    const threads = {
      resolvable: { r1: { id: 'r1', entries: ['e1'] }, r2: { id: 'r2' } },
      resolvableEntry: { e1: { entryId: 'e1', content: 'Waiting for art\nsince May' } },
    } as unknown as QueryAnswer;
    expect(rowNameInAnswer(threads, 'resolvable', 'r1')).toBe('Waiting for art');
    expect(rowNameInAnswer(threads, 'resolvable', 'r2')).toBeNull();
    expect(rowNameInAnswer(answer, 'card', 'c1')).toBe('Zebra');
  });
  test('can be selected by their ids too', () => {
    const byId = resultNodesOfQuery(
      queryOf('card(c2): [title] card("c1"): [effort] cardHistory(["c1", 2]): [version]'),
    );
    expect(byId.map(({ label, roots }) => [label, roots])).toEqual([
      ['card', ['c2', 'c1']],
      ['cardHistory', ['["c1",2]']],
    ]);
    expect([...rowsOfResultNode(byId[0] as (typeof byId)[number], answer).keys()]).toEqual(['c2', 'c1']);
    expect([...rowsOfResultNode(byId[1] as (typeof byId)[number], answer).keys()]).toEqual([]);
  });
});

describe('a value', () => {
  test('is written according to its type', () => {
    expect(textOf(cell('status', 'not_started'))).toBe('Not started');
    expect(cell('derivedStatus', 'blocked')).toMatchObject({ kind: 'status', value: 'blocked' });
    expect(textOf(cell('priority', 'a'))).toBe('Now');
    expect(textOf(cell('deckId', 'd1'))).toBe('Backlog');
    expect(textOf(cell('deckId', 'd9'))).toBe('d9');
    expect(textOf(cell('hasBlockingDeps', true))).toBe('Yes');
    expect(textOf(cell('dueDate', '2026-11-20'))).toMatch(/20.*2026|2026.*20/);
    expect(textOf(cell('createdAt', '2026-11-20T10:00:00.000Z'))).toContain('2026');
    expect(textOf(cell('checkboxStats', { total: 5, checked: 2 }))).toBe('2/5');
    expect(textOf(cell('tags', ['bug', 'art']))).toBe('bug, art');
    expect(textOf(cell('mentionedUsers', ['u8', 'u9']))).toBe('2 users');
    expect(textOf(cell('content', 'Title\nand more'))).toBe('Title …');
    expect(textOf(cell('manualOrderLabels', ['Now', null], 'deck'))).toBe('Now, –');
    expect(cell('effort', null)).toMatchObject({ kind: 'none', sort: null });
    expect(enumLabel('opt_out')).toBe('Opt out');
  });
  test('that an enumeration does not contain is shown as it is, with a note, after the known ones', () => {
    for (const field of ['status', 'derivedStatus', 'priority']) {
      const unknown = cell(field, 'on_the_moon');
      expect(textOf(unknown)).toBe('on_the_moon');
      expect(unknown.note).toContain('does not know');
      expect(compareCells(cell(field, field === 'priority' ? 'a' : 'done'), unknown, false)).toBeLessThan(0);
    }
    expect(textOf(cell('dueDate', 'soon'))).toBe('soon');
  });
  test('of a long list shows how many more there are', () => {
    const tags = Array.from({ length: maxListItemsInCell + 3 }, (_, index) => `t${index}`);
    expect(textOf(cell('tags', tags))).toMatch(/, and 3 more$/);
  });
  test('of any shape is shown, whatever its type in the contract', () => {
    const fields = Object.entries(models).flatMap(([model, { fields: shape }]) =>
      Object.keys(shape).map((field) => [model, field] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.jsonValue(), ([model, field], value) => {
        const shown = cell(field, value, model);
        expect(shown.parts.every(({ text }) => typeof text === 'string')).toBe(true);
      }),
    );
  });
  test('that is missing is sorted last in both directions', () => {
    const cells = [cell('effort', null), cell('effort', 10), cell('effort', 9)];
    const order = (descending: boolean) => cells.toSorted((a, b) => compareCells(a, b, descending)).map(textOf);
    expect(order(false)).toEqual(['9', '10', '']);
    expect(order(true)).toEqual(['10', '9', '']);
  });
});

describe('every example', () => {
  for (const me of [null, 'u1'])
    for (const currentRun of [null, { id: 's1', name: 'Run 3' }])
      for (const { name, board } of exampleQueries({ me, today: '2026-11-20', currentRun }))
        test(`is valid: ${name}, ${me ? 'signed in' : 'as an organization'}`, () => {
          expect(validateQueryText(board.text).problems).toEqual([]);
        });
});

test('columns of texts share the rest of the width; the others, and those with a width of their own, keep theirs', () => {
  const [node] = resultNodesOfQuery({
    _root: [{ account: [{ cards: ['title', 'effort', 'dueDate'] }] }],
  } as never).slice(-1);
  const columns = node?.columns ?? [];
  const tracks = (own?: string) =>
    tableTracks(
      columns,
      () => 100,
      ({ key }) => key === own,
    );
  expect(tracks()).toEqual({ gridTemplateColumns: 'minmax(100px, 100fr) 100px 100px 16px', width: 'max(100%, 316px)' });
  expect(tracks('title').gridTemplateColumns).toBe('100px 100px 100px minmax(16px, 1fr)');
});

/** Checks that filters read and change the conditions of a query's text, and leave everything else in it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statusGroups } from '../../../../renderer/ui/icons/status.ts';
import {
  conditionProperties,
  conditionsOfQuery,
  isInvertibleCondition,
  type QueryCondition,
  queryWithCondition,
} from '../../../../renderer/views/query/conditions.ts';
import { exampleQueries } from '../../../../renderer/views/query/examples.ts';
import { validateQueryText } from '../../../../renderer/views/query/validate.ts';

const read = (text: string) =>
  conditionsOfQuery(text)?.map(
    ({ property, operator, values, text: words }) => words ?? `${property} ${operator} ${values.join()}`,
  );

describe('conditions of a query', () => {
  test('are read in the words of filters', () => {
    expect(
      read(
        '_root: [account: [cards({ visibility: default, status: { op: neq, value: done }, assigneeId: u1, derivedStatus: { op: in, value: [done, heroDone] }, priority: { op: notIn, value: [a, null] }, dueDate: { op: lt, value: 2026-01-02 }, $limit: 5 }): [title]]]',
      ),
    ).toEqual([
      'Status is not Done',
      'assigneeId in u1',
      'derivedStatus in done',
      'priority out a,',
      'Due date before 2026-01-02',
    ]);
  });

  test('without a list of cards, or with errors, none can be read', () => {
    expect(read('_root: [account: [decks: [title]]]')).toBeUndefined();
    expect(read('_root: [account: [cards({ status: ')).toBeUndefined();
    expect(read('_root: [account: [cards: [title]]]')).toEqual([]);
  });

  test('a change leaves comments, order and other conditions as they are', () => {
    const text = '_root: [account: [\n  // mine\n  cards({ assigneeId: u1, $order: -dueDate }): [title]\n]]';
    const changed = queryWithCondition(text, { property: 'assigneeId', operator: 'out', values: ['u2', null] });
    expect(changed).toBe(
      '_root: [account: [\n  // mine\n  cards({ assigneeId: { op: notIn, value: [u2, null] }, $order: -dueDate }): [title]\n]]',
    );
    expect(queryWithCondition(changed, { property: 'assigneeId', operator: 'in', values: [] })).toBe(
      '_root: [account: [\n  // mine\n  cards({ $order: -dueDate }): [title]\n]]',
    );
  });

  const values = {
    derivedStatus: fc.constantFrom(...statusGroups.filter((group) => group !== 'unknown')),
    effort: fc.option(fc.integer({ min: 0, max: 99 }).map(String)),
    priority: fc.option(fc.constantFrom('a', 'b', 'c')),
    masterTags: fc.string({ minLength: 1 }),
  };
  const id = fc.option(fc.uuid({ version: 4 }));
  const condition = fc.constantFrom(...Object.values(conditionProperties)).chain(
    (property): fc.Arbitrary<QueryCondition> =>
      fc.record({
        property: fc.constant(property),
        operator: isInvertibleCondition(property) ? fc.constantFrom('in', 'out') : fc.constant('in' as const),
        values: fc.uniqueArray(
          (property in values ? values[property as keyof typeof values] : id) as fc.Arbitrary<string | null>,
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
      }),
  );

  test('every filter that is set is a valid query and is read again as it was set', () => {
    const texts = [
      '',
      ...exampleQueries({ me: null, today: '2026-01-02', currentRun: null }).map(({ board }) => board.text),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...texts), condition, (text, set) => {
        const changed = queryWithCondition(text, set);
        if (conditionsOfQuery(text) === null && text !== '') {
          expect(changed).toBe(text);
          return;
        }
        expect(validateQueryText(changed).problems).toEqual([]);
        const again = conditionsOfQuery(changed)?.find(
          ({ property, text: words }) => property === set.property && !words,
        );
        expect(again && { ...again, values: again.values.toSorted() }).toEqual({
          ...set,
          values: set.values.toSorted(),
        });
      }),
    );
  });
});

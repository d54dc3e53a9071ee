import { describe, expect, test } from 'vitest';
import { conditionChipTexts, filtersText } from '../../../renderer/model/filter-labels.ts';
import {
  conditionsOfFilters,
  countFilters,
  type Filters,
  filterNames,
  filterPredicate,
  filtersWithCondition,
  filtersWithConditionInverted,
  filtersWithValueToggled,
  hasOrLacksProperties,
  isInvertibleFilter,
  statusesThatPassFilters,
  visibilitiesOfFilters,
} from '../../../renderer/model/filters.ts';
import { cardRow } from '../support.ts';

const today = '2026-03-10';
const passesFilters = (filters: Filters, fields: Parameters<typeof cardRow>[1]) =>
  filterPredicate(filters, today)?.(cardRow('a', fields)) ?? true;

describe('a filter', () => {
  test('by dates uses the local day', () => {
    expect(passesFilters({ dates: ['overdue'] }, { dueDate: '2026-03-09' })).toBe(true);
    expect(passesFilters({ dates: ['overdue'] }, { dueDate: '2026-03-09', status: 'done' })).toBe(false);
    expect(passesFilters({ dates: ['overdue'] }, { dueDate: '2026-03-10' })).toBe(false);
    expect(passesFilters({ dates: ['soon'] }, { dueDate: '2026-03-17' })).toBe(true);
    expect(passesFilters({ dates: ['soon'] }, { dueDate: '2026-03-18' })).toBe(false);
    expect(passesFilters({ dates: ['soon', 'overdue'] }, { dueDate: '2026-01-01' })).toBe(true);
    expect(passesFilters({ dates: ['quiet'] }, { lastUpdatedAt: '2026-01-31T00:00:00.000Z' })).toBe(true);
    expect(passesFilters({ dates: ['changed'] }, { lastUpdatedAt: '2026-03-09T23:00:00.000Z' })).toBe(true);
  });

  // Automattic/wp-calypso#5286
  test('by tag ignores letter case, and nothing else', () => {
    expect(passesFilters({ tags: ['schön'] }, { tags: ['SCHÖN'] })).toBe(true);
    expect(passesFilters({ tags: ['schön'] }, { tags: ['schon'] })).toBe(false);
    expect(passesFilters({ tags: ['ano'] }, { tags: ['año'] })).toBe(false);
    expect(passesFilters({ tags: ['かき'] }, { tags: ['がき'] })).toBe(false);
  });

  test('by text finds parts of words, without regard to case, marks and special letters', () => {
    expect(passesFilters({ text: 'odz aße' }, { title: 'Łódź, Strasse' })).toBe(true);
    expect(passesFilters({ text: '录错' }, { title: '修复登录错误' })).toBe(true);
    expect(passesFilters({ text: '$49' }, { title: 'For $149' })).toBe(false);
    expect(passesFilters({ text: '?' }, { title: 'Why' })).toBe(false);
  });

  test('by run and milestone matches any of several, or none', () => {
    expect(passesFilters({ runs: ['six', null] }, { sprintId: null })).toBe(true);
    expect(passesFilters({ runs: ['six', null] }, { sprintId: 'six' as never })).toBe(true);
    expect(passesFilters({ runs: ['six'] }, { sprintId: 'seven' as never })).toBe(false);
    expect(passesFilters({ milestones: ['beta'] }, { milestoneId: 'beta' as never })).toBe(true);
    expect(passesFilters({ milestones: ['beta'] }, { milestoneId: null })).toBe(false);
    expect(passesFilters({ dates: ['today'] }, { dueDate: today })).toBe(true);
    expect(passesFilters({ dates: ['today'] }, { dueDate: '2026-03-11' })).toBe(false);
  });

  // The range must include its first and its last day. A card without a due date must not pass the filter.
  test('by a range of due dates includes both ends, each of which may be open', () => {
    const due = ['2026-03-09', '2026-03-12'];
    for (const [dueDate, isIn] of [
      ['2026-03-08', false],
      ['2026-03-09', true],
      ['2026-03-12', true],
      ['2026-03-13', false],
      [null, false],
    ] as const)
      expect(passesFilters({ due }, { dueDate }), String(dueDate)).toBe(isIn);
    expect(passesFilters({ due: [null, '2026-03-12'] }, { dueDate: '2020-01-01', status: 'done' })).toBe(true);
    expect(passesFilters({ due: ['2026-03-09', null] }, { dueDate: '2030-01-01' })).toBe(true);
    expect(passesFilters({ due: [null, null] }, { dueDate: null })).toBe(true);
    expect([{ due }, { due: [null, null] }].map(countFilters)).toEqual([1, 0]);
  });

  // Old decks have thousands of archived cards, so a board must query archived cards only if its filter shows them.
  test('queries archived and deleted cards only if it shows them', () => {
    expect(visibilitiesOfFilters({})).toEqual(['default']);
    expect(visibilitiesOfFilters({ statuses: ['done'] })).toEqual(['default']);
    expect(visibilitiesOfFilters({ statuses: ['done', 'deleted', 'archived'] })).toEqual([
      'default',
      'archived',
      'deleted',
    ]);
    expect(passesFilters({ statuses: ['archived'] }, { derivedStatus: 'archivedHeroDone' })).toBe(true);
    expect(passesFilters({ statuses: ['archived'] }, { derivedStatus: 'done' })).toBe(false);
  });

  test('is described in words, with any values', () => {
    const lookups = {
      account: { priorityLabels: { a: 'High' } },
      decks: { bugs: { title: 'Bugs' } },
      sprints: { six: { name: null, index: 5, startDate: '2026-03-09' } },
      sprintConfigs: {},
      milestones: {},
    };
    const words = (filters: Filters) => filtersText(filters, { lookups, people: {} } as never);
    expect(words({ owners: [null], priorities: ['a', 'd', null], decks: ['bugs', 'gone'] })).toBe(
      'Owner any of Nobody; Priority any of High, d, No priority; Deck any of Bugs, A deck out of sight',
    );
    expect(words({ runs: ['six'], dates: ['overdue'], without: ['owner'], hideDone: true })).toBe(
      'Not done; Dates any of Overdue; Run any of Run 6; Card lacks Owner',
    );
    expect(words({ statuses: ['later'], dates: ['someday'], with: ['colour'] } as never)).toBe(
      'Status any of later; Dates any of someday; Card has colour',
    );
    expect(words({ text: ' tide ', tags: ['art', 'code'], except: { tags: ['bug'] } })).toBe(
      'Tag any of #art, #code; Tag none of #bug; “tide”',
    );
    expect(words({ due: ['2019-12-28', '2020-01-03'] })).toMatch(/^Due .*28.* 2019 to .*3.* 2020$/);
    expect(words({ due: [null, '2020-01-03'] })).toMatch(/^Due until .*2020$/);
    // Each condition that can be set must have a label for its chip.
    for (const field of filterNames)
      expect(
        conditionChipTexts({ field, operator: 'in', values: [null] }, { lookups, people: {} } as never).field,
      ).not.toBe('');
    expect(words({})).toBe('');
  });

  test('by effort distinguishes zero and none', () => {
    expect(passesFilters({ efforts: ['0'] }, { effort: 0 })).toBe(true);
    expect(passesFilters({ efforts: ['0'] }, { effort: null })).toBe(false);
    expect(passesFilters({ efforts: [null] }, { effort: null })).toBe(true);
  });

  test('by properties requires all required ones and excludes every excluded one', () => {
    const planned = { assigneeId: 'bob' as never, dueDate: today, sprintId: 'run' as never };
    expect(passesFilters({ with: ['owner', 'due', 'run'] }, planned)).toBe(true);
    expect(passesFilters({ with: ['owner', 'milestone'] }, planned)).toBe(false);
    expect(passesFilters({ without: ['milestone', 'effort'] }, planned)).toBe(true);
    expect(passesFilters({ without: ['milestone', 'run'] }, planned)).toBe(false);
    expect(passesFilters({ with: ['checkboxes'] }, { checkboxStats: { total: 2, checked: 2 } })).toBe(false);
    for (const property of hasOrLacksProperties)
      expect(passesFilters({ with: [property] }, planned)).toBe(!passesFilters({ without: [property] }, planned));
  });

  test('of another version keeps the parts that are known', () => {
    const foreign = { with: ['owner', 'colour'], dates: ['someday'] } as unknown as Filters;
    expect(passesFilters(foreign, { assigneeId: 'bob' as never })).toBe(true);
    expect(passesFilters(foreign, {})).toBe(false);
    expect(countFilters({ with: ['owner'], dates: [], hideDone: true })).toBe(2);
  });
});

describe('a condition', () => {
  test('with excluded values excludes these only', () => {
    expect(passesFilters({ except: { owners: ['ann', null] } }, { assigneeId: 'bob' as never })).toBe(true);
    expect(passesFilters({ except: { owners: ['ann', null] } }, { assigneeId: null })).toBe(false);
    expect(passesFilters({ except: { tags: ['Art'] } }, { tags: ['art', 'code'] })).toBe(false);
    expect(passesFilters({ tags: ['code'], except: { tags: ['art'] } }, { tags: ['code'] })).toBe(true);
    expect(passesFilters({ except: { dates: ['overdue'] } }, { dueDate: '2026-03-09' })).toBe(false);
    expect(passesFilters({ except: { dates: ['someday'] } } as never, {})).toBe(true);
  });

  test('is set, changed and removed without changing others', () => {
    const owners = filtersWithCondition({ hideDone: true }, { field: 'owners', operator: 'in', values: ['ann'] });
    expect(owners).toEqual({ hideDone: true, owners: ['ann'] });
    const both = filtersWithValueToggled(owners, 'tags', 'out', 'bug');
    expect(both).toEqual({ ...owners, except: { tags: ['bug'] } });
    expect(conditionsOfFilters(both).map(({ field, operator }) => `${field} ${operator}`)).toEqual([
      'owners in',
      'notDone in',
      'tags out',
    ]);
    expect(filtersWithValueToggled(both, 'tags', 'out', 'bug')).toEqual(owners);
    // A value that is added to the filter is no longer excluded.
    expect(filtersWithValueToggled(both, 'tags', 'in', 'bug')).toEqual({ ...owners, tags: ['bug'] });
    expect(filtersWithValueToggled({ with: ['owner'] }, 'has', 'out', 'owner')).toEqual({
      with: [],
      without: ['owner'],
    });
    expect(
      countFilters(filtersWithCondition({ due: ['2026-03-09', null] }, { field: 'due', operator: 'in', values: [] })),
    ).toBe(0);
  });

  test('when inverted, matches exactly the other cards', () => {
    const filters: Filters = { priorities: ['a', null], except: { priorities: ['b'] } };
    const [condition] = conditionsOfFilters(filters);
    if (!condition) throw new Error('no condition');
    expect(filtersWithConditionInverted(filters, condition)).toEqual({
      priorities: [],
      except: { priorities: ['b', 'a', null] },
    });
    for (const field of filterNames.filter(isInvertibleFilter)) {
      const one = { field, operator: 'in', values: ['owner'] } as const;
      const [turned] = conditionsOfFilters(filtersWithConditionInverted(filtersWithCondition({}, one), one));
      expect(turned).toEqual({ ...one, operator: 'out' });
    }
  });

  test('on statuses determines the columns', () => {
    expect(statusesThatPassFilters({})).toBeUndefined();
    expect(statusesThatPassFilters({ statuses: ['done', 'started'], except: { statuses: ['done'] } })).toEqual([
      'started',
    ]);
    expect(statusesThatPassFilters({ except: { statuses: ['done'] } })).not.toContain('done');
  });
});

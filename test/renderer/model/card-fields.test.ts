import { expect, test } from 'vitest';
import {
  cardIdsSortedByColumn,
  cardSortValueInColumn,
  tableColumnDefinitions,
} from '../../../renderer/board/layouts/table/table-columns.ts';
import { columnKeysOfCard, columnsOfGrouping } from '../../../renderer/model/arrange.ts';
import { fieldOfTableColumn, tableColumns } from '../../../renderer/model/board-settings.ts';
import {
  cardProperties,
  cardPropertyLabel,
  fieldDefinitionOf,
  fieldKeys,
} from '../../../renderer/model/card-fields/definitions.ts';
import { cardFields, nameOfCardPropertyValue } from '../../../renderer/model/card-fields/index.ts';
import {
  enumValuesOf,
  selectableTaskOnlyValues,
  taskOnlyValueLabel,
} from '../../../renderer/model/card-fields/task.ts';
import { groupingNames } from '../../../renderer/model/column.ts';
import { resolveDrop } from '../../../renderer/model/drop-action.ts';
import { filterLabel, filterValueLabel } from '../../../renderer/model/filter-labels.ts';
import { fieldOfFilter, filterNames, filterPredicate } from '../../../renderer/model/filters.ts';
import { createCardComparator, sortOrderLabel, sortOrderNames } from '../../../renderer/model/ordering.ts';
import { actions, models, type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { cardRow, createGroupingContext, createLookups, loadedCardsFrom } from '../support.ts';

const names = { lookups: createLookups(), people: {} };
/** Returns a value that the field can have. */
const anyValueOf = (field: TaskOnlyField) => enumValuesOf(field)?.[0] ?? 3;
const having = (field: TaskOnlyField, value: unknown) => cardRow('has', { [field]: value });

test('every field is stored in a property of the contract, which has the label of the field', () => {
  for (const property of cardProperties) {
    expect(Object.keys(models.card.fields)).toContain(property);
    expect(cardPropertyLabel(property), property).toBeTruthy();
  }
});

test('every value of an enumeration has a label, the own one of the organization first', () => {
  for (const field of taskOnlyFieldNames)
    for (const value of enumValuesOf(field) ?? [])
      expect(taskOnlyValueLabel(field, value, null), field).not.toBe(value);
  const account = { priorityLabels: { a: 'Now', b: 'Soon', c: 'Later' } } as never;
  expect(taskOnlyValueLabel('priority', 'a', account)).toBe('Now');
  expect(taskOnlyValueLabel('priority', 'brand_new', account)).toBe('brand_new');
  expect(nameOfCardPropertyValue('priority', 'a', { ...names, lookups: createLookups({ account }) })).toBe('Now');
  expect(selectableTaskOnlyValues('effort', { effortScale: [1, 2] } as never)).toEqual([1, 2]);
});

test('every grouping has columns, and each card is in one of them', () => {
  const loaded = loadedCardsFrom([cardRow('a'), cardRow('b', { tags: ['Art'], priority: 'c', effort: 5 })]);
  for (const by of groupingNames) {
    const keys = loaded.ids.flatMap((id) => columnKeysOfCard(by, loaded.rows[id] ?? cardRow(id), loaded, [null]));
    const columns = columnsOfGrouping(by, loaded, new Set(keys), createGroupingContext({ zones: [null] })).map(
      ({ key }) => key,
    );
    // The columns of runs and milestones come from the lookups, which are empty here. So the columns of the cards' own
    // runs and milestones are missing.
    expect(columns.length, by).toBeGreaterThan(0);
    if (by !== 'run' && by !== 'milestone') expect(columns, by).toEqual(expect.arrayContaining(keys));
  }
});

test('a run or milestone that lists do not offer has a column only if it has cards', () => {
  const dates = { startDate: '2026-01-01', endDate: '2026-01-14', date: '2026-01-14', completedAt: null };
  const rows = (...ids: string[]) =>
    Object.fromEntries(ids.map((id) => [id, { id, ...dates, name: id, sprintConfigId: `config of ${id}` }])) as never;
  const lookups = createLookups({
    sprints: rows('offered', 'used', 'unused'),
    activeRunConfigs: [{ id: 'config of offered' } as never],
    milestones: rows('offered', 'used', 'unused'),
    activeMilestones: [{ id: 'offered' } as never],
  });
  for (const by of ['run', 'milestone'] as const) {
    const columns = columnsOfGrouping(
      by,
      loadedCardsFrom([]),
      new Set([`${by}:used`]),
      createGroupingContext({ lookups }),
    );
    expect(columns.map(({ value }) => value)).toEqual([null, 'offered', 'used']);
  }
});

test('every order, filter and column has a label, and queries the properties that it reads', () => {
  for (const sort of sortOrderNames) expect(sortOrderLabel(sort)).toBeTruthy();
  for (const sort of sortOrderNames) if (sort !== 'manual') expect(cardFields[sort].compare, sort).toBeDefined();
  for (const name of filterNames) {
    expect(filterLabel(name), name).not.toBe(name);
    const field = fieldOfFilter(name);
    if (field) expect(cardFields[field].filterValues, name).toBeDefined();
  }
  for (const key of fieldKeys)
    if (fieldDefinitionOf(key).filter) expect(filterNames).toContain(fieldDefinitionOf(key).filter);
  for (const name of tableColumns) {
    expect(tableColumnDefinitions[name].widthPx, name).toBeGreaterThan(0);
    expect(cardFields[fieldOfTableColumn(name)].tableValue, name).toBeDefined();
  }
});

test.each(taskOnlyFieldNames.map((field) => [field] as const))(
  '%s can be grouped, filtered, sorted, dropped on and created with',
  (field) => {
    const value = anyValueOf(field);
    const [has, lacks] = [having(field, value), cardRow('lacks')];
    const loaded = loadedCardsFrom([lacks, has]);
    const used = new Set([`${field}:${value}`]);
    const column = columnsOfGrouping(field, loaded, used, createGroupingContext()).find((one) => one.value === value);
    expect(column?.title).toBe(taskOnlyValueLabel(field, value, null));
    const { filter } = fieldDefinitionOf(field);
    const passes = filterPredicate({ [filter ?? '']: [String(value)] });
    expect([has, lacks].map((one) => passes?.(one))).toEqual([true, false]);
    expect(filterValueLabel(filter as never, String(value), names)).toBe(taskOnlyValueLabel(field, value, null));
    expect([lacks, has].toSorted(createCardComparator(field, loaded, [])).map(({ cardId }) => cardId)).toEqual([
      'has',
      'lacks',
    ]);
    const table = { loaded, zones: [], ...names };
    expect(cardIdsSortedByColumn(loaded.ids, { column: field, descending: false }, table)).toEqual(['has', 'lacks']);
    expect(cardSortValueInColumn(field, lacks, table)).toBeNull();
    const drop = { cards: [lacks], from: null, to: column as never, afterCardId: null, beforeCardId: null };
    const board = {
      sort: 'title' as const,
      orderKind: null,
      manualPositionOf: () => null,
      cardOf: () => undefined,
      deckTypeOf: () => undefined,
      me: null,
    };
    expect(resolveDrop(drop, board)).toMatchObject({
      kind: 'act',
      steps: [{ action: 'cards/update', params: { id: 'lacks', [field]: value } }],
    });
    expect(resolveDrop({ ...drop, cards: [cardRow('doc', { isDoc: true })] }, board).kind).toBe('refused');
    expect(cardFields[field].paramsForNewCard?.(value, {}, null)).toEqual({ [field]: value });
    expect(cardFields[field].paramsForNewCard?.(value, { isDoc: true }, null)).toEqual({});
    for (const action of ['cards/create', 'cards/update', 'cards/bulkUpdate'] as const)
      expect(Object.keys(actions[action].params.optional)).toContain(field);
  },
);

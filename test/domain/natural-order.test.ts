import { expect, test } from 'vitest';
import { lookupsFrom } from '../../renderer/data/lookups.ts';
import { compareNames } from '../../shared/domain/natural-order.ts';

test('names are ordered as people count, whatever their case', () => {
  const names = ['Run 10', 'run 9', 'Épilogue', 'Alpha 2b', 'alpha 2a', 'Zoo'];
  expect(names.toSorted(compareNames)).toEqual(['alpha 2a', 'Alpha 2b', 'Épilogue', 'run 9', 'Run 10', 'Zoo']);
});

test('so are projects', () => {
  const project = Object.fromEntries(
    ['Game 10', 'game 2'].map((name) => [name, { id: name, name, visibility: 'default', spaces: [] }]),
  );
  expect(lookupsFrom({ project } as never).projects.map(({ name }) => name)).toEqual(['game 2', 'Game 10']);
});

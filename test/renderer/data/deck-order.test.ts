/** Checks that a project's board and the sidebar list its decks in one order. */
import { expect, test } from 'vitest';
import { activeDecksOfProject, type WorkspaceLookups } from '../../../renderer/data/lookups.ts';

const deck = (title: string, spaceId: number | null, sortValue: string) => ({
  id: title,
  title,
  projectId: 'p1',
  spaceId,
  sortValue,
});
const lookups = {
  projects: [
    {
      id: 'p1',
      name: 'Garden',
      spaces: [
        { id: 2, name: 'Beds' },
        { id: 1, name: 'Shed' },
      ],
    },
  ],
  activeDecks: [deck('Tools', 1, 'a'), deck('Roses', 2, 'c'), deck('Lost', 9, 'b'), deck('None', null, 'd')],
} as unknown as WorkspaceLookups;
const titles = (spaceId?: number) => activeDecksOfProject(lookups, 'p1', spaceId).map(({ title }) => title);

test('decks come by space, then by their own order; those of no known space are in the first', () => {
  expect(titles(2)).toEqual(['Lost', 'Roses', 'None']);
  expect(titles(1)).toEqual(['Tools']);
  expect(titles()).toEqual([...titles(2), ...titles(1)]);
});

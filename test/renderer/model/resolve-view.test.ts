/** Checks which view a board shows if its source does not support all stored choices. */
import { expect, test } from 'vitest';
import { type BoardSource, heroSource, multiRunSource } from '../../../renderer/model/board-source.ts';
import { laneGroupings, resolveView } from '../../../renderer/model/resolve-view.ts';

const heroBoard: BoardSource = heroSource('hero');
const runs: BoardSource = multiRunSource('config', [], {});

test('a view without choices is a board with the default grouping', () => {
  expect(resolveView(heroBoard, {})).toMatchObject({
    layout: 'board',
    by: heroBoard.defaultGrouping,
    lanesBy: undefined,
  });
});

test('choices that the source does not support are replaced by the defaults', () => {
  const view = resolveView(runs, { by: 'owner', sort: 'manual', layout: 'cube' as never, lanes: 'tag' });
  expect(view).toMatchObject({ layout: 'board', by: 'run', lanesBy: undefined, sort: 'manual' });
  expect(resolveView(heroBoard, { sort: 'manual' })).toMatchObject({ sort: 'priority' });
  expect(resolveView(heroBoard, { sort: 'manual' }).sorts).not.toContain('manual');
});

test('lanes need the board layout and another grouping than the columns', () => {
  expect(resolveView(heroBoard, { by: 'status', lanes: 'owner' }).lanesBy).toBe('owner');
  expect(resolveView(heroBoard, { by: 'status', lanes: 'status' }).lanesBy).toBeUndefined();
  expect(resolveView(heroBoard, { by: 'none', lanes: 'owner' }).lanesBy).toBeUndefined();
  expect(resolveView(heroBoard, { by: 'status', lanes: 'owner', layout: 'list' }).lanesBy).toBeUndefined();
  expect(laneGroupings(heroBoard, 'status')).not.toContain('none');
});

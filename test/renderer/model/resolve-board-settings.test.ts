/** Checks which settings a board uses if this kind of board does not support all choices that the person has stored. */
import { expect, test } from 'vitest';
import { laneGroupings, resolveBoardSettings } from '../../../renderer/model/board-settings.ts';
import { type BoardSource, heroCardBoardSource, multiRunBoardSource } from '../../../renderer/model/board-source.ts';

const heroBoard: BoardSource = heroCardBoardSource('hero');
const runs: BoardSource = multiRunBoardSource('config', [], {});

test('a view without choices is a board with the default grouping', () => {
  expect(resolveBoardSettings(heroBoard, {})).toMatchObject({
    layout: 'board',
    by: heroBoard.defaultGrouping,
    lanesBy: undefined,
  });
});

test('choices that the source does not support are replaced by the defaults', () => {
  const view = resolveBoardSettings(runs, { by: 'owner', sort: 'manual', layout: 'cube' as never, lanes: 'tag' });
  expect(view).toMatchObject({ layout: 'board', by: 'run', lanesBy: undefined, sort: 'manual' });
  expect(resolveBoardSettings(heroBoard, { sort: 'manual' })).toMatchObject({ sort: 'priority' });
  expect(resolveBoardSettings(heroBoard, { sort: 'manual' }).sorts).not.toContain('manual');
});

test('lanes need the board layout and another grouping than the columns', () => {
  expect(resolveBoardSettings(heroBoard, { by: 'status', lanes: 'owner' }).lanesBy).toBe('owner');
  expect(resolveBoardSettings(heroBoard, { by: 'status', lanes: 'status' }).lanesBy).toBeUndefined();
  expect(resolveBoardSettings(heroBoard, { by: 'none', lanes: 'owner' }).lanesBy).toBeUndefined();
  expect(resolveBoardSettings(heroBoard, { by: 'status', lanes: 'owner', layout: 'list' }).lanesBy).toBeUndefined();
  expect(laneGroupings(heroBoard, 'status')).not.toContain('none');
});

test('empty columns fold by themselves by status and owner only, and the second sort key is another one', () => {
  expect(resolveBoardSettings(heroBoard, { by: 'status' }).foldsEmpty).toBe(true);
  expect(resolveBoardSettings(heroBoard, { by: 'status', foldsEmpty: false }).foldsEmpty).toBe(false);
  expect(resolveBoardSettings(heroBoard, { by: 'status', lanes: 'owner' }).foldsEmpty).toBe(false);
  expect(resolveBoardSettings(heroBoard, { by: 'priority' }).foldsEmpty).toBe(false);
  expect(resolveBoardSettings(heroBoard, { sort: 'priority', thenSort: 'due' }).thenSort).toBe('due');
  expect(resolveBoardSettings(heroBoard, { sort: 'priority', thenSort: 'priority' }).thenSort).toBeUndefined();
});

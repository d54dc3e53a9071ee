import { expect, test } from 'vitest';
import { changesOfDropTarget } from '../../../../renderer/model/planning/run-target.ts';

test('columns and cells tell run and owner apart from no run and no owner', () => {
  expect(changesOfDropTarget('run:r1')).toEqual({ sprintId: 'r1' });
  expect(changesOfDropTarget('run:')).toEqual({ sprintId: null });
  expect(changesOfDropTarget('owner:ada\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: 'ada' });
  expect(changesOfDropTarget('owner:\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: null });
});

test('other targets change neither', () => {
  expect(changesOfDropTarget('hand')).toEqual({});
  expect(changesOfDropTarget('deck:d\nstatus:done')).toEqual({});
});

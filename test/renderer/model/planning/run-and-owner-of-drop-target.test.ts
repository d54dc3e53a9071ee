import { expect, test } from 'vitest';
import { runAndOwnerOfDropTarget } from '../../../../renderer/model/planning/run-and-owner-of-drop-target.ts';

test('columns and cells tell run and owner apart from no run and no owner', () => {
  expect(runAndOwnerOfDropTarget('run:r1')).toEqual({ sprintId: 'r1' });
  expect(runAndOwnerOfDropTarget('run:')).toEqual({ sprintId: null });
  expect(runAndOwnerOfDropTarget('owner:ada\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: 'ada' });
  expect(runAndOwnerOfDropTarget('owner:\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: null });
});

test('other targets change neither', () => {
  expect(runAndOwnerOfDropTarget('hand')).toEqual({});
  expect(runAndOwnerOfDropTarget('deck:d\nstatus:done')).toEqual({});
});

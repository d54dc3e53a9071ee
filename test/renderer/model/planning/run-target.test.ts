import { expect, test } from 'vitest';
import { planChangesOfDropTarget } from '../../../../renderer/model/planning/run-target.ts';

test('columns and cells tell run and owner apart from no run and no owner', () => {
  expect(planChangesOfDropTarget('run:r1')).toEqual({ sprintId: 'r1' });
  expect(planChangesOfDropTarget('run:')).toEqual({ sprintId: null });
  expect(planChangesOfDropTarget('owner:ada\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: 'ada' });
  expect(planChangesOfDropTarget('owner:\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: null });
});

test('other targets change neither', () => {
  expect(planChangesOfDropTarget('hand')).toEqual({});
  expect(planChangesOfDropTarget('deck:d\nstatus:done')).toEqual({});
});

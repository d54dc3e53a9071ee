import { expect, test } from 'vitest';
import { changesOfTarget } from '../../../../renderer/model/planning/run-target.ts';

test('columns and cells tell run and owner apart from no run and no owner', () => {
  expect(changesOfTarget('run:r1')).toEqual({ sprintId: 'r1' });
  expect(changesOfTarget('run:')).toEqual({ sprintId: null });
  expect(changesOfTarget('owner:ada\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: 'ada' });
  expect(changesOfTarget('owner:\nrun:r1')).toEqual({ sprintId: 'r1', assigneeId: null });
});

test('other targets change neither', () => {
  expect(changesOfTarget('hand')).toEqual({});
  expect(changesOfTarget('deck:d\nstatus:done')).toEqual({});
});

/** Checks how the main process validates the params with which a window creates a workspace. */
import { expect, test } from 'vitest';
import { bridgeCommands, type NewWorkspace } from '../../shared/bridge/index.ts';

const newWorkspace: NewWorkspace = {
  name: 'Home',
  personName: 'Anna',
  projectName: 'Garden',
  startWeekday: 'monday',
  timezone: 'Europe/Berlin',
};
const parseNewWorkspace = (params: unknown) => bridgeCommands['workspace/create'].params.safeParse(params);

test('names of a new workspace are trimmed', () => {
  expect(parseNewWorkspace({ ...newWorkspace, name: ' Home ' })).toMatchObject({ success: true, data: newWorkspace });
});

test.each([
  { name: '' },
  { name: '   ' },
  { name: 'x'.repeat(101) },
  { personName: '' },
  { projectName: undefined },
  { startWeekday: 'tuesday' },
  { timezone: 'x'.repeat(101) },
])('a new workspace is refused: %j', (wrong) => {
  expect(parseNewWorkspace({ ...newWorkspace, ...wrong }).success).toBe(false);
});

test('a workspace cannot get a name of spaces only', () => {
  expect(bridgeCommands['workspace/rename'].params.safeParse({ id: 'local', name: ' ' }).success).toBe(false);
  expect(bridgeCommands['workspace/export'].params.safeParse({ id: '' }).success).toBe(false);
});

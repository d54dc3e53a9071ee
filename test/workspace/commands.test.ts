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

// makeplane/plane#9416
test('names and texts may have any length, and long labels are cut', () => {
  const long = 'x'.repeat(5_000);
  expect(parseNewWorkspace({ ...newWorkspace, name: long }).success).toBe(true);
  const step = { action: 'decks/update', params: { title: long } };
  for (const label of [`Rename the deck to ${long}`, `Create ${'👩‍🚀'.repeat(99)}`]) {
    const parsed = bridgeCommands['data/act'].params.parse({ label, steps: [step] });
    expect(parsed.steps).toEqual([step]);
    expect([...parsed.label].length).toBeLessThanOrEqual(200);
    expect(parsed.label.isWellFormed()).toBe(true);
  }
  expect(bridgeCommands['drafts/set'].params.safeParse({ key: 'a', text: long.repeat(500), base: '' }).success).toBe(
    true,
  );
  expect(bridgeCommands['data/find'].params.safeParse({ text: long, limit: 5 }).success).toBe(true);
  const url = `https://example.com/?q=${encodeURIComponent('登录'.repeat(300))}`;
  expect(bridgeCommands['app/openExternal'].params.safeParse({ url }).success).toBe(true);
  expect(bridgeCommands['app/openLink'].params.safeParse({ link: url }).success).toBe(true);
});

/** Tests of the settings section about new versions, in each state that the main process can report. */
import { expect, type Page, test } from '@playwright/test';
import { type AppUpdateState, ipcChannels } from '../../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { expectAccessibleInBothThemes } from '../../support/window.ts';

let launched: LaunchedApp;
let page: Page;

test.beforeAll(async () => {
  launched = await launchApp({ args: ['--route=/settings/updates', '--size=1280x800'] });
  page = launched.page;
});
test.afterAll(() => launched?.close());
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

const reportState = (state: AppUpdateState): Promise<void> =>
  launched.app.evaluate(
    ({ BrowserWindow }, [channel, next]) => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.send(channel, 'updates/changed', next);
    },
    [ipcChannels.event, state] as const,
  );
const aboutSection = () => page.getByRole('region', { name: 'About Decktop' });

test('a development build says why it does not update itself', async () => {
  await expect(aboutSection()).toContainText(/Version \d+\.\d+\.\d+/);
  await expect(aboutSection().getByRole('status')).toHaveText(
    'This is a development build, which does not update itself.',
  );
  await expect(aboutSection().getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Update automatically' })).toHaveCount(0);
});

test('a version is downloaded, announced with its notes, and installed when the person wants', async () => {
  await reportState({ phase: 'idle', checkedAt: null });
  await expect(aboutSection().getByRole('button', { name: 'Check now' })).toBeEnabled();
  await reportState({ phase: 'downloading', version: '9.1.0', percent: 42 });
  await expect(aboutSection().getByRole('status')).toHaveText('Downloading version 9.1.0: 42 %');
  await expect(aboutSection().getByRole('button', { name: 'Check now' })).toBeDisabled();
  await reportState({ phase: 'failed', message: 'The place with new versions could not be reached.' });
  await expect(aboutSection().getByRole('status')).toContainText('tries again later');

  await reportState({ phase: 'ready', version: '9.1.0', notes: '### Boards\n- Boards are **faster**', onQuit: false });
  await expect(page.getByText('Decktop 9.1.0 is ready')).toBeVisible();
  const notes = page.getByRole('region', { name: 'New in 9.1.0' });
  await expect(notes.getByRole('listitem')).toHaveText('Boards are faster');
  await expect(aboutSection().getByRole('button')).toHaveText(['When I quit', 'Restart and update']);
  await expectAccessibleInBothThemes(page, 'an update that is ready', 'main');
  await reportState({ phase: 'ready', version: '9.1.0', notes: '', onQuit: true });
  await expect(aboutSection().getByRole('status')).toContainText('It is installed when you quit.');
  await expect(aboutSection().getByRole('button')).toHaveText(['Not when I quit', 'Restart and update']);

  await page.getByRole('switch', { name: 'Update automatically' }).click();
  await expect(page.getByRole('switch', { name: 'Update automatically' })).not.toBeChecked();
});

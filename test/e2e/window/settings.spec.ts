/** Tests of the settings of a local workspace: people, tokens, Run Configs, journeys, projects, licences. */
import { expect, type Page, test } from '@playwright/test';
import { shownStepTitle } from '../../../renderer/model/journey-steps.ts';
import type { Bridge, CommandAnswer, CommandName, CommandParams } from '../../../shared/bridge/index.ts';
import {
  applyTheme,
  confirmationDialog,
  confirmationLines,
  expectAccessible,
  openRoute,
  performActions,
  queryRows,
  setUpSharedApp,
  waitForEmptyOutbox,
  waitForMountedCards,
} from '../../support/window.ts';

const callCommand = async <C extends CommandName>(page: Page, command: C, params: CommandParams<C>) =>
  (await page.evaluate(
    async ([name, given]) => {
      const { decktop } = window as unknown as { decktop: Bridge };
      const outcome = await decktop.call(name as 'members/list', given as Record<string, never>);
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.value as unknown;
    },
    [command as string, params as object] as const,
  )) as CommandAnswer<C>;
const memberNamed = async (page: Page, name: string) =>
  (await callCommand(page, 'members/list', {})).find((one) => one.name === name);

async function chooseOption(page: Page, control: string | RegExp, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: control }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}
const openSettingsTab = (page: Page, tab: string) => openRoute(page, `#/settings/${tab}`);
/** Chooses an entry in the menu of the row with this name. */
async function chooseInRowMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
const settingsSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.describe
  .serial('settings of a local workspace', () => {
    const app = setUpSharedApp();
    let page: Page;
    test.beforeEach(() => {
      page = app().page;
    });

    test('people: added, given a lower role with effects on tokens, disabled, removed', async () => {
      await openSettingsTab(page, 'people');
      const form = settingsSection(page, 'New person');
      await form.getByRole('textbox', { name: 'Short name, as in @name' }).fill('yuki');
      await expect(form.getByText('Somebody is called @yuki already.')).toBeVisible();
      await form.getByRole('textbox', { name: 'Short name, as in @name' }).fill('otto');
      await form.getByRole('textbox', { name: 'Full name' }).fill('Otto Brandt');
      await chooseOption(page, 'Role: Read & write', 'Producer');
      await form.getByRole('button', { name: 'Add person' }).click();
      await expect(page.getByRole('combobox', { name: 'Role of Otto Brandt: Producer' })).toBeVisible();

      const userId = (await memberNamed(page, 'otto'))?.userId ?? '';
      await callCommand(page, 'tokens/create', {
        kind: 'personal',
        permission: 'producer',
        label: 'Otto’s script',
        userId,
      });
      // Wait until the list of tokens has the new token.
      await openSettingsTab(page, 'tokens');
      await expect(page.getByText('Otto’s script').first()).toBeVisible();
      await openSettingsTab(page, 'people');
      await chooseOption(page, 'Role of Otto Brandt: Producer', 'Read');
      expect(await confirmationLines(page)).toEqual([
        'The token “Otto’s script” acts with Read instead of Producer.',
        'Tokens act as before once the role is raised again.',
      ]);
      await confirmationDialog(page).getByRole('button', { name: 'Change role' }).click();
      await expect(page.getByRole('combobox', { name: 'Role of Otto Brandt: Read' })).toBeVisible();
      expect((await memberNamed(page, 'otto'))?.tokens).toEqual([
        { label: 'Otto’s script', grantedPermission: 'producer', effectivePermission: 'read' },
      ]);

      await chooseInRowMenu(page, 'Otto Brandt', 'Disable…');
      expect(await confirmationLines(page)).toContain(
        'Programs with their 1 personal token are refused until they are enabled again.',
      );
      await confirmationDialog(page).getByRole('button', { name: 'Disable' }).click();
      await expect(page.getByText('disabled', { exact: true })).toBeVisible();
      await chooseInRowMenu(page, 'Otto Brandt', 'Enable');
      await expect(page.getByText('disabled', { exact: true })).toHaveCount(0);

      await chooseInRowMenu(page, 'Otto Brandt', 'Remove…');
      expect(await confirmationLines(page)).toContain('1 personal token is deleted: “Otto’s script”.');
      await confirmationDialog(page).getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByRole('combobox', { name: /^Role of Otto Brandt/ })).not.toBeAttached();
      expect(await memberNamed(page, 'otto')).toBeUndefined();
    });

    test('the person at this computer cannot lock themselves out', async () => {
      await openSettingsTab(page, 'people');
      await page.getByRole('button', { name: 'More about Mara Lindqvist' }).click();
      for (const name of [/^Disable…/, /^Remove…/])
        await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Escape');
      await chooseOption(page, 'Role of Mara Lindqvist: Owner', 'Read');
      expect(await confirmationLines(page)).toEqual([
        'What you do here beyond “Read” is refused until the role is raised again.',
      ]);
      await confirmationDialog(page).getByRole('button', { name: 'Change role' }).click();
      const notice = page.getByRole('region', { name: 'Notifications' });
      await expect(notice.getByText(/has at least one owner/)).toBeVisible();
      await notice.hover();
      await notice.getByLabel('Dismiss').click();
      await expect(page.getByRole('combobox', { name: 'Role of Mara Lindqvist: Owner' })).toBeVisible();
    });

    test('a person’s full name shows wherever they are named', async () => {
      await openSettingsTab(page, 'people');
      await chooseInRowMenu(page, 'Mara Lindqvist', 'Change the name…');
      await page.getByRole('dialog', { name: 'Name of @mara' }).getByRole('textbox').fill('Mara Lind');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('combobox', { name: 'Role of Mara Lind: Owner' })).toBeVisible();
      const id = (await memberNamed(page, 'mara'))?.userId ?? '';
      const read = async () => (await queryRows(page, { [`user("${id}")`]: ['fullName'] })).user?.[id]?.fullName;
      await expect.poll(read).toBe('Mara Lind');
    });

    test('tokens: made, shown once, revoked; the owner of a personal one is notified', async () => {
      const yuki = (await memberNamed(page, 'yuki'))?.userId ?? '';
      await callCommand(page, 'tokens/create', {
        kind: 'personal',
        permission: 'read',
        label: 'Yuki’s reader',
        userId: yuki,
      });
      await openSettingsTab(page, 'tokens');
      await page.getByRole('textbox', { name: 'What the token is for' }).fill('Backup');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText(/^cdxat_[0-9a-f]+_[0-9a-f]{64}$/)).toBeVisible();
      await page.getByRole('button', { name: 'Revoke Yuki’s reader' }).click();
      await expect(confirmationDialog(page)).toContainText('told by e-mail');
      await confirmationDialog(page).getByRole('button', { name: 'Revoke' }).click();
      await expect(page.getByText('revoked', { exact: true })).toBeVisible();
      await openSettingsTab(page, 'diagnostics');
      await expect(settingsSection(page, 'E-mail')).toContainText('Your API token “Yuki’s reader” was revoked');
    });

    test('Run Configs: all settings, with their time zone; steps of a journey moved and changed', async () => {
      await openSettingsTab(page, 'runs');
      const runs = settingsSection(page, 'Runs of Studio rhythm');
      await runs.getByText('Advanced', { exact: true }).click();
      await runs.getByRole('checkbox', { name: 'Blocked' }).click();
      await runs.getByRole('textbox', { name: 'Beast Mode starts automatically after' }).fill('soon');
      await expect(runs.getByText('A number of hours, or nothing.')).toBeVisible();
      await runs.getByRole('textbox', { name: 'Beast Mode starts automatically after' }).fill('');
      await runs.getByRole('combobox', { name: /^Time zone/ }).click();
      await page.getByRole('combobox', { name: 'Time zone', exact: true }).fill('new york');
      await page.keyboard.press('Enter');
      await expect(runs.getByRole('combobox', { name: 'Time zone: America/New York' })).toBeVisible();
      expect((await callCommand(page, 'service/settings', {})).runs).toMatchObject([{ timezone: 'America/New_York' }]);

      const journey = settingsSection(page, 'Journeys');
      const first = journey.getByRole('button', { name: /^Edit / }).first();
      const name = (await first.getAttribute('aria-label')) ?? '';
      await first.click();
      const dialog = page.getByRole('dialog', { name: 'Journey step' });
      await dialog.getByRole('textbox', { name: 'Effort' }).fill('13');
      // The dialog must send only fields that the person has changed. Otherwise it would remove the group that somebody
      // else gives the step while the dialog is open.
      const stepRows = async () => {
        const { workflowItem } = await queryRows(page, {
          _root: [{ account: [{ workflowItems: ['title', 'label'] }] }],
        });
        return Object.entries(workflowItem ?? {}).filter(
          ([, { title }]) => name === `Edit ${shownStepTitle(String(title))}`,
        );
      };
      const [[id, { label }]] = (await stepRows()) as [[string, { label: string | null }]];
      const setLabel = (value: string | null) =>
        performActions(page, [{ action: 'workflowItems/update', params: { id, label: value } }]);
      await setLabel('Before the show');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(journey.getByText(/effort 13/)).toBeVisible();
      expect(await stepRows()).toMatchObject([[id, { label: 'Before the show' }]]);
      await setLabel(label);
      await journey.getByRole('button', { name: name.replace('Edit', 'Move').concat(' down') }).click();
      await expect(journey.getByRole('button', { name: /^Edit / }).first()).not.toHaveAccessibleName(name);
      await waitForEmptyOutbox(page);

      await runs.getByRole('button', { name: 'Delete Studio rhythm' }).click();
      expect(await confirmationLines(page)).toEqual([
        expect.stringMatching(/^\d+ runs are deleted with their progress/),
        expect.stringMatching(/^\d+ cards leave their run\.$/),
        'This cannot be undone.',
      ]);
      // A double click must not delete twice: the second click must not reach the closing dialog. The service would
      // refuse a second deletion.
      await confirmationDialog(page).getByRole('button', { name: 'Delete Run Config' }).dblclick();
      await expect(runs).not.toBeAttached();
      await waitForEmptyOutbox(page);
      const left = await queryRows(page, { _root: [{ account: ['count:sprints', 'count:sprintConfigs'] }] });
      expect(Object.values(left.account ?? {})[0]).toMatchObject({ 'count:sprints': 0, 'count:sprintConfigs': 0 });
    });

    // When a plan feature is switched off, the app sends the list of all features that stay on. The list that it sends
    // after the second switch must lack both features.
    test('two features of the plan are switched off right after each other', async () => {
      await openSettingsTab(page, 'organization');
      const plan = settingsSection(page, 'Plan');
      await expect(plan.getByRole('switch', { name: 'Guardians' })).toBeEnabled();
      await plan.evaluate(async (section) => {
        for (const label of ['Guardians', 'Beast Mode']) {
          section.querySelector<HTMLElement>(`[role="switch"][aria-label="${label}"]`)?.click();
          await Promise.resolve();
        }
      });
      await waitForEmptyOutbox(page);
      expect((await callCommand(page, 'service/settings', {})).planFeatures).toEqual(['dueDates', 'capacity']);
      await expect(plan.getByRole('switch', { checked: false })).toHaveCount(2);
    });

    test('projects: spaces are reordered, tags are checked before they are sent', async () => {
      await openSettingsTab(page, 'projects');
      const project = settingsSection(page, 'Settings of Launch');
      await chooseInRowMenu(page, 'Players', 'Move up');
      await expect(project.getByRole('textbox', { name: 'Space' }).first()).toHaveValue('Players');
      const { project: rows } = await queryRows(page, { _root: [{ account: [{ projects: ['name', 'spaces'] }] }] });
      const launch = Object.values(rows ?? {}).find((row) => row.name === 'Launch');
      expect(launch?.spaces).toMatchObject([{ name: 'Players' }, { name: 'Store & Press' }]);
      await project.getByRole('textbox', { name: 'Name of a new tag' }).fill('#Music');
      await expect(project.getByText('The project has #music already.')).toBeVisible();
      await project.getByRole('textbox', { name: 'Name of a new tag' }).fill('voice over');
      await project.getByRole('button', { name: 'Add tag' }).click();
      await expect(project.getByRole('textbox', { name: 'Name of #voice-over' })).toBeVisible();

      await chooseInRowMenu(page, '#voice-over', 'Delete…');
      expect(await confirmationLines(page)).toEqual(['No card has it.', 'This cannot be undone.']);
      await confirmationDialog(page).getByRole('button', { name: 'Delete tag' }).click();
      await expect(project.getByRole('textbox', { name: 'Name of #voice-over' })).not.toBeAttached();
    });

    test('cards of an archived project disappear from Hand, bookmarks, runs and search until it is restored', async () => {
      const userId = (await memberNamed(page, 'mara'))?.userId ?? '';
      const made = async (action: string, params: Record<string, unknown>) =>
        String((await performActions(page, [{ action, params }]))[0]?.id);
      const projectId = await made('projects/create', { name: 'Attic' });
      const deckId = await made('decks/create', { title: 'Boxes', projectId });
      const params = { content: 'Zeppelin models', deckId, assigneeId: userId, addAsBookmark: true, putInQueue: true };
      await made('cards/create', params);
      const shows = async (isShown: boolean) => {
        for (const route of ['#/hand', '#/bookmarks', `#/person/${userId}`, '#/search?q=zeppelin']) {
          await openRoute(page, route);
          await waitForMountedCards(page);
          const found = page.getByRole('main').getByText('Zeppelin models');
          await (isShown ? expect(found.first()).toBeVisible() : expect(found).toHaveCount(0));
        }
      };
      await shows(true);
      await openSettingsTab(page, 'projects');
      await page.getByRole('navigation', { name: 'Projects' }).getByRole('button', { name: 'Attic' }).click();
      await settingsSection(page, 'Settings of Attic').getByRole('button', { name: 'Archive…' }).click();
      await confirmationDialog(page).getByRole('button', { name: 'Archive project' }).click();
      await expect(settingsSection(page, 'Archived projects')).toBeVisible();
      await shows(false);
      await openSettingsTab(page, 'projects');
      await settingsSection(page, 'Archived projects').getByRole('button', { name: 'Restore' }).click();
      await shows(true);
    });

    test('projects: one at a time, and a new one opens', async () => {
      await openSettingsTab(page, 'projects');
      await expect(page.getByRole('region', { name: /^Settings of / })).toHaveCount(1);
      await page.getByRole('navigation', { name: 'Projects' }).getByRole('button', { name: 'Saltmere' }).click();
      await expect(settingsSection(page, 'Settings of Saltmere')).toBeVisible();
      await page.getByRole('textbox', { name: 'Name of a new project' }).fill('Lighthouse');
      await page.keyboard.press('Enter');
      await expect(settingsSection(page, 'Settings of Lighthouse')).toBeVisible();
      await expect(page.getByRole('region', { name: /^Settings of / })).toHaveCount(1);
    });

    test('a calendar program reads the workspace at an address that can be ended', async () => {
      const { page } = app();
      await openSettingsTab(page, 'workspace');
      const section = settingsSection(page, 'Calendar');
      await section.getByRole('switch', { name: 'Calendar address' }).click();
      const line = section.getByText(/^http:\/\/127\.0\.0\.1:/);
      await expect(line).toBeVisible();
      const address = await line.innerText();
      const calendar = await (await fetch(address)).text();
      expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/);
      for (const line of ['UID:card-', 'END:VCALENDAR\r\n']) expect(calendar).toContain(`\r\n${line}`);
      await expectAccessible(page, 'the calendar address');
      await section.getByRole('button', { name: 'New address' }).click();
      await expect(line).not.toHaveText(address);
      expect((await fetch(address)).status).toBe(404);
      await section.getByRole('switch', { name: 'Calendar address' }).click();
      await expect(line).toBeHidden();
    });

    test('the licences of all bundled software are listed, found and read', async () => {
      await openSettingsTab(page, 'diagnostics');
      await page.getByRole('button', { name: 'Licences', exact: true }).click();
      const packages = page.locator('main details');
      await expect(packages.filter({ hasText: 'better-sqlite3' })).toBeVisible();
      const texts = await packages.locator('pre').allTextContents();
      expect(texts.length).toBeGreaterThan(100);
      expect(texts.filter((text) => !/licen[cs]e|permission|public domain|copyright/i.test(text))).toEqual([]);
      await page.getByRole('textbox', { name: 'Find a package or licence' }).fill('inter');
      const font = packages.filter({ hasText: '@fontsource-variable/inter' });
      await font.locator('summary').click();
      await expect(font).toContainText('SIL OPEN FONT LICENSE');
      await page.getByRole('textbox', { name: 'Find a package or licence' }).fill('no such package');
      await expect(page.getByText('Nothing found')).toBeVisible();
    });

    for (const [theme, tabs] of [
      ['light', ['projects', 'people', 'runs', 'tokens']],
      ['dark', ['organization', 'diagnostics']],
    ] as const)
      test(`axe finds nothing, ${theme}`, async () => {
        await applyTheme(page, theme);
        for (const tab of tabs) {
          await openSettingsTab(page, tab);
          await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(new RegExp(tab, 'i'));
          await expectAccessible(page, tab);
        }
      });
  });

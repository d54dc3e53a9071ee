/**
 * Tests of the runs board on the demo workspace, by pointer and by keyboard: backlog, capacities, lanes, zones,
 * burn-up, and changing and completing runs.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  cardIdsIn,
  cardsOf,
  chooseFirstPickerMatch,
  confirmationDialog,
  dragCard,
  expectAccessibleInBothThemes,
  openRoute,
  performActions,
  pointNearTop,
  queryCardFields,
  queryRows,
  setUpSharedApp,
  startDrag,
  waitForEmptyOutbox,
  waitForMountedCards,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(async () => {
  page = app().page;
  await openRoute(page, '#/runs');
  await expect(page.locator('main [data-card-id]').first()).toBeVisible();
});

const columnOf = (key: string) => page.locator(`[data-card-list^="runs:"] [data-zone-key="${key}"]`);

async function openRunRows() {
  const { sprint } = await queryRows(page, {
    _root: [{ account: [{ sprints: ['startDate', 'completedAt', 'userCapacities'] }] }],
  });
  return Object.entries(sprint ?? {})
    .filter(([, run]) => run.completedAt === null)
    .toSorted(([, a], [, b]) => String(a.startDate).localeCompare(String(b.startDate)));
}

async function chooseOption(name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('cards move between the backlog and a run by keys and by drag', async () => {
  await chooseOption('Past runs', 'No past runs');
  await chooseOption('Backlog', 'All decks');
  const current = String((await openRunRows())[0]?.[0]);
  const [backlog, run] = [columnOf('run:'), columnOf(`run:${current}`)];
  await expect(cardsOf(backlog).first()).toBeVisible();
  await waitForMountedCards(page);
  const planned = (await cardIdsIn(backlog))[0] ?? '';
  await cardsOf(backlog).first().focus();
  await page.keyboard.press('ControlOrMeta+ArrowRight');
  await expect.poll(() => queryCardFields(page, [planned], 'sprintId')).toEqual([[current]]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [planned], 'sprintId')).toEqual([[null]]);
  await expect.poll(async () => (await cardIdsIn(backlog))[0]).toBe(planned);

  // A card that the user drops at a position in a run must stay there, even after the change is sent.
  const below = (await cardIdsIn(run))[1] ?? '';
  await dragCard(page, cardsOf(backlog).first(), () => pointNearTop(cardsOf(run).nth(1)));
  await expect.poll(async () => (await cardIdsIn(run)).slice(1, 3)).toEqual([planned, below]);
  await waitForEmptyOutbox(page);
  expect((await cardIdsIn(run)).slice(1, 3)).toEqual([planned, below]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [planned], 'sprintId')).toEqual([[null]]);
});

test('the backlog is a saved view with its filter, and its cards are dropped on milestones', async () => {
  const { card, milestone } = await queryRows(page, {
    _root: [
      {
        account: [
          {
            'cards({"visibility":"default","sprintId":null,"isDoc":false,"milestoneId":null,"status":"not_started"})': [
              'deckId',
              'title',
            ],
          },
          { 'milestones({"isDeleted":false})': ['name'] },
        ],
      },
    ],
  });
  const [[cardId, { deckId, title }]] = Object.entries(card ?? {}) as unknown as [
    [string, { deckId: string; title: string }],
  ];
  await openRoute(page, `#/deck/${deckId}`);
  await page.getByRole('searchbox', { name: 'Filter cards by text' }).fill(title);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('One card');
  await page.keyboard.press('Enter');

  await openRoute(page, '#/runs');
  await chooseOption('Backlog', 'View: One card');
  const backlog = page.getByRole('complementary', { name: 'Backlog' });
  await expect.poll(() => cardIdsIn(backlog)).toEqual([cardId]);
  await expectAccessibleInBothThemes(page, 'the runs board with its backlog', 'main');
  const [[milestoneId, { name }]] = Object.entries(milestone ?? {}) as unknown as [[string, { name: string }]];
  await startDrag(page, cardsOf(backlog).first());
  const target = page.getByRole('region', { name: 'Plan toward a milestone' }).getByText(name);
  const box = await target.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => queryCardFields(page, [cardId], 'milestoneId', 'sprintId')).toEqual([[milestoneId, null]]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [cardId], 'milestoneId')).toEqual([[null]]);

  // When the user returns to the runs board, the backlog must still show the chosen view.
  await openRoute(page, '#/hand');
  await openRoute(page, '#/runs');
  await expect.poll(() => cardIdsIn(backlog)).toEqual([cardId]);
  await backlog.getByRole('button', { name: 'Fold Backlog' }).click();
  await expect(backlog).not.toBeAttached();
});

test('capacities follow a drag before the drop, say what is too much, and change in place', async () => {
  await chooseOption('Past runs', 'No past runs');
  await page.getByRole('button', { name: /^Layout: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Owner' }).click();
  const [[current], [next]] = (await openRunRows()) as [[string, object], [string, object]];
  const cell = page.locator(`[data-zone-key^="owner:"][data-zone-key$="run:${current}"]`).filter({
    has: page.locator('[data-card-id]'),
  });
  await expect(cell.first()).toBeVisible();
  await waitForMountedCards(page);
  const key = String(await cell.first().getAttribute('data-zone-key'));
  const userId = key.slice('owner:'.length, key.indexOf('\n'));
  const lane = page
    .locator('section[aria-label^="Lane "]')
    .filter({ has: page.locator(`[data-capacity="${userId}"]`) });
  const meters = lane.getByRole('meter');
  const texts = () => meters.evaluateAll((all) => all.map((meter) => meter.getAttribute('aria-valuetext')));
  const before = await texts();
  const planned = (text: string | null | undefined) => Number(text?.match(/^\d+/)?.[0]);

  const target = page.locator(`[data-zone-key^="owner:${userId}"][data-zone-key$="run:${next}"]`);
  await startDrag(page, cardsOf(cell.first()).first());
  const { x, y } = await pointNearTop(target);
  await page.mouse.move(x, y + 8, { steps: 4 });
  await expect.poll(async () => planned((await texts())[0])).toBeLessThan(planned(before[0]));
  const [here, there] = await texts();
  expect(planned(before[0]) - planned(here)).toBe(planned(there) - planned(before[1]));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(texts).toEqual(before);

  await lane
    .getByRole('button', { name: /^Capacity of / })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Capacity in effort' }).fill('1');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await texts())[0]).toBe(`${planned(before[0])} of 1, ${planned(before[0]) - 1} over`);
  const capacities = (await openRunRows())[0]?.[1].userCapacities as Record<string, number>;
  expect([capacities[userId], Object.values(capacities).includes(16)]).toEqual([1, true]);
  await expectAccessibleInBothThemes(page, 'runs with lanes by owner', 'main');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(texts).toEqual(before);
});

test('a capacity that the plan refuses names the plan and what to do, and can be discarded', async () => {
  await performActions(page, [{ action: 'account/update', params: { planFeatures: ['dueDates'] } }]);
  await waitForEmptyOutbox(page);
  await page
    .getByRole('button', { name: /^Capacity of / })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Capacity in effort' }).fill('3');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('The plan of this organization does not include capacity tracking');
  await expect(notice).toContainText('An admin can add it to the plan');
  await notice.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await confirmationDialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Discard' })).not.toBeAttached();
  await performActions(page, [
    { action: 'account/update', params: { planFeatures: ['dueDates', 'guardians', 'capacity', 'beastMode'] } },
  ]);
  await openRoute(page, '#/runs');
});

test('the dialog of a run renames, adds, moves and removes its zones by keys, in one undoable step', async () => {
  const [[current]] = (await openRunRows()) as [[string, object]];
  const zones = async () => {
    const { sprint } = await queryRows(page, { [`sprint("${current}")`]: ['manualOrderLabels'] });
    return (sprint?.[current]?.manualOrderLabels as (string | null)[] | null) ?? [];
  };
  const before = await zones();
  await page.getByRole('button', { name: /^Layout: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'None' }).click();
  await performActions(page, [
    { action: 'sprints/updateSprint', params: { id: current, manualOrderLabels: [null, 'First', 'Last'] } },
  ]);
  await columnOf(`run:${current}`)
    .getByRole('button', { name: /^More about / })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Edit run…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  await dialog.getByRole('textbox', { name: 'Zone 2' }).fill('Last');
  await expect(dialog.getByText('There is a zone of this name already.').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog.locator('[aria-invalid="true"]:focus')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Zone 2' }).fill('Start');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(dialog.getByRole('textbox', { name: 'Zone 1' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove zone Last' }).press('Enter');
  await expect(dialog.getByRole('status')).toContainText('“Last” is removed.');
  await dialog.getByRole('button', { name: 'Add zone' }).press('Enter');
  await page.keyboard.type('Reviews');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).not.toBeAttached();
  await expect.poll(zones).toEqual(['Start', null, 'Reviews']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(zones).toEqual([null, 'First', 'Last']);
  await performActions(page, [{ action: 'sprints/updateSprint', params: { id: current, manualOrderLabels: before } }]);
});

// When the person saves, the dialog must compare its fields with the run as it was when the dialog opened. If it
// compared them with the current run, fields that others have changed meanwhile would count as changed by the person.
test('the dialog of a run keeps what others change while it is open', async () => {
  const [[current]] = (await openRunRows()) as [[string, object]];
  const runRow = async () =>
    (await queryRows(page, { [`sprint("${current}")`]: ['name', 'description', 'userCapacities'] })).sprint?.[current];
  const before = await runRow();
  const capacities = before?.userCapacities as Record<string, number>;
  const [[own = ''], [other = '']] = Object.entries(capacities) as [[string, number], [string, number]];
  await columnOf(`run:${current}`)
    .getByRole('button', { name: /^More about / })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Edit run…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  const { user } = await queryRows(page, { [`user("${own}")`]: ['name', 'fullName'] });
  const ownName = String(user?.[own]?.fullName ?? user?.[own]?.name);
  await dialog.getByRole('textbox', { name: ownName }).fill('3');
  const change = { name: 'Storm', description: 'Wind first', userCapacities: { ...capacities, [other]: 77 } };
  await performActions(page, [{ action: 'sprints/updateSprint', params: { id: current, ...change } }]);
  await expect(page.getByRole('dialog', { name: 'Edit Storm' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).not.toBeAttached();
  await expect.poll(runRow).toMatchObject({ ...change, userCapacities: { ...capacities, [own]: 3, [other]: 77 } });
  const { name, description } = before as { name: string | null; description: string };
  await performActions(page, [
    { action: 'sprints/updateSprint', params: { id: current, name, description, userCapacities: capacities } },
  ]);
});

test('lanes by zone: a card moves to a zone by keys, and not into one that its run lacks', async () => {
  const [[current], [next]] = (await openRunRows()) as [[string, object], [string, object]];
  const zones = (id: string, manualOrderLabels: (string | null)[]) => ({
    action: 'sprints/updateSprint' as const,
    params: { id, manualOrderLabels },
  });
  const { sprint } = await queryRows(page, { _root: [{ account: [{ sprints: ['manualOrderLabels'] }] }] });
  const before = [current, next].map((id) => zones(id, (sprint?.[id]?.manualOrderLabels ?? []) as string[]));
  await performActions(page, [zones(current, [null, 'Soon']), zones(next, [])]);
  await page.getByRole('button', { name: /^Layout: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Zone', exact: true }).click();
  await expect(page.locator('section[aria-label^="Lane Soon"]')).toBeVisible();
  await waitForMountedCards(page);
  const cell = (zone: string, run: string) =>
    page.locator(`[data-zone-key^="zone:${zone}"][data-zone-key$="run:${run}"]`);
  // A cell is where the column of a run and the lane of a zone meet. It must have the button "New card" only if the run
  // has this zone.
  await expect(cell('Soon', current).getByRole('button', { name: /^New card/ })).toBeAttached();
  await expect(cell('Soon', next).getByRole('button', { name: /^New card/ })).not.toBeAttached();
  await expect(cell('', next).getByRole('button', { name: /^New card/ })).toBeAttached();
  const [moved = ''] = await cardIdsIn(cell('', current));
  await page.locator(`main [data-card-id="${moved}"]`).focus();
  await page.keyboard.press('Z');
  await chooseFirstPickerMatch(page, 'Soon');
  await expect.poll(() => cardIdsIn(cell('Soon', current))).toEqual([moved]);
  await page.locator(`main [data-card-id="${moved}"]`).focus();
  await page.keyboard.press('ControlOrMeta+ArrowRight');
  await expect(page.getByText('This run has no zone “Soon”.')).toBeVisible();
  expect(await queryCardFields(page, [moved], 'sprintId')).toEqual([[current]]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => cardIdsIn(cell('Soon', current))).toEqual([]);
  await performActions(page, before);
  await page.getByRole('button', { name: /^Layout: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'None' }).click();
});

test('the burn-up shows its values by key and as a table, and copies them', async () => {
  await chooseOption('Past runs', 'No past runs');
  await page.getByRole('button', { name: /^Layout: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'None' }).click();
  const current = columnOf(`run:${(await openRunRows())[0]?.[0]}`);
  await current.getByRole('button', { name: /^Burn-up of / }).click();
  const dialog = page.getByRole('dialog', { name: /^Burn-up of / });
  const chart = dialog.getByRole('application');
  await expect(chart).toBeVisible();
  const { sprint, card } = await queryRows(page, {
    _root: [
      { account: [{ sprints: ['startDate', 'completedAt', { 'cards({"status":"done"})': ['effort', 'sprintId'] }] }] },
    ],
  });
  const sums = Object.entries(sprint ?? {})
    .filter(([, { completedAt }]) => completedAt !== null)
    .toSorted(([, a], [, b]) => String(a.startDate).localeCompare(String(b.startDate)))
    .slice(-3)
    .map(([id]) =>
      Object.values(card ?? {}).reduce((sum, { sprintId, effort }) => sum + (sprintId === id ? Number(effort) : 0), 0),
    );
  // The text after "Velocity:" contains, for each of the last three completed runs, the effort of the cards done in it.
  // The window receives the cards run by run, so the test repeats the check until all have arrived.
  await expect
    .poll(async () => {
      const done = await page.getByText(/Velocity: /).innerText();
      return done.match(/: \d+(?=[,)])/g)?.map((number) => Number(number.slice(2)));
    })
    .toEqual(sums);
  await expect(dialog.getByRole('combobox', { name: 'Show' })).toBeFocused();
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
  await expect(chart).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.locator('.recharts-tooltip-wrapper')).toContainText('Scope');
  await expectAccessibleInBothThemes(page, 'the burn-up', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Copy as picture' }).click();
  await expect(page.getByText('Copied the chart as a picture')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Table' }).click();
  await expect(dialog.getByRole('row')).toHaveCount(15);
  await expectAccessibleInBothThemes(page, 'the burn-up as a table', '[role="dialog"]');
  await dialog.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'By status' }).click();
  await expect(chart).toBeVisible();

  // The velocity of one person's cards must be lower than the velocity of all cards.
  const velocity = async () =>
    Number((await page.getByText(/Velocity: /).innerText()).match(/Velocity: ([\d.]+)/)?.[1]);
  const whole = await velocity();
  await dialog.getByRole('combobox', { name: 'Cards of' }).click();
  await page.getByRole('option', { name: 'Inês Carvalho' }).click();
  await expect(dialog.getByText('from the history of the cards')).toBeVisible();
  await expect.poll(velocity).toBeLessThan(whole);
  await expect(dialog.getByText('is not readable')).not.toBeAttached();
  await expect(chart).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the burn-up of a person', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(current).toBeVisible();
});

test('zones, workdays, Beast Mode and the Run Config of a run are changed where they are shown', async () => {
  await chooseOption('Past runs', 'No past runs');
  const current = String((await openRunRows())[0]?.[0]);
  const { sprint } = await queryRows(page, { [`sprint("${current}")`]: ['manualOrderLabels', 'sprintConfigId'] });
  const { manualOrderLabels: zones, sprintConfigId: configId } = sprint?.[current] ?? {};
  const zonesNow = async () =>
    (await queryRows(page, { [`sprint("${current}")`]: ['manualOrderLabels'] })).sprint?.[current]?.manualOrderLabels;
  const menu = columnOf(`run:${current}`).getByRole('button', { name: /^More about / });

  await menu.click();
  await page.getByRole('menuitem', { name: 'Zones' }).click();
  await page.getByRole('menuitem', { name: 'Add zone…' }).click();
  await page.getByRole('dialog', { name: 'New zone' }).getByRole('textbox', { name: 'Name' }).fill('Last day');
  await page.keyboard.press('Enter');
  await expect.poll(zonesNow).toEqual([...(zones as string[]), 'Last day']);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Zones' }).click();
  await page.getByRole('menuitem', { name: 'Last day' }).click();
  await page.getByRole('menuitem', { name: 'Remove zone' }).click();
  await expect.poll(zonesNow).toEqual(zones);

  const left = columnOf(`run:${current}`).getByRole('button', { name: /workdays? left of 10 in/ });
  await left.click();
  await page.getByRole('checkbox', { name: 'Sa' }).click();
  await expect(columnOf(`run:${current}`).getByRole('button', { name: /workdays? left of 12 in/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Sa' }).click();
  await expect(left).toBeVisible();
  await page.keyboard.press('Escape');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Settings of these runs…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Settings of / });
  await dialog.getByText('Advanced', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Beast Mode starts automatically after' }).fill('400');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => {
      const { sprintConfig } = await queryRows(page, {
        [`sprintConfig("${configId}")`]: ['autoBeastModeDurationHours'],
      });
      return sprintConfig?.[String(configId)]?.autoBeastModeDurationHours;
    })
    .toBe(400);
  await expectAccessibleInBothThemes(page, 'the dialog of a Run Config', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await columnOf(`run:${current}`).getByRole('button', { name: 'Beast Mode to come' }).click();
  await expect(page.getByText('Beast Mode begins 400 hours after midnight of')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a narrow board opens with the current run in sight, past ones to the left of it', async () => {
  await chooseOption('Past runs', '3 past');
  await page.setViewportSize({ width: 1024, height: 800 });
  await openRoute(page, '#/inbox');
  await expect(page.locator('main h1')).toHaveText('Inbox');
  await openRoute(page, '#/runs');
  const [[current]] = (await openRunRows()) as [[string, object]];
  await expect(columnOf(`run:${current}`)).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a run is edited, gets Beast Mode and is completed by keys alone, after a look at each card', async () => {
  // Two dialogs are checked with axe in both themes, one of them with a list of choices for each of 47 cards.
  test.setTimeout(120_000);
  await chooseOption('Past runs', 'No past runs');
  const menuOf = async (entry: string) => {
    const current = columnOf(`run:${(await openRunRows())[0]?.[0]}`);
    await current.getByRole('button', { name: /^More about / }).focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: entry });
    await expect(item).toBeVisible();
    await page.keyboard.type(entry.slice(0, 4));
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
  };
  const current = String((await openRunRows())[0]?.[0]);

  await menuOf('Edit run');
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Storm week');
  await expectAccessibleInBothThemes(page, 'the dialog of a run', '[role="dialog"]');
  await page.keyboard.press('Enter');
  await expect(columnOf(`run:${current}`).getByRole('heading', { name: 'Storm week' })).toBeVisible();

  await menuOf('Start Beast Mode');
  await expect(confirmationDialog(page)).toContainText('locked in');
  await page.keyboard.press('Escape');
  // Wait until the dialog is gone, because it has the focus while it closes.
  await expect(confirmationDialog(page)).not.toBeAttached();

  await menuOf('Complete the run');
  const rows = confirmationDialog(page).getByRole('row');
  await expect(rows.nth(1)).toContainText('Moves to Run 7');
  const fates = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
  await expectAccessibleInBothThemes(page, 'the confirmation with a table', '[role="alertdialog"]');
  const moving = fates.filter(([, , fate]) => fate?.startsWith('Moves')).map(([title]) => title);
  expect(fates.filter(([, state]) => state === 'Done').every(([, , fate]) => fate === 'Stays')).toBe(true);
  // Two of the cards that would move get another place.
  for (const [row, choice] of [
    [1, 'Back to no run'],
    [2, 'Stays'],
  ] as const) {
    await rows.nth(row).getByRole('combobox').press('Enter');
    await page.getByRole('option', { name: choice, exact: true }).press('Enter');
    await expect(rows.nth(row).getByRole('combobox')).toContainText(choice);
  }
  const [freed, staying] = [moving.shift(), moving.shift()];
  await confirmationDialog(page).getByRole('button', { name: 'Complete the run' }).press('Enter');
  await expect.poll(async () => (await openRunRows()).some(([id]) => id === current)).toBe(false);
  const next = String((await openRunRows())[0]?.[0]);
  await expect
    .poll(async () => {
      const { card } = await queryRows(page, { [`sprint("${next}")`]: [{ cards: ['title'] }] });
      const titles = new Set(Object.values(card ?? {}).map(({ title }) => title));
      return [
        ...moving.filter((title) => !titles.has(title)),
        ...[freed, staying].filter((title) => titles.has(title)),
      ];
    })
    .toEqual([]);
  await expect
    .poll(async () => {
      const where = JSON.stringify({ title: { op: 'in', value: [freed, staying] } });
      const { card } = await queryRows(page, {
        _root: [{ account: [{ [`cards(${where})`]: ['title', 'sprintId'] }] }],
      });
      return Object.values(card ?? {}).map(({ title, sprintId }) => [title, sprintId]);
    })
    .toEqual(
      expect.arrayContaining([
        [freed, null],
        [staying, current],
      ]),
    );

  // The next run begins on its first day. Until then no run is current, and the board says what can be done.
  await expect(page.getByText(/^No run is current\. Run 7.* begins by itself on /)).toBeVisible();
  await page.getByRole('button', { name: /^Plan Run 7/ }).press('Enter');
  await expect(page.getByText('No run is current')).not.toBeAttached();
});

/** A Monday's planning: cards are arranged into runs and owners in planning mode and sent at once, by pointer and by keys. */
import { expect, type Page, test } from '@playwright/test';
import { launchApp, newUserData } from '../../support/launch.ts';
import {
  accessibleInBothThemes,
  act,
  ask,
  boardSettled,
  cardsOf,
  choose,
  drag,
  fieldsOf,
  focusedCard,
  go,
  idsOf,
  oneApp,
  question,
  settled,
  topOf,
} from '../../support/window.ts';

const app = oneApp();
let page: Page;
test.beforeEach(async () => {
  page = app().page;
  await openRunsBoard(page);
});

async function openRunsBoard(window: Page): Promise<void> {
  await go(window, '#/runs');
  await expect(window.locator('main [data-card-id]').first()).toBeVisible();
  await boardSettled(window);
}

const column = (window: Page, sprintId: string) =>
  window.locator(`[data-card-list^="runs:"] [data-zone-key="run:${sprintId}"]`);
const banner = (window: Page) => window.getByRole('region', { name: 'Planning' });
const cardOn = (window: Page, id: string) => window.locator(`main [data-card-id="${id}"]`);
const meterOf = (window: Page, run: string) => window.getByRole('meter', { name: `Planned work of ${run}` }).first();
const dialog = (window: Page) => window.getByRole('dialog', { name: 'Send the plan' });

async function chooseIn(window: Page, name: string, option: string): Promise<void> {
  await window.getByRole('combobox', { name }).click();
  await window.getByRole('option', { name: option, exact: true }).click();
}

/** Ids of the open runs from the current one on. */
async function openRuns(window: Page): Promise<string[]> {
  const { sprint } = await ask(window, { _root: [{ account: [{ sprints: ['startDate', 'completedAt'] }] }] });
  return Object.entries(sprint ?? {})
    .filter(([, run]) => run.completedAt === null)
    .toSorted(([, a], [, b]) => String(a.startDate).localeCompare(String(b.startDate)))
    .map(([id]) => id);
}

async function showBacklog(window: Page): Promise<void> {
  await chooseIn(window, 'Past runs', 'No past runs');
  await chooseIn(window, 'Backlog', 'All decks');
  await expect(cardsOf(column(window, '')).first()).toBeVisible();
  await boardSettled(window);
}

/** Runs a command of the palette by keys. */
async function command(window: Page, name: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('dialog').getByRole('combobox').fill(`>${name}`);
  await expect(window.getByRole('option', { name }).first()).toBeVisible();
  await window.keyboard.press('Enter');
}

test('a plan by pointer changes nothing until it is sent in one undoable step', async () => {
  await showBacklog(page);
  const [current, next] = (await openRuns(page)) as [string, string];
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  await expect(banner(page)).toContainText('no changes yet');
  const [first, second] = (await idsOf(column(page, ''))) as [string, string];
  const before = await fieldsOf(page, [first, second], 'sprintId', 'assigneeId');

  await drag(page, cardOn(page, first), await topOf(column(page, next)));
  await expect(banner(page)).toContainText('1 card changed');
  await expect.poll(async () => (await idsOf(column(page, next))).includes(first)).toBe(true);
  await expect(cardOn(page, first).getByRole('img', { name: /^Planned: .* instead of no run$/ })).toBeVisible();
  await drag(page, cardOn(page, second), await topOf(column(page, current)));
  await expect(banner(page)).toContainText('2 cards changed');
  await banner(page)
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect(banner(page)).toContainText('1 card changed');
  await expect.poll(async () => (await idsOf(column(page, ''))).includes(second)).toBe(true);
  await banner(page)
    .getByRole('button', { name: /^Redo: / })
    .click();
  await expect(banner(page)).toContainText('2 cards changed');
  expect(await fieldsOf(page, [first, second], 'sprintId', 'assigneeId')).toEqual(before);
  await accessibleInBothThemes(page, 'the runs board while planning', 'main');

  // The board shows the cards as they are while the mode is off.
  await page.getByRole('button', { name: 'Stop planning; the plan stays' }).click();
  await expect.poll(async () => (await idsOf(column(page, ''))).includes(first)).toBe(true);
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  await expect.poll(async () => (await idsOf(column(page, next))).includes(first)).toBe(true);

  await banner(page).getByRole('button', { name: 'Discard…' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(banner(page)).not.toBeAttached();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(banner(page)).toContainText('2 cards changed');

  await banner(page).getByRole('button', { name: 'Send…' }).click();
  await expect(dialog(page).getByRole('row')).toHaveCount(5);
  await accessibleInBothThemes(page, 'the dialog of a plan', '[role="dialog"]');
  await dialog(page).getByRole('button', { name: 'Change 2 cards' }).click();
  await expect(dialog(page)).not.toBeAttached();
  await expect(banner(page)).not.toBeAttached();
  await expect.poll(() => fieldsOf(page, [first, second], 'sprintId')).toEqual([[next], [current]]);
  await cardOn(page, first).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => fieldsOf(page, [first, second], 'sprintId', 'assigneeId')).toEqual(before);
  await settled(page);
});

test('a Monday by keys alone: into the next run, to a person who is then over full, restart, send, undo', async () => {
  const userData = newUserData();
  let launched = await launchApp({ userData });
  let window = launched.page;
  try {
    await window.locator('[data-card-id]').first().waitFor();
    await openRunsBoard(window);
    await showBacklog(window);
    const [current, next] = (await openRuns(window)) as [string, string];
    const person = String((await fieldsOf(window, [(await idsOf(column(window, current)))[0] ?? ''], 'assigneeId'))[0]);
    const { user } = await ask(window, { [`user("${person}")`]: ['fullName', 'name'] });
    const name = String(user?.[person]?.fullName ?? user?.[person]?.name);
    await act(window, [{ action: 'sprints/updateSprint', params: { id: next, userCapacities: { [person]: 1 } } }]);

    await cardsOf(column(window, '')).first().focus();
    await window.keyboard.press('Shift+P');
    await expect(banner(window)).toBeVisible();
    const [moved = ''] = await idsOf(column(window, ''));
    const before = await fieldsOf(window, [moved], 'sprintId', 'assigneeId');
    await cardOn(window, moved).focus();
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect.poll(async () => (await idsOf(column(window, current))).includes(moved)).toBe(true);
    await expect.poll(() => focusedCard(window)).toBe(moved);
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect.poll(async () => (await idsOf(column(window, next))).includes(moved)).toBe(true);
    await expect.poll(() => focusedCard(window)).toBe(moved);
    await window.keyboard.press('O');
    await choose(window, name);
    await expect(
      cardOn(window, moved).getByRole('img', { name: new RegExp(`^Planned: .*${name} instead of`) }),
    ).toBeVisible();
    await expect(
      column(window, next)
        .locator('..')
        .getByText(/\d+ over/),
    ).toBeVisible();
    expect(await fieldsOf(window, [moved], 'sprintId', 'assigneeId')).toEqual(before);

    await launched.close();
    launched = await launchApp({ userData });
    window = launched.page;
    await expect(banner(window)).toContainText('1 card changed');
    await expect.poll(async () => (await idsOf(column(window, next))).includes(moved)).toBe(true);
    await command(window, 'Send the plan');
    await expect(dialog(window).getByRole('row', { name: new RegExp(name) })).toBeVisible();
    await expect(dialog(window).getByRole('button', { name: 'Change 1 card' })).toBeEnabled();
    await dialog(window).getByRole('button', { name: 'Change 1 card' }).press('Enter');
    await expect.poll(() => fieldsOf(window, [moved], 'sprintId', 'assigneeId')).toEqual([[next, person]]);
    await expect(banner(window)).not.toBeAttached();
    await window.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => fieldsOf(window, [moved], 'sprintId', 'assigneeId')).toEqual(before);
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
  }
});

test('what others changed meanwhile is shown before sending, card by card', async () => {
  await showBacklog(page);
  const [current, next] = (await openRuns(page)) as [string, string];
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  const ids = (await idsOf(column(page, ''))).slice(0, 3) as [string, string, string];
  for (const [at, id] of ids.entries()) {
    await drag(page, cardOn(page, id), await topOf(column(page, next)));
    await expect(banner(page)).toContainText(at === 0 ? '1 card changed' : `${at + 1} cards changed`);
  }
  const [moved, done, gone] = ids;
  await act(page, [
    { action: 'cards/update', params: { id: moved, sprintId: current } },
    { action: 'cards/update', params: { id: done, status: 'done' } },
    { action: 'cards/update', params: { id: gone, visibility: 'deleted' } },
  ]);
  await banner(page).getByRole('button', { name: 'Send…' }).click();
  const lines = dialog(page).getByRole('listitem');
  await expect(lines.filter({ hasText: 'now; planned: ' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'is done now' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'was deleted and is left out' })).toHaveCount(1);
  await accessibleInBothThemes(page, 'the dialog of a plan with changes of others', '[role="dialog"]');
  // A card that moved is changed by default, one that is done is not.
  await expect(dialog(page).getByRole('button', { name: 'Change 1 card' })).toBeEnabled();
  await dialog(page)
    .getByRole('combobox', { name: /^Choice for/ })
    .nth(1)
    .click();
  await page.getByRole('option', { name: 'Change as planned' }).click();
  await expect(page.getByRole('listbox')).not.toBeAttached();
  await dialog(page)
    .getByRole('combobox', { name: /^Choice for/ })
    .nth(0)
    .click();
  await page.getByRole('option', { name: 'Leave as it is' }).click();
  await dialog(page).getByRole('button', { name: 'Change 1 card' }).click();
  await expect.poll(() => fieldsOf(page, [moved, done, gone], 'sprintId')).toEqual([[current], [next], [null]]);
  await expect(banner(page)).not.toBeAttached();
});

test('a card that is planned before what it waits for is marked', async () => {
  await showBacklog(page);
  const [current, next] = (await openRuns(page)) as [string, string];
  const [waiting, blocker] = (await idsOf(column(page, ''))) as [string, string];
  await act(page, [{ action: 'cards/update', params: { id: waiting, inDeps: [blocker] } }]);
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  const late = cardOn(page, waiting).getByRole('img', { name: /^Planned before what it waits for/ });
  await drag(page, cardOn(page, waiting), await topOf(column(page, current)));
  await expect(late).toHaveAccessibleName(/\(no run\)$/);
  await drag(page, cardOn(page, blocker), await topOf(column(page, next)));
  await expect(late).not.toHaveAccessibleName(/\(no run\)$/);
  await drag(page, cardOn(page, blocker), await topOf(column(page, current)));
  await expect(late).not.toBeAttached();
  await expect(meterOf(page, 'Run')).toBeAttached();
  await command(page, 'Discard the plan');
  await question(page).getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(banner(page)).not.toBeAttached();
});

/**
 * Tests of planning mode, by pointer and by keyboard: the user first notes runs and owners of cards in a plan, and then
 * sends the whole plan at once.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { launchApp, newDataFolder } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import {
  cardIdsIn,
  cardsOf,
  chooseFirstPickerMatch,
  confirmationDialog,
  dragCard,
  expectAccessibleInBothThemes,
  focusedCardId,
  openRoute,
  performActions,
  pointNearTop,
  queryCardFields,
  queryRows,
  setOffline,
  setUpSharedApp,
  storeViewState,
  waitForEmptyOutbox,
  waitForMountedCards,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
/** Ids of the visible cards with an effort and without a run, in screen order. */
let unplanned: readonly string[];
test.beforeEach(async () => {
  page = app().page;
  unplanned = await openRunsBoard(page);
});

/**
 * Opens the runs board. Its backlog shows one deck: the deck with the most cards that have an effort and no run.
 * Returns the ids of the visible cards of this deck that have an effort and no run.
 */
async function openRunsBoard(window: Page): Promise<readonly string[]> {
  const { card, sprintConfig } = await queryRows(window, {
    _root: [
      {
        account: [
          { sprintConfigs: ['name'] },
          {
            'cards({"sprintId":null,"visibility":"default","derivedStatus":["unassigned","assigned"],"effort":{"op":"gt","value":0}})':
              ['deckId'],
          },
        ],
      },
    ],
  });
  const counts = new Map<string, number>();
  for (const { deckId } of Object.values(card ?? {})) counts.set(String(deckId), (counts.get(String(deckId)) ?? 0) + 1);
  const [[deckId] = ['']] = [...counts].toSorted(([, a], [, b]) => b - a);
  const [config = ''] = Object.keys(sprintConfig ?? {});
  await storeViewState(window, `runs:${config}:past`, 0);
  await storeViewState(window, `runs:${config}:backlog`, deckId);
  await openRoute(window, '#/runs');
  await expect(cardsOf(column(window, '')).first()).toBeVisible();
  await waitForMountedCards(window);
  return (await cardIdsIn(column(window, ''))).filter((id) => card?.[id]);
}

const column = (window: Page, sprintId: string) =>
  window.locator(`[data-card-list^="runs:"] [data-zone-key="run:${sprintId}"]`);
const planningBanner = (window: Page) => window.getByRole('region', { name: 'Planning' });
const cardOn = (window: Page, id: string) => window.locator(`main [data-card-id="${id}"]`);
/** Returns the column of a run, including the column's header. */
const columnWithHeader = (window: Page, sprintId: string) => column(window, sprintId).locator('..');
const effortOf = (head: Locator) =>
  head
    .getByRole('meter', { name: /^Planned work of / })
    .evaluate((meter) => Number(meter.getAttribute('aria-valuetext')?.match(/^\d+/)?.[0]));
const sendDialog = (window: Page) => window.getByRole('dialog', { name: 'Send the plan' });

/** Returns the ids of the runs that are not completed, the current run first. */
async function openRunIds(window: Page): Promise<string[]> {
  const { sprint } = await queryRows(window, { _root: [{ account: [{ sprints: ['startDate', 'completedAt'] }] }] });
  return Object.entries(sprint ?? {})
    .filter(([, run]) => run.completedAt === null)
    .toSorted(([, a], [, b]) => String(a.startDate).localeCompare(String(b.startDate)))
    .map(([id]) => id);
}

/** Returns a person who owns a card in the run, and is not the owner of `cardId`. */
async function personOf(window: Page, sprintId: string, cardId: string): Promise<{ id: string; name: string }> {
  const [[owner]] = (await queryCardFields(window, [cardId], 'assigneeId')) as [[unknown]];
  const { card } = await queryRows(window, { [`sprint("${sprintId}")`]: [{ cards: ['assigneeId'] }] });
  const owners = Object.values(card ?? {}).map(({ assigneeId }) => assigneeId);
  const id = String(owners.find((assigneeId) => assigneeId && assigneeId !== owner));
  const { user } = await queryRows(window, { [`user("${id}")`]: ['fullName', 'name'] });
  return { id, name: String(user?.[id]?.fullName ?? user?.[id]?.name) };
}

/** Returns the number of operations in the outbox, or -1 if the command fails. */
const waitingCount = (window: Page): Promise<number> =>
  window.evaluate(async () => {
    const outcome = await (globalThis as unknown as { decktop: Bridge }).decktop.call('outbox/list', {});
    return outcome.ok ? outcome.value.length : -1;
  });

/** Runs a command in the command palette by keyboard. */
async function runCommand(window: Page, name: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.getByRole('dialog').getByRole('combobox').fill(`>${name}`);
  await expect(window.getByRole('option', { name }).first()).toBeVisible();
  await window.keyboard.press('Enter');
}

test('a plan by pointer changes nothing until it is sent in one undoable step', async () => {
  const [current, next] = (await openRunIds(page)) as [string, string];
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  await expect(planningBanner(page)).toContainText('no changes yet');
  const [first, second] = unplanned as [string, string];
  const head = columnWithHeader(page, next);
  const [effort] = (await queryCardFields(page, [first], 'effort'))[0] as [number];
  const person = await personOf(page, current, first);
  await performActions(page, [
    { action: 'sprints/updateSprint', params: { id: next, userCapacities: { [person.id]: 1 } } },
  ]);
  await expect(head.getByText(/\d+ over/)).toBeVisible();
  const load = await effortOf(head);
  const before = await queryCardFields(page, [first, second], 'sprintId', 'assigneeId');

  await dragCard(page, cardOn(page, first), () => pointNearTop(column(page, next)));
  await expect(planningBanner(page)).toContainText('1 card changed');
  await expect.poll(async () => (await cardIdsIn(column(page, next)))[0]).toBe(first);
  await expect.poll(() => effortOf(head)).toBe(load + effort);
  await expect(head.getByText(`${load + effort} of 1`, { exact: true })).toBeVisible();
  await expect(cardOn(page, first).getByRole('img', { name: /^Planned: .* instead of no run$/ })).toBeVisible();
  await cardOn(page, first).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Owner…/ }).click();
  await chooseFirstPickerMatch(page, person.name);
  await expect(
    cardOn(page, first).getByRole('img', { name: new RegExp(`^Planned: .*${person.name} instead of`) }),
  ).toBeVisible();
  await dragCard(page, cardOn(page, second), () => pointNearTop(column(page, current)));
  await expect(planningBanner(page)).toContainText('2 cards changed');
  await planningBanner(page)
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect(planningBanner(page)).toContainText('1 card changed');
  await expect.poll(async () => (await cardIdsIn(column(page, ''))).includes(second)).toBe(true);
  await planningBanner(page)
    .getByRole('button', { name: /^Redo: / })
    .click();
  await expect(planningBanner(page)).toContainText('2 cards changed');
  expect(await queryCardFields(page, [first, second], 'sprintId', 'assigneeId')).toEqual(before);
  await expectAccessibleInBothThemes(page, 'the runs board while planning', 'main');

  // Outside planning mode, the board must show the cards without the changes of the plan.
  await page.getByRole('button', { name: 'Stop planning; the plan stays' }).click();
  await expect.poll(async () => (await cardIdsIn(column(page, ''))).includes(first)).toBe(true);
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  await expect.poll(async () => (await cardIdsIn(column(page, next))).includes(first)).toBe(true);

  await planningBanner(page).getByRole('button', { name: 'Discard…' }).click();
  await confirmationDialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(planningBanner(page)).not.toBeAttached();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(planningBanner(page)).toContainText('2 cards changed');

  await planningBanner(page).getByRole('button', { name: 'Send…' }).click();
  await expect(sendDialog(page).getByRole('row')).toHaveCount(5);
  await expectAccessibleInBothThemes(page, 'the dialog of a plan', '[role="dialog"]');
  await sendDialog(page).getByRole('button', { name: 'Change 2 cards' }).click();
  await expect(sendDialog(page)).not.toBeAttached();
  await expect(planningBanner(page)).not.toBeAttached();
  await expect
    .poll(() => queryCardFields(page, [first, second], 'sprintId', 'assigneeId'))
    .toEqual([
      [next, person.id],
      [current, before[1]?.[1]],
    ]);
  await expect.poll(async () => (await cardIdsIn(column(page, next)))[0]).toBe(first);
  await cardOn(page, first).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [first, second], 'sprintId', 'assigneeId')).toEqual(before);
  // Undo of a sent plan must also bring the plan itself back. Redo must send it again.
  await expect(page.getByText('The plan is there again.')).toBeVisible();
  await expect(planningBanner(page)).toContainText('2 cards changed');
  await expect.poll(async () => (await cardIdsIn(column(page, next))).includes(first)).toBe(true);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(planningBanner(page)).not.toBeAttached();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(planningBanner(page)).toContainText('2 cards changed');
  await waitForEmptyOutbox(page);
  await runCommand(page, 'Discard the plan');
  await confirmationDialog(page).getByRole('button', { name: 'Discard' }).press('Enter');
});

test('a Monday by keys alone: into the next run, to a person who is then over full, restart, send, undo', async () => {
  const userData = newDataFolder();
  let launched = await launchApp({ userData });
  let window = launched.page;
  try {
    await window.locator('[data-card-id]').first().waitFor();
    const [moved = ''] = await openRunsBoard(window);
    const [current, next] = (await openRunIds(window)) as [string, string];
    const { id: person, name } = await personOf(window, current, moved);
    await performActions(window, [
      { action: 'sprints/updateSprint', params: { id: next, userCapacities: { [person]: 1 } } },
    ]);

    await cardOn(window, moved).focus();
    await window.keyboard.press('Shift+P');
    await expect(planningBanner(window)).toBeVisible();
    const before = await queryCardFields(window, [moved], 'sprintId', 'assigneeId');
    const load = await effortOf(columnWithHeader(window, next));
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect.poll(async () => (await cardIdsIn(column(window, current))).includes(moved)).toBe(true);
    await expect.poll(() => focusedCardId(window)).toBe(moved);
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect.poll(async () => (await cardIdsIn(column(window, next))).includes(moved)).toBe(true);
    await expect.poll(() => focusedCardId(window)).toBe(moved);
    await window.keyboard.press('O');
    await chooseFirstPickerMatch(window, name);
    await expect(
      cardOn(window, moved).getByRole('img', { name: new RegExp(`^Planned: .*${name} instead of`) }),
    ).toBeVisible();
    const [effort] = (await queryCardFields(window, [moved], 'effort'))[0] as [number];
    await expect.poll(() => effortOf(columnWithHeader(window, next))).toBe(load + effort);
    await expect(columnWithHeader(window, next).getByText(`${load + effort - 1} over`)).toBeVisible();
    expect(await queryCardFields(window, [moved], 'sprintId', 'assigneeId')).toEqual(before);

    await launched.close();
    launched = await launchApp({ userData });
    window = launched.page;
    await expect(planningBanner(window)).toContainText('1 card changed');
    await expect.poll(async () => (await cardIdsIn(column(window, next))).includes(moved)).toBe(true);
    await setOffline(window, true);
    await cardOn(window, moved).focus();
    await runCommand(window, 'Send the plan');
    await expect(sendDialog(window).getByRole('row', { name: new RegExp(name) })).toBeVisible();
    await expect(sendDialog(window).getByRole('button', { name: 'Change 1 card' })).toBeEnabled();
    await sendDialog(window).getByRole('button', { name: 'Change 1 card' }).press('Enter');
    await expect.poll(() => queryCardFields(window, [moved], 'sprintId', 'assigneeId')).toEqual([[next, person]]);
    await expect(planningBanner(window)).not.toBeAttached();
    // The plan is sent as two operations: one changes the card's run and owner, the other its position.
    expect(await waitingCount(window)).toBe(2);
    await window.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => queryCardFields(window, [moved], 'sprintId', 'assigneeId')).toEqual(before);
    await setOffline(window, false);
    await waitForEmptyOutbox(window);
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
  }
});

test('what others changed meanwhile is shown before sending, card by card', async () => {
  const [current, next] = (await openRunIds(page)) as [string, string];
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  const ids = unplanned.slice(0, 3) as [string, string, string];
  for (const [at, id] of ids.entries()) {
    await dragCard(page, cardOn(page, id), () => pointNearTop(column(page, next)));
    await expect(planningBanner(page)).toContainText(at === 0 ? '1 card changed' : `${at + 1} cards changed`);
  }
  const [moved, done, gone] = ids;
  // Open a second window, which also shows the plan. There, change the planned cards while the first window shows the
  // dialog that sends the plan.
  const opening = app().app.waitForEvent('window');
  await page.evaluate(() => window.decktop.call('app/newWindow', { route: '#/runs' }));
  const second = await opening;
  await expect(planningBanner(second)).toContainText('3 cards changed');
  await planningBanner(page).getByRole('button', { name: 'Send…' }).click();
  await expect(sendDialog(page).getByRole('button', { name: 'Change 3 cards' })).toBeEnabled();
  await performActions(second, [
    { action: 'cards/update', params: { id: moved, sprintId: current } },
    { action: 'cards/update', params: { id: done, status: 'done' } },
    { action: 'cards/update', params: { id: gone, visibility: 'deleted' } },
  ]);
  const lines = sendDialog(page).getByRole('listitem');
  await expect(lines.filter({ hasText: 'now; planned: ' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'is done.' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'was deleted and is left out' })).toHaveCount(1);
  await expectAccessibleInBothThemes(page, 'the dialog of a plan with changes of others', '[role="dialog"]');
  // By default, the app must send the planned change of a card that was moved in the meantime, but not that of a card
  // that was finished in the meantime.
  await expect(sendDialog(page).getByRole('button', { name: 'Change 1 card' })).toBeEnabled();
  await sendDialog(page)
    .getByRole('combobox', { name: /^Choice for/ })
    .nth(1)
    .click();
  await page.getByRole('option', { name: 'Change as planned' }).click();
  await expect(page.getByRole('listbox')).not.toBeAttached();
  await sendDialog(page)
    .getByRole('combobox', { name: /^Choice for/ })
    .nth(0)
    .click();
  await page.getByRole('option', { name: 'Leave as it is' }).click();
  await sendDialog(page).getByRole('button', { name: 'Change 1 card' }).click();
  await expect.poll(() => queryCardFields(page, [moved, done, gone], 'sprintId')).toEqual([[current], [next], [null]]);
  await expect(planningBanner(page)).not.toBeAttached();
  await expect(planningBanner(second)).not.toBeAttached();
  await second.close();
});

test('a card that is planned before what it waits for is marked', async () => {
  const [current, next] = (await openRunIds(page)) as [string, string];
  const [waiting, blocker] = unplanned as [string, string];
  await performActions(page, [{ action: 'cards/update', params: { id: waiting, inDeps: [blocker] } }]);
  await page.getByRole('button', { name: 'Plan runs and owners' }).click();
  const late = cardOn(page, waiting).getByRole('img', { name: /^Planned before what it waits for/ });
  await dragCard(page, cardOn(page, waiting), () => pointNearTop(column(page, current)));
  await expect(late).toHaveAccessibleName(/\(no run\)$/);
  await dragCard(page, cardOn(page, blocker), () => pointNearTop(column(page, next)));
  await expect(late).not.toHaveAccessibleName(/\(no run\)$/);
  await dragCard(page, cardOn(page, blocker), () => pointNearTop(column(page, current)));
  await expect(late).not.toBeAttached();
  await runCommand(page, 'Discard the plan');
  await confirmationDialog(page).getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(planningBanner(page)).not.toBeAttached();
});

test('changes that the service refuses go back into the plan', async () => {
  const service = await startServiceProcess();
  const launched = await launchApp({
    args: [`--connect=${service.baseUrl}`],
    env: { DECKTOP_TOKEN: service.tokens.read },
  });
  try {
    const { page: window } = launched;
    await expect.poll(async () => (await openRunIds(window)).length).toBeGreaterThan(1);
    const [moved = ''] = await openRunsBoard(window);
    await cardOn(window, moved).focus();
    await window.keyboard.press('Shift+P');
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect(planningBanner(window)).toContainText('1 card changed');
    await runCommand(window, 'Send the plan');
    await sendDialog(window).getByRole('button', { name: 'Change 1 card' }).press('Enter');
    await expect(
      window.getByRole('region', { name: 'Notifications' }).getByText('They are in the plan again.'),
    ).toBeVisible();
    await expect(planningBanner(window)).toContainText('1 card changed');
    await expect.poll(() => queryCardFields(window, [moved], 'sprintId')).toEqual([[null]]);
    await planningBanner(window).getByRole('button', { name: 'Send…' }).click();
    await expect(sendDialog(window)).toContainText('lacks card:write');
    await expect(sendDialog(window).getByRole('button', { name: 'Change 1 card' })).toBeDisabled();
    await window.keyboard.press('Escape');

    // The calendar must refuse to move a card by keyboard, too, and show the reason.
    const reason = 'The token lacks card:write.';
    const shown = window.getByText(reason);
    const { card } = await queryRows(window, {
      _root: [{ account: [{ 'cards({"visibility":"default","dueDate":{"op":"neq","value":null}})': ['dueDate'] }] }],
    });
    const [[due = '', row] = []] = Object.entries(card ?? {});
    await storeViewState(window, 'calendar:of', 'all');
    await openRoute(window, `#/calendar?day=${String(row?.dueDate)}`);
    await window.keyboard.press('+');
    const listed = window.locator(`[data-day="${String(row?.dueDate)}"] [data-card-id="${due}"]`);
    await listed.focus();
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect(shown.first()).toBeVisible();
    expect(await queryCardFields(window, [due], 'dueDate')).toEqual([[row?.dueDate]]);

    // The service refuses the first move of a milestone. After that, the roadmap must refuse further moves and edits
    // without sending them.
    await openRoute(window, '#/milestones');
    const bar = window.locator('[data-milestone-id]').first();
    await bar.focus();
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect(window.getByText(/needs you|^Refused: /).first()).toBeVisible();
    const waiting = await waitingCount(window);
    await bar.focus();
    await window.keyboard.press('ControlOrMeta+ArrowRight');
    await expect(window.getByText('The token lacks milestone:write.').first()).toBeVisible();
    await window.keyboard.press('e');
    await expect(window.getByRole('dialog', { name: 'Edit milestone' })).not.toBeAttached();
    expect(await waitingCount(window)).toBe(waiting);
  } finally {
    await launched.close();
    await service.stop();
  }
});

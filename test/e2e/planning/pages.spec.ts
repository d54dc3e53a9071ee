/** Tests of the pages of a milestone and of a person on the demo workspace. */
import { expect, type Page, test } from '@playwright/test';
import {
  confirmationDialog,
  expectAccessibleInBothThemes,
  focusedCardId,
  openRoute,
  performActions,
  queryRows,
  setUpSharedApp,
  waitForEmptyOutbox,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const idOf = async (model: string, relation: string, name: string) => {
  const rows = await queryRows(page, { _root: [{ account: [{ [relation]: ['name'] }] }] });
  return Object.entries(rows[model] ?? {}).find(([, row]) => row.name === name)?.[0] ?? '';
};
const milestoneRow = async (id: string) => {
  const fields = [
    'date',
    'startDate',
    'name',
    'description',
    'userCapacities',
    'handSyncEnabled',
    'isGlobal',
    'manualOrderLabels',
  ];
  return (await queryRows(page, { [`milestone("${id}")`]: fields })).milestone?.[id];
};

test('a milestone shows its risk and what blocks it, and its cards take keys', async () => {
  const id = await idOf('milestone', 'milestones', 'Act one complete');
  await openRoute(page, `#/milestone/${id}`);
  await page.getByRole('link', { name: /cards block it/ }).click();
  await expect(page.getByRole('navigation', { name: 'Parts of the milestone' }).getByText('Overview')).toHaveAttribute(
    'aria-current',
    'page',
  );
  const blocked = page.getByRole('list', { name: 'Blocked', exact: true });
  await expect(blocked.locator('[data-card-id]').first()).toBeVisible();
  // The page must show the remaining work: the effort of the open cards. A card without an effort counts as 1.
  const { card } = await queryRows(page, {
    [`milestone("${id}")`]: [{ cards: ['effort', 'status', 'derivedStatus'] }],
  });
  const left = Object.values(card ?? {}).reduce(
    (sum, row) => sum + (row.status === 'done' || row.derivedStatus === 'doc' ? 0 : Number(row.effort ?? 1)),
    0,
  );
  await expect(page.getByText(/effort is left/)).toContainText(`${left} effort is left`);
  await expect(page.getByText(/effort is left/)).toContainText(/In the \d+ workdays after today that makes /);

  await blocked.locator('[data-card-id]').first().focus();
  await page.keyboard.press('ArrowDown');
  const second = await blocked.locator('[data-card-id]').nth(1).getAttribute('data-card-id');
  expect(await focusedCardId(page)).toBe(second);
  await page.getByRole('button', { name: 'Carry poses for four sizes of things' }).first().click();
  await expect(page.getByRole('region', { name: /^Card: Carry poses/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessibleInBothThemes(page, 'the overview of a milestone', 'main');
});

test('fields and capacities of a milestone are changed in place, and undo brings them back', async () => {
  const id = await idOf('milestone', 'milestones', 'Act one complete');
  await openRoute(page, `#/milestone/${id}?part=overview`);
  const before = await milestoneRow(id);
  await page.getByRole('button', { name: /^Capacity of Tomasz Wilk/ }).click();
  await page.getByRole('textbox', { name: 'Capacity in effort' }).fill('12');
  await page.keyboard.press('Enter');
  const meter = page.getByRole('meter', { name: 'Planned work of Tomasz Wilk in Act one complete' });
  await expect(meter).toHaveAttribute('aria-valuetext', /of 12, \d+ over/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Act one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Act one', exact: true })).toBeVisible();
  // The switch adds cards to the Hands of their owners, so the app must ask for a confirmation.
  await page.getByRole('switch', { name: /Hands of their owners/ }).click();
  await expect(confirmationDialog(page)).toContainText('Hand');
  await confirmationDialog(page).getByRole('button', { name: 'Change milestone' }).click();
  await expect.poll(async () => (await milestoneRow(id))?.handSyncEnabled).toBe(true);
  await page.getByRole('button', { name: 'Add zone…' }).click();
  await page.keyboard.type('Polish');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Zones' })).toContainText('Polish');
  // The app must refuse a start date after the milestone's own date, because the roadmap could not draw a bar for it.
  await page.getByRole('textbox', { name: 'Starts' }).fill('2099-01-01');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It would start after its date.').first()).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  for (let change = 0; change < 4; change++) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => milestoneRow(id)).toEqual(before);
});

test('a new milestone has zones and Hand sync at once, and its dialog renames, moves and removes zones', async () => {
  await openRoute(page, '#/milestones');
  await page.getByRole('button', { name: 'New milestone' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New milestone' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour fair');
  await dialog.getByRole('switch', { name: /Hands of their owners/ }).click();
  // Add zones by keys. A new zone gets the focus, and Alt with an arrow key moves it.
  await dialog.getByRole('button', { name: 'Add zone' }).press('Enter');
  await page.keyboard.type('Booth');
  await dialog.getByRole('button', { name: 'Add zone' }).press('Enter');
  await page.keyboard.type('Posters');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(dialog.getByRole('textbox', { name: 'Zone 2' })).toBeFocused();
  await expectAccessibleInBothThemes(page, 'the dialog of a new milestone', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create milestone' }).press('Enter');
  await expect(dialog).not.toBeAttached();
  // Wait until the milestone is sent. Then it has its id from the service instead of a local id.
  await waitForEmptyOutbox(page);
  const id = await idOf('milestone', 'milestones', 'Harbour fair');
  await expect
    .poll(() => milestoneRow(id))
    .toMatchObject({
      manualOrderLabels: [null, 'Posters', 'Booth'],
      handSyncEnabled: true,
    });

  const { card } = await queryRows(page, {
    _root: [{ account: [{ 'cards({"milestoneId":null,"$order":"accountSeq","$limit":2})': ['title'] }] }],
  });
  const [first = '', second = ''] = Object.keys(card ?? {});
  const place = (cardId: string, label: string) => [
    { action: 'cards/update' as const, params: { id: cardId, milestoneId: id } },
    {
      action: 'cardOrders/addAfter' as const,
      params: { targetId: null, cardIds: [cardId], context: 'milestone', label },
    },
  ];
  await performActions(page, [...place(first, 'Posters'), ...place(second, 'Booth')]);
  const labels = async () => {
    const { cardOrder } = await queryRows(page, {
      [`milestone("${id}")`]: [{ cards: [{ 'cardOrders({"context":"milestone"})': ['cardId', 'label'] }] }],
    });
    const rows = Object.values(cardOrder ?? {});
    return [first, second].map((cardId) => rows.find((row) => row.cardId === cardId)?.label);
  };
  await openRoute(page, `#/milestone/${id}`);
  await page.getByRole('button', { name: 'More about this milestone' }).click();
  await page.getByRole('menuitem', { name: /^Edit/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit milestone' });
  await edit.getByRole('textbox', { name: 'Zone 2' }).fill('Print');
  await edit.getByRole('button', { name: 'Remove zone Booth' }).click();
  await expect(edit.getByRole('status')).toContainText('“Posters” is renamed. Its card goes along.');
  await expect(edit.getByRole('status')).toContainText('“Booth” is removed. Its card goes into no zone.');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).not.toBeAttached();
  await expect.poll(async () => (await milestoneRow(id))?.manualOrderLabels).toEqual([null, 'Print']);
  expect(await labels()).toEqual(['Print', null]);
  // One undo must revert both the new name of a zone and the removal of the other zone.
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(labels).toEqual(['Posters', 'Booth']);
});

// The dialog must send only fields that the person has changed. Otherwise it overwrites what others change meanwhile.
test('the dialog of a milestone keeps what others change while it is open', async () => {
  const id = await idOf('milestone', 'milestones', 'Act one complete');
  const before = await milestoneRow(id);
  await openRoute(page, `#/milestone/${id}`);
  await page.getByRole('button', { name: 'More about this milestone' }).click();
  await page.getByRole('menuitem', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit milestone' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('With the storm');
  await dialog.getByRole('button', { name: 'Add zone' }).click();
  await page.keyboard.type('Calm');
  const theirs = { name: 'Act one', handSyncEnabled: true, manualOrderLabels: [null, 'Storm'] };
  await performActions(page, [{ action: 'milestones/update', params: { id, ...theirs } }]);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Act one', exact: true, includeHidden: true }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).not.toBeAttached();
  await expect
    .poll(() => milestoneRow(id))
    .toEqual({
      ...before,
      name: 'Act one',
      handSyncEnabled: true,
      manualOrderLabels: [null, 'Calm', 'Storm'],
      description: 'With the storm',
    });
  const { name, handSyncEnabled, description, manualOrderLabels } = before as {
    name: string;
    handSyncEnabled: boolean;
    description: null;
    manualOrderLabels: [];
  };
  const steps = [
    { action: 'milestones/update' as const, params: { id, name, handSyncEnabled, description, manualOrderLabels } },
  ];
  await performActions(page, steps);
});

test('the burn-up of a milestone has a forecast from the pace of its people', async () => {
  const id = await idOf('milestone', 'milestones', 'Act one complete');
  await openRoute(page, `#/milestone/${id}`);
  await page.getByRole('button', { name: /^Burn-up of Act one complete/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Burn-up of Act one complete' });
  await expect(dialog.getByRole('application')).toBeVisible();
  await expect(dialog.getByText('the fastest pace per workday of its people in the last 3 runs')).toBeVisible();
  await page.keyboard.press('Escape');
});

const personId = async (name: string) => {
  const { user } = await queryRows(page, { _root: [{ account: [{ cards: [{ assignee: ['name'] }] }] }] });
  return Object.entries(user ?? {}).find(([, row]) => row.name === name)?.[0] ?? '';
};

test('a person’s page shows their Hand, run, bookmarks, threads and finished cards', async () => {
  const id = await personId('tomasz');
  // Open a person's page from the team view, then another person's page from the sidebar.
  await openRoute(page, '#/team');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dev Okafor/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dev Okafor' })).toBeVisible();
  await page
    .getByRole('link', { name: /Tomasz Wilk/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tomasz Wilk' })).toBeVisible();
  const { queueEntry, card } = await queryRows(page, {
    _root: [
      {
        account: [
          { [`queueEntries({"userId":"${id}","cardDoneAt":null})`]: ['cardId'] },
          {
            [`cards({"assigneeId":"${id}","status":{"op":"neq","value":"done"},"visibility":"default"})`]: ['sprintId'],
          },
        ],
      },
    ],
  });
  const hand = page.getByRole('list', { name: 'Hand', exact: true });
  await expect(hand.locator('[data-card-id]')).toHaveCount(Object.keys(queueEntry ?? {}).length);
  // The page must show each card in only one list. The arrow keys move from list to list and find a card by its id, so
  // no id may occur twice.
  const main = page.locator('[data-card-list^="person-overview"]');
  const ids = await main.locator('[data-card-id]').evaluateAll((all) => all.map((one) => one.dataset.cardId));
  expect(new Set(ids).size).toBe(ids.length);
  await expect(main.getByRole('region', { name: /^Run 6/ })).toContainText('also in the Hand');
  await expect(main.getByRole('meter', { name: /^Planned work of Tomasz Wilk in Run 6/ })).toBeVisible();
  expect(Object.keys(card ?? {}).length).toBeGreaterThan(0);
  const waiting = main.getByRole('list', { name: 'Waiting for Tomasz Wilk' });
  await expect(waiting.getByRole('listitem').first()).toContainText('on their card');

  await hand.locator('[data-card-id]').first().focus();
  await page.keyboard.press('ArrowRight');
  const next = main
    .getByRole('region', { name: /^Run 6/ })
    .locator('[data-card-id]')
    .first();
  await expect(next).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByText(/^Bookmarked/).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await waiting.getByRole('button').first().click();
  await expect(page.getByRole('region', { name: /^Card: / })).toBeVisible();
  // The name of a comment's author must be a link to the author's page.
  const author = page
    .getByRole('region', { name: /^Card: / })
    .locator('a[href^="#/person/"]')
    .first();
  const name = await author.innerText();
  await author.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the page of a person', 'main');
});

test('all cards of a person are a board, which My cards opens', async () => {
  await openRoute(page, '#/hand');
  await page.keyboard.press('Alt+6');
  await expect(page.getByRole('heading', { level: 1, name: 'Mara Lindqvist' })).toBeVisible();
  await expect(page.locator('main [data-card-list^="person:"] [data-card-id]').first()).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: /^Open threads/ })).toContainText('Waiting for you');
});

test('the page of a person without any cards says what is empty', async () => {
  await openRoute(page, '#/person/00000000-0000-4000-8000-000000000000');
  const main = page.locator('main');
  await expect(main.getByText('No bookmarks.')).toBeVisible();
  await expect(main.getByText('The Hand is empty.')).toBeVisible();
  await expect(main.getByText('No open threads.')).toBeVisible();
});

/** The pages of a milestone and of a person on the demo workspace. */
import { expect, type Page, test } from '@playwright/test';
import { accessibleInBothThemes, ask, focusedCard, go, oneApp, question } from '../../support/window.ts';

const app = oneApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const idOf = async (model: string, relation: string, name: string) => {
  const rows = await ask(page, { _root: [{ account: [{ [relation]: ['name'] }] }] });
  return Object.entries(rows[model] ?? {}).find(([, row]) => row.name === name)?.[0] ?? '';
};
const milestoneRow = async (id: string) => {
  const fields = ['date', 'startDate', 'name', 'userCapacities', 'handSyncEnabled', 'isGlobal'];
  return (await ask(page, { [`milestone("${id}")`]: fields })).milestone?.[id];
};

test('a milestone shows its risk and what blocks it, and its cards take keys', async () => {
  const id = await idOf('milestone', 'milestones', 'Act one complete');
  await go(page, `#/milestone/${id}`);
  await page.getByRole('link', { name: /cards block it/ }).click();
  await expect(page.getByRole('navigation', { name: 'Parts of the milestone' }).getByText('Overview')).toHaveAttribute(
    'aria-current',
    'page',
  );
  const blocked = page.getByRole('list', { name: 'Blocked', exact: true });
  await expect(blocked.locator('[data-card-id]').first()).toBeVisible();
  // What is left is the effort of its open cards.
  const { card } = await ask(page, { [`milestone("${id}")`]: [{ cards: ['effort', 'status', 'derivedStatus'] }] });
  const left = Object.values(card ?? {}).reduce(
    (sum, row) => sum + (row.status === 'done' || row.derivedStatus === 'doc' ? 0 : Number(row.effort ?? 1)),
    0,
  );
  await expect(page.getByText(/effort is left/)).toContainText(`${left} effort is left`);
  await expect(page.getByText(/effort is left/)).toContainText(/× \d+ workdays after today = /);

  await blocked.locator('[data-card-id]').first().focus();
  await page.keyboard.press('ArrowDown');
  const second = await blocked.locator('[data-card-id]').nth(1).getAttribute('data-card-id');
  expect(await focusedCard(page)).toBe(second);
  await page.getByRole('button', { name: 'Carry poses for four sizes of things' }).first().click();
  await expect(page.getByRole('region', { name: /^Card: Carry poses/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await accessibleInBothThemes(page, 'the overview of a milestone', 'main');
});

test('fields and capacities of a milestone are changed in place, and undo brings them back', async () => {
  const id = await idOf('milestone', 'milestones', 'Act one complete');
  await go(page, `#/milestone/${id}?part=overview`);
  const before = await milestoneRow(id);
  await page.getByRole('button', { name: /^Capacity of Tomasz Wilk/ }).click();
  await page.getByRole('textbox', { name: 'Capacity in effort' }).fill('12');
  await page.keyboard.press('Enter');
  const meter = page.getByRole('meter', { name: 'Planned work of Tomasz Wilk in Act one complete' });
  await expect(meter).toHaveAttribute('aria-valuetext', /of 12, \d+ over/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Act one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Act one', exact: true })).toBeVisible();
  // The confirmation names the people whose Hands grow.
  await page.getByRole('switch', { name: /Hands of their owners/ }).click();
  await expect(question(page)).toContainText('Hand');
  await question(page).getByRole('button', { name: 'Change milestone' }).click();
  await expect.poll(async () => (await milestoneRow(id))?.handSyncEnabled).toBe(true);
  await page.getByRole('button', { name: 'Add zone…' }).click();
  await page.keyboard.type('Polish');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Zones' })).toContainText('Polish');
  await page.getByRole('heading', { level: 1 }).click();
  for (let change = 0; change < 4; change++) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => milestoneRow(id)).toEqual(before);
});

test('the burn-up of a milestone has a forecast from the pace of its people', async () => {
  const id = await idOf('milestone', 'milestones', 'Act one complete');
  await go(page, `#/milestone/${id}`);
  await page.getByRole('button', { name: /^Burn-up of Act one complete/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Burn-up of Act one complete' });
  await expect(dialog.getByRole('application')).toBeVisible();
  await expect(dialog.getByText('the fastest pace per workday of its people in the last 3 runs')).toBeVisible();
  await page.keyboard.press('Escape');
});

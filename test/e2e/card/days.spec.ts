/**
 * Tests of date fields: dates are typed as text or chosen by keys in a calendar, for one card or several. Also tests
 * that views update texts that depend on the current time, such as ages.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { addDays } from '../../../shared/domain/calendar.ts';
import {
  cardOn,
  expectAccessibleInBothThemes,
  findDeckWithZones,
  openRoute,
  performActions,
  queryCardFields,
  selectionToolbar,
  setUpSharedApp,
  showDeck,
  storeViewState,
  withApp,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

/** Returns the current day by the page's clock and time zone. */
const todayOf = (): Promise<string> =>
  page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  });
const dueOf = async (...ids: string[]): Promise<unknown[]> => (await queryCardFields(page, ids, 'dueDate')).flat();
const dateField = (within: Page | Locator, name: string): Locator => within.getByRole('textbox', { name, exact: true });
const calendar = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const focusedDay = (): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement).dataset.day ?? '');

/** Opens a card without a due date. Returns its id. */
async function openUndatedCard(): Promise<string> {
  const deck = await findDeckWithZones(page);
  await showDeck(page, deck, { by: 'zone' });
  const ids = await page
    .locator('main [data-card-id]')
    .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.cardId ?? ''));
  const days = await dueOf(...ids);
  const id = ids.find((_, index) => days[index] === null) ?? '';
  await openRoute(page, `#/deck/${deck.id}?card=${id}`);
  await expect(dateField(page, 'Due date')).toBeVisible();
  return id;
}

test('a due date is typed, corrected, chosen by keys and removed', async () => {
  const id = await openUndatedCard();
  const today = await todayOf();
  const due = dateField(page, 'Due date');

  // While the user types, the calendar must mark the date that the typed text means. Escape must revert the text and
  // leave the card open.
  await due.click();
  await page.keyboard.type('+3d');
  await expect(calendar('Due date').getByRole('button', { pressed: true })).toHaveAttribute(
    'data-day',
    addDays(today, 3),
  );
  await page.keyboard.press('Escape');
  await expect(calendar('Due date')).not.toBeAttached();
  await expect(due).toHaveValue('');
  expect(await dueOf(id)).toEqual([null]);

  await due.fill('in 2 weeks');
  await page.keyboard.press('Enter');
  await expect.poll(() => dueOf(id)).toEqual([addDays(today, 14)]);
  await expect(due).toBeFocused();

  // Text that is not a date shows an error and changes nothing.
  await due.fill('soonish');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“soonish” is no day.')).toBeVisible();
  await expect(due).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByText('“soonish” is no day.')).toBeHidden();
  expect(await dueOf(id)).toEqual([addDays(today, 14)]);

  // ArrowDown moves the focus from the field to its date in the calendar, where arrow keys move between days.
  await page.keyboard.press('ArrowDown');
  await expect.poll(focusedDay).toBe(addDays(today, 14));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focusedDay).toBe(addDays(today, 20));
  await page.keyboard.press('PageDown');
  await expect.poll(focusedDay).not.toBe(addDays(today, 20));
  await page.keyboard.press('PageUp');
  await expect.poll(async () => (await focusedDay()).slice(0, 7)).toBe(addDays(today, 20).slice(0, 7));
  await page.keyboard.press('Home');
  const monday = await focusedDay();
  expect(new Date(`${monday}T12:00:00Z`).getUTCDay()).toBe(1);
  await expectAccessibleInBothThemes(page, 'a calendar');
  await page.keyboard.press('Enter');
  await expect.poll(() => dueOf(id)).toEqual([monday]);
  await expect(due).toBeFocused();

  await due.fill('');
  await page.keyboard.press('Enter');
  await expect.poll(() => dueOf(id)).toEqual([null]);
});

test('several cards get a day from the calendar or a typed one', async () => {
  const deck = await findDeckWithZones(page);
  await showDeck(page, deck, { by: 'zone' });
  const cards = page.locator('main [data-card-id]');
  const ids = await cards.evaluateAll((all) =>
    all.slice(0, 2).map((card) => (card as HTMLElement).dataset.cardId ?? ''),
  );
  const today = await todayOf();
  await cardOn(page, ids[0] ?? '').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selectionToolbar(page)).toContainText('2 selected');
  await page.keyboard.press('Shift+D');
  const dialog = page.getByRole('dialog', { name: /^Due date of/ });
  await dialog.getByRole('combobox').fill('+10d');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => dueOf(...ids)).toEqual([addDays(today, 10), addDays(today, 10)]);

  await page.keyboard.press('Shift+D');
  const other = addDays(today, 11);
  await dialog.locator(`[data-day="${other}"]`).click();
  await expect.poll(() => dueOf(...ids)).toEqual([other, other]);
});

test('days before the earliest allowed one are refused', async () => {
  await openRoute(page, '#/settings');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  const until = dateField(page, 'Valid until');
  await until.fill('yesterday');
  await page.keyboard.press('Tab');
  await expect(page.getByText(/^Not before/)).toBeVisible();
  await expect(until).toHaveValue('');
  await until.focus();
  await page.keyboard.press('ArrowDown');
  const today = await todayOf();
  const past = calendar('Valid until').locator(`[data-day="${addDays(today, -1)}"]`);
  await expect(past).toHaveAttribute('aria-disabled', 'true');
  await past.click({ force: true });
  await expect(calendar('Valid until')).toBeVisible();
  await calendar('Valid until').getByRole('button', { name: 'Today' }).click();
  await expect(calendar('Valid until')).not.toBeAttached();
  await expect(until).not.toHaveValue('');
});

// Relative times, such as "2 min", must be updated while the window is visible, and not while it is hidden.
test('relative times update every minute, of changed and unchanged rows', async () => {
  await withApp(async (own) => {
    // Use a time zone in which it is about noon now, so that no midnight comes during the test. At midnight all rows
    // render again, even in a hidden window.
    const hoursAfterNoon = new Date().getUTCHours() - 12;
    const timezoneId = `Etc/GMT${hoursAfterNoon < 0 ? '' : '+'}${hoursAfterNoon}`;
    const cdp = await own.context().newCDPSession(own);
    await cdp.send('Emulation.setTimezoneOverride', { timezoneId });
    const deck = await findDeckWithZones(own);
    await showDeck(own, deck, { layout: 'table', table: { columns: ['updated'], sort: null } });
    const [id = ''] = await own
      .locator('main [data-card-id]')
      .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.cardId ?? ''));
    await performActions(own, [{ action: 'cards/update', params: { id, effort: 77 } }]);
    const age = cardOn(own, id).getByRole('gridcell').last();
    await expect(age).toHaveText('just now');
    await own.clock.install({ time: await own.evaluate(() => Date.now()) });
    // Tell the page that it becomes visible. It then sets its timer again, by the clock that the test controls.
    await own.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await own.clock.fastForward('02:00');
    await expect(age).toHaveText(/^[12] min/);
    // A hidden window updates only when it becomes visible again.
    const hide = (hidden: boolean) =>
      own.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    await own.clock.fastForward('10:00');
    await expect(age).toHaveText(/^[12] min/);
    await hide(false);
    await expect(age).toHaveText(/^1[123] min/);
  });
});

// Views must not read the date only when they render. Otherwise a window that stays open overnight shows old dates.
test('dates relative to today update at midnight, and after a sleep over midnight', async () => {
  await withApp(async (own) => {
    await storeViewState(own, 'milestones:layout', 'list');
    await openRoute(own, '#/milestones');
    const away = own.locator('main li a small', { hasText: /^in \d+ days$/ }).first();
    const days = async () => Number(/\d+/.exec(await away.innerText())?.[0]);
    await own.clock.install({ time: await own.evaluate(() => Date.now()) });
    // Tell the page that the user returns to the window. It then reads the date and sets its timers, by the clock that
    // the test controls.
    const back = () => own.evaluate(() => void dispatchEvent(new Event('focus')));
    const night = new Date(await own.evaluate(() => new Date().setHours(23, 59, 30, 0)));
    await own.clock.setSystemTime(night);
    await back();
    const before = await days();
    await own.clock.fastForward('01:00');
    await expect.poll(days).toBe(before - 1);
    const later = new Date(night);
    later.setDate(night.getDate() + 2);
    await own.clock.setSystemTime(later);
    await back();
    await expect.poll(days).toBe(before - 2);
  });
});

/**
 * Tests of animations: they are short, do not block input, and respect reduced motion. Also tests that nothing on a
 * board shifts while the board opens.
 */
import { expect, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { cardIdsIn, deckNamed, focusedCardId, openRoute, queryRows } from '../../support/window.ts';

interface Departure {
  readonly duration: number;
  readonly pointer: string;
  readonly hidden: string | null;
}

/** Starts to record the elements that show how a finished card moves to the done pile. */
const recordDepartures = (page: Page) =>
  page.evaluate(() => {
    const seen: Departure[] = [];
    (window as unknown as { departures: Departure[] }).departures = seen;
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement && 'departing' in node.dataset)
          seen.push({
            duration: Number(node.getAnimations()[0]?.effect?.getComputedTiming().duration ?? 0),
            pointer: getComputedStyle(node).pointerEvents,
            hidden: node.getAttribute('aria-hidden'),
          });
    }).observe(document.body, { childList: true });
  });
const departureCount = (page: Page) =>
  page.evaluate(() => (window as unknown as { departures: Departure[] }).departures.length);

let launched: LaunchedApp;
let page: Page;
const hand = () => page.getByRole('list', { name: 'In hand' }).locator('[data-card-id]');
const pile = () => page.getByRole('region', { name: 'Done pile' }).getByRole('listitem');

test.beforeAll(async () => {
  launched = await launchApp({ args: ['--route=/inbox'] });
  page = launched.page;
});
test.afterAll(async () => {
  await launched.close();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

/**
 * Makes popups fade slowly, so that a menu is still fading out when the next keys are pressed, even on a busy machine.
 */
const slowDownFading = async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => document.documentElement.style.setProperty('--fast', '0.4s'));
};
const restoreFading = () => page.evaluate(() => document.documentElement.style.removeProperty('--fast'));

// This test must run first, while no code of boards is loaded yet. It fails if the board reserves no space for the
// run's progress, or if columns show "No cards" before their cards are loaded.
test("a run's board does not shift while its cards and progress load, and shows no empty state meanwhile", async () => {
  await page.locator('[data-thread-id]').first().waitFor();
  const { sprint } = await queryRows(page, { _root: [{ account: [{ sprints: ['startDate', 'completedAt'] }] }] });
  const runs = Object.values(sprint ?? {}).sort((a, b) => (String(a.startDate) < String(b.startDate) ? -1 : 1));
  for (const run of [runs.find(({ completedAt }) => completedAt === null), runs.at(-1)]) {
    await openRoute(page, '#/inbox');
    await page.locator('[data-thread-id]').first().waitFor();
    const frames = await page.evaluate(
      (route) =>
        new Promise<{ top: number; claims: number }[]>((done) => {
          const seen: { top: number; claims: number }[] = [];
          const look = () => {
            const board = document.querySelector<HTMLElement>('main [data-card-list^="run:"]');
            if (board) {
              const nothing = [...board.querySelectorAll('p')].filter((text) => text.innerText === 'No cards');
              const shown = nothing.filter((text) => getComputedStyle(text).visibility === 'visible');
              seen.push({ top: board.getBoundingClientRect().top, claims: board.ariaBusy ? shown.length : 0 });
            }
            if (board?.querySelector('[data-card-id]') && seen.length > 30) done(seen);
            else requestAnimationFrame(look);
          };
          location.hash = route;
          look();
        }),
      `#/run/${String(run?.id)}`,
    );
    expect(new Set(frames.map(({ top }) => top)).size).toBe(1);
    expect(frames.filter(({ claims }) => claims > 0)).toEqual([]);
    await expect(page.getByText(/cards done$|No cards yet/)).toBeVisible();
  }
});

// While a menu fades out, the app must hold back pressed keys (`bufferKeysOfClosingPopups`). Otherwise the menu takes
// them.
test('keys pressed while a menu fades out reach the menu’s card', async () => {
  await openRoute(page, '#/hand');
  const cards = hand();
  await cards.nth(2).waitFor();
  const ids = await cards.evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.cardId));
  await slowDownFading();
  await cards.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /ookmark/ }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(cards.nth(2)).toBeFocused();
  expect(await focusedCardId(page)).toBe(ids[2]);
  await restoreFading();
});

// While a submenu and its menu fade out, the app must hold back pressed keys until both are gone. If the app passed the
// keys on when only the submenu is gone, the menu would take them.
test('a key pressed while a submenu and its menu fade out takes effect', async () => {
  await openRoute(page, '#/hand');
  await hand().nth(1).waitFor();
  const ids = await cardIdsIn(page.getByRole('list', { name: 'In hand' }));
  await hand().first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Change place' }).press('ArrowRight');
  await slowDownFading();
  // Make the menu fade out more slowly than its submenu.
  const menu = page.getByRole('menu').first();
  await menu.evaluate((element) => element.style.setProperty('--fast', '0.8s'));
  await page.getByRole('menuitem', { name: /^Move cards? down/ }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Undid: Reorder the Hand')).toBeVisible();
  await expect.poll(() => cardIdsIn(page.getByRole('list', { name: 'In hand' }))).toEqual(ids);
  await restoreFading();
});

// C opens a field that gets the focus only in the next event-loop task of the page. So the app must not replay all
// buffered keys in one task: the letters of the title would not reach the field.
test('C and a title typed while a menu fades out create a card', async () => {
  await openRoute(page, `#/deck/${(await deckNamed(page, 'Sound')).id}`);
  const cards = page.locator('main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]');
  await cards.first().waitFor();
  await slowDownFading();
  await cards.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /ookmark/ }).click();
  await page.keyboard.press('c');
  await page.keyboard.type('Wax for the oars');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(cards.filter({ hasText: 'Wax for the oars' })).toHaveCount(1);
  await restoreFading();
});

test.describe('a finished card', () => {
  test.beforeEach(async () => {
    await openRoute(page, '#/hand');
    // Wait until the Hand and the done pile show their cards.
    await hand().first().waitFor();
    await pile().first().waitFor();
  });

  test('leaves for the done pile within 200 ms, and the next key works meanwhile', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await recordDepartures(page);
    const [inHand, inPile] = [await hand().count(), await pile().count()];
    await hand().first().focus();
    // Finish a second card while the first is still moving.
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await expect(hand()).toHaveCount(inHand - 2);
    await expect(pile()).toHaveCount(inPile + 2);
    await expect.poll(() => departureCount(page)).toBeGreaterThan(0);
    const seen = await page.evaluate(() => (window as unknown as { departures: Departure[] }).departures);
    for (const { duration, pointer, hidden } of seen) {
      expect(duration).toBeGreaterThan(0);
      expect(duration).toBeLessThanOrEqual(200);
      expect(pointer).toBe('none');
      expect(hidden).toBe('true');
    }
    await expect(page.locator('[data-departing]')).toHaveCount(0);
    await expect(pile().first().locator('[data-card-id]')).toBeVisible();
  });

  test('moves without animation with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await recordDepartures(page);
    const inPile = await pile().count();
    // Finish the second card, because the first is in review and needs a confirmation.
    await hand().nth(1).focus();
    await page.keyboard.press('d');
    await expect(pile()).toHaveCount(inPile + 1);
    expect(await departureCount(page)).toBe(0);
  });
});

test('a key pressed after the focus has left a closing popup comes after the keys pressed in it', async () => {
  await page.evaluate(() => {
    const [closing, field] = [document.createElement('input'), document.createElement('input')];
    closing.dataset.endingStyle = '';
    field.ariaLabel = 'Next field';
    document.body.append(closing, field);
    closing.focus();
    // Hold the frame in which the app notices that the popup is closed.
    const request = window.requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    field.addEventListener('release', () => {
      window.requestAnimationFrame = request;
      for (const callback of held) request(callback);
      closing.remove();
    });
  });
  const field = page.getByRole('textbox', { name: 'Next field' });
  await page.keyboard.press('a');
  await field.focus();
  await page.keyboard.press('b');
  await field.dispatchEvent('release');
  await expect(field).toHaveValue('ab');
  await field.evaluate((element) => element.remove());
});

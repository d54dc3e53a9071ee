/**
 * Tests that texts on cards and in the sidebar stay inside their elements, and that only texts that are too long for
 * their space are cut.
 */
import { expect, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { waitForMountedCards } from '../../support/window.ts';

let launched: LaunchedApp;
let page: Page;
test.beforeAll(async () => {
  launched = await launchApp();
  page = launched.page;
  await page.locator('main [data-card-id]').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
});
test.afterAll(async () => {
  await launched.close();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

interface TextCheck {
  readonly elements: number;
  /** Elements whose text is visible outside the element, because it is neither cut nor scrolled. */
  readonly overflowing: string[];
  /** Texts that are cut and end with an ellipsis. */
  readonly cut: string[];
}

/** Checks all visible elements inside the elements that match `selector`. */
const textsWithin = (selector: string): Promise<TextCheck> =>
  page.evaluate((within) => {
    const found = { elements: 0, overflowing: [] as string[], cut: [] as string[] };
    for (const element of document.querySelectorAll<HTMLElement>(`${within} *`)) {
      if (!element.checkVisibility()) continue;
      found.elements++;
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      if (display === 'inline' || element.scrollWidth <= element.clientWidth) continue;
      if (overflowX === 'visible') found.overflowing.push(`${element.className}: ${element.textContent}`);
      else if (textOverflow === 'ellipsis') found.cut.push(element.textContent);
    }
    return found;
  }, selector);

test('texts fit into cards', async () => {
  const places = page.getByRole('navigation', { name: 'Workspace' });
  for (const place of ['Hand', 'Tide System', 'Bugs']) {
    await places.getByRole('link', { name: place }).first().click();
    await page.locator('main h1').filter({ hasText: place }).waitFor();
    await page.locator('main [data-card-id]').first().waitFor();
    await waitForMountedCards(page);
    const { elements, overflowing } = await textsWithin('main [data-card-id] > *');
    expect(elements, place).toBeGreaterThan(50);
    expect(overflowing, place).toEqual([]);
  }
});

test('names in the sidebar are cut only if they have no space', async () => {
  const { elements, overflowing, cut } = await textsWithin('nav :is(a, section button)');
  expect(elements).toBeGreaterThan(40);
  expect(overflowing).toEqual([]);
  // The demo has one run in the sidebar. Its label is wider than its row and may be cut.
  expect(cut).toEqual([expect.stringMatching(/^Run \d+ · week \d+$/)]);
});

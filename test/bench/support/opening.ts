/** Opens views by their route, and measures how long that takes by the page's clock. */
import type { Page } from '@playwright/test';
import { clearAnswerCache, type LargeAccountWindow, waitUntilResponsive } from './window.ts';

const rounds = 8;

/**
 * Resolves to the time in ms from the change of the route to the first frame with an element that matches `selector`.
 */
const timeToOpen = (page: Page, route: string, selector: string): Promise<number> =>
  page.evaluate(
    ({ hash, shown }) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.querySelector(shown)) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began), 0));
        });
        observer.observe(document.body, { subtree: true, childList: true });
        location.hash = hash;
      }),
    { hash: `#${route}`, shown: selector },
  );

/**
 * Opens a view from the inbox several times, each time with an empty cache of query answers. Returns the times in ms.
 */
export async function measureOpeningTimesMs(
  window: LargeAccountWindow,
  route: string,
  selector: string,
): Promise<number[]> {
  const { page } = window;
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await page.evaluate(() => {
      location.hash = '#/inbox';
    });
    await clearAnswerCache(window);
    await waitUntilResponsive(page);
    times.push(await timeToOpen(page, route, selector));
  }
  // Leave out the first sample: it takes longer, because its code is not compiled yet.
  return times.slice(1);
}

/**
 * What is painted by itself: each such piece costs every frame in which a card comes on screen. Cards and rows of the sidebar
 * are none, and only what has no room for its text is cut.
 */
import { expect, type Page, test } from '@playwright/test';
import { mostWidth } from '../../renderer/ui/text-width.ts';
import { type Launched, launchApp } from '../support/launch.ts';
import { stands } from '../support/window.ts';

let launched: Launched;
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

interface Found {
  /** Elements with coordinates, a clip or an effect of their own; of those that cut text, which have room for much more. */
  readonly pieces: string[];
  /** Elements whose text hangs over. */
  readonly over: string[];
  readonly elements: number;
  /** Texts that may be cut. */
  readonly cut: string[];
}

/** Looks at all that is within the elements of a selector. */
const look = (within: string): Promise<Found> =>
  page.evaluate((selector) => {
    const found = { pieces: [] as string[], over: [] as string[], elements: 0, cut: [] as string[] };
    for (const element of document.querySelectorAll<HTMLElement>(`${selector} *`)) {
      if (!element.checkVisibility()) continue;
      found.elements++;
      const style = getComputedStyle(element);
      const name = `${element.tagName} ${element.getAttribute('class') ?? ''}: ${element.textContent}`;
      const { scrollWidth, clientWidth } = element;
      if (
        element.tagName === 'svg' ||
        style.transform !== 'none' ||
        style.clipPath !== 'none' ||
        style.opacity !== '1' ||
        style.willChange !== 'auto' ||
        style.contain !== 'none'
      )
        found.pieces.push(name);
      else if (style.overflowX !== 'visible') {
        found.cut.push(element.textContent);
        const text = document.createRange();
        text.selectNodeContents(element);
        if (text.getBoundingClientRect().width < 0.85 * clientWidth) found.pieces.push(name);
      } else if (style.display !== 'inline' && scrollWidth > clientWidth) found.over.push(name);
    }
    return found;
  }, within);

// Breaks when a card gets an icon, a shape that is turned or clipped, or text that is cut whether or not it has room.
test('nothing on a card is a piece of its own', async () => {
  const places = page.getByRole('navigation', { name: 'Workspace' });
  for (const place of ['Hand', 'Tide System', 'Bugs']) {
    await places.getByRole('link', { name: place }).first().click();
    await page.locator('main h1').filter({ hasText: place }).waitFor();
    await page.locator('main [data-card-id]').first().waitFor();
    await stands(page);
    const { pieces, over, elements } = await look('main [data-card-id] > *');
    expect(elements, place).toBeGreaterThan(50);
    expect(pieces, place).toEqual([]);
    expect(over, place).toEqual([]);
  }
});

// Breaks when a deck's sign is turned or clipped, names are cut whether or not they have room, or one that has none hangs over.
test('nothing in a deck’s row is a piece of its own', async () => {
  const { pieces, over, elements } = await look('nav [data-deck-id]');
  expect(elements).toBeGreaterThan(30);
  expect(pieces).toEqual([]);
  expect(over).toEqual([]);
});

// Breaks when a section's head gets an icon of elements: there is one per project.
test('nothing in a section’s name is a piece of its own', async () => {
  const { pieces, over, elements } = await look('nav section button[aria-expanded]:first-child');
  expect(elements).toBeGreaterThan(6);
  expect(pieces).toEqual([]);
  expect(over).toEqual([]);
});

// Breaks when the sidebar gets wider or narrower, or its type larger, without row-room.ts.
test('names in the sidebar are cut where they have no room, and only there', async () => {
  const { over, cut } = await look('nav :is(a, section button)');
  expect(over).toEqual([]);
  // The demo's one run says more than there is room for.
  expect(cut).toEqual([expect.stringMatching(/^Run \d+ · week \d+$/)]);
});

// Breaks when the font changes and text-width.ts does not.
test('no character is wider than it is taken for', async () => {
  const characters = [
    ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
    ...'ÄéçñÅßðøþæœØÆŒ–—…·‘’“”„«»×€£§°←→🌊',
  ];
  const measured = await page.evaluate((all) => {
    const line = document.createElement('div');
    line.style.cssText = 'position:absolute;white-space:pre';
    document.body.append(line);
    const widths = all.map((character) => {
      let most = 0;
      for (const variant of ['normal', 'tabular-nums'])
        for (const weight of ['400', '500', '600'])
          for (const size of [11, 12, 13]) {
            Object.assign(line.style, { fontVariantNumeric: variant, fontWeight: weight, fontSize: `${size}px` });
            line.textContent = character.repeat(20);
            most = Math.max(most, line.getBoundingClientRect().width / 20 / size);
          }
      return most;
    });
    line.remove();
    return widths;
  }, characters);
  const wrong = characters.flatMap((character, index) => {
    const taken = mostWidth(character, 1);
    const real = measured[index] ?? 0;
    return real > taken || real < taken - 0.2 ? [{ character, real, taken }] : [];
  });
  expect(wrong).toEqual([]);
  expect(mostWidth('漢', 13)).toBe(Number.POSITIVE_INFINITY);
});

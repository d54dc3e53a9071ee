import { statsOf } from '../support/measure.ts';
import type { BenchRow } from '../support/row.ts';
import { closeLargeAccountWindow, largeAccountWindow, showDeck, waitUntilResponsive } from '../support/window.ts';

/** A card's title, a deck, a command with a typing error, a synonym. */
const texts = ['fix login', 'card 99', 'milstones', 'estimate'];

/** Measures the time from a key in the palette to the frame that shows all that matches the text. */
export const { name, budget, run, end }: BenchRow = {
  name: 'palette',
  budget: { p95: 50 },
  end: closeLargeAccountWindow,
  async run() {
    const opened = await largeAccountWindow();
    const { page } = opened;
    await showDeck(opened, opened.decks.d5000);
    await waitUntilResponsive(page);
    await page.evaluate(() => {
      const measured = globalThis as unknown as { keyToPaintMs: number[] };
      measured.keyToPaintMs = [];
      addEventListener(
        'input',
        ({ timeStamp, target }) => {
          if (!(target instanceof HTMLInputElement) || target.role !== 'combobox') return;
          const look = () => {
            const isBusy = document.querySelector('[role="dialog"] [role="listbox"]')?.ariaBusy !== 'false';
            if (isBusy) requestAnimationFrame(look);
            else setTimeout(() => measured.keyToPaintMs.push(performance.now() - timeStamp));
          };
          requestAnimationFrame(look);
        },
        { capture: true },
      );
    });
    const measure = async () => {
      for (const text of texts) {
        await page.keyboard.press('ControlOrMeta+k');
        await page.getByRole('combobox', { name: 'Find and run' }).waitFor();
        for (const letter of text) {
          await page.keyboard.insertText(letter);
          await page.waitForTimeout(120);
        }
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      return page.evaluate(() => (globalThis as unknown as { keyToPaintMs: number[] }).keyToPaintMs.splice(0));
    };
    // The first round loads the palette's code.
    await measure();
    const times = [...(await measure()), ...(await measure())];
    return { ...statsOf(times), note: 'from a letter to the painted matches, a workspace of 100,000 cards' };
  },
};

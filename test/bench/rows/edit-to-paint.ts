import { statsOf } from '../support/measure.ts';
import type { BenchRow } from '../support/row.ts';
import { closeLargeAccountWindow, largeAccountWindow, showDeck, waitUntilResponsive } from '../support/window.ts';

/** Measures the time from an action that changes a card's effort to the frame that shows the new effort. */
export const { name, budget, run, end }: BenchRow = {
  name: 'edit-to-paint',
  budget: { p95: 50 },
  end: closeLargeAccountWindow,
  async run() {
    const opened = await largeAccountWindow();
    await showDeck(opened, opened.decks.d5000);
    // Wait until the deck is open, so that its opening is not measured here. The benchmark `board-open` measures it.
    await waitUntilResponsive(opened.page);
    const cardId = await opened.page
      .locator(`main [data-card-list="deck:${opened.decks.d5000}"] [data-card-id]`)
      .first()
      .getAttribute('data-card-id');
    const times = await opened.page.evaluate(
      async ({ id, rounds }) => {
        const face = () => document.querySelector<HTMLElement>(`[data-card-id="${id}"]`);
        const painted = () =>
          new Promise<number>((resolve) =>
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0)),
          );
        const taken: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const before = face()?.innerHTML;
          const began = performance.now();
          void window.decktop.call('data/act', {
            label: 'Measure',
            steps: [{ action: 'cards/update', params: { id, effort: 100 + round } }],
          });
          await new Promise<void>((resolve) => {
            const observer = new MutationObserver(() => {
              if (face()?.innerHTML === before) return;
              observer.disconnect();
              resolve();
            });
            observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
          });
          taken.push((await painted()) - began);
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
        return taken;
      },
      { id: cardId, rounds: 60 },
    );
    return { ...statsOf(times), note: 'a card of a 5,000-card deck in a workspace of 100,000, real window' };
  },
};

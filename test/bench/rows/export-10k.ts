/**
 * Exports 10,000 cards with texts and comments as a web page, the slowest format: from the press of the button until
 * the file is in its place.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchApp } from '../../support/launch.ts';
import { startLargeServiceProcess } from '../../support/service-process.ts';
import { waitForFirstSync } from '../support/app.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const cardCount = 10_000;
/** At most 6 ms per card. */
const maxMs = 60_000;
/** Longest time in ms for which the window reacts to nothing. */
const maxTaskMs = 400;

async function measure(): Promise<BenchResult> {
  const service = await startLargeServiceProcess(cardCount);
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  const filePath = path.join(folder, 'all.html');
  const { app, page, close } = await launchApp({
    args: [`--connect=${service.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  try {
    await waitForFirstSync(page);
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
    }, filePath);
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('export all cards');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    await dialog.getByRole('radio', { name: /^Web page/ }).check();
    await dialog.getByRole('button', { name: 'Save…' }).and(page.locator(':enabled')).waitFor();
    const { ms, longestTaskMs } = await page.evaluate(async () => {
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ entryTypes: ['longtask'] });
      const began = performance.now();
      [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
        .find(({ textContent }) => textContent === 'Save…')
        ?.click();
      while (document.querySelector('[role="dialog"]')) await new Promise((resolve) => setTimeout(resolve, 20));
      return { ms: performance.now() - began, longestTaskMs: longest };
    });
    const text = readFileSync(filePath, 'utf8');
    const exported = text.match(/<article /g)?.length ?? 0;
    if (exported < cardCount * 0.9) throw new Error(`The page has ${exported} of ${cardCount} cards`);
    return {
      median: ms,
      p95: ms,
      limits: [{ what: 'longest task in ms', value: longestTaskMs, max: maxTaskMs }],
      note: `${exported} cards, ${(text.length / 1e6).toFixed(1)} million characters`,
    };
  } finally {
    await close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const { name, budget, run }: BenchRow = { name: 'export-10k', budget: { p95: maxMs }, run: measure };

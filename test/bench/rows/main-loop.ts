/**
 * Measures how long the main process blocks its event loop during a first sync of 100,000 cards. Menus and all bridge
 * calls wait for this event loop. This benchmark returns the 99th percentile as `p95`.
 */
import type { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ElectronApplication } from '@playwright/test';
import { launchApp } from '../../support/launch.ts';
import { cardCountOf, waitForFirstSync } from '../support/app.ts';
import { cardCount } from '../support/large-account.ts';
import { startLargeService } from '../support/large-service.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

declare global {
  var benchDelay: ReturnType<typeof monitorEventLoopDelay> | undefined;
}

/**
 * Interval at which Node samples the delay of the event loop. Every recorded delay includes this interval, so
 * `readDelays` subtracts it.
 */
const resolutionMs = 1;

const startDelayHistogram = (app: ElectronApplication) =>
  app.evaluate((_electron, interval) => {
    const hooks = process.getBuiltinModule('node:perf_hooks');
    globalThis.benchDelay?.disable();
    globalThis.benchDelay = hooks.monitorEventLoopDelay({ resolution: interval });
    globalThis.benchDelay.enable();
  }, resolutionMs);

async function readDelays(app: ElectronApplication): Promise<{ median: number; p99: number; max: number }> {
  const [median = 0, p99 = 0, max = 0] = await app.evaluate(() => {
    const seen = globalThis.benchDelay;
    return seen ? [seen.percentile(50), seen.percentile(99), seen.max] : [];
  });
  const ms = (nanoseconds: number) => Math.max(nanoseconds / 1e6 - resolutionMs, 0);
  return { median: ms(median), p99: ms(p99), max: ms(max) };
}

async function measure(): Promise<BenchResult> {
  const service = await startLargeService();
  const { app, page, close } = await launchApp();
  try {
    await waitForFirstSync(page);
    await startDelayHistogram(app);
    await page.waitForTimeout(5_000);
    const idle = await readDelays(app);
    await startDelayHistogram(app);
    const began = performance.now();
    const connected = await page.evaluate(
      ({ baseUrl, token }) => window.decktop.call('workspace/connect', { baseUrl, token, userId: null }),
      { baseUrl: service.baseUrl, token: service.tokens.personal },
    );
    if (!connected.ok) throw new Error(connected.failure.message);
    await waitForFirstSync(page);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const busy = await readDelays(app);
    const cards = await cardCountOf(page);
    if (cards !== cardCount) throw new Error(`${cards} cards are there instead of ${cardCount}`);
    return {
      median: busy.median,
      p95: busy.p99,
      besides: [{ what: 'with nothing to do', median: idle.median, p95: idle.p99 }],
      note: `the p95 columns hold p99; longest ${busy.max.toFixed(1)} ms; first sync of 100,000 cards in ${seconds} s`,
    };
  } finally {
    await close();
    service.close();
  }
}

export const { name, budget, run }: BenchRow = { name: 'main-loop', budget: { p95: 8 }, run: measure };

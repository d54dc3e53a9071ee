/**
 * Measures the time from the start of the program to a painted Hand, for a synced workspace of 100,000 cards. Compares
 * it with the start of a small Electron app with an empty window. Both times include the time that Playwright needs to
 * attach.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type LaunchOptions, launchApp } from '../../support/launch.ts';
import { emptyAppFolder } from '../support/app.ts';
import { startLargeService } from '../support/large-service.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const rounds = 7;
const startTimeoutMs = 60_000;

/**
 * Starts the app. Returns the time in ms, by the system clock, until an element that matches `selector` is painted.
 * After that, `check` can examine the page.
 */
async function timeToPaint(
  selector: string,
  options: LaunchOptions,
  check?: (page: Page) => Promise<void>,
): Promise<number> {
  const began = Date.now();
  const { page, close } = await launchApp(options);
  try {
    const at = await page.evaluate(
      ({ wanted, timeoutMs }) =>
        new Promise<number>((resolve, reject) => {
          setTimeout(
            () => reject(new Error(`No ${wanted} within ${timeoutMs} ms: ${document.body.innerText}`)),
            timeoutMs,
          );
          const look = () => {
            if (!document.querySelector(wanted)) return void requestAnimationFrame(look);
            requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0));
          };
          look();
        }),
      { wanted: selector, timeoutMs: startTimeoutMs },
    );
    await check?.(page);
    return at - began;
  } finally {
    await close();
  }
}

/** Connects and syncs once, so that later starts open this workspace. Returns the number of cards in the Hand. */
async function syncWorkspace(
  userData: string,
  service: Awaited<ReturnType<typeof startLargeService>>,
): Promise<number> {
  const { page, close } = await launchApp({ userData });
  try {
    return await page.evaluate(
      async ({ baseUrl, token, timeoutMs }) => {
        const { decktop } = window;
        const connected = await decktop.call('workspace/connect', { baseUrl, token, userId: null });
        if (!connected.ok) throw new Error(connected.failure.message);
        const until = performance.now() + timeoutMs;
        for (;;) {
          const status = await decktop.call('sync/status', {});
          if (status.ok && status.value.phase === 'fresh') break;
          if (performance.now() > until) throw new Error(`The first sync does not end: ${JSON.stringify(status)}`);
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
        const key = `queueEntries(${JSON.stringify({ userId: connected.value.userId, cardDoneAt: null })})`;
        const found = await decktop.call('data/query', { query: { _root: [{ account: [{ [key]: ['cardId'] }] }] } });
        if (!found.ok) throw new Error(found.failure.message);
        return Object.keys((JSON.parse(found.value.text) as { queueEntry?: object }).queueEntry ?? {}).length;
      },
      { baseUrl: service.baseUrl, token: service.tokens.personal, timeoutMs: 300_000 },
    );
  } finally {
    await close();
  }
}

/**
 * Throws an error if the window shows another workspace instead of the synced one. The app also has a demo workspace,
 * which must not open here.
 */
async function checkWorkspace(page: Page): Promise<void> {
  const current = await page.evaluate(() => window.decktop.call('workspace/current', {}));
  if (!current.ok || current.value?.kind !== 'remote')
    throw new Error(`Another workspace was opened: ${JSON.stringify(current)}`);
}

async function measure(): Promise<BenchResult> {
  const userData = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  const service = await startLargeService();
  try {
    const handSize = await syncWorkspace(userData, service);
    if (handSize === 0) throw new Error('The Hand of the generated workspace is empty');
    const [ours, empty]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      empty.push(await timeToPaint('body', { app: emptyAppFolder }));
      ours.push(
        await timeToPaint('[data-card-id]', { userData, args: ['--route=/hand', '--size=1280x800'] }, checkWorkspace),
      );
    }
    return {
      ...statsOf(ours),
      baseline: { what: 'an empty window of the same shell', ...statsOf(empty) },
      note: `${handSize} cards in the Hand; least ${Math.min(...ours).toFixed(0)} ms against ${Math.min(...empty).toFixed(0)} ms`,
    };
  } finally {
    service.close();
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const { name, budget, run }: BenchRow = { name: 'start', budget: { ratio: 1.3 }, run: measure };

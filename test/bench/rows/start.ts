/**
 * From the start of the program to a Hand that can be worked with, out of a stored workspace of 100,000 cards and without
 * its service, against an empty window of the same shell.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchApp } from '../../support/launch.ts';
import { emptyApp, synced } from '../support/app.ts';
import { startLargeService } from '../support/large-service.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchRow, Measured } from '../support/row.ts';

const rounds = 5;

/** When an element stands and has been painted, milliseconds since 1970 by the page's clock. */
const stands = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(wanted)) return void requestAnimationFrame(look);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0));
        };
        look();
      }),
    selector,
  );

async function start(selector: string, options: Parameters<typeof launchApp>[0]): Promise<number> {
  const began = Date.now();
  const { page, close } = await launchApp(options);
  const at = await stands(page, selector);
  await close();
  return at - began;
}

async function measure(): Promise<Measured> {
  const userData = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  const service = await startLargeService();
  const first = await launchApp({
    userData,
    args: [`--connect=${service.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  await synced(first.page);
  const handSize = await first.page.evaluate(async () => {
    const current = await window.decktop.call('workspace/current', {});
    if (!current.ok) throw new Error(current.failure.message);
    await window.decktop.call('workspace/open', { id: current.value.id });
    const key = `queueEntries(${JSON.stringify({ userId: current.value.userId, cardDoneAt: null })})`;
    const found = await window.decktop.call('data/query', { query: { _root: [{ account: [{ [key]: ['cardId'] }] }] } });
    if (!found.ok) throw new Error(found.failure.message);
    return Object.keys((JSON.parse(found.value.text) as { queueEntry?: object }).queueEntry ?? {}).length;
  });
  await first.close();
  service.close();
  if (handSize === 0) throw new Error('The Hand of the generated workspace is empty');
  const [ours, empty]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await start('body', { app: emptyApp }));
    ours.push(await start('[data-card-id]', { userData, args: ['--route=/hand', '--size=1280x800'] }));
  }
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  return {
    ...statsOf(ours),
    baseline: { what: 'an empty window of the same shell', ...statsOf(empty) },
    note: `${handSize} cards in the Hand; both times include the test driver's own start`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'start', budget: { ratio: 1.3 }, run: measure };

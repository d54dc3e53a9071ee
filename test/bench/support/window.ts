/**
 * The real window on a generated workspace of 100,000 cards, served over loopback: shared by the rows that measure what
 * a person waits for. Times in the page come from the page's own clock.
 */
import type { CDPSession, Page } from '@playwright/test';
// For the type of `window.decktop`.
import type {} from '../../../renderer/data/bridge.ts';
import { type Launched, launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { synced } from './app.ts';

export interface LargeWindow {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Ids of the decks with 5,000 and 500 cards. */
  readonly decks: { readonly d5000: string; readonly d500: string };
}

let opened: Promise<LargeWindow> | undefined;
let service: ServiceProcess | undefined;
let launched: Launched | undefined;

/** One query across the bridge, as a view asks it. */
async function ask<T>(page: Page, query: object): Promise<T> {
  return page.evaluate(async (sent) => {
    const answer = await window.decktop.call('data/query', { query: sent as Record<string, unknown[]> });
    if (!answer.ok) throw new Error(answer.failure.message);
    return JSON.parse(answer.value.text);
  }, query) as Promise<T>;
}

async function open(): Promise<LargeWindow> {
  service = await startServiceProcess(['--demo=100000']);
  const { baseUrl, tokens } = service;
  launched = await launchApp({
    args: [`--connect=${baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: tokens.personal },
  });
  const { page } = launched;
  await synced(page);
  type Counted = { deck: Record<string, { id: string; 'count:cards': number }> };
  const { deck } = await ask<Counted>(page, { _root: [{ account: [{ decks: ['count:cards'] }] }] });
  const withCards = (count: number) => {
    const found = Object.values(deck).find((row) => row['count:cards'] === count);
    if (!found)
      throw new Error(`No deck has ${count} cards but ${Object.values(deck).map((row) => row['count:cards'])}`);
    return found.id;
  };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return { page, cdp, decks: { d5000: withCards(5000), d500: withCards(500) } };
}

/** Opened by the first row that needs it. */
export function largeWindow(): Promise<LargeWindow> {
  opened ??= open();
  return opened;
}

export async function closeWindow(): Promise<void> {
  await launched?.close();
  await service?.stop();
  opened = launched = service = undefined;
}

/** Goes to a deck and waits until its first cards stand. */
export async function showDeck({ page }: LargeWindow, deckId: string): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `#/deck/${id}`;
  }, deckId);
  await page.locator(`[data-card-id]`).first().waitFor();
}

/** Main-thread work since the page began, ms: script, style, layout and paint together. */
export async function taskTime({ cdp }: LargeWindow): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

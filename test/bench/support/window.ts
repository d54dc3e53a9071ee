/**
 * Opens the app on a generated workspace of 100,000 cards, whose service runs in another process. Benchmarks share this
 * app.
 */
import type { CDPSession, ElectronApplication, Page } from '@playwright/test';
// This import declares the type of `window.decktop`.
import type {} from '../../../renderer/data/bridge.ts';
import type { BoardSettings } from '../../../renderer/model/board-settings.ts';
import { ipcChannels } from '../../../shared/bridge/events.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startLargeServiceProcess } from '../../support/service-process.ts';
import { storeViewState, waitForEmptyOutbox } from '../../support/window.ts';
import { waitForFirstSync } from './app.ts';

export interface LargeAccountWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Ids of a deck with 5,000 cards, a deck with 500 cards, and decks with 401 to 499 cards (`about500`). */
  readonly decks: { readonly d5000: string; readonly d500: string; readonly about500: readonly string[] };
}

let sharedWindow: Promise<LargeAccountWindow> | undefined;
let service: ServiceProcess | undefined;
let launched: LaunchedApp | undefined;

/** Runs a query through the page's bridge and returns the rows. */
async function queryAnswer<T>(page: Page, query: object): Promise<T> {
  return page.evaluate(async (sent) => {
    const answer = await window.decktop.call('data/query', { query: sent as Record<string, unknown[]> });
    if (!answer.ok) throw new Error(answer.failure.message);
    return JSON.parse(answer.value.text);
  }, query) as Promise<T>;
}

async function openLargeWindow(): Promise<LargeAccountWindow> {
  service = await startLargeServiceProcess(100_000);
  const { baseUrl, tokens } = service;
  launched = await launchApp({
    args: [`--connect=${baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: tokens.personal },
  });
  const { page } = launched;
  await waitForFirstSync(page);
  type Counted = { deck: Record<string, { id: string; 'count:cards': number }> };
  const { deck } = await queryAnswer<Counted>(page, { _root: [{ account: [{ decks: ['count:cards'] }] }] });
  const withCards = (count: number) => {
    const found = Object.values(deck).find((row) => row['count:cards'] === count);
    if (!found)
      throw new Error(`No deck has ${count} cards but ${Object.values(deck).map((row) => row['count:cards'])}`);
    return found.id;
  };
  const about500 = Object.values(deck)
    .filter((row) => row['count:cards'] > 400 && row['count:cards'] < 500)
    .map(({ id }) => id);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return { app: launched.app, page, cdp, decks: { d5000: withCards(5000), d500: withCards(500), about500 } };
}

/** Returns the window that benchmarks share. The first call opens it. */
export function largeAccountWindow(): Promise<LargeAccountWindow> {
  sharedWindow ??= openLargeWindow();
  return sharedWindow;
}

export async function closeLargeAccountWindow(): Promise<void> {
  await launched?.close();
  await service?.stop();
  sharedWindow = launched = service = undefined;
}

/** Goes to a deck and waits for its first cards. */
export async function showDeck({ page }: LargeAccountWindow, deckId: string): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `#/deck/${id}`;
  }, deckId);
  await page.locator(`main [data-card-list="deck:${deckId}"] [data-card-id]`).first().waitFor();
}

/**
 * Clears the page's cache of query answers: tells the page that the window shows another workspace, and then this
 * workspace again. A reload would also discard the compiled code.
 */
export async function clearAnswerCache({ app, page }: Pick<LargeAccountWindow, 'app' | 'page'>): Promise<void> {
  const current = await page.evaluate(async () => {
    const answer = await window.decktop.call('workspace/current', {});
    return answer.ok ? answer.value : null;
  });
  if (!current) throw new Error('No workspace is open');
  await app.evaluate(
    ({ BrowserWindow }, { channel, workspace }) => {
      const [window] = BrowserWindow.getAllWindows();
      for (const id of ['another', workspace.id])
        window?.webContents.send(channel, 'workspace/changed', { ...workspace, id });
    },
    { channel: ipcChannels.event, workspace: current },
  );
}

/**
 * Stores `view` as the view state of the deck's board, which is open. Then waits a second, so that the board renders
 * with the new state, and waits for a card.
 */
export async function applyBoardSettings(
  { page }: LargeAccountWindow,
  deckId: string,
  view: BoardSettings,
): Promise<void> {
  await storeViewState(page, `board:deck:${deckId}`, view);
  await page.waitForTimeout(1_000);
  await page.locator('main [data-card-id]').first().waitFor();
}

/** Moves decks of other projects into one project until the project has 60 decks. Returns the id of this project. */
export async function fillProjectWith60Decks({ page }: LargeAccountWindow): Promise<string> {
  type Decks = { deck: Record<string, { id: string; projectId: string; spaceId: number; 'count:cards': number }> };
  const all = await queryAnswer<Decks>(page, {
    _root: [{ account: [{ decks: ['projectId', 'spaceId', 'count:cards'] }] }],
  });
  const decks = Object.values(all.deck).filter((deck) => deck['count:cards'] < 500);
  const [first] = decks;
  if (!first) throw new Error('There are no decks');
  const { projectId, spaceId } = first;
  const here = decks.filter((deck) => deck.projectId === projectId).length;
  const moved = decks.filter((deck) => deck.projectId !== projectId).slice(0, 60 - here);
  await page.evaluate(
    async (params) => {
      const step = { action: 'decks/addToSpaceAfter', params } as const;
      const acted = await window.decktop.call('data/act', { label: 'Measure', steps: [step] });
      if (!acted.ok) throw new Error(acted.failure.message);
    },
    { targetId: null, deckIds: moved.map(({ id }) => id), targetProjectId: projectId, targetSpaceId: spaceId },
  );
  return projectId;
}

/** Maximum time until the service has confirmed the changes that prepare a benchmark. */
const sendTimeoutMs = 120_000;

/** Waits until the service has confirmed all changes. Benchmarks call it between preparing their data and measuring. */
export const waitUntilSent = (page: Page): Promise<void> => waitForEmptyOutbox(page, sendTimeoutMs);

/**
 * Waits until a query and the next frame together take less than 60 ms, four times in a row. Waits at most five
 * seconds.
 */
export async function waitUntilResponsive(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const until = performance.now() + 5_000;
    for (let calm = 0; calm < 4 && performance.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      const began = performance.now();
      await window.decktop.call('data/query', { query: { _root: [{ account: ['name'] }] } });
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      calm = performance.now() - began < 60 ? calm + 1 : 0;
    }
  });
}

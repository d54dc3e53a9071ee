/**
 * Helpers of end-to-end tests and benchmarks: opening the app, reading and changing data and settings through the
 * page's bridge, waiting, delaying requests, finding boards and cards, dragging, and checking accessibility.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Bridge, type LabelledActionSteps, storedViewStateName } from '../../shared/bridge/index.ts';
import { type LaunchedApp, type LaunchOptions, launchApp } from './launch.ts';

export type RowsByModel = Record<string, Record<string, Record<string, unknown>>>;

/** Runs a query on the workspace of the window and returns the rows. */
export function queryRows(page: Page, query: Record<string, unknown[]>): Promise<RowsByModel> {
  return page.evaluate(async (asked) => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('data/query', { query: asked });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return JSON.parse(outcome.value.text) as RowsByModel;
  }, query);
}

/** Performs actions through the bridge and returns the answer of each step. */
export function performActions(
  page: Page,
  steps: LabelledActionSteps['steps'],
  label = 'test',
): Promise<readonly Record<string, unknown>[]> {
  return page.evaluate(
    async (wanted) => {
      const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('data/act', wanted);
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.value.answers;
    },
    { label, steps },
  );
}

/** Stores the state of a view in the settings. */
export async function storeViewState(page: Page, name: string, value: unknown): Promise<void> {
  await page.evaluate(
    async ([key, kept]) => {
      const { decktop } = window as unknown as { decktop: Bridge };
      const outcome = await decktop.call('settings/set', { views: { [String(key)]: kept } });
      if (!outcome.ok) throw new Error(outcome.failure.message);
    },
    [storedViewStateName(await workspaceId(page), name), value] as const,
  );
}

const workspaceId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return outcome.value?.id ?? '';
  });

/** Returns the state of a view from the settings. */
export async function readViewState(page: Page, name: string): Promise<unknown> {
  return page.evaluate(
    async (stored) => {
      const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('settings/get', {});
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.value.views[stored];
    },
    storedViewStateName(await workspaceId(page), name),
  );
}

export const openRoute = (page: Page, route: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
    // Fire the `hashchange` event at once. The browser fires it later, and until then the app may set another route.
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }, route);

export async function applyTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    (wanted) => (window as unknown as { decktop: Bridge }).decktop.call('settings/set', { theme: wanted }),
    theme,
  );
  await expect(page.locator(`html[data-theme="${theme}"]`)).toBeAttached();
}

/** Waits until all finite animations have ended. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    // Cancelled animations count as ended. When some animations end, new ones may start.
    for (let all = moving(); all.length > 0; all = moving())
      await Promise.allSettled(all.map(({ finished }) => finished));
  });

/**
 * Fails the test if axe finds accessibility problems. First waits until animations have ended, because axe measures
 * colours, which may still be changing.
 */
export async function expectAccessible(
  page: Page,
  pageName: string,
  within = 'html',
  rules?: readonly string[],
): Promise<void> {
  // Move the pointer away so that no tooltip is open.
  await page.mouse.move(1, 1);
  await waitForAnimations(page);
  // If an earlier check has loaded axe into the page, do not send its 500 KB again.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? 'void 0' : undefined;
  // By default axe opens a second window, which takes the focus and does not work in Electron. Legacy mode does not
  // open one. Without `resultTypes`, axe spends most of its time on describing elements without problems.
  const { violations } = await new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) })
    .setLegacyMode()
    .include(within)
    .analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]),
    pageName,
  ).toEqual([]);
}

/**
 * Runs `expectAccessible` in both themes, for a page that uses the theme of the system instead of the app's setting.
 */
export async function expectAccessibleInSystemThemes(page: Page, pageName: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${pageName}, ${colorScheme}`);
  }
}

/**
 * Rules of axe that depend on colours. The two themes differ only in colours, so the second theme needs only these
 * rules.
 */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Runs `expectAccessible` with the app's light theme, then the rules on colours with its dark theme. */
export async function expectAccessibleInBothThemes(page: Page, pageName: string, within?: string): Promise<void> {
  await applyTheme(page, 'light');
  await expectAccessible(page, `${pageName}, light`, within);
  await applyTheme(page, 'dark');
  await expectAccessible(page, `${pageName}, dark`, within, colorRules);
}

/** What an editor of this text shows before the cursor: below the title of a card that has nothing else. */
export const belowTitle = (content: string): string => (content.includes('\n') ? content : `${content}\n`);

/** Id of the focused card, or an empty string if no card has the focus. */
export const focusedCardId = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.cardId ?? '');

/**
 * Waits until the page is idle and ten frames pass without scrolling or DOM changes. By then the board has also mounted
 * the cards just outside the visible part.
 */
export const waitForMountedCards = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // Use a timeout, because Chromium sometimes reports no idle time to a window in which nothing happens.
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    let calm = 0;
    const changes = new MutationObserver(() => {
      calm = 0;
    });
    changes.observe(document.body, { childList: true, subtree: true });
    await idle();
    for (; calm < 10; calm++) {
      await new Promise(requestAnimationFrame);
      if (document.querySelector('[data-scrolling]')) calm = 0;
    }
    changes.disconnect();
    await idle();
  });

/** Switches the app's offline mode on or off. */
export const setOffline = (page: Page, on: boolean): Promise<unknown> =>
  page.evaluate(
    (value) => (window as unknown as { decktop: Bridge }).decktop.call('sync/offline', { offline: value }),
    on,
  );

export const waitForEmptyOutbox = async (page: Page, timeoutMs = 10_000): Promise<void> => {
  const changes = () =>
    page.evaluate(async () => {
      const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('outbox/list', {});
      return outcome.ok ? outcome.value.length : -1;
    });
  await expect.poll(changes, { timeout: timeoutMs }).toBe(0);
};

/** Controls the requests that `holdRequests` delays. */
interface HeldRequests {
  /** Resolves when a window has made the first request that is delayed. */
  asked(): Promise<void>;
  /** Lets the delayed requests continue. Later requests are not delayed. */
  release(): Promise<void>;
}

declare global {
  var heldRequests: { readonly asked: Promise<void>; readonly release: () => void } | undefined;
}

/**
 * Delays the requests of windows whose URL matches `pattern`, until `release` is called. Uses Electron's `webRequest`:
 * with Playwright's own routes, the stand-in might answer a request before Playwright sees it.
 */
export async function holdRequests({ app }: LaunchedApp, pattern: RegExp): Promise<HeldRequests> {
  await app.evaluate(({ session }, source) => {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const { webRequest } = session.defaultSession;
    globalThis.heldRequests = {
      asked: asked.promise,
      release: () => {
        webRequest.onBeforeRequest(null);
        held.resolve();
      },
    };
    webRequest.onBeforeRequest(({ url }, callback) => {
      const isHeld = new RegExp(source).test(url);
      if (isHeld) asked.resolve();
      void (isHeld ? held.promise : Promise.resolve()).then(() => callback({}));
    });
  }, pattern.source);
  return {
    asked: () => app.evaluate(() => globalThis.heldRequests?.asked),
    release: () => app.evaluate(() => globalThis.heldRequests?.release()),
  };
}

/**
 * Starts one app that all tests of a `describe` block or file share, and closes it after them. A test fails if a window
 * reports an error during the test. The returned function gives the app to the tests.
 */
export function setUpSharedApp(options: LaunchOptions = {}): () => LaunchedApp {
  let launched: LaunchedApp | undefined;
  const opened = () => {
    if (!launched) throw new Error('The app is not open');
    return launched;
  };
  test.beforeAll(async () => {
    launched = await launchApp(options);
    await launched.page.locator('[data-card-id]').first().waitFor();
  });
  test.afterAll(async () => {
    await launched?.close();
  });
  test.afterEach(() => {
    expect(opened().errors).toEqual([]);
  });
  return opened;
}

/** Starts an app, waits for the cards of its first board, runs `story`, and closes the app. */
export async function withApp(
  story: (page: Page, launched: LaunchedApp) => Promise<void>,
  options: LaunchOptions = {},
): Promise<void> {
  const launched = await launchApp(options);
  try {
    await launched.page.locator('[data-card-id]').first().waitFor();
    await story(launched.page, launched);
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
  }
}

export interface DeckInfo {
  readonly id: string;
  readonly title: string;
  readonly deckType: string;
  readonly zones: string[];
  readonly projectId: string;
  readonly cardCount: number;
}

const cardCountField = 'count:cards({"visibility":"default"})';

/** All decks, in the order of their creation. */
export async function decksOf(page: Page): Promise<DeckInfo[]> {
  const { deck } = await queryRows(page, {
    _root: [
      {
        account: [{ decks: ['title', 'manualOrderLabels', 'accountSeq', 'projectId', 'deckType', cardCountField] }],
      },
    ],
  });
  return Object.values(deck ?? {})
    .sort((a, b) => Number(a.accountSeq) - Number(b.accountSeq))
    .map((row) => ({
      id: String(row.id),
      title: String(row.title),
      deckType: String(row.deckType),
      zones: (row.manualOrderLabels as string[] | null) ?? [],
      projectId: String(row.projectId),
      cardCount: Number(row[cardCountField]),
    }));
}

/**
 * Returns the deck with the most cards among the decks with more than two zones. Archived and deleted cards do not
 * count.
 */
export async function findDeckWithZones(page: Page): Promise<DeckInfo> {
  const decks = await decksOf(page);
  const [found] = decks.filter(({ zones }) => zones.length > 2).sort((a, b) => b.cardCount - a.cardCount);
  if (!found) throw new Error('The demo has no deck with zones');
  return found;
}

export async function deckNamed(page: Page, title: string): Promise<DeckInfo> {
  const found = (await decksOf(page)).find((deck) => deck.title === title);
  if (!found) throw new Error(`There is no deck ${title}`);
  return found;
}

export async function queryCardFields(page: Page, ids: readonly string[], ...fields: string[]): Promise<unknown[][]> {
  const { card } = await queryRows(page, Object.fromEntries(ids.map((id) => [`card("${id}")`, fields])));
  return ids.map((id) => fields.map((field) => card?.[id]?.[field]));
}

/** Stores `view` as the state of the board `boardKey`, opens its route and waits for a card. */
export async function showBoard(
  page: Page,
  boardKey: string,
  route: string,
  view: Record<string, unknown>,
): Promise<void> {
  await storeViewState(page, `board:${boardKey}`, view);
  await openRoute(page, route);
  await page.locator(`main [data-card-list="${boardKey}"] [data-card-id]`).first().waitFor();
}
export const showDeck = (page: Page, { id }: DeckInfo, view: Record<string, unknown>): Promise<void> =>
  showBoard(page, `deck:${id}`, `#/deck/${id}`, view);
export const showProject = (page: Page, { projectId }: DeckInfo, view: Record<string, unknown>): Promise<void> =>
  showBoard(page, `project:${projectId}:all`, `#/project/${projectId}`, view);

/** The board of a deck or project. */
export const board = (page: Page): Locator =>
  page.locator('main [data-card-list^="deck:"], main [data-card-list^="project:"]');
export const cardOn = (page: Page, id: string): Locator => board(page).locator(`[data-card-id="${id}"]`);

export const listNamed = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
export const cardsOf = (column: Locator): Locator => column.locator('[data-card-id]');
export const cardIdsIn = (place: Locator): Promise<string[]> =>
  cardsOf(place).evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.cardId ?? ''));
export const cardTitlesIn = (place: Locator): Promise<string[]> =>
  cardsOf(place).evaluateAll((cards) => cards.map((card) => card.querySelector('[dir="auto"]')?.textContent ?? ''));

/** Presses on a card and moves the pointer until the drag starts. */
export async function startDrag(page: Page, card: Locator): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  if (!box) throw new Error('The card is not on screen');
  await page.mouse.move(box.x + 60, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 66, box.y + 20);
  await expect(page.locator('body.dragging-cards')).toBeAttached();
}

interface PointPx {
  readonly x: number;
  readonly y: number;
}

/**
 * Drags a card to a point of the window, in px, and drops it. Lists scroll while the dragged card is near their edge.
 * If such scrolling can move the target, pass a function as `place`. `dragCard` calls the function again until the
 * returned point stays the same.
 */
export async function dragCard(page: Page, card: Locator, place: PointPx | (() => Promise<PointPx>)): Promise<void> {
  await startDrag(page, card);
  const findPoint = typeof place === 'function' ? place : async () => place;
  let { x, y } = await findPoint();
  await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.move(x + 1, y);
  await expect(async () => {
    const last = { x, y };
    ({ x, y } = await findPoint());
    await page.mouse.move(x + 1, y);
    expect({ x, y }).toEqual(last);
  }).toPass();
  await expect(page.locator('[data-drop-line], [data-drop-over]').first()).toBeAttached();
  await page.mouse.up();
  await expect(page.locator('body.dragging-cards')).not.toBeAttached();
}

export async function pointNearTop(target: Locator): Promise<PointPx> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The target is not on screen');
  return { x: box.x + box.width / 2, y: box.y + 3 };
}

/** The dialog in which the person confirms an action. It lists the effects of the action. */
export const confirmationDialog = (page: Page): Locator => page.getByRole('alertdialog');
/** Returns the effects that the confirmation dialog lists. */
export async function confirmationLines(page: Page): Promise<string[]> {
  await expect(confirmationDialog(page)).toBeVisible();
  const lines = await confirmationDialog(page).getByRole('listitem').allInnerTexts();
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());
}

/** Types into the search field of the open picker and chooses the first match. */
export async function chooseFirstPickerMatch(page: Page, text: string): Promise<void> {
  // Toasts also have the role `dialog`, but no combobox.
  const list = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
  await list.getByRole('combobox').fill(text);
  await page.keyboard.press('Enter');
  await expect(list).not.toBeAttached();
}

export const selectionToolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected cards' });

/** Returns the texts of all stored drafts. */
export const storedDraftTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('drafts/list', {});
    return outcome.ok ? outcome.value.map(({ text }) => text) : [outcome.failure.message];
  });

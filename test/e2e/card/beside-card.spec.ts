/**
 * Tests the layout of every view beside an open card, and the layout of a run's burn-up chart, at common window widths:
 * texts have enough space, and no element overflows.
 */
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import {
  applyTheme,
  deckNamed,
  openRoute,
  queryRows,
  setUpSharedApp,
  storeViewState,
  waitForAnimations,
} from '../../support/window.ts';

const widths = [1024, 1280, 1366, 1440, 1920];
/** Folder for screenshots. If the environment variable is not set, the test takes no screenshots. */
const pictures = process.env.DECKTOP_PICTURES;

const opened = setUpSharedApp({ args: ['--size=1280x800'] });

interface TestedView {
  readonly name: string;
  readonly route: string;
  /** Name and value of a view state that the test stores before it opens the view. */
  readonly keep?: readonly [name: string, value: unknown];
}

async function views(page: Page): Promise<TestedView[]> {
  const rows = await queryRows(page, {
    _root: [
      {
        account: [
          { milestones: ['name', 'date'] },
          { sprintConfigs: ['name', { 'sprints({"$order":"startDate"})': ['startDate'] }] },
          { 'cards({"derivedStatus":"hero","$order":"accountSeq","$limit":1})': ['title'] },
        ],
      },
    ],
  });
  const first = (model: string) => Object.keys(rows[model] ?? {})[0] ?? '';
  const hero = Object.values(rows.card ?? {})[0]?.cardId as string;
  const person = await page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
    return outcome.ok ? outcome.value?.userId : null;
  });
  const deck = await deckNamed(page, 'Bugs');
  const board = (name: string, view: Record<string, unknown>): TestedView => ({
    name,
    route: `#/deck/${deck.id}`,
    keep: [`board:deck:${deck.id}`, view],
  });
  const runsKey = `runs:${first('sprintConfig')}`;
  const runs = `#/runs/${first('sprintConfig')}`;
  const query = '{"_root": [{"account": [{"decks": ["title", "deckType"]}]}]}';
  return [
    board('board by zone', { by: 'zone' }),
    board('board by status', { by: 'status' }),
    board('lanes', { by: 'status', lanes: 'owner' }),
    board('list', { layout: 'list', by: 'zone' }),
    board('table', { layout: 'table', by: 'none' }),
    { name: 'project', route: `#/project/${deck.projectId}` },
    { name: 'person', route: `#/person/${person}` },
    { name: 'person’s cards', route: `#/person/${person}?part=cards` },
    { name: 'hero', route: `#/hero/${hero}` },
    { name: 'search', route: '#/search?q=the' },
    { name: 'bookmarks', route: '#/bookmarks' },
    { name: 'hand', route: '#/hand' },
    { name: 'team', route: '#/team' },
    { name: 'calendar month', route: '#/calendar', keep: ['calendar:scale', 'month'] },
    { name: 'calendar week', route: '#/calendar', keep: ['calendar:scale', 'week'] },
    { name: 'runs', route: runs },
    { name: 'runs with backlog', route: runs, keep: [`${runsKey}:backlog`, deck.id] },
    { name: 'runs while planning', route: runs, keep: ['plan', { isOn: true, plan: {} }] },
    { name: 'runs by owner', route: runs, keep: [`board:${runsKey}`, { by: 'run', lanes: 'owner' }] },
    { name: 'run', route: `#/run/${first('sprint')}` },
    { name: 'roadmap', route: '#/milestones', keep: ['milestones:layout', 'roadmap'] },
    { name: 'milestones', route: '#/milestones', keep: ['milestones:layout', 'list'] },
    { name: 'milestone', route: `#/milestone/${first('milestone')}` },
    { name: 'milestone overview', route: `#/milestone/${first('milestone')}?part=overview` },
    { name: 'inbox', route: '#/inbox' },
    { name: 'outbox', route: '#/outbox' },
    { name: 'query', route: '#/query', keep: ['query:draft', { text: query, show: 'table' }] },
    ...['appearance', 'workspace', 'organization', 'projects', 'people', 'runs', 'tokens', 'diagnostics'].map(
      (tab) => ({
        name: `settings ${tab}`,
        route: `#/settings/${tab}`,
      }),
    ),
    { name: 'connect', route: '#/connect' },
    { name: 'licences', route: '#/licences' },
  ];
}

/**
 * Returns a description of each layout fault in `within`: an element that has too little space or is outside the
 * visible part. Text blocks and input fields need at least 160 px. Content may be wider than its element only if the
 * element cuts or scrolls it.
 */
function layoutFaults(within: string): string[] {
  const least = 160;
  const root = document.querySelector(within);
  if (!root) return ['nothing is shown'];
  const found: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${String(element.className).split(' ')[0]} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const { visibility, clipPath, position } = getComputedStyle(element);
    return width > 1 && height > 1 && visibility !== 'hidden' && !(position === 'absolute' && clipPath !== 'none');
  };
  // These elements may be narrower: small elements, labels of controls, and cells of columns whose width the user sets.
  const cell = '[role="gridcell"], [aria-hidden="true"]';
  const small =
    '[aria-hidden="true"], button, [role="toolbar"], header, [role="gridcell"], [role="columnheader"], td, th, kbd, [data-chip], svg, dt, label, select, [role="tablist"]';
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!isShown(element)) continue;
    const style = getComputedStyle(element);
    const width = element.getBoundingClientRect().width;
    const texts = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const isCard = element.closest('[data-card-id]') !== null;
    if (texts.length > 0 && style.display !== 'inline' && !element.closest(isCard ? cell : small)) {
      const rects = texts.flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
      const isCut = element.scrollWidth > element.clientWidth + 1;
      if ((lines > 1 || isCut) && width < least) found.push(`text ${Math.round(width)} px: ${nameOf(element)}`);
    }
    if (
      element.matches(
        'textarea, input:not([type="checkbox"], [type="radio"], [type="number"], [type="color"], [inputmode="numeric"], [maxlength="16"])',
      ) &&
      width < least
    )
      if (!element.closest('[role="toolbar"], header'))
        found.push(`field ${Math.round(width)} px: ${element.outerHTML.slice(0, 80)}`);
    const inner = element.scrollWidth - element.clientWidth;
    // Allow 4 px for outlines. Leave out tables: their rows may be wider than the visible part.
    if (
      inner > 4 &&
      !element.closest('[role="grid"], [role="table"]') &&
      element.clientWidth > 0 &&
      style.overflowX === 'visible' &&
      style.display !== 'inline'
    )
      found.push(`spills ${inner} px: ${nameOf(element)}`);
  }
  const tools = root.querySelector('header > :last-child');
  if (tools && tools.scrollWidth > tools.clientWidth + 1)
    found.push(`tools are ${tools.scrollWidth - tools.clientWidth} px out of sight`);
  if (root.scrollWidth > root.clientWidth) found.push(`it is ${root.scrollWidth - root.clientWidth} px too wide`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the window is ${scrollWidth - clientWidth} px too wide`);
  const panel = document.querySelector('aside[aria-label="Card"]');
  if (within !== 'main') {
    const { left, right, top, bottom } = root.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) found.push('it is not whole in the window');
  } else if (!panel) found.push('no card is open');
  else if (panel.getBoundingClientRect().left < root.getBoundingClientRect().right - 1)
    found.push('the card lies over the view');
  return [...new Set(found)];
}

/** Waits four frames: after a change of the window's width, some elements get their final width a few frames later. */
const waitFourFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });

test('every view fits beside an open card at every width', async () => {
  test.setTimeout(pictures ? 300_000 : 180_000);
  const { page } = opened();
  const card = (await page.locator('main [data-card-id]').first().getAttribute('data-card-id')) ?? '';
  const all: Record<string, string[]> = {};
  for (const { name, route, keep } of await views(page)) {
    // Open another view first. The tested view reads the stored state only when it opens.
    await openRoute(page, '#/outbox');
    if (keep) await storeViewState(page, keep[0], keep[1]);
    await openRoute(page, `${route}${route.includes('?') ? '&' : '?'}card=${card}`);
    await expect(page.locator('aside[aria-label="Card"] h2').first()).toBeVisible();
    await expect(page.locator('main h1')).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await waitFourFrames(page);
      const here = await page.evaluate(layoutFaults, 'main');
      if (here.length > 0) all[`${name} at ${width} px`] = here;
      if (!pictures) continue;
      for (const theme of ['light', 'dark'] as const) {
        await applyTheme(page, theme);
        await waitForAnimations(page);
        await page.screenshot({ path: path.join(pictures, `${name.replaceAll(' ', '-')}-${width}-${theme}.png`) });
      }
    }
  }
  expect(all).toEqual({});
});

test('the burn-up of a run fits at every width, also in a low window', async () => {
  const { page } = opened();
  const { name, route } = (await views(page)).find((one) => one.name === 'run') as TestedView;
  await openRoute(page, route);
  await page.getByRole('button', { name: /^Burn-up of / }).click();
  const dialog = page.getByRole('dialog', { name: /^Burn-up of / });
  const all: Record<string, string[]> = {};
  for (const part of ['Scope and done', 'By status', 'Table']) {
    await dialog.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: part, exact: true }).click();
    await expect(dialog.getByRole(part === 'Table' ? 'table' : 'application')).toBeVisible();
    for (const [width, height] of [[800, 600] as const, ...widths.map((one) => [one, 800] as const)]) {
      await page.setViewportSize({ width, height });
      await waitFourFrames(page);
      const here = await page.evaluate(layoutFaults, '[role="dialog"]');
      if (here.length > 0) all[`${part} of the ${name} at ${width} px`] = here;
      if (pictures) await page.screenshot({ path: path.join(pictures, `burn-up-${part}-${width}.png`) });
    }
  }
  expect(all).toEqual({});
});

test('in 1024 px, the sidebar leaves its width to the board while a card is open, and comes by its key', async () => {
  const { page } = opened();
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  const deck = await deckNamed(page, 'Bugs');
  await page.setViewportSize({ width: 1024, height: 700 });
  await openRoute(page, `#/deck/${deck.id}`);
  await expect(sidebar).toBeVisible();
  await page.locator('main [data-card-id]').first().click();
  await expect(page.locator('aside[aria-label="Card"] h2').first()).toBeVisible();
  await expect(sidebar).not.toBeAttached();
  await page.keyboard.press('[');
  await expect(sidebar).toBeVisible();
  await page.keyboard.press('[');
  await expect(sidebar).not.toBeAttached();
  await page.keyboard.press('Escape');
  await expect(sidebar).toBeVisible();
});

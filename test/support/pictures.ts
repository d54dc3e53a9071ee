/**
 * Program that takes the screenshots for the README from the demo workspace. The argument is the folder to write them
 * to, by default build/pictures.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../shared/bridge/index.ts';
import { launchApp } from './launch.ts';
import { dragCard, pointNearTop, storeViewState } from './window.ts';

type Ids = Record<string, string>;
type Settings = Parameters<Bridge['call']>[1];

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../build/pictures'));
const size = { width: 1440, height: 900 };

const { page, errors, close } = await launchApp();

const changeSettings = (change: Settings) =>
  page.evaluate(
    (value) => (window as unknown as { decktop: Bridge }).decktop.call('settings/set', value as never),
    change,
  );

/**
 * Returns the ids of rows by their names. `relation` is the account's relation that lists the rows, such as `decks`.
 * `name` is the field that contains the name of a row, such as `title`.
 */
async function idsByName(relation: string, model: string, name: string): Promise<Ids> {
  const rows = await page.evaluate(
    async ([list, field]) => {
      const query = { _root: [{ account: [{ [String(list)]: [String(field)] }] }] };
      const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('data/query', { query });
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return JSON.parse(outcome.value.text) as Record<string, Record<string, Record<string, string>>>;
    },
    [relation, name],
  );
  return Object.fromEntries(Object.entries(rows[model] ?? {}).map(([id, row]) => [String(row[name]), id]));
}

/** Waits until fonts and images are loaded and the animations that are running now have ended. */
async function waitForStillPage(): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

interface Picture {
  readonly name: string;
  readonly route: string;
  /** An element that is visible once the view is complete. */
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
  /** The themes in which the README shows this view. */
  readonly themes: readonly ('light' | 'dark')[];
  readonly density?: 'normal' | 'cover';
  /** View states by name, stored before the view is opened. */
  readonly views?: Readonly<Record<string, unknown>>;
  /** Opens a dialog or mode for the screenshot. The program presses Escape afterwards. */
  readonly open?: (page: Page) => Promise<void>;
}

try {
  await page.setViewportSize(size);
  await page.locator('main [data-card-id]').first().waitFor();
  const decks = await idsByName('decks', 'deck', 'title');
  const projects = await idsByName('projects', 'project', 'name');
  const cards = await idsByName('cards({"visibility":"default"})', 'card', 'title');
  const [config] = Object.values(await idsByName('sprintConfigs', 'sprintConfig', 'name'));
  const runs = await idsByName('sprints', 'sprint', 'startDate');
  const [upcoming = ''] = Object.keys(runs)
    .toSorted()
    .filter((startDate) => startDate > new Date().toISOString());
  const card = (view: Page) => view.locator('main [data-card-id]').first();
  const pictures: Picture[] = [
    // The decks with images are in the demo's first space.
    {
      name: 'board',
      route: `#/project/${projects.Saltmere}?space=1`,
      // Wait for an image on the board itself, because the cards of the Hand strip below the board appear earlier.
      shows: (view) => view.locator('main [data-card-list^="project:"] [data-card-id] img').first(),
      themes: ['light', 'dark'],
      density: 'cover',
    },
    {
      name: 'card',
      route: `#/deck/${decks['Tide System']}?card=${cards['Storm surge overrides the calendar']}`,
      shows: (view) => view.getByRole('button', { name: /^Cover/ }),
      themes: ['dark'],
    },
    { name: 'hand', route: '#/hand', shows: card, themes: ['light'] },
    { name: 'team', route: '#/team', shows: card, themes: ['dark'] },
    {
      name: 'roadmap',
      route: '#/milestones',
      shows: (view) => view.locator('[data-milestone-id]').first(),
      themes: ['light'],
    },
    {
      name: 'runs',
      route: '#/runs',
      shows: (view) => view.locator('main svg[class*="chart"]').first(),
      themes: ['light'],
    },
    {
      name: 'burn-up',
      route: '#/runs',
      shows: (view) => view.locator('main svg[class*="chart"]').nth(1),
      themes: ['dark'],
      open: async (view) => {
        await view
          .getByRole('button', { name: /^Burn-up of/ })
          .nth(1)
          .click();
        await view.getByRole('dialog').locator('svg path').first().waitFor();
      },
    },
    {
      name: 'calendar',
      route: '#/calendar',
      views: { 'calendar:of': 'all' },
      shows: card,
      themes: ['dark'],
    },
    // Planning mode stays on, so this picture must be the last.
    {
      name: 'planning',
      route: '#/runs',
      views: { [`runs:${config}:past`]: 0, [`runs:${config}:backlog`]: 'all' },
      shows: (view) => view.locator('main svg[class*="chart"]').first(),
      themes: ['light'],
      open: async (view) => {
        await view.getByRole('button', { name: 'Plan runs and owners' }).click();
        const column = (sprintId: string) => view.locator(`main [data-zone-key="run:${sprintId}"]`);
        const next = column(String(runs[upcoming]));
        for (let count = 0; count < 3; count++) {
          await dragCard(view, column('').locator('[data-card-id]').first(), await pointNearTop(next));
        }
      },
    },
  ];
  mkdirSync(folder, { recursive: true });
  for (const { name, route, shows, themes, density = 'normal', views = {}, open } of pictures)
    for (const theme of themes) {
      await changeSettings({ theme, density });
      for (const [view, state] of Object.entries(views)) await storeViewState(page, view, state);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, route);
      await shows(page).waitFor();
      await open?.(page);
      // Move the pointer to the top edge, where nothing has hover styles.
      await page.mouse.move(size.width / 2, size.height - 3);
      await page.mouse.move(size.width / 2, 3);
      await waitForStillPage();
      await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
      if (open) await page.keyboard.press('Escape');
    }
  if (errors.length > 0) throw new Error(errors.join('\n'));
} finally {
  await close();
}

/**
 * Tests of one rule over every view with cards: after a reload and after a navigation, the first arrow key goes to the
 * first card in view, and a ring shows it.
 */
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import {
  deckNamed,
  openRoute,
  queryRows,
  setUpSharedApp,
  storeViewState,
  waitForMountedCards,
} from '../../support/window.ts';

const app = setUpSharedApp({ args: ['--size=1280x800'] });

interface View {
  readonly route: string;
  /** Name and value of a view state that the test stores before it opens the view. */
  readonly state?: readonly [name: string, value: unknown];
  /** What finds the view in the palette. */
  readonly find?: string;
}
interface Ids {
  readonly deck: string;
  readonly project: string;
  readonly person: string;
  readonly hero: string;
  readonly milestone: string;
  readonly runConfig: string;
  readonly run: string;
}

const inDeck =
  (view: Record<string, unknown>) =>
  ({ deck }: Ids): View => ({ route: `#/deck/${deck}`, state: [`board:deck:${deck}`, view], find: 'Bugs' });

const views: Readonly<Record<string, (ids: Ids) => View>> = {
  'a board by zone': inDeck({ by: 'zone' }),
  'a board by status': inDeck({ by: 'status' }),
  'a board by owner': inDeck({ by: 'owner' }),
  'a board with lanes': inDeck({ by: 'status', lanes: 'owner' }),
  'a list': inDeck({ layout: 'list', by: 'zone' }),
  'a table': inDeck({ layout: 'table', by: 'none' }),
  'a project': ({ project }) => ({ route: `#/project/${project}` }),
  'a person': ({ person }) => ({ route: `#/person/${person}?part=cards` }),
  'a hero card': ({ hero }) => ({ route: `#/hero/${hero}` }),
  'the search': () => ({ route: '#/search?q=the' }),
  'the bookmarks': () => ({ route: '#/bookmarks', find: '>Bookmarks' }),
  'the Hand': () => ({ route: '#/hand', find: '>Hand' }),
  'the team': () => ({ route: '#/team', find: '>Team' }),
  'a month': () => ({ route: '#/calendar', state: ['calendar:scale', 'month'], find: '>Calendar' }),
  'a week': () => ({ route: '#/calendar', state: ['calendar:scale', 'week'], find: '>Calendar' }),
  runs: ({ runConfig }) => ({ route: `#/runs/${runConfig}` }),
  'runs by owner': ({ runConfig }) => ({
    route: `#/runs/${runConfig}`,
    state: [`board:runs:${runConfig}`, { by: 'run', lanes: 'owner' }],
  }),
  'runs beside a backlog': ({ runConfig, deck }) => ({
    route: `#/runs/${runConfig}`,
    state: [`runs:${runConfig}:backlog`, deck],
  }),
  'runs while planning': ({ runConfig }) => ({
    route: `#/runs/${runConfig}`,
    state: ['plan', { isOn: true, plan: {} }],
  }),
  'a run': ({ run }) => ({ route: `#/run/${run}` }),
  'the roadmap': () => ({
    route: '#/milestones',
    state: ['milestones:layout', 'roadmap'],
    find: '>Milestones',
  }),
  'a milestone': ({ milestone }) => ({ route: `#/milestone/${milestone}` }),
  // The demo has a deck of that name, which is no command.
  'the inbox': () => ({ route: '#/inbox', find: '>Inbox' }),
};

async function findIds(page: Page): Promise<Ids> {
  const cardCount = 'count:cards({"visibility":"default"})';
  const rows = await queryRows(page, {
    _root: [
      {
        account: [
          { milestones: [cardCount] },
          { sprintConfigs: [{ sprints: [cardCount] }] },
          { 'cards({"derivedStatus":"hero","$order":"accountSeq","$limit":1})': ['title'] },
        ],
      },
    ],
  });
  const fullest = (model: string) =>
    Object.entries(rows[model] ?? {}).toSorted(([, a], [, b]) => Number(b[cardCount]) - Number(a[cardCount]))[0]?.[0];
  const person = await page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
    return outcome.ok ? outcome.value?.userId : null;
  });
  const { id: deck, projectId: project } = await deckNamed(page, 'Bugs');
  const [[runConfig], [hero]] = [Object.keys(rows.sprintConfig ?? {}), Object.keys(rows.card ?? {})];
  const ids = { deck, project, person, hero, runConfig, run: fullest('sprint'), milestone: fullest('milestone') };
  expect(Object.entries(ids).filter(([, id]) => !id)).toEqual([]);
  return ids as Ids;
}

/**
 * `place`: the index of the focused card or row of the inbox among those in view, without the backlog, which is a list
 * beside the view; -1 if none of them has the focus.
 */
const focusedPlace = (page: Page) =>
  page.evaluate(() => {
    const isInView = (card: Element) => {
      const { top, left, bottom, right } = card.getBoundingClientRect();
      const [x, y] = [
        Math.max(left, 0) + Math.min(right, innerWidth),
        Math.max(top, 0) + Math.min(bottom, innerHeight),
      ];
      const hit = document.elementFromPoint(x / 2, y / 2);
      return hit !== null && (card.contains(hit) || hit.contains(card));
    };
    const cards = [
      ...document.querySelectorAll('main :not(aside)[data-card-list] [data-card-id], main [data-inbox-row]'),
    ].filter(isInView);
    const active = document.activeElement ?? document.body;
    // The row of a thread draws the ring of its button.
    const drawn = [active, active.parentElement ?? active];
    return {
      place: cards.indexOf(active),
      isRingDrawn: drawn.some((each) => getComputedStyle(each).outlineStyle === 'solid'),
    };
  });

async function expectFirstArrowToShowFirstCard(page: Page, way: string): Promise<void> {
  await expect(page.locator('main [data-card-list] [data-card-id], main [data-inbox-row]').first(), way).toBeVisible();
  await waitForMountedCards(page);
  const before = await focusedPlace(page);
  // The inbox shows at once on which row keys act.
  if (before.place >= 0) expect(before, way).toEqual({ place: 0, isRingDrawn: true });
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedPlace(page), way).toEqual({ place: before.place + 1, isRingDrawn: true });
}

let ids: Ids;
test.beforeAll(async () => {
  ids = await findIds(app().page);
});

for (const [name, viewOf] of Object.entries(views))
  test(`${name}: the first arrow key goes to the first card`, async () => {
    const { page } = app();
    const { route, state, find } = viewOf(ids);
    const away = async () => {
      await openRoute(page, '#/settings');
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    };
    await away();
    if (state) await storeViewState(page, ...state);
    await openRoute(page, route);
    await page.reload();
    await expectFirstArrowToShowFirstCard(page, 'after a reload');
    await away();
    const link = page.locator(`nav a[href="${route}"]`).first();
    if ((await link.count()) > 0) {
      await link.click();
      await expectFirstArrowToShowFirstCard(page, 'after a click in the sidebar');
    }
    if (find) {
      await away();
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type(find);
      await expect(page.getByRole('option', { selected: true })).toContainText(find.replace('>', ''));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL((url) => url.hash.startsWith(route));
      await expectFirstArrowToShowFirstCard(page, 'after the palette');
    }
    if (state) await storeViewState(page, state[0], null);
  });

/**
 * Tests the app with a service that is newer than the app and sends enum values that the app does not know. The app
 * must show these values.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  openRoute,
  queryCardFields,
  queryRows,
  type RowsByModel,
  showBoard,
  waitForEmptyOutbox,
} from '../../support/window.ts';

let service: ServiceProcess;
let proxy: FaultProxy;
let launched: LaunchedApp;
let page: Page;
/**
 * Values that the app does not know, by model, id and field. The proxy puts them into the answers of the real service.
 */
const unknownValues: Record<string, Record<string, Record<string, unknown>>> = {};
let deck = '';
let card = '';
let title = '';

function asNewerService(answer: string): string {
  const rows = JSON.parse(answer) as RowsByModel;
  for (const [model, values] of Object.entries(unknownValues))
    for (const [id, fields] of Object.entries(values)) {
      const row = rows[model]?.[id];
      for (const [name, value] of Object.entries(fields)) if (row && name in row) row[name] = value;
    }
  return JSON.stringify(rows);
}

test.beforeAll(async () => {
  service = await startServiceProcess();
  const account = {
    decks: ['title', 'deckType', { cards: ['title', 'status', 'visibility', 'isDoc', 'assigneeId', 'childCards'] }],
    milestones: ['name'],
    sprintConfigs: ['name'],
    resolvables: ['cardId', 'isClosed'],
  };
  const rows = await service.post('/', { query: { _root: [{ account: [account] }] } });
  const open = Object.values(rows.resolvable ?? {}).filter(({ isClosed }) => !isClosed);
  const found = Object.entries(rows.card ?? {}).find(
    ([id, row]) =>
      row.status === 'not_started' &&
      row.visibility === 'default' &&
      row.assigneeId &&
      !row.isDoc &&
      open.some(({ cardId }) => cardId === id),
  );
  if (!found) throw new Error('The demo has no open card with a thread');
  [card, title] = [found[0], String(found[1].title)];
  deck = Object.values(rows.deck ?? {}).find(({ cards }) => (cards as string[]).includes(card))?.id as string;
  unknownValues.card = { [card]: { derivedStatus: 'awaiting_parts', status: 'paused', priority: 'd' } };
  unknownValues.deck = { [deck]: { deckType: 'kit' } };
  unknownValues.milestone = Object.fromEntries(
    Object.keys(rows.milestone ?? {}).map((id) => [id, { color: 'ultraviolet' }]),
  );
  unknownValues.resolvable = Object.fromEntries(
    open.filter(({ cardId }) => cardId === card).map(({ id }) => [String(id), { context: 'riddle' }]),
  );
  // Fields that the contract marks as preview can disappear in any release of the service. The app stores null for a
  // field that the service does not send, so the test sends null.
  unknownValues.sprintConfig = Object.fromEntries(
    Object.keys(rows.sprintConfig ?? {}).map((id) => [id, { moveOnFinish: null, beastGracePeriodHours: null }]),
  );
  unknownValues.account = { [service.account.id]: { startWeekday: 'wednesday', workflowMode: 'tidal' } };
  proxy = await startFaultProxy(service.baseUrl);
  proxy.fault = ({ path }) => (path === '/' ? { kind: 'rewritten', rewrite: asNewerService } : null);
  launched = await launchApp({
    args: [`--connect=${proxy.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  page = launched.page;
  await page.locator('[data-card-id]').first().waitFor();
});
test.afterAll(async () => {
  await launched?.close();
  await proxy?.close();
  await service?.stop();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

const place = () => page.locator(`main [data-card-list] [data-card-id="${card}"]`);
/** Scrolls the board until the card is mounted, because only visible columns are mounted. Returns the card. */
async function scrollToCard(): Promise<Locator> {
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        for (const area of document.querySelectorAll('main, main *'))
          if (/auto|scroll/.test(getComputedStyle(area).overflow)) area.scrollTo(1e6, 1e6);
      });
      return place().count();
    })
    .toBeGreaterThan(0);
  await place().first().scrollIntoViewIfNeeded();
  return place().first();
}

test('boards, lists and tables show unknown values by name', async () => {
  test.slow();
  expect(await queryCardFields(page, [card], 'derivedStatus', 'status', 'priority')).toEqual([
    ['awaiting_parts', 'paused', 'd'],
  ]);
  for (const view of [
    { by: 'status' },
    { by: 'priority' },
    { by: 'status', lanes: 'priority' },
    { layout: 'list', by: 'status' },
    { layout: 'table' },
  ]) {
    await showBoard(page, `deck:${deck}`, `#/deck/${deck}`, view);
    await expect(await scrollToCard(), JSON.stringify(view)).toContainText('awaiting_parts');
    await expectAccessibleInBothThemes(page, JSON.stringify(view), 'main');
  }
});

test('the card shows them, and can be edited as any other', async () => {
  await showBoard(page, `deck:${deck}`, `#/deck/${deck}`, { by: 'zone' });
  await openRoute(page, `#/deck/${deck}?card=${card}`);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  await expect(panel.getByRole('button', { name: /awaiting_parts/ }).first()).toBeVisible();
  await expect(panel.getByText('riddle', { exact: false }).first()).toBeVisible();
  await panel.getByRole('textbox', { name: 'Due date' }).fill('2031-05-06');
  await page.keyboard.press('Enter');
  await waitForEmptyOutbox(page);
  expect(await queryCardFields(page, [card], 'dueDate', 'priority', 'derivedStatus')).toEqual([
    ['2031-05-06', 'd', 'awaiting_parts'],
  ]);
  await expectAccessible(page, 'a card with unknown values');
});

test('other views and a query show them', async () => {
  await openRoute(page, '#/milestones');
  await expect(page.getByRole('toolbar', { name: 'Roadmap' })).toBeVisible();
  await openRoute(page, '#/inbox');
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await openRoute(page, '#/settings/runs');
  await page.getByText('Advanced', { exact: true }).first().click();
  await expect(page.getByRole('checkbox', { name: 'Blocked' }).first()).not.toBeChecked();
  await openRoute(page, '#/query');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Query', exact: true });
  await editor.click();
  await page.keyboard.insertText(
    `_root: [account: [cards({ derivedStatus: "awaiting_parts" }): [title, derivedStatus, priority]]]`,
  );
  const table = page.getByRole('table', { name: 'account › cards: rows' });
  await expect(table.locator('[data-row]')).toHaveCount(1);
  await expect(table).toContainText('awaiting_parts');
  await page.getByRole('button', { name: 'Show as a board of cards' }).click();
  await expect(await scrollToCard()).toContainText('awaiting_parts');
  // A query that filters by the unknown status must work, too. With the operator `neq`, its answer must not contain the
  // card.
  const { card: known } = await queryRows(page, {
    _root: [{ account: [{ 'cards({"derivedStatus":{"op":"neq","value":"awaiting_parts"}})': ['title'] }] }],
  });
  expect(Object.keys(known ?? {})).not.toContain(card);
});

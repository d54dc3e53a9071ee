/** Lanes, list and table in the real window: stories of a clean-up and of a board without a pointer, pasting, render counts, axe. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Bridge } from '../../shared/bridge/index.ts';
import { launchApp } from '../support/launch.ts';
import {
  accessible,
  ask,
  choose,
  type Deck,
  dress,
  fieldsOf,
  go,
  idsOf as idsIn,
  keepView,
  oneApp,
  selectedBar as selectedCount,
  settled,
  withApp,
  zonedDeck,
} from '../support/window.ts';

type View = Record<string, unknown>;

/** Opens a place with a view, as if it had been left that way. */
async function show(page: Page, key: string, route: string, view: View): Promise<void> {
  await keepView(page, `board:${key}`, view);
  await go(page, route);
  await page.locator(`main [data-card-list="${key}"] [data-card-id]`).first().waitFor();
}
const showDeck = (page: Page, deck: Deck, view: View) => show(page, `deck:${deck.id}`, `#/deck/${deck.id}`, view);
const showProject = (page: Page, deck: Deck, view: View) =>
  show(page, `project:${deck.projectId}:all`, `#/project/${deck.projectId}`, view);

const board = (page: Page): Locator =>
  page.locator('main [data-card-list^="deck:"], main [data-card-list^="project:"]');
const cardOf = (page: Page, id: string): Locator => board(page).locator(`[data-card-id="${id}"]`);
/** The zone of its deck that a card is in. */
async function zoneOf(page: Page, id: string): Promise<unknown> {
  const { cardOrder } = await ask(page, {
    [`card("${id}")`]: [{ 'cardOrders({"context":"deck"})': ['label', 'context', 'cardId'] }],
  });
  return Object.values(cardOrder ?? {})[0]?.label ?? null;
}
const focusedCard = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.cardId ?? '');
test.describe('layouts', () => {
  const app = oneApp();
  let page: Page;
  let deck: Deck;
  test.beforeEach(async () => {
    page = app().page;
    deck ??= await zonedDeck(page);
  });

  test('a bulk clean-up: sorted in a table, selected, changed, archived, and taken back', async () => {
    await showProject(page, deck, { layout: 'table' });
    const grid = page.getByRole('grid');
    await page.getByRole('button', { name: 'Effort', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Effort' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Effort', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Effort' })).toHaveAttribute('aria-sort', 'descending');
    const shown = (await idsIn(grid)).slice(0, 12);
    const efforts = (await fieldsOf(page, shown, 'effort')).flat().map(Number);
    expect(efforts).toEqual([...efforts].sort((a, b) => b - a));

    // Three rows: one by Ctrl and click, two more by keys.
    await cardOf(page, shown[0] ?? '').click({ modifiers: ['ControlOrMeta'], position: { x: 120, y: 10 } });
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selectedCount(page)).toContainText('3 selected');
    const ids = shown.slice(0, 3);
    const before = await fieldsOf(page, ids, 'dueDate', 'masterTags', 'priority');
    await selectedCount(page)
      .getByRole('button', { name: /^Due date/ })
      .click();
    await choose(page, '2027-03-09');
    await expect.poll(() => fieldsOf(page, ids, 'dueDate')).toEqual(ids.map(() => ['2027-03-09']));
    await selectedCount(page).getByRole('button', { name: /^Tags/ }).click();
    await choose(page, 'tidied');
    await selectedCount(page)
      .getByRole('button', { name: /^Priority/ })
      .click();
    await choose(page, 'Low');
    await expect
      .poll(async () =>
        (await fieldsOf(page, ids, 'masterTags', 'priority')).map(([tags, p]) => [
          (tags as string[]).includes('tidied'),
          p,
        ]),
      )
      .toEqual(ids.map(() => [true, 'c']));
    await selectedCount(page)
      .getByRole('button', { name: /^Archive/ })
      .click();
    // Where open threads would close, that is said before.
    const confirm = page.getByRole('alertdialog');
    await expect(confirm.or(page.getByText(/^Archive 3 cards$/)).first()).toBeVisible();
    if (await confirm.isVisible()) await confirm.getByRole('button', { name: 'Archive' }).click();
    await expect(cardOf(page, ids[0] ?? '')).not.toBeAttached();
    await expect(confirm).not.toBeAttached();
    for (let undo = 0; undo < 4; undo++) await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => fieldsOf(page, ids, 'dueDate', 'masterTags', 'priority')).toEqual(before);
    await expect(cardOf(page, ids[0] ?? '')).toBeAttached();
    await page.keyboard.press('Escape');
  });

  test('a field is changed in its cell', async () => {
    await showDeck(page, deck, { layout: 'table', table: { columns: ['status', 'priority', 'effort'] } });
    const row = page.getByRole('grid').locator('[data-card-id]').nth(1);
    const id = (await row.getAttribute('data-card-id')) ?? '';
    await row.getByTitle('Change effort').click();
    await page.getByRole('dialog').getByRole('combobox').fill('21');
    await page.keyboard.press('Enter');
    await expect.poll(() => fieldsOf(page, [id], 'effort')).toEqual([[21]]);
    await expect(cardOf(page, id)).toContainText('21');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await fieldsOf(page, [id], 'effort'))[0]?.[0]).not.toBe(21);
  });

  test('a table takes new cards, copies and pastes in the zone of the card they are made at', async () => {
    await showDeck(page, deck, { layout: 'table', sort: 'title', table: { columns: ['zone', 'effort'] } });
    const zone = deck.zones[1] ?? '';
    const id = (await idsIn(page.getByRole('grid')))[0] ?? '';
    const row = cardOf(page, id);
    await row.getByTitle('Change zone').click();
    await choose(page, zone);
    await expect.poll(() => zoneOf(page, id)).toBe(zone);
    const made = async (title: string) => {
      const where = JSON.stringify({ visibility: 'default', deckId: deck.id, title });
      const { card } = await ask(page, { _root: [{ account: [{ [`cards(${where})`]: ['title'] }] }] });
      return Promise.all(Object.keys(card ?? {}).map(async (each) => [each === id, await zoneOf(page, each)]));
    };

    await row.focus();
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: /^New card in/ }).fill('Written in a row');
    await page.keyboard.press('Enter');
    await expect.poll(() => made('Written in a row')).toEqual([[false, zone]]);
    await page.keyboard.press('Escape');
    await row.focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Pasted row\nPasted row two');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await page.getByRole('button', { name: 'Create 2 cards' }).click();
    await expect.poll(() => made('Pasted row two')).toEqual([[false, zone]]);
    await row.focus();
    await page.keyboard.press('ControlOrMeta+d');
    const [[title] = []] = await fieldsOf(page, [id], 'title');
    await expect
      .poll(() => made(String(title)))
      .toEqual(
        expect.arrayContaining([
          [true, zone],
          [false, zone],
        ]),
      );
    await settled(page);
    expect(await made(String(title))).toEqual(
      expect.arrayContaining([
        [true, zone],
        [false, zone],
      ]),
    );
    for (let undo = 0; undo < 4; undo++) await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => made('Written in a row')).toEqual([]);
  });

  test('a board by keyboard only: read, written, reordered, selected and changed', async () => {
    await showDeck(page, deck, {});
    await page.keyboard.press('Tab');
    await board(page).locator('[data-card-id][tabindex="0"]').focus();
    const first = await focusedCard(page);
    await page.keyboard.press('ArrowDown');
    const second = await focusedCard(page);
    expect(second).not.toBe(first);

    // A card between the two, and one below.
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(page.getByRole('textbox', { name: /^New card in/ })).toBeFocused();
    await page.keyboard.type('Written between');
    await page.keyboard.press('Enter');
    await expect(board(page).getByRole('button', { name: /^Written between/ })).toBeVisible();
    await page.keyboard.press('Escape');
    const column = page.getByRole('list', { name: deck.zones[0] ?? '', exact: true });
    await expect
      .poll(async () => {
        const ids = await idsIn(column);
        return [ids.indexOf(first), ids.indexOf(second)];
      })
      .toEqual([0, 2]);
    const made = (await idsIn(column))[1] ?? '';

    // Its status, its owner, the next column, and a copy of it.
    await cardOf(page, made).focus();
    await page.keyboard.press('Shift+S');
    await choose(page, 'Started');
    await expect.poll(() => fieldsOf(page, [made], 'status')).toEqual([['started']]);
    await page.keyboard.press('ControlOrMeta+ArrowRight');
    const next = page.getByRole('list', { name: deck.zones[1] ?? '', exact: true });
    await expect.poll(async () => (await idsIn(next)).includes(made)).toBe(true);
    await expect(cardOf(page, made)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+d');
    await expect(board(page).getByRole('button', { name: /^Written between/ })).toHaveCount(2);

    // Ctrl+A takes the column, then the board; Escape lets go.
    const inColumn = await next.locator('li').first().getAttribute('aria-setsize');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(selectedCount(page)).toContainText(`${inColumn} selected`);
    await page.keyboard.press('ControlOrMeta+a');
    await expect(selectedCount(page)).not.toContainText(`${inColumn} selected`);
    await page.keyboard.press('Escape');
    await expect(selectedCount(page)).not.toBeAttached();

    // Lanes, chosen from the menu by keys.
    await page.getByRole('button', { name: /^Layout/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Owner' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Layout/ })).toContainText('Lanes: Owner');
    // The menu gives the focus back to its button when it has closed.
    await expect(page.getByRole('button', { name: /^Layout/ })).toBeFocused();
    const lanes = page.locator('main section[aria-label^="Lane "]');
    await expect(lanes.nth(1)).toBeVisible();
    await lanes.first().locator('[data-card-id]').first().focus();
    const inLane = await focusedCard(page);
    await page.keyboard.press('ArrowDown');
    await expect(cardOf(page, inLane)).not.toBeFocused();
  });

  test('a drop in a lane sets what the column and the lane stand for', async () => {
    await showProject(page, deck, { by: 'priority', lanes: 'owner', sort: 'title' });
    const cells = page.locator('main section[aria-label^="Lane "] [data-zone-key]');
    const source = cells.filter({ has: page.locator('[data-card-id]') }).first();
    const from = (await source.getAttribute('data-zone-key')) ?? '';
    const [lane, column] = from.split('\n');
    const card = source.locator('[data-card-id]').first();
    const id = (await card.getAttribute('data-card-id')) ?? '';
    const [was] = await fieldsOf(page, [id], 'priority', 'assigneeId');
    const box = await card.boundingBox();
    // Any other lane and column in sight.
    const keys = await cells.evaluateAll((all) =>
      all
        .filter((cell) => {
          const { top, left } = cell.getBoundingClientRect();
          return top > 120 && top < innerHeight - 160 && left < innerWidth - 160;
        })
        .map((cell) => (cell as HTMLElement).dataset.zoneKey ?? ''),
    );
    const to = keys.find((key) => !key.startsWith(`${lane}\n`) && !key.endsWith(`\n${column}`)) ?? '';
    const place = await page.locator(`[data-zone-key=${JSON.stringify(to).replace('\\n', '\\a ')}]`).boundingBox();
    if (!box || !place) throw new Error('The card or its new place is not on screen');
    await page.mouse.move(box.x + 60, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 68, box.y + 20);
    await expect(page.locator('body.dragging-cards')).toBeAttached();
    await page.mouse.move(place.x + 60, place.y + 40, { steps: 5 });
    await page.mouse.move(place.x + 61, place.y + 40);
    await expect(page.locator('[data-drop-over]').first()).toBeAttached();
    await page.mouse.up();
    const [toLane = '', toColumn = ''] = to.split('\n');
    const wanted = [toColumn.split(':')[1] || null, toLane.split(':')[1] || null];
    await expect.poll(() => fieldsOf(page, [id], 'priority', 'assigneeId')).toEqual([wanted]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => fieldsOf(page, [id], 'priority', 'assigneeId')).toEqual([was]);
  });

  test('a lasso selects what it touches, and more with Shift', async () => {
    await showDeck(page, deck, { layout: 'list' });
    const rows = board(page).locator('[data-card-id]');
    const [one, two] = [await rows.first().boundingBox(), await rows.nth(1).boundingBox()];
    const list = await board(page).boundingBox();
    if (!one || !two || !list) throw new Error('No rows on screen');
    await page.mouse.move(list.x + 5, one.y + 4);
    await page.mouse.down();
    await page.mouse.move(list.x + 60, one.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect(selectedCount(page)).toContainText('1 selected');
    await page.keyboard.down('Shift');
    await page.mouse.move(list.x + 5, two.y + 4);
    await page.mouse.down();
    await page.mouse.move(list.x + 60, two.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(selectedCount(page)).toContainText('2 selected');
    await page.keyboard.press('Escape');
    await expect(selectedCount(page)).not.toBeAttached();
  });

  // Breaks when the frame looks at what is mounted: rows scrolled out of sight would be let go of again.
  test('a lasso scrolls at the edge and keeps all that it has passed', async () => {
    await showProject(page, deck, { layout: 'list', by: 'none' });
    const place = await board(page).boundingBox();
    const first = await board(page).locator('[data-card-id]').first().boundingBox();
    if (!place || !first) throw new Error('No rows on screen');
    const count = Number(await board(page).locator('li').first().getAttribute('aria-setsize'));
    expect(count).toBeGreaterThan(await board(page).locator('[data-card-id]').count());
    await page.mouse.move(place.x + 4, first.y + 2);
    await page.mouse.down();
    await page.mouse.move(place.x + 40, place.y + place.height - 4, { steps: 4 });
    await expect(selectedCount(page)).toContainText(`${count} selected`, { timeout: 20_000 });
    await page.mouse.up();
    await page.keyboard.press('Escape');
  });

  test('a pasted list is looked at, becomes cards with sub cards, and goes by one undo', async () => {
    await showDeck(page, deck, {});
    const dialog = page.getByRole('dialog', { name: '5 cards from a list' });
    // The board takes a paste once it is the one with the focus, which nothing on screen tells.
    await expect(async () => {
      await board(page).locator('[data-card-id]').first().focus();
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData(
          'text/plain',
          '- [ ] Gull one\n  - Gull one a\n  - Gull one b\n- [x] Gull two\n- Gull three',
        );
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      });
      await expect(dialog).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await dialog.getByRole('button', { name: 'Leave out Gull three' }).click();
    await page.getByRole('button', { name: 'Create 4 cards' }).click();
    await expect(board(page).getByRole('button', { name: /^Gull two/ })).toBeVisible();
    const gulls = async () => {
      const where = JSON.stringify({ visibility: 'default', deckId: deck.id });
      const { card } = await ask(page, {
        _root: [{ account: [{ [`cards(${where})`]: ['title', 'status', 'parentCardId'] }] }],
      });
      const all = Object.values(card ?? {}).filter(({ title }) => String(title).startsWith('Gull '));
      const titleOf = (id: unknown) => all.find(({ cardId }) => cardId === id)?.title ?? null;
      return all.map(({ title, status, parentCardId }) => [title, status, titleOf(parentCardId)].join(' | ')).sort();
    };
    await expect
      .poll(gulls)
      .toEqual([
        'Gull one a | not_started | Gull one',
        'Gull one b | not_started | Gull one',
        'Gull one | not_started | ',
        'Gull two | done | ',
      ]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(gulls).toEqual([]);
  });

  test('cards are copied to a deck with what was chosen', async () => {
    await showDeck(page, deck, {});
    const id = (await board(page).locator('[data-card-id]').first().getAttribute('data-card-id')) ?? '';
    const [[title] = []] = await fieldsOf(page, [id], 'title');
    const dialog = page.getByRole('dialog', { name: /^Copy/ });
    // Breaks when the keyboard stays with a card that an undo took back (here: the pasted list's first).
    await board(page).locator(`[data-card-id="${id}"]`).focus();
    await page.keyboard.press('ControlOrMeta+Shift+D');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Owner' }).click();
    await choose(page, 'Playtests');
    const copies = async () => {
      const where = JSON.stringify({ visibility: 'default', title: String(title) });
      const { card: rows, deck: decks } = await ask(page, {
        _root: [{ account: [{ [`cards(${where})`]: ['title', 'assigneeId', { deck: ['title'] }] }] }],
      });
      return Object.values(rows ?? {})
        .filter(({ cardId }) => cardId !== id)
        .map(({ assigneeId, deck: at }) => [assigneeId, decks?.[String(at)]?.title]);
    };
    await expect.poll(copies).toEqual([[null, 'Playtests']]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(copies).toEqual([]);
  });
});

interface Fiber {
  readonly alternate: Fiber | null;
  readonly flags: number;
  readonly memoizedProps: Record<string, unknown> | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

// Breaks when a column is given the rows themselves: every change in a card would draw its column again, and all others.
test('a change in one card draws that card again, not its column', async () => {
  const launched = await launchApp();
  try {
    const { page } = launched;
    await page.addInitScript(() => {
      // What React tells developer tools: which components worked in a commit.
      const drawn = { columns: [] as string[], cards: [] as string[] };
      const worked = 1;
      const visit = (fiber: Fiber | null) => {
        for (let at = fiber; at; at = at.sibling) {
          const { memoizedProps: props, alternate } = at;
          const did = alternate === null || (at.flags & worked) !== 0;
          // A subtree that React did not enter is the same one as before.
          const entered = alternate === null || at.child !== alternate.child;
          if (did && props && typeof props === 'object') {
            const arranged = props.arranged as { column?: { key: string } } | undefined;
            const card = props.card as { cardId?: string } | undefined;
            if (arranged?.column && 'handlers' in props && at.memoizedProps !== alternate?.memoizedProps)
              drawn.columns.push(arranged.column.key);
            if (card?.cardId && 'subTotal' in props && 'order' in props && alternate?.memoizedProps?.card !== card)
              drawn.cards.push(card.cardId);
          }
          if (entered) visit(at.child);
        }
      };
      Object.assign(window, {
        drawn,
        __REACT_DEVTOOLS_GLOBAL_HOOK__: {
          isDisabled: false,
          supportsFiber: true,
          inject: () => 1,
          onCommitFiberUnmount: () => undefined,
          onPostCommitFiberRoot: () => undefined,
          onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current),
        },
      });
    });
    await page.reload();
    await page.locator('[data-card-id]').first().waitFor();
    const deck = await zonedDeck(page);
    await go(page, `#/deck/${deck.id}`);
    const card = page.locator('[data-card-list^="deck:"] [data-card-id]').first();
    await card.waitFor();
    const id = (await card.getAttribute('data-card-id')) ?? '';
    // The hook sees what is drawn at all.
    await expect
      .poll(() => page.evaluate(() => (window as never as { drawn: { columns: string[] } }).drawn.columns.length))
      .toBeGreaterThan(2);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const { drawn } = window as never as { drawn: { columns: string[]; cards: string[] } };
      drawn.columns.length = 0;
      drawn.cards.length = 0;
    });
    // A title: nothing in a column's head depends on it.
    await page.evaluate(
      (cardId) =>
        (window as unknown as { decktop: Bridge }).decktop.call('data/act', {
          label: 'Rename',
          steps: [{ action: 'cards/update', params: { id: cardId, content: 'Drawn anew' } }],
        }),
      id,
    );
    await expect(page.locator(`[data-card-list^="deck:"] [data-card-id="${id}"]`)).toContainText('Drawn anew');
    const drawn = await page.evaluate(
      () => (window as never as { drawn: { columns: string[]; cards: string[] } }).drawn,
    );
    expect([...new Set(drawn.cards)]).toEqual([id]);
    expect(drawn.columns).toEqual([]);
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
  }
});

for (const theme of ['light', 'dark'] as const)
  test(`lanes, list and table are accessible in the ${theme} theme`, async () => {
    test.slow();
    await withApp(async (page) => {
      const deck = await zonedDeck(page);
      await dress(page, theme);
      const check = (what: string) => accessible(page, `${theme} ${what}`);
      await showDeck(page, deck, { lanes: 'owner' });
      await check('lanes');
      await showProject(page, deck, { by: 'status', layout: 'list' });
      await check('list');
      await showProject(page, deck, { layout: 'table' });
      await check('table');
      await page.locator('main [data-card-list] [data-card-id]').first().focus();
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowDown');
      await check('bulk bar');
      await page.keyboard.press('ControlOrMeta+Shift+D');
      await page.getByRole('dialog').waitFor();
      await check('copy dialog');
      await page.keyboard.press('Escape');
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'one\n  two\n[x] three');
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await page.getByRole('dialog', { name: /from a list/ }).waitFor();
      await check('paste dialog');
    });
  });

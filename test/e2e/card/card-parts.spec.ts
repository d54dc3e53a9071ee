/**
 * Tests of a card's sub cards, dependencies, fields, files, pictures and long texts, of moving between cards, and of
 * quick find.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import {
  findDeckWithZones,
  openRoute,
  performActions,
  queryRows,
  setOffline,
  waitForAnimations,
  waitForEmptyOutbox,
} from '../../support/window.ts';

let launched: LaunchedApp;
let page: Page;
test.beforeAll(async () => {
  launched = await launchApp();
  page = launched.page;
  await page.locator('[data-card-id]').first().waitFor();
});
test.afterAll(async () => {
  await launched.close();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

interface Face {
  readonly cardId: string;
  readonly title: string;
  readonly deckId: string;
  readonly childCards: readonly string[];
  readonly inDeps: readonly string[];
}

const fields = ['title', 'deckId', 'childCards', 'inDeps'];
async function cardsWhere(where: Record<string, unknown>): Promise<Face[]> {
  const key = `cards(${JSON.stringify({ visibility: 'default', $order: 'accountSeq', $limit: 5, ...where })})`;
  const { card } = await queryRows(page, { _root: [{ account: [{ [key]: fields }] }] });
  return Object.values(card ?? {}) as unknown as Face[];
}
const currentCard = async (id: string): Promise<(Face & Record<string, unknown>) | undefined> => {
  const { card } = await queryRows(page, {
    [`card(${JSON.stringify(id)})`]: [...fields, 'content', 'effort', 'priority', 'dueDate', 'tags', 'attachments'],
  });
  return card?.[id] as (Face & Record<string, unknown>) | undefined;
};

async function openCard({ cardId, deckId, title }: Face) {
  await openRoute(page, `#/deck/${deckId}?card=${cardId}`);
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  await expect(panel).toBeVisible();
  return panel;
}
const firstCardWhere = async (where: Record<string, unknown>): Promise<Face> => {
  const [card] = await cardsWhere(where);
  if (!card) throw new Error(`The demo has no card where ${JSON.stringify(where)}`);
  return card;
};

test('sub cards: added, ticked, reordered by key, opened', async () => {
  const hero = await firstCardWhere({ derivedStatus: 'hero', childCards: {} });
  const panel = await openCard(hero);
  const list = panel.getByRole('list', { name: 'Sub cards' });
  const before = (await currentCard(hero.cardId))?.childCards?.length ?? 0;
  await expect(list.getByRole('listitem')).toHaveCount(before);
  await panel.getByRole('button', { name: 'Add a sub card' }).click();
  await page.keyboard.type('A bell for the storm');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(before + 1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();

  const row = list.getByRole('listitem').filter({ hasText: 'A bell for the storm' });
  await row.getByRole('button', { name: 'A bell for the storm', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(list.getByRole('listitem').nth(before - 1)).toContainText('A bell for the storm');
  await row.getByRole('checkbox').click();
  await expect(row.getByRole('checkbox')).toBeChecked();
  // A file that is dropped on the row of a sub card must be attached to the open card, as anywhere else in the panel.
  await row.evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['salt'], 'from the desktop.txt'));
    for (const type of ['dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(panel.getByRole('list', { name: 'Attachments' })).toContainText('from the desktop.txt');
  await expect(panel.getByText('Drop to attach')).toBeHidden();
  const children = (await currentCard(hero.cardId))?.childCards ?? [];
  expect((await currentCard(children[before - 1] ?? ''))?.title).toBe('A bell for the storm');

  await row.getByRole('button', { name: 'A bell for the storm', exact: true }).click();
  const child = page.getByRole('region', { name: 'Card: A bell for the storm' });
  await expect(child.getByRole('button', { name: /^Hero card: / })).toBeVisible();
  await expect(child.getByRole('button', { name: 'Add a sub card' })).toBeHidden();
});

// A new sub card must get a zone. Otherwise a deck with zones shows it in the column "No zone".
test('a sub card gets the zone of its hero card, and one undo removes it', async () => {
  const deck = await findDeckWithZones(page);
  const hero = await firstCardWhere({ deckId: deck.id, derivedStatus: 'assigned', parentCardId: null });
  const orders = { 'cardOrders({"context":"deck"})': ['context', 'cardId', 'label'] };
  const zoneOf = async (id: string) =>
    Object.values((await queryRows(page, { [`card(${JSON.stringify(id)})`]: ['title', orders] })).cardOrder ?? {})[0]
      ?.label;
  const zone = await zoneOf(hero.cardId);
  expect(deck.zones).toContain(zone);
  const panel = await openCard(hero);
  await panel.getByRole('button', { name: 'Add a sub card' }).click();
  await page.keyboard.type('A part of it');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('list', { name: 'Sub cards' })).toContainText('A part of it');
  await waitForEmptyOutbox(page);
  const [child = ''] = (await currentCard(hero.cardId))?.childCards ?? [];
  await expect.poll(() => zoneOf(child)).toBe(zone);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await currentCard(hero.cardId))?.childCards).toEqual([]);
});

// If the app refuses the sub card, the field must show the refused title again, followed by the text that the person
// has typed since.
test('the title of a sub card that is refused comes back, before what was typed since', async () => {
  const hero = await firstCardWhere({ derivedStatus: 'hero' });
  const card = await firstCardWhere({ derivedStatus: 'assigned', parentCardId: null });
  const panel = await openCard(card);
  await panel.getByRole('button', { name: 'Add a sub card' }).click();
  const field = panel.getByRole('textbox', { name: 'Title of the new sub card' });
  await field.fill('Not accepted');
  // Make the open card a sub card, so that it accepts no sub cards itself. Do it in the same event-loop task of the
  // page as Enter, so that the panel still has the field.
  const steps = [{ action: 'cards/update', params: { id: card.cardId, parentCardId: hero.cardId } }];
  await field.evaluate(async (input, refusingSteps) => {
    const { decktop } = window as unknown as { decktop: Bridge };
    void decktop.call('data/act', { label: 'Make it a sub card', steps: refusingSteps });
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    document.execCommand('insertText', false, 'typed since');
  }, steps);
  await expect(panel.getByRole('button', { name: /^Hero card: / })).toBeVisible();
  await performActions(page, [{ action: 'cards/update', params: { id: card.cardId, parentCardId: null } }]);
  await expect(field).toHaveValue('Not accepted typed since');
  await field.fill('');
  await field.press('Escape');
  await waitForEmptyOutbox(page);
});

test('a sub card that left in the same moment does not come back by a move beside it', async () => {
  const heroes = await cardsWhere({ derivedStatus: 'hero', childCards: {} });
  const hero = heroes.find(({ childCards }) => (childCards?.length ?? 0) > 1);
  const other = await firstCardWhere({ derivedStatus: 'assigned', parentCardId: null });
  if (!hero) throw new Error('The demo has no hero card with two sub cards');
  const panel = await openCard(hero);
  const rows = panel.getByRole('list', { name: 'Sub cards' }).locator('[data-sub-card]');
  const id = (await rows.first().getAttribute('data-sub-card')) ?? '';
  const before = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-sub-card')));
  // Make the first sub card a hero card in the same event-loop task of the page as Alt+ArrowUp, so that the panel still
  // shows it as a sub card.
  const steps = [
    { action: 'cards/update', params: { id, parentCardId: null } },
    { action: 'cards/update', params: { id: other.cardId, parentCardId: id } },
  ];
  await rows
    .nth(1)
    .locator('[data-opens-card]')
    .evaluate((button, refusingSteps) => {
      const { decktop } = window as unknown as { decktop: Bridge };
      void decktop.call('data/act', { label: 'Make it a hero card', steps: refusingSteps });
      button.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true }),
      );
    }, steps);
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-sub-card'))))
    .toEqual(before.filter((each) => each !== id));
  await waitForEmptyOutbox(page);
  await performActions(page, [
    { action: 'cards/update', params: { id: other.cardId, parentCardId: null } },
    { action: 'cards/update', params: { id, parentCardId: hero.cardId } },
  ]);
  await waitForEmptyOutbox(page);
});

test('dependencies: added by search and removed; a cycle is refused at once, with its path', async () => {
  const [one, two, three] = (await cardsWhere({ derivedStatus: 'assigned', parentCardId: null })) as [Face, Face, Face];
  const waitFor = async (card: Face, other: Face) => {
    const panel = await openCard(card);
    await panel.getByRole('combobox', { name: 'Waits for: add a card' }).click();
    await page.getByRole('combobox', { name: 'Wait for another card' }).fill(other.title);
    await page.getByRole('option').filter({ hasText: other.title }).first().click();
    return panel;
  };
  await expect((await waitFor(one, two)).getByRole('list', { name: 'Waits for' })).toContainText(two.title);
  await expect((await waitFor(three, one)).getByRole('list', { name: 'Waits for' })).toContainText(one.title);
  const panel = await waitFor(two, three);
  await expect(panel.getByText(/^That would close a cycle: /)).toContainText(
    [two, one, three, two].map(({ title }) => title).join(' → '),
  );
  expect((await currentCard(two.cardId))?.inDeps).not.toContain(three.cardId);
  await panel.getByRole('button', { name: `No longer block ${one.title}` }).click();
  await expect.poll(async () => (await currentCard(one.cardId))?.inDeps).not.toContain(two.cardId);

  // The history must also know the titles of cards that are no longer linked. Otherwise it calls such a card "a card no
  // longer visible".
  await waitForEmptyOutbox(page);
  const former = await openCard(one);
  await former.getByRole('button', { name: 'Show', exact: true }).click();
  const removed = former.getByRole('list', { name: 'Versions' }).locator('del').filter({ hasText: two.title });
  await expect(removed).toHaveText(two.title);
});

// After a row is removed, an element of the panel must have the focus. Otherwise the next key acts on the focused card
// of the board.
test('after a row of the panel is removed, the next row has the focus, or the panel', async () => {
  const card = await firstCardWhere({ derivedStatus: 'assigned', parentCardId: null });
  const panel = await openCard(card);
  await panel.getByRole('button', { name: 'Add a sub card' }).click();
  for (const title of ['Rope', 'Lantern']) {
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
  }
  const more = (title: string) => panel.getByRole('button', { name: `More for ${title}` });
  for (const [title, focused] of [
    ['Rope', more('Lantern')],
    ['Lantern', panel],
  ] as const) {
    await more(title).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove from this hero card' }).press('Enter');
    await expect(more(title)).toBeHidden();
    await expect(focused).toBeFocused();
  }
  await waitForEmptyOutbox(page);
});

// While the search for the typed text is still running, the list shows results for the earlier text. Enter must not
// choose one of these.
test('Enter in the search for a card takes a card of the answer to the typed text', async () => {
  const hero = await firstCardWhere({ derivedStatus: 'assigned', parentCardId: null });
  const [wanted, newest] = await performActions(page, [
    { action: 'cards/create', params: { content: 'Quadrant of brass', deckId: hero.deckId } },
    { action: 'cards/create', params: { content: 'The newest card', deckId: hero.deckId } },
  ]);
  await waitForEmptyOutbox(page);
  const panel = await openCard(hero);
  await panel.getByRole('combobox', { name: 'Waits for: add a card' }).click();
  const field = page.getByRole('combobox', { name: 'Wait for another card' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('option').first()).toContainText('The newest card');
  await page.keyboard.press('ArrowDown');
  // Type the text and press Enter in one event-loop task of the page, so that no search results can arrive in between.
  await field.evaluate((input) => {
    document.execCommand('insertText', false, 'Quadrant of brass');
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect(panel.getByRole('list', { name: 'Waits for' })).toContainText('Quadrant of brass');
  await expect(panel.getByRole('list', { name: 'Waits for' })).not.toContainText('The newest card');
  await expect(field).toBeHidden();
  const ids = [wanted, newest].map((card) => String(card?.id));
  await performActions(page, [{ action: 'cards/bulkUpdate', params: { ids, visibility: 'deleted' } }]);
  await waitForEmptyOutbox(page);
});

// A long word must not widen a message. Titles in the graph of dependencies must fit into their boxes in every script.
// Search results must not move the field in which the user types.
test('long titles and titles from right to left do not break the layout', async () => {
  const { deckId } = await firstCardWhere({ derivedStatus: 'assigned' });
  const contents = [
    'שלום עולם: bug #42 (v1.2)!',
    'Donaudampfschiffahrtselektrizitätenhauptbetriebswerk'.repeat(2),
    '灯台'.repeat(40),
  ];
  await performActions(
    page,
    contents.map((content) => ({ action: 'cards/create', params: { content, deckId } })),
  );
  await waitForEmptyOutbox(page);
  const made = await cardsWhere({ deckId, $order: '-accountSeq', $limit: 3 });
  const [hebrew, long, wide] = contents.map((content) => made.find(({ title }) => content.startsWith(title))) as Face[];
  if (!hebrew || !long || !wide) throw new Error('The cards are not there');
  const inDeps = [hebrew.cardId, wide.cardId];
  await performActions(page, [{ action: 'cards/update', params: { id: long.cardId, inDeps } }]);
  await waitForEmptyOutbox(page);

  const panel = await openCard(long);
  const waits = panel.getByRole('list', { name: 'Waits for' });
  await expect(waits.getByRole('button', { name: hebrew.title, exact: true })).toHaveCSS('direction', 'rtl');
  const overflowing = await panel.getByRole('img', { name: 'What comes before and after this card' }).evaluate(
    (graph) =>
      [...graph.querySelectorAll('[dir]')].filter((title) => {
        const box = title.closest('g')?.querySelector('rect')?.getBoundingClientRect();
        const { left, right } = title.getBoundingClientRect();
        return !box || left < box.left || right > box.right;
      }).length,
  );
  expect(overflowing).toBe(0);

  const other = await openCard(wide);
  // Scroll the button to the bottom of the panel, so that there is no space for the list below the field.
  const add = other.getByRole('combobox', { name: 'Waits for: add a card' });
  await page.setViewportSize({ width: 1280, height: 500 });
  await add.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await add.click();
  const field = page.getByRole('combobox', { name: 'Wait for another card' });
  await expect(field).toBeFocused();
  await waitForAnimations(page);
  // Before the user types, the list offers cards of the deck, the most recently changed card first.
  await expect(page.getByRole('option').filter({ hasText: long.title })).toBeVisible();
  const last = await page.getByRole('option').first().textContent();
  // The title is cut at 80 characters, and its first line goes on.
  expect([hebrew.title, `${long.title}…`]).toContain(last);
  const before = await field.boundingBox();
  await field.fill('a');
  await expect(page.getByRole('option').nth(3)).toBeVisible();
  await field.fill(long.title.slice(0, 12));
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(await field.boundingBox()).toEqual(before);
  await page.keyboard.press('Enter');
  const cycleMessage = other.getByText(/^That would close a cycle: /);
  await expect(cycleMessage).toBeInViewport({ ratio: 1 });
  await expect(cycleMessage.locator('bdi')).toHaveText([wide, long, wide].map(({ title }) => title));
  expect(await cycleMessage.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a card created offline keeps its panel and draft when the service gives it its id', async () => {
  await setOffline(page, true);
  const hero = await firstCardWhere({ derivedStatus: 'hero', childCards: {} });
  const panel = await openCard(hero);
  await panel.getByRole('button', { name: 'Add a sub card' }).click();
  await page.keyboard.type('Thought of on the train');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  // Open the new card in a tab. When the service gives the card its own id, the tab must show the card with this id.
  await panel
    .getByRole('button', { name: 'Thought of on the train', exact: true })
    .click({ modifiers: ['ControlOrMeta'] });
  const tabs = page.getByRole('navigation', { name: 'Open cards' }).getByRole('listitem');
  await expect(tabs).toHaveCount(2);
  const card = page.getByRole('region', { name: 'Card: Thought of on the train' });
  await card.press('e');
  const editor = card.getByRole('textbox', { name: 'Text of the card' });
  await editor.press('ControlOrMeta+End');
  // To the end of the title: a card with nothing else is edited on the line below it.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', between two');
  const shown = () => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('card') ?? '');
  const localId = await shown();
  await setOffline(page, false);
  await expect.poll(shown).not.toBe(localId);
  await expect(tabs).toHaveText([hero.title, 'Thought of on the train']);
  await expect(tabs.locator('[aria-current]')).toHaveText('Thought of on the train');
  await expect(editor).toContainText('Thought of on the train, between two');
  await page.keyboard.type(' stations');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect
    .poll(async () => (await currentCard(await shown()))?.title)
    .toBe('Thought of on the train, between two stations');
});

// The clicks come before the window shows the first tick. Each must be a change of the newest text.
test('six boxes that are clicked at once are all ticked', async () => {
  const card = await firstCardWhere({ derivedStatus: 'unassigned', deck: { deckType: 'task' } });
  const boxes = Array.from({ length: 6 }, (_, index) => `- [ ] Rope ${index}`);
  await performActions(page, [
    { action: 'cards/update', params: { id: card.cardId, content: [card.title, '', ...boxes].join('\n') } },
  ]);
  const panel = await openCard(card);
  const items = panel.getByRole('listitem').filter({ hasText: /Rope \d/ });
  await expect(items).toHaveCount(6);
  await items.getByRole('checkbox').evaluateAll((found) => {
    for (const box of found) (box as HTMLElement).click();
  });
  await expect
    .poll(async () => String((await currentCard(card.cardId))?.content).match(/- \[x\] Rope/g)?.length)
    .toBe(6);
});

// The panel renders a long text in parts, and must not render all of them at once. Each part must count its lines from
// the start of the whole text, or else a click ticks another checkbox. The sections below the text must be mounted
// before the person scrolls to them.
test('a text of 2,000 lines renders while it is scrolled, and a click on its last checkbox ticks that one', async () => {
  const card = await firstCardWhere({ derivedStatus: 'unassigned', deck: { deckType: 'task' } });
  const days = Array.from({ length: 400 }, (_, day) => `## Day ${day}\n\n- [ ] Look at the tide of day ${day}\n\nFog.`);
  await performActions(page, [
    { action: 'cards/update', params: { id: card.cardId, content: [card.title, ...days].join('\n\n') } },
  ]);
  const panel = await openCard(card);
  const headings = panel.getByRole('heading', { name: /^Day \d+$/ });
  await expect(headings.first()).toHaveText('Day 0');
  await expect(panel.getByRole('region', { name: 'Threads' }).getByRole('combobox')).toBeVisible();
  expect(await headings.count()).toBeLessThan(150);
  await panel.getByRole('region', { name: 'Sub cards' }).scrollIntoViewIfNeeded();
  const last = panel.getByRole('listitem').filter({ hasText: 'Look at the tide of day 399' });
  await last.getByRole('checkbox').click();
  await expect
    .poll(async () => (await currentCard(card.cardId))?.content)
    .toContain('- [x] Look at the tide of day 399');
  expect(await headings.count()).toBeLessThan(300);
  await waitForEmptyOutbox(page);
});

test('fields: effort off the scale, priority, due date and a new tag', async () => {
  const card = await firstCardWhere({ derivedStatus: 'unassigned', deck: { deckType: 'task' } });
  const panel = await openCard(card);
  await panel.getByRole('combobox', { name: /^Effort: / }).click();
  const effort = page.getByRole('combobox', { name: 'Effort', exact: true });
  await effort.fill('34');
  await effort.press('Enter');
  await expect(panel.getByRole('combobox', { name: 'Effort: 34' })).toBeVisible();
  await panel.getByRole('combobox', { name: /^Priority: / }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await panel.getByRole('textbox', { name: 'Due date' }).fill('2031-05-06');
  await panel.getByRole('textbox', { name: 'Due date' }).press('Enter');
  await panel.getByRole('combobox', { name: 'Add a tag' }).click();
  const tags = page.getByRole('combobox', { name: 'Tags', exact: true });
  await tags.fill('lighthouse');
  await tags.press('Enter');
  await expect.poll(() => currentCard(card.cardId)).toMatchObject({ effort: 34, priority: 'a', dueDate: '2031-05-06' });
  await expect.poll(async () => (await currentCard(card.cardId))?.tags).toContain('lighthouse');
});

test('documents show why they cannot have effort or be started', async () => {
  const doc = await firstCardWhere({ derivedStatus: 'doc' });
  const panel = await openCard(doc);
  await expect(panel.getByText('None on documents').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Kind: Document' }).click();
  await expect(page.locator('[role^=menuitem]').filter({ hasText: 'Started' }).last()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
});

test('a file is attached', async () => {
  const card = await firstCardWhere({ derivedStatus: 'started' });
  const panel = await openCard(card);
  const had = (await currentCard(card.cardId))?.attachments as string[];
  await panel
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'notes from the pier.txt', mimeType: 'text/plain', buffer: Buffer.from('salt') });
  await expect(panel.getByRole('list', { name: 'Attachments' })).toContainText('notes from the pier.txt');
  await expect.poll(async () => (await currentCard(card.cardId))?.attachments).toHaveLength(had.length + 1);
});

test('pasted pictures show at the caret at once, also offline, are removed by one undo, and stay in the text after the upload', async () => {
  const card = await firstCardWhere({ derivedStatus: 'started' });
  const panel = await openCard(card);
  const had = (await currentCard(card.cardId))?.attachments as string[];
  await setOffline(page, true);
  await panel.press('e');
  const text = panel.locator('.cm-content[aria-label="Text of the card"]');
  await expect(text).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await text.evaluate(async (target) => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
    const bytes = await canvas.convertToBlob();
    const clipboardData = new DataTransfer();
    for (const name of ['chart.png', 'chart.png'])
      clipboardData.items.add(new File([bytes], name, { type: 'image/png' }));
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const previews = text.locator('.cm-picture img');
  const widths = (pictures: typeof previews) =>
    pictures.evaluateAll((all) => all.map((picture) => (picture as HTMLImageElement).naturalWidth));
  await expect.poll(() => widths(previews)).toEqual([40, 40]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(previews).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(previews).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+Enter');

  const shown = panel.getByRole('region', { name: 'Text' }).getByRole('img');
  await expect.poll(() => widths(shown)).toEqual([40, 40]);
  await expect(panel.getByRole('list', { name: 'Attachments' })).toContainText('waits for the connection');
  const content = (await currentCard(card.cardId))?.content as string;
  expect(content).toContain('![chart](chart.png)\n![chart 2](<chart 2.png>)');
  // Close the card and open it again, so that the window loads the picture again: at first from the outbox, and after
  // the upload from the service.
  const again = async () => {
    await openRoute(page, '#/inbox');
    await expect(panel).toBeHidden();
    await openCard(card);
    await expect.poll(() => widths(shown)).toEqual([40, 40]);
  };
  await again();
  await setOffline(page, false);
  await expect.poll(async () => (await currentCard(card.cardId))?.attachments).toHaveLength(had.length + 2);
  await waitForEmptyOutbox(page);
  await again();
  expect((await currentCard(card.cardId))?.content).toBe(content);
});

test('J and K go from card to card in the order of the board, Escape closes', async () => {
  const order = await page
    .locator('main [data-card-id]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card-id')));
  await page.locator('main [data-card-id]').first().click();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: /^Card: / });
  await expect(panel).toBeVisible();
  const shown = () => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('card'));
  const begin = await shown();
  const label = (await panel.getAttribute('aria-label')) ?? '';
  await panel.focus();
  await page.keyboard.press('j');
  await expect.poll(shown).not.toBe(begin);
  const next = await shown();
  expect(order.indexOf(next)).toBe(order.indexOf(begin) + 1);
  // The panel of the next card must have the focus.
  await expect(panel).not.toHaveAttribute('aria-label', label);
  await expect(panel).toBeFocused();
  await page.keyboard.press('k');
  await expect.poll(shown).toBe(begin);
  await expect(panel).toHaveAttribute('aria-label', label);
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

// E and Shift+E are different commands of the panel. So the panel must notice Shift, and must recognise the letter E
// with Caps Lock, too.
test('E edits the text of an open card, also with Caps Lock, and Shift+E sets its effort', async () => {
  await page.locator('main [data-card-id]').first().click();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: /^Card: / });
  const editor = panel.getByRole('textbox', { name: 'Text of the card' });
  await panel.focus();
  await page.keyboard.press('Shift+E');
  const effort = page.getByRole('combobox', { name: 'Effort', exact: true });
  await expect(effort).toBeVisible();
  await expect(editor).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(effort).toHaveCount(0);
  // Simulate Caps Lock: the letter is a capital although Shift is not pressed.
  await panel.dispatchEvent('keydown', { key: 'E', code: 'KeyE' });
  await expect(editor).toBeVisible();
  await editor.press('Escape');
  await expect(editor).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

// In scripts such as Japanese, a person composes a word from several keys, and Enter ends the word. Key handlers must
// check `isComposing`, so that this Enter does not save the text yet.
test('keys of an input method neither save nor close a field', async () => {
  const press = (field: Locator, key: string) =>
    field.dispatchEvent('keydown', { key, keyCode: 229, isComposing: true });
  const card = await firstCardWhere({ derivedStatus: 'unassigned', deck: { deckType: 'task' } });
  const panel = await openCard(card);
  const before = await currentCard(card.cardId);
  await panel.getByRole('button', { name: 'Add a sub card' }).click();
  const subCard = panel.getByRole('textbox', { name: 'Title of the new sub card' });
  await subCard.fill('A lens');
  await press(subCard, 'Enter');
  await expect(subCard).toHaveValue('A lens');
  await press(subCard, 'Escape');
  await expect(subCard).toBeVisible();
  await subCard.press('Escape');
  await expect(subCard).toHaveCount(0);

  await panel.getByRole('combobox', { name: 'Add a tag' }).click();
  const tags = page.getByRole('combobox', { name: 'Tags', exact: true });
  await tags.fill('fog-horn');
  await press(tags, 'Enter');
  await expect(tags).toBeVisible();
  await tags.press('Escape');
  await expect(tags).toHaveCount(0);
  await panel.focus();
  await page.keyboard.press('F2');
  await press(panel.getByRole('textbox', { name: 'Title' }), 'Escape');
  await expect(panel.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  const filter = page.getByRole('searchbox', { name: 'Filter cards by text' });
  await filter.fill(card.title);
  await expect(page.locator('main [data-card-list^="deck:"] [data-card-id]')).toHaveCount(1);
  await press(filter, 'Enter');
  await expect(filter).toBeFocused();
  await press(filter, 'Escape');
  await expect(filter).toHaveValue(card.title);

  await page.getByRole('button', { name: 'Save this view' }).click();
  const viewName = page.getByRole('textbox', { name: 'Save this view as' });
  await viewName.fill('Fog');
  await press(viewName, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Fog', exact: true, includeHidden: true })).toHaveCount(0);
  await viewName.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Fog', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More about Fog' }).click();
  await page.getByRole('menuitem', { name: /^Rename/ }).click();
  const newName = page.getByRole('textbox', { name: 'New name of Fog' });
  await newName.fill('Mist');
  await press(newName, 'Enter');
  await press(newName, 'Escape');
  await expect(newName).toHaveValue('Mist');
  await newName.press('Escape');

  await openRoute(page, '#/settings/projects');
  const project = page.getByRole('textbox', { name: 'Name', exact: true });
  const projectName = await project.inputValue();
  await project.fill('Fog');
  await press(project, 'Enter');
  await press(project, 'Escape');
  await expect(project).toHaveValue('Fog');
  await project.press('Escape');
  await expect(project).toHaveValue(projectName);
  expect(await currentCard(card.cardId)).toEqual(before);
});

// When the field for a new sub card is removed, the panel must get the focus. Otherwise the next key acts on the
// focused card of the board.
test('the panel has the focus after the field for a new sub card closes', async () => {
  const panel = await openCard(await firstCardWhere({ derivedStatus: 'unassigned', deck: { deckType: 'task' } }));
  for (const key of ['Escape', 'Enter']) {
    await panel.getByRole('button', { name: 'Add a sub card' }).click();
    await page.keyboard.press(key);
    await expect(panel).toBeFocused();
  }
});

test('finds cards by title and code, decks and commands', async () => {
  const card = await firstCardWhere({ derivedStatus: 'done' });
  await page.keyboard.press('ControlOrMeta+k');
  const input = page.getByRole('combobox', { name: 'Find and run' }).or(page.getByPlaceholder(/Cards by title/));
  await input.first().fill(card.title);
  await expect(page.getByRole('option').first()).toContainText(card.title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: `Card: ${card.title}` })).toBeVisible();
  // Press Enter at once. Enter must choose the first result for the new text, not a result for the previous text.
  const other = await firstCardWhere({ derivedStatus: 'started' });
  await page.keyboard.press('ControlOrMeta+k');
  await input.first().fill(other.title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: `Card: ${other.title}` })).toBeVisible();
  // A deck whose name starts with the typed text must be listed above cards whose title contains the text.
  await page.keyboard.press('ControlOrMeta+k');
  await input.first().fill('player');
  await page.getByRole('option', { name: 'Player & Boat' }).first().waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Player & Boat', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('>settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('project saltmere');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Saltmere', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await input.first().fill('lighthouse');
  await page.getByRole('option', { name: 'Show all cards that match' }).click();
  await expect(page.getByRole('heading', { name: '“lighthouse”', level: 1 })).toBeVisible();
  const field = page.getByRole('searchbox', { name: 'Search all cards' });
  await expect(field).toHaveValue('lighthouse');
  await field.fill(card.title);
  await expect(page.locator(`[data-card-id="${card.cardId}"]`)).toBeVisible();
  await field.fill('');
  await expect(page.getByText('Search all cards', { exact: true }).last()).toBeVisible();
});

test('goes back and forward by key, mouse button and arrow, and to recent places', async () => {
  const heading = page.getByRole('heading', { level: 1 });
  const arrow = (name: string) => page.locator('main header').getByRole('button', { name, exact: true });
  const open = async (name: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find and run' }).fill(name);
    await expect(page.getByRole('option', { selected: true })).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText(name);
  };
  await open('Player & Boat');
  await open('Quests');
  await open('Inbox');
  await expect(arrow('Forward')).toBeDisabled();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(heading).toHaveText('Quests');
  const pressMouse = (button: number) =>
    page.evaluate((number) => {
      for (const type of ['mousedown', 'mouseup'])
        document.body.dispatchEvent(new MouseEvent(type, { button: number, bubbles: true, cancelable: true }));
    }, button);
  await pressMouse(3);
  await expect(heading).toHaveText('Player & Boat');
  await pressMouse(4);
  await expect(heading).toHaveText('Quests');
  await arrow('Forward').click();
  await expect(heading).toHaveText('Inbox');
  // The place before this one comes first.
  await page.keyboard.press('ControlOrMeta+e');
  await expect(page.getByRole('option').first()).toContainText('Quests');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Quests');
  await page.locator('main [data-card-id]').first().focus();
  // A typing error, and a word of another program.
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Find and run' });
  await field.fill('milstones');
  await expect(page.getByRole('option', { name: /^Milestones/ })).toBeVisible();
  await field.fill('estimate');
  await expect(page.getByRole('option', { name: /^Effort…/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

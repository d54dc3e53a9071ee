/** Tests of a card's texts, checkboxes and threads on the demo workspace, also offline and after a crash. */
import { rmSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { shortCodeOf } from '../../../shared/domain/short-code.ts';
import { type LaunchedApp, launchApp, newDataFolder } from '../../support/launch.ts';
import { belowTitle, openRoute, performActions, queryRows, setOffline } from '../../support/window.ts';

interface FoundCard {
  readonly cardId: string;
  readonly accountSeq: number;
  readonly title: string;
  readonly content: string;
  readonly deckId: string;
}

/** Returns the card with the lowest `accountSeq` among the cards that match a filter. */
async function cardWhere(page: Page, where: Record<string, unknown>): Promise<FoundCard> {
  const key = `cards(${JSON.stringify({ visibility: 'default', $order: 'accountSeq', $limit: 1, ...where })})`;
  const { card } = await queryRows(page, {
    _root: [{ account: [{ [key]: ['title', 'content', 'deckId', 'accountSeq'] }] }],
  });
  const [found] = Object.values(card ?? {}) as unknown as FoundCard[];
  if (!found) throw new Error('The demo has no such card');
  return found;
}

async function openCard(page: Page, card: FoundCard): Promise<Locator> {
  await openRoute(page, `#/deck/${card.deckId}?card=${card.cardId}`);
  const panel = page.getByRole('region', { name: `Card: ${card.title}` });
  await expect(panel).toBeVisible();
  return panel;
}

const editorOf = (panel: Locator) => panel.getByRole('textbox', { name: 'Text of the card' });

/** Reads the stored drafts through the page's own bridge. */
const drafts = (page: Page) =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('drafts/list', {});
    return outcome.ok ? outcome.value.map(({ text }) => text) : [];
  });
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('outbox/list', {});
    return outcome.ok ? outcome.value.length : -1;
  });
const contentOf = async (page: Page, cardId: string) =>
  (await queryRows(page, { [`card(${JSON.stringify(cardId)})`]: ['content'] })).card?.[cardId]?.content;

test.describe('on the demo workspace', () => {
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

  test('a checkbox is ticked in the rendered text', async () => {
    const card = await cardWhere(page, { content: { op: 'contains', value: '- [ ] ' } });
    const panel = await openCard(page, card);
    const open = panel.getByRole('checkbox', { name: 'To do' }).first();
    await open.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => contentOf(page, card.cardId)).toBe(card.content.replace('- [ ] ', '- [x] '));
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => contentOf(page, card.cardId)).toBe(card.content);
  });

  test('Escape, a click elsewhere and another place save the text as one change; discarding can be undone', async () => {
    const card = await cardWhere(page, { content: { op: 'contains', value: '\n' }, status: 'started' });
    const panel = await openCard(page, card);
    const text = () => contentOf(page, card.cardId);
    const edit = async (typed: string) => {
      await panel.getByRole('button', { name: 'Edit the text' }).click();
      await editorOf(panel).press('ControlOrMeta+End');
      await page.keyboard.type(typed);
    };
    await edit(' By Escape.');
    await page.keyboard.press('Escape');
    await expect(editorOf(panel)).toBeHidden();
    await expect(panel).toBeFocused();
    await expect.poll(text).toBe(`${card.content} By Escape.`);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(text).toBe(card.content);

    await edit(' By a click.');
    const field = panel.getByRole('textbox', { name: 'Start a thread' });
    await field.click();
    await expect(editorOf(panel)).toBeHidden();
    await expect(field).toBeFocused();
    await expect.poll(text).toBe(`${card.content} By a click.`);

    await edit(' By another place.');
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    await expect.poll(text).toBe(`${card.content} By a click. By another place.`);
    await expect.poll(() => drafts(page)).toEqual([]);

    await openCard(page, card);
    await edit(' Never.');
    // A format button leaves the text its focus; so does a click between the controls.
    await panel.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Checklist' }).click();
    await panel.getByRole('button', { name: 'Discard' }).click();
    await expect(editorOf(panel)).toBeHidden();
    await expect.poll(() => drafts(page)).toEqual([]);
    await panel.press('ControlOrMeta+z');
    await expect(panel.getByText('There is an unsaved draft of this text.')).toBeVisible();
    await panel.getByRole('button', { name: 'Continue' }).click();
    await expect(editorOf(panel)).toContainText('[ ]');
    await panel.getByRole('button', { name: 'Discard' }).click();
    expect(await text()).toBe(`${card.content} By a click. By another place.`);
  });

  test('a first description is written below the title', async () => {
    const { deckId } = await cardWhere(page, { derivedStatus: 'started' });
    await performActions(page, [{ action: 'cards/create', params: { content: 'Only a title', deckId } }]);
    const card = await cardWhere(page, { title: 'Only a title' });
    const panel = await openCard(page, card);
    const title = panel.getByRole('heading', { name: 'Only a title' });
    await panel.getByRole('button', { name: 'Add a description…' }).click();
    await expect(editorOf(panel)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(editorOf(panel)).toBeHidden();
    await panel.press('e');
    await expect(editorOf(panel)).toBeFocused();
    await expect.poll(async () => ((await title.boundingBox())?.height ?? 0) > 10).toBe(true);
    await page.keyboard.type('Needs a long text');
    await page.keyboard.press('Escape');
    // By its title, because the service may have given the card its id meanwhile.
    const written = async () => (await cardWhere(page, { title: 'Only a title' })).content;
    await expect.poll(written).toBe('Only a title\nNeeds a long text');
  });

  test('an older text is restored from the history', async () => {
    const card = await cardWhere(page, { derivedStatus: 'snoozing' });
    const panel = await openCard(page, card);
    await panel.press('e');
    await editorOf(panel).press('ControlOrMeta+End');
    await page.keyboard.type(' Too much.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => contentOf(page, card.cardId)).toBe(`${belowTitle(card.content)} Too much.`);
    const history = panel.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: 'Show' }).click();
    const version = history.getByRole('listitem').filter({ hasText: 'Too much.' }).first();
    await version.getByRole('button', { name: 'Restore the text before this' }).first().click();
    await expect.poll(() => contentOf(page, card.cardId)).toBe(card.content);
  });

  test('a reply is written, the thread closed, and opened again with its comments', async () => {
    const card = await cardWhere(page, { resolvables: { isClosed: false, context: 'comment' } });
    const panel = await openCard(page, card);
    const thread = panel.getByRole('article', { name: 'Comment thread' }).first();
    const reply = thread.getByRole('textbox', { name: 'Reply to the comment thread' });
    await reply.click();
    await page.keyboard.type('Heard, and **done**.');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await expect(thread.getByRole('listitem').filter({ hasText: 'Heard, and done.' })).toBeVisible();
    await expect(reply).not.toContainText('Heard');
    await thread.getByRole('button', { name: 'Close thread' }).click();
    await expect(panel.getByText(/closed just now/)).toBeVisible();
    // When a panel opens, it shows closed threads collapsed. A thread that is then reopened must expand by itself,
    // because an open thread has no button to expand it.
    await openRoute(page, `#/deck/${card.deckId}`);
    await expect(panel).toBeHidden();
    await openCard(page, card);
    const closed = panel.getByRole('article', { name: 'Comment thread' }).filter({ hasText: /closed just now/ });
    await expect(closed.getByRole('button', { name: /closed just now/ })).toHaveAttribute('aria-expanded', 'false');
    await closed.getByRole('button', { name: 'More for this thread' }).click();
    await page.getByRole('menuitem', { name: 'Reopen' }).click();
    const reopened = panel.getByRole('article', { name: 'Comment thread' }).filter({ hasText: /reopened just now/ });
    await expect(reopened.getByRole('listitem').filter({ hasText: 'Heard, and done.' })).toBeVisible();
    await expect(reopened.getByRole('textbox', { name: 'Reply to the comment thread' })).toBeVisible();
    await expect(reopened.getByRole('button', { name: 'Close thread' })).toBeVisible();
  });

  test('a block shows its effect, and sets the card back', async () => {
    const card = await cardWhere(page, { derivedStatus: 'started' });
    const panel = await openCard(page, card);
    await panel.getByRole('combobox', { name: /Kind of thread/ }).click();
    await page.getByRole('option', { name: 'Block' }).click();
    await expect(panel.getByText(/counts as blocked until the thread closes, set back to not started/)).toBeVisible();
    await panel.getByRole('textbox', { name: 'Start a thread' }).click();
    await page.keyboard.type('The key is missing.');
    await panel.getByRole('button', { name: 'Start thread', exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Status: Blocked' })).toBeVisible();
    await panel.getByRole('button', { name: 'Close thread' }).first().click();
    await expect(panel.getByRole('button', { name: 'Status: Not started' })).toBeVisible();
  });

  test('people, tags and cards are completed while typing', async () => {
    const card = await cardWhere(page, { derivedStatus: 'assigned' });
    const other = await cardWhere(page, { derivedStatus: 'done' });
    const panel = await openCard(page, card);
    await panel.press('e');
    await editorOf(panel).press('ControlOrMeta+End');
    await page.keyboard.type('\n\nwith @ma');
    // Click the option instead of pressing Enter: for a moment after the list opens, Enter still inserts a line break.
    await page.getByRole('option', { name: /^@ma/ }).first().click();
    await page.keyboard.type(`see $${shortCodeOf(other.accountSeq)}`);
    await page
      .getByRole('option', { name: new RegExp(other.title.slice(0, 12)) })
      .first()
      .click();
    await page.keyboard.type('\n/check');
    await page.getByRole('option', { name: /checkbox/ }).click();
    await page.keyboard.type('look');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(panel.getByRole('button', { name: new RegExp(other.title.slice(0, 12)) }).first()).toBeVisible();
    await expect(panel.getByRole('checkbox', { name: 'To do' }).last()).toBeVisible();
  });

  test('offline changes wait, and are sent after reconnecting', async () => {
    const card = await cardWhere(page, { derivedStatus: 'unassigned' });
    await setOffline(page, true);
    const panel = await openCard(page, card);
    await panel.press('e');
    await editorOf(panel).press('ControlOrMeta+End');
    // To the end of the title: a card with nothing else is edited on the line below it.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' Written on the train.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(panel.getByRole('heading', { name: /Written on the train\.$/ })).toBeVisible();
    expect(await waiting(page)).toBe(1);
    await page.evaluate(() => {
      location.hash = '#/outbox';
    });
    await expect(page.getByRole('region', { name: 'Outbox' }).getByText('Edit the text')).toBeVisible();
    await setOffline(page, false);
    await expect(page.getByText('Everything is sent')).toBeVisible();
    expect(await waiting(page)).toBe(0);
    expect(await contentOf(page, card.cardId)).toContain('Written on the train.');
  });
});

test('a crash in the middle of a sentence loses nothing', async () => {
  const userData = newDataFolder();
  try {
    const first = await launchApp({ userData });
    await first.page.locator('[data-card-id]').first().waitFor();
    const card = await cardWhere(first.page, { derivedStatus: 'assigned' });
    const panel = await openCard(first.page, card);
    await panel.press('e');
    await editorOf(panel).press('ControlOrMeta+End');
    await first.page.keyboard.type(' Half a sen');
    await expect.poll(() => drafts(first.page)).toEqual([`${belowTitle(card.content)} Half a sen`]);
    const ended = new Promise((resolve) => first.app.process().once('exit', resolve));
    first.app.process().kill('SIGKILL');
    await ended;

    const second = await launchApp({ userData });
    await second.page.locator('[data-card-id]').first().waitFor();
    const again = await openCard(second.page, card);
    await again.getByRole('button', { name: 'Continue' }).click();
    await expect(editorOf(again)).toContainText('Half a sen');
    await second.page.keyboard.type('tence.');
    await second.page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => contentOf(second.page, card.cardId)).toBe(`${belowTitle(card.content)} Half a sentence.`);
    await second.close();
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
});

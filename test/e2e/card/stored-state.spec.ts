/**
 * Tests of state that the app stores: open tabs, view states and scroll positions, files attached offline, and texts
 * that the app keeps although a person discarded them in a conflict. Also tests syntax highlighting of code.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp, newDataFolder } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import {
  applyTheme,
  expectAccessible,
  openRoute,
  performActions,
  queryRows,
  readViewState,
  setOffline,
  storeViewState,
} from '../../support/window.ts';

/** Folder for screenshots. If the environment variable is not set, the tests take no screenshots. */
const pictures = process.env.DECKTOP_PICTURES;

interface Face {
  readonly cardId: string;
  readonly title: string;
  readonly content: string;
}
/** Finds a deck with at least `count` assigned cards. Returns the `count` cards of the deck that were created first. */
async function deckWith(page: Page, count: number): Promise<{ deckId: string; cards: Face[] }> {
  const where = {
    visibility: 'default',
    derivedStatus: 'assigned',
    deckId: { op: 'neq', value: null },
    $order: 'accountSeq',
  };
  const { card } = await queryRows(page, {
    _root: [{ account: [{ [`cards(${JSON.stringify(where)})`]: ['title', 'content', 'deckId'] }] }],
  });
  const faces = Object.values(card ?? {}) as unknown as (Face & { deckId: string })[];
  const byDeck = Map.groupBy(faces, ({ deckId }) => deckId);
  for (const [deckId, cards] of byDeck) if (cards.length >= count) return { deckId, cards: cards.slice(0, count) };
  throw new Error(`No deck of the demo has ${count} such cards`);
}
const panelOf = (page: Page, { title }: Pick<Face, 'title'>) => page.getByRole('region', { name: `Card: ${title}` });

async function checkBothThemes(page: Page, name: string, include: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await applyTheme(page, theme);
    await expectAccessible(page, `${theme} ${name}`, include);
    if (pictures) await page.screenshot({ path: path.join(pictures, `${name}-${theme}.png`) });
  }
}

test('several cards stay open in tabs, by mouse and by key, and after a restart', async () => {
  const userData = newDataFolder();
  try {
    let launched = await launchApp({ userData });
    let { page } = launched;
    await page.locator('[data-card-id]').first().waitFor();
    const { deckId, cards } = await deckWith(page, 3);
    const [a, b, c] = cards as [Face, Face, Face];
    await openRoute(page, `#/deck/${deckId}`);
    const face = (card: Face) => page.locator(`main [data-card-id="${card.cardId}"]`);
    const strip = () => page.getByRole('navigation', { name: 'Open cards' });
    const tab = (card: Face) => strip().getByRole('button', { name: card.title, exact: true });

    await face(a).click();
    await expect(panelOf(page, a)).toBeVisible();
    await expect(strip()).toHaveCount(0);
    await face(b).click({ button: 'middle' });
    await expect(panelOf(page, b)).toBeVisible();
    await expect(strip().getByRole('listitem')).toHaveCount(2);
    await face(c).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open elsewhere' }).click();
    await page.getByRole('menuitem', { name: 'Open in a new tab' }).click();
    await expect(panelOf(page, c)).toBeVisible();
    await expect(tab(c)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Control+Tab');
    await expect(panelOf(page, a)).toBeVisible();
    await page.keyboard.press('Control+Shift+Tab');
    await expect(panelOf(page, c)).toBeVisible();
    await tab(b).click();
    await expect(panelOf(page, b)).toBeVisible();
    await checkBothThemes(page, 'tabs', 'aside[aria-label="Card"]');

    // The full view of a card must show the tabs, too. When the person returns to the board, the tab that was active in
    // the full view must stay active.
    await page.getByRole('button', { name: 'Open in full' }).click();
    await expect(page).toHaveURL(new RegExp(`#/card/${b.cardId}$`));
    await expect(tab(b)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Control+Tab');
    await expect(page).toHaveURL(new RegExp(`#/card/${c.cardId}$`));
    await expect(panelOf(page, c)).toBeVisible();
    await tab(b).click();
    await page.getByRole('button', { name: 'Back to the panel' }).click();
    await expect(page).toHaveURL(new RegExp(`#/deck/${deckId}\\?card=${b.cardId}$`));
    await expect(panelOf(page, b)).toBeVisible();
    await strip()
      .getByRole('button', { name: `Close tab: ${b.title}` })
      .click();
    await expect(strip().getByRole('listitem')).toHaveCount(2);
    await expect(panelOf(page, c)).toBeVisible();

    // A click on a card must open it in the active tab, in place of the previous card.
    await face(b).click();
    await expect(tab(b)).toHaveAttribute('aria-current', 'true');
    await expect(strip().getByRole('listitem')).toHaveCount(2);

    await expect.poll(() => readViewState(page, 'cardTabs')).toEqual({ cards: [a.cardId, b.cardId], front: 1 });
    expect(launched.errors).toEqual([]);
    await launched.close();

    launched = await launchApp({ userData });
    ({ page } = launched);
    await expect(page).toHaveURL(new RegExp(`#/deck/${deckId}\\?card=${b.cardId}$`));
    await page.locator('[data-card-id]').first().waitFor();
    await openRoute(page, `#/deck/${deckId}?card=${a.cardId}`);
    await expect(panelOf(page, a)).toBeVisible();
    await expect(tab(b)).toBeVisible();
    await page.keyboard.press('Alt+w');
    await expect(panelOf(page, b)).toBeVisible();
    await expect(strip()).toHaveCount(0);
    expect(launched.errors).toEqual([]);
    await launched.close();
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the app opens with the last view, and a new window shows the view of the active window', async () => {
  const userData = newDataFolder();
  let launched: LaunchedApp | undefined;
  try {
    launched = await launchApp({ userData });
    let { page } = launched;
    await page.locator('[data-card-id]').first().waitFor();
    const { deckId, cards } = await deckWith(page, 3);
    const route = `#/deck/${deckId}?card=${cards[1]?.cardId}`;
    await openRoute(page, route);
    await page.locator(`main [data-card-list="deck:${deckId}"] [data-card-id]`).first().waitFor();
    /** Returns the scroll position of the board's longest list. If `top` is given, first sets the position to `top`. */
    const scrolled = (top?: number) =>
      page.evaluate((wanted) => {
        const long = (element: Element) => element.scrollHeight - element.clientHeight;
        const all = [...document.querySelectorAll('main *')].filter(
          (one) => getComputedStyle(one).overflowY === 'auto',
        );
        const [longest] = all.sort((a, b) => long(b) - long(a));
        if (longest && wanted !== undefined) longest.scrollTop = wanted;
        return longest?.scrollTop;
      }, top);
    await scrolled(90);
    const lastViewAndScroll = () =>
      page.evaluate(async () => {
        const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('app/lastViewAndScroll', {});
        return outcome.ok ? outcome.value : null;
      });
    await expect
      .poll(async () => Object.values((await lastViewAndScroll())?.scroll ?? {}).map(([, top]) => top))
      .toContain(90);

    for (const open of [
      () => page.keyboard.press('ControlOrMeta+Shift+n'),
      () =>
        page.evaluate(
          (shown) => (window as unknown as { decktop: Bridge }).decktop.call('app/newWindow', { route: shown }),
          route,
        ),
    ]) {
      const [second] = await Promise.all([launched.app.waitForEvent('window'), open()]);
      await expect(second).toHaveURL((url) => url.hash === route);
      await panelOf(second, cards[1] as Face).waitFor();
      await second.close();
    }
    await scrolled(60);
    await expect
      .poll(async () => Object.values((await lastViewAndScroll())?.scroll ?? {}).map(([, top]) => top))
      .toContain(60);
    expect(launched.errors).toEqual([]);
    await launched.close();

    launched = await launchApp({ userData });
    page = launched.page;
    await expect(page).toHaveURL((url) => url.hash === route);
    await panelOf(page, cards[1] as Face).waitFor();
    await expect.poll(() => scrolled()).toBe(60);

    // Make the app store a deck that does not exist as the last view. After a delay, the app stores the current view
    // and its scroll position, which would overwrite that deck. So first open `#/connect`, which the app never stores.
    await openRoute(page, '#/connect');
    await page.evaluate(async () => {
      await (window as unknown as { decktop: Bridge }).decktop.call('app/storeViewAndScroll', {
        route: '#/deck/gone',
        scroll: {},
      });
      history.replaceState(null, '', '#/');
      location.reload();
    });
    await expect(page.getByText('The view you had open is gone')).toBeVisible();
    await page.locator('main [data-card-id]').first().waitFor();
    expect(launched.errors).toEqual([]);
  } finally {
    await launched?.close();
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('code in a card is coloured, readable in both themes, and the same text', async () => {
  const launched = await launchApp();
  const { page } = launched;
  await page.locator('[data-card-id]').first().waitFor();
  const { deckId, cards } = await deckWith(page, 1);
  const [card] = cards as [Face];
  const samples = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the string is code in a card's text
    ts: "// The tide\nexport const tide = (hour: number): string => `${hour % 12}`;\nif (tide(3) === '3') throw new Error('low');",
    json: '{ "boat": "Ada", "crew": [1, 2.5], "afloat": true }',
    css: '/* deck */\n.card:hover { color: #fff; margin: 4px; }',
    html: '<!-- sail --><a href="/x" class="b">Sail &amp; go</a>',
    python: '@cached\ndef sail(self, knots=3):\n    """Away."""\n    return None  # done',
    c: '#include <stdio.h>\nint main(void) { return 0x1f; }',
    sh: 'if [ -n "$HOME" ]; then ls --all; fi # here',
    text: 'plain <b>words</b>',
  };
  const content = `${card.title}\n\n${Object.entries(samples)
    .map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``)
    .join('\n\n')}`;
  await performActions(page, [{ action: 'cards/update', params: { id: card.cardId, content } }]);
  await openRoute(page, `#/deck/${deckId}?card=${card.cardId}`);
  const blocks = panelOf(page, card).locator('pre');
  await expect(blocks).toHaveCount(8);
  await expect(panelOf(page, card).locator('pre code[data-language]')).toHaveCount(7);
  for (const [index, code] of Object.values(samples).entries())
    expect((await blocks.nth(index).innerText()).trimEnd()).toBe(code);
  const colour = (text: string) =>
    panelOf(page, card)
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  expect(await colour('export')).not.toBe(await colour('// The tide'));
  await checkBothThemes(page, 'code', 'section[aria-label^="Card:"]');
  expect(launched.errors).toEqual([]);
  await launched.close();
});

test.describe('with a service elsewhere', () => {
  let service: ServiceProcess;
  let launched: LaunchedApp;
  test.beforeAll(async () => {
    service = await startServiceProcess();
    launched = await launchApp();
  });
  test.afterAll(async () => {
    await launched.close();
    await service.stop();
  });

  test('a file attached offline arrives once, and a text that lost a conflict is restored', async () => {
    test.setTimeout(120_000);
    const { page } = launched;
    const connected = await page.evaluate(
      async ({ baseUrl, token }) => {
        const { decktop } = window as unknown as { decktop: Bridge };
        const outcome = await decktop.call('workspace/connect', { baseUrl, token, userId: null });
        if (!outcome.ok) return outcome.failure.message;
        const opened = await decktop.call('workspace/open', { id: outcome.value.id });
        return opened.ok ? '' : opened.failure.message;
      },
      { baseUrl: service.baseUrl, token: service.tokens.personal },
    );
    expect(connected).toBe('');
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('sync/status', {});
            return outcome.ok ? outcome.value.phase : outcome.failure.message;
          }),
        { timeout: 30_000 },
      )
      .toBe('fresh');
    const { deckId, cards } = await deckWith(page, 1);
    const [card] = cards as [Face];
    await openRoute(page, `#/deck/${deckId}?card=${card.cardId}`);
    const panel = panelOf(page, card);
    await expect(panel).toBeVisible();
    // The test opened the workspace, although connecting had opened it already. The second opening must not end the
    // window's subscriptions to changes.
    await expect(page.locator(`main [data-card-id="${card.cardId}"]`)).toBeVisible();

    await setOffline(page, true);
    const file = { name: 'chart.txt', mimeType: 'text/plain', buffer: Buffer.from('Rocks here') };
    await panel.getByLabel('Files to attach').setInputFiles(file);
    const entry = panel
      .getByRole('list', { name: 'Attachments' })
      .getByRole('listitem')
      .filter({ hasText: 'chart.txt' });
    await expect(entry).toContainText('waits for the connection');
    await checkBothThemes(page, 'waiting-file', 'section[aria-label^="Card:"]');
    await openRoute(page, '#/outbox');
    await expect(page.getByRole('region', { name: 'Outbox' }).getByText('Attach chart.txt')).toBeVisible();
    await openRoute(page, `#/deck/${deckId}?card=${card.cardId}`);
    await setOffline(page, false);
    const attachments = async () =>
      Object.values(
        (await service.post('/', { query: { [`card(${JSON.stringify(card.cardId)})`]: [{ attachments: ['title'] }] } }))
          .attachment ?? {},
      ).filter((attachment) => (attachment as { title: string }).title === 'chart.txt').length;
    await expect.poll(attachments, { timeout: 20_000 }).toBe(1);
    await expect(entry.filter({ hasText: 'waits' })).toHaveCount(0);
    await expect(entry).toHaveCount(1);

    await setOffline(page, true);
    // The app and another client both add a last line to the text, so that the changes are in conflict.
    await performActions(page, [
      { action: 'cards/update', params: { id: card.cardId, content: `${card.content}\n\nMine: north about` } },
    ]);
    await service.post('/dispatch/cards/update', {
      id: card.cardId,
      content: `${card.content}\n\nTheirs: south about`,
    });
    await setOffline(page, false);
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            const { decktop } = window as unknown as { decktop: Bridge };
            const outcome = await decktop.call('outbox/list', {});
            if (!outcome.ok) return outcome.failure.message;
            const clash = outcome.value.find(({ failure }) => failure?.kind === 'conflict');
            if (clash) await decktop.call('outbox/discard', { id: clash.id });
            return clash ? 'put aside' : 'no clash yet';
          }),
        { timeout: 20_000 },
      )
      .toBe('put aside');
    await expect(panel.getByText('Theirs: south about')).toBeVisible();
    await expect(panel.getByText('1 text put aside')).toBeVisible();
    await panel.getByRole('region', { name: 'History' }).getByRole('button', { name: 'Show' }).click();
    const aside = panel.getByRole('list', { name: 'Texts put aside' });
    await expect(aside).toContainText('Mine: north about');
    await aside.scrollIntoViewIfNeeded();
    await checkBothThemes(page, 'lost-text', 'section[aria-label^="Card:"]');
    await aside.getByRole('button', { name: 'Restore this text' }).click();
    await expect
      .poll(async () => {
        const { card: rows } = await service.post('/', {
          query: { [`card(${JSON.stringify(card.cardId)})`]: ['content'] },
        });
        return (rows?.[card.cardId] as { content?: string } | undefined)?.content;
      })
      .toContain('Mine: north about');
    await aside.getByRole('button', { name: 'Drop it' }).click();
    await page.getByRole('button', { name: 'Drop', exact: true }).click();
    await expect(aside).toHaveCount(0);
    expect(await attachments()).toBe(1);
    expect(launched.errors).toEqual([]);
  });

  test('remembered state of a workspace shows in that workspace only', async () => {
    const { page } = launched;
    const sidebar = page.getByRole('navigation', { name: 'Workspace' });
    const current = () =>
      page.evaluate(async () => {
        const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
        return outcome.ok ? outcome.value?.kind : outcome.failure.message;
      });
    const drafts = () =>
      page.evaluate(async () => {
        const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('drafts/list', {});
        return outcome.ok ? outcome.value.map(({ text }) => text) : [outcome.failure.message];
      });
    const switchTo = async (kind: string) => {
      await sidebar.locator('button[aria-haspopup="menu"]').first().click();
      await page.locator('[role="menuitemcheckbox"][aria-checked="false"]').click();
      await expect.poll(current).toBe(kind);
      await page.locator('main [data-card-id]').first().waitFor();
    };
    await expect.poll(current).toBe('remote');
    const { deckId, cards } = await deckWith(page, 2);
    const [one, two] = cards as [Face, Face];
    await storeViewState(page, 'saved', [{ id: 'v', name: 'Mine alone', route: `#/deck/${deckId}?view=v`, view: {} }]);
    await expect(sidebar.getByRole('link', { name: 'Mine alone' })).toBeVisible();
    await openRoute(page, `#/deck/${deckId}?card=${one.cardId}`);
    await page.locator(`main [data-card-id="${two.cardId}"]`).click({ button: 'middle' });
    await openRoute(page, `#/deck/${deckId}?card=${two.cardId}`);
    await panelOf(page, two).getByRole('textbox', { name: 'Start a thread' }).click();
    await page.keyboard.type('Not sent yet');
    await expect.poll(drafts).toEqual([expect.stringContaining('Not sent yet')]);

    await switchTo('local');
    await expect(sidebar.getByRole('link', { name: 'Mine alone' })).toHaveCount(0);
    await expect(page).not.toHaveURL(/card=/);
    expect(await readViewState(page, 'cardTabs')).toBeUndefined();
    expect(await drafts()).toEqual([]);

    await switchTo('remote');
    await expect(sidebar.getByRole('link', { name: 'Mine alone' })).toBeVisible();
    expect(await drafts()).toEqual([expect.stringContaining('Not sent yet')]);
    await expect.poll(() => readViewState(page, 'cardTabs')).toEqual({ cards: [one.cardId, two.cardId], front: 1 });
    expect(launched.errors).toEqual([]);
  });
});

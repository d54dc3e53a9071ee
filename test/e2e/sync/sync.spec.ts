/**
 * Tests of the sync indicator's popover, the preparation for offline work, a worker thread that crashed too often, and
 * the outbox: refused changes, replaced values, merged texts, and cards that somebody else deleted. Also tests that the
 * main process removes the token from its environment, and that a window can read only files of its own workspace.
 */
import { expect, type Page, test } from '@playwright/test';
import { type Bridge, bridgeCommands, type CommandName, type EventName } from '../../../shared/bridge/index.ts';
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { expectAccessibleInBothThemes, openRoute, setOffline } from '../../support/window.ts';

let service: ServiceProcess;
let proxy: FaultProxy;
let launched: LaunchedApp;
let page: Page;

test.beforeAll(async () => {
  service = await startServiceProcess();
  proxy = await startFaultProxy(service.baseUrl);
  launched = await launchApp({
    args: [`--connect=${proxy.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  page = launched.page;
  await page.locator('[data-card-id]').first().waitFor();
  await expect(indicator()).toHaveText(/^Up to date/);
});
test.afterAll(async () => {
  await launched?.close();
  await proxy?.close();
  await service?.stop();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

const indicator = () => page.getByRole('navigation', { name: 'Workspace' }).locator('[data-sync]');
const popover = () => page.getByRole('dialog', { name: 'Sync' });
const popoverEntry = (name: string) =>
  popover().locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');

async function openPopover(): Promise<void> {
  await indicator().focus();
  await page.keyboard.press('Enter');
  await expect(popover()).toBeVisible();
}

const expectAccessibleInThemes = (within = '[role="dialog"]') => expectAccessibleInBothThemes(page, within, within);

const performAction = (action: string, params: Record<string, unknown>) =>
  page.evaluate(
    (step) =>
      (window as unknown as { decktop: Bridge }).decktop.call('data/act', { label: 'Change it', steps: [step] }),
    { action, params },
  );

test('the indicator opens the sync details by keyboard and follows the connection', async () => {
  await openPopover();
  await expect(popoverEntry('What you see is of')).toHaveText(/now|\d+ s ago/);
  await expect(popoverEntry('Next check')).toHaveText(/now|in \d+ s/);
  await expect(popoverEntry('Requests left')).toHaveText(/^\d+ of 40 in 5 s$/);
  await expect(popoverEntry('Waiting to be sent')).toHaveText('Nothing');
  await expect(popoverEntry('Manual order')).toHaveText('Shared with everyone');
  await expectAccessibleInThemes();

  // The connection breaks and the user changes a card. The app must show that it is offline and how many changes wait.
  proxy.fault = () => ({ kind: 'cutBefore' });
  await popover().getByRole('button', { name: 'Sync now' }).click();
  await expect(popover().getByRole('heading', { level: 2 })).toHaveText(/^Offline since/);
  const cardId = await page.locator('[data-card-id]').first().getAttribute('data-card-id');
  await performAction('cards/update', { id: cardId, effort: 1 });
  await performAction('cards/update', { id: cardId, priority: 'a' });
  await expect(popoverEntry('Waiting to be sent')).toHaveText('1 change');
  await expect(indicator()).toHaveText(/1 waiting/);
  proxy.fault = () => null;
  await popover().getByRole('button', { name: 'Try now' }).click();
  await expect(popover().getByRole('heading', { level: 2 })).toHaveText('Up to date', { timeout: 30_000 });

  await popover().getByRole('switch', { name: 'Work offline' }).click();
  await expect(popover().getByRole('heading', { level: 2 })).toHaveText('Working offline');
  await expect(popoverEntry('Next check')).toHaveText('When you go online');
  await expect(popover()).toContainText('changes are sent when you go online');
  await popover().getByRole('button', { name: 'Go online' }).click();
  await expect(popover().getByRole('heading', { level: 2 })).toHaveText('Up to date');
  // The popover must list other workspaces only if they are open. The local workspace is not open here.
  await expect(popover().getByText('Other open workspaces')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(popover()).toBeHidden();
  await expect(indicator()).toBeFocused();
});

test('the token is removed from the environment', async () => {
  expect(await launched.app.evaluate(() => process.env.DECKTOP_TOKEN)).toBeUndefined();
});

// A window must never receive the token for the service, neither in the answer to a command nor in an event. For
// example, the description of a workspace must not contain the token.
test('no answer and no event gives the token to a window', async () => {
  const token = service.tokens.personal;
  const reading = Object.entries(bridgeCommands)
    .filter(
      ([name, { params }]) =>
        /\/(list|current|status|statuses|get|info|diagnostics|readiness)$/.test(name) && params.safeParse({}).success,
    )
    .map(([name]) => name as CommandName);
  expect(reading).toContain('workspace/list');
  const events: EventName[] = ['workspace/listed', 'workspace/changed', 'workspace/status', 'sync/status'];
  const texts = await page.evaluate(
    async ({ reading, events, token }) => {
      const { decktop } = window as unknown as { decktop: Bridge };
      const texts: string[] = [];
      const ends = events.map((name) =>
        decktop.on(name, (payload) => texts.push(`${name} ${JSON.stringify(payload)}`)),
      );
      const call = async (name: CommandName, params: object) => {
        const answer = await decktop.call(name, params as never);
        texts.push(`${name} ${JSON.stringify(answer)}`);
        return answer;
      };
      const current = await decktop.call('workspace/current', {});
      if (!current.ok || !current.value) throw new Error('No workspace is open');
      await call('workspace/reconnect', { id: current.value.id, token });
      await call('workspace/setUser', { id: current.value.id, userId: current.value.userId });
      for (const name of reading) await call(name, {});
      for (const end of ends) end();
      return texts;
    },
    { reading, events, token },
  );
  expect(texts.some((text) => text.startsWith('workspace/reconnect {"ok":true'))).toBe(true);
  expect(texts.filter((text) => text.includes(token))).toEqual([]);
});

// A card's text can contain the address of a file. Such an address must neither load a file of another workspace nor
// start the worker thread of that workspace.
test('a window can show only files of its own workspace', async () => {
  const found = await page.evaluate(async () => {
    const { decktop } = window as unknown as { decktop: Bridge };
    const cardId = document.querySelector('[data-card-id]')?.getAttribute('data-card-id') ?? '';
    const bytes = new TextEncoder().encode('The plan');
    const attached = await decktop.call('files/attach', { cardId, name: 'plan.txt', bytes });
    const query = { [`card(${JSON.stringify(cardId)})`]: [{ attachments: ['fileId'] }] };
    const key = await decktop.call('app/filesKey', {});
    if (!attached.ok || !key.ok) throw new Error('not answered');
    let refusals = 0;
    const statusOf = async (path: string) => {
      const { ok, status } = await fetch(path);
      if (!ok) refusals += 1;
      return status;
    };
    // Wait until the file is uploaded and can be read by its id from the service.
    let [fileId, own] = ['', 0];
    while (own !== 200) {
      const asked = await decktop.call('data/query', { query });
      if (!asked.ok) throw new Error(asked.failure.message);
      const { attachment } = JSON.parse(asked.value.text) as { attachment: Record<string, { fileId: string }> };
      const files = Object.values(attachment).map((row) => row.fileId);
      fileId = files.at(-1) ?? '';
      own = await statusOf(`/file/${key.value}/${fileId}`);
    }
    const statuses = {
      otherKey: await statusOf(`/file/local/${fileId}`),
      malformed: await statusOf(`/file/${key.value}/%E0%A4%A`),
      long: await statusOf(`/file/${key.value}/${'x'.repeat(192)}`),
    };
    const open = await decktop.call('workspace/statuses', {});
    return { refusals, statuses, open: open.ok && open.value.map(({ id }) => id) };
  });
  expect(found.statuses).toEqual({ otherKey: 404, malformed: 403, long: 404 });
  expect(found.open).not.toContain('local');
  // Each refused request for a file makes the browser report an error on its console. Wait for all of these errors and
  // discard them, because a test fails if errors remain.
  await expect.poll(() => launched.errors.length).toBe(found.refusals);
  launched.errors.splice(0);
});

// No worker thread crashes in this test. It only sends the windows the status that they get after crashes.
// test/workspace/crashes.test.ts crashes real worker threads.
test('a workspace whose thread crashed too often says so, and is started again from there', async () => {
  // Go offline. Otherwise the real worker thread would report a new status, which would replace the simulated one.
  await setOffline(page, true);
  await expect(indicator()).toHaveText(/^Working offline/);
  const status = await page.evaluate(() => (window as unknown as { decktop: Bridge }).decktop.call('sync/status', {}));
  if (!status.ok) throw new Error(status.failure.message);
  const failure = { kind: 'defect', message: 'The workspace stopped 6 times in a row.' } as const;
  const tell = (phase: string) =>
    launched.app.evaluate(
      ({ BrowserWindow }, told) => {
        for (const window of BrowserWindow.getAllWindows())
          window.webContents.send('decktop:event', 'sync/status', told);
      },
      { ...status.value, pausedByPerson: false, phase, failure: phase === 'fresh' ? null : failure },
    );
  await tell('restarting');
  await expect(indicator()).toHaveText(/^Restarting/);
  await tell('down');
  await expect(indicator()).toHaveText(/^Stopped working/);
  const message = page.getByRole('region', { name: 'Notifications' }).getByRole('group');
  await expect(message).toContainText(failure.message);
  await openPopover();
  await expect(popover().getByRole('button', { name: 'Start again' })).toBeVisible();
  await expectAccessibleInThemes();
  await popover().getByRole('button', { name: 'Start again' }).click();
  await tell('fresh');
  await expect(message).toBeHidden();
  await setOffline(page, false);
  await expect(indicator()).toHaveText(/^Up to date/);
});

test('the check before going offline pins a deck, downloads its files, and says that everything is available', async () => {
  await openPopover();
  await popover().getByRole('button', { name: 'Ready to go offline…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ready to go offline' });
  const places = dialog.getByRole('table', { name: 'What is stored' });
  await expect(places.getByRole('row')).toHaveCount(2);
  await dialog.getByRole('combobox', { name: /^Pin a deck/ }).click();
  await page.getByRole('option').first().click();
  await expect(places.getByRole('row')).toHaveCount(3);
  await expect(places.getByText(/file/)).not.toHaveCount(0);
  await dialog.getByRole('button', { name: 'Fetch what is missing' }).click();
  await expect(dialog.getByText(/^Everything below is on this computer/)).toBeVisible({ timeout: 30_000 });
  await expect(places.getByText('Nothing, checked just now')).toHaveCount(2);
  await expect(dialog.getByText(/Cards and comments .*B, \d+ files? /)).toBeVisible();
  await expectAccessibleInThemes();
  await dialog.getByRole('button', { name: /^Unpin/ }).click();
  await expect(places.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a value of somebody else that a change replaced is shown and can be restored', async () => {
  const cardId = (await page.locator('[data-card-id]').first().getAttribute('data-card-id')) ?? '';
  const effort = async () =>
    (await service.post('/', { query: { [`card(${JSON.stringify(cardId)})`]: ['effort'] } })).card?.[cardId]?.effort;
  await setOffline(page, true);
  await performAction('cards/update', { id: cardId, effort: 13 });
  await service.post('/dispatch/cards/update', { id: cardId, effort: 3 });
  await setOffline(page, false);
  await page.getByText('Your change replaced one that somebody made meanwhile').waitFor();
  expect(await effort()).toBe(13);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const replaced = page.getByRole('region', { name: 'You replaced' });
  await expect(replaced.getByText('Effort: 3 → 13')).toBeVisible();
  await replaced.getByRole('button', { name: 'Put back 3' }).click();
  await expect(replaced).toBeHidden();
  await expect.poll(effort).toBe(3);
});

test('a refused change is replaced by another one, by keyboard only', async () => {
  const { deck } = await service.post('/', { query: { _root: [{ account: [{ decks: ['title', 'deckType'] }] }] } });
  const [gone, other] = Object.values(deck ?? {}).filter(({ deckType }) => deckType === 'task');
  await setOffline(page, true);
  await performAction('cards/create', { content: 'Looks for another deck', deckId: gone?.id });
  await service.post('/dispatch/decks/delete', { id: gone?.id });
  await setOffline(page, false);
  await page.evaluate(() => {
    location.hash = '#/outbox';
  });
  const refused = page.locator('[data-operation-id]').filter({ hasText: 'no longer exists' });
  await refused.getByRole('button', { name: 'Change…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Change/ });
  await expect(dialog).toContainText('It no longer exists. Choose another one.');
  await expectAccessibleInThemes();
  const deckField = dialog.getByRole('combobox', { name: /^Deck/ });
  await deckField.press('Enter');
  await page
    .getByRole('option', { name: String(other?.title) })
    .first()
    .waitFor();
  await page.keyboard.type(String(other?.title));
  await page.keyboard.press('Enter');
  await expect(deckField).toContainText(String(other?.title));
  await dialog.getByRole('button', { name: 'Send it so' }).press('Enter');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const there = await service.post('/', {
    query: { _root: [{ account: [{ 'cards({"content":"Looks for another deck"})': ['deckId'] }] }] },
  });
  expect(Object.values(there.card ?? {})).toMatchObject([{ deckId: other?.id }]);
});

test('a text that both changed is merged in the editor, and neither text is lost', async () => {
  await openRoute(page, '#/home');
  const cardId = (await page.locator('[data-card-id]').first().getAttribute('data-card-id')) ?? '';
  const content = async () =>
    (await service.post('/', { query: { [`card(${JSON.stringify(cardId)})`]: ['content'] } })).card?.[cardId]?.content;
  await service.post('/dispatch/cards/update', { id: cardId, content: 'Both write here\n\nSeen' });
  await expect(page.locator(`[data-card-id="${cardId}"]`)).toContainText('Both write here', { timeout: 15_000 });
  await setOffline(page, true);
  await performAction('cards/update', { id: cardId, content: 'Both write here\n\nMine' });
  await service.post('/dispatch/cards/update', { id: cardId, content: 'Both write here\n\nTheirs' });
  // Open the card beside the outbox before the merge starts. A card panel that is already open must load the draft that
  // the merge creates.
  await page.evaluate((id) => {
    location.hash = `#/outbox?card=${id}`;
  }, cardId);
  await setOffline(page, false);
  await page.getByRole('button', { name: 'Merge in the editor' }).press('Enter');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const choice = page.getByRole('radiogroup', { name: 'Clash 1' });
  await choice.getByRole('radio', { name: 'Both' }).press('Space');
  await page.getByRole('button', { name: 'Use this choice' }).press('Enter');
  await page.getByRole('region', { name: 'Text' }).getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect.poll(content).toBe('Both write here\n\nMine\nTheirs');
});

test('a card that was started offline and deleted elsewhere is reported and restored', async () => {
  const made = await service.post('/', { query: { _root: [{ account: [{ decks: ['deckType', 'isDeleted'] }] }] } });
  const [deckId] = Object.entries(made.deck ?? {})
    .filter(([, { deckType, isDeleted }]) => deckType === 'task' && !isDeleted)
    .map(([id]) => id);
  const { id } = (await service.post('/dispatch/cards/create', { content: 'Deleted meanwhile', deckId })) as never;
  await page.evaluate((card) => {
    location.hash = `#/outbox?card=${card}`;
  }, id);
  await expect(page.getByRole('heading', { name: 'Deleted meanwhile' }).first()).toBeVisible({ timeout: 15_000 });
  await setOffline(page, true);
  await performAction('cards/update', { id, status: 'started' });
  await service.post('/dispatch/cards/update', { id, visibility: 'deleted' });
  await setOffline(page, false);
  const noticeRegion = page.getByRole('region', { name: 'Removed meanwhile' });
  await expect(noticeRegion.getByText(/“Deleted meanwhile” was deleted/)).toBeVisible();
  await expectAccessibleInThemes('section[aria-label="Removed meanwhile"]');
  await noticeRegion.getByRole('button', { name: 'Restore the card' }).press('Enter');
  await expect(noticeRegion).toBeHidden();
  const card = async () =>
    (await service.post('/', { query: { [`card("${id}")`]: ['status', 'visibility'] } })).card?.[id];
  await expect.poll(card).toMatchObject({ status: 'started', visibility: 'default' });
});

/** Tests of the app with a service over HTTP: connecting, refused connections, changing cards, and working offline. */
import { expect, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { belowTitle, setOffline } from '../../support/window.ts';

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

/** Queries the service directly, without the app. */
const queryService = (query: unknown) => service.post('/', { query });
const cardAtService = async (cardId: string) =>
  (await queryService({ [`card(${JSON.stringify(cardId)})`]: ['content', 'deckId', 'status'] })).card?.[cardId] as
    | Record<string, unknown>
    | undefined;

const changeAtService = (cardId: string, content: string) =>
  service.post('/dispatch/cards/update', { id: cardId, content });

test('connects, shows refusals, moves a card and syncs after being offline', async () => {
  test.setTimeout(120_000);
  const { page } = launched;
  await page.locator('[data-card-id]').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#/connect';
  });
  const form = page.getByRole('form', { name: 'Connect to a service' });
  const url = form.getByLabel('Base URL');
  const token = form.getByLabel('Token', { exact: true });
  const connect = form.getByRole('button', { name: 'Connect' });

  // The form must explain each error in a sentence below the field with the wrong value.
  await connect.click();
  await expect(form.getByText('Enter the address of the service.')).toBeVisible();
  await url.fill('http://api.example.com');
  await token.fill('x');
  await connect.click();
  await expect(form.getByText(/Plain http would send the token readable/)).toBeVisible();
  await url.fill(service.baseUrl);
  await token.fill(`${service.tokens.write.slice(0, -1)}`);
  await connect.click();
  await expect(form.getByText('The service does not know this token.')).toBeVisible();

  // An organization token does not say which person uses it, so the user picks their own name from a list.
  await token.fill(service.tokens.write);
  await connect.click();
  const who = page.getByRole('form', { name: 'Who are you?' });
  await expect(who.getByText(/Comments will still appear under the name/)).toBeVisible();
  await who.getByRole('radio').first().check();
  await who.getByRole('button', { name: 'Connect' }).click();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
        return outcome.ok ? outcome.value?.baseUrl : outcome.failure.message;
      }),
    )
    .toBe(service.baseUrl);
  await page.locator('[data-card-id]').first().waitFor();

  // Move a card to another deck of its project.
  const answer = await queryService({
    _root: [
      {
        account: [
          {
            'cards({"derivedStatus":"assigned","parentCardId":null,"deck":{"deckType":"task"},"$order":"accountSeq","$limit":1})':
              [
                'title',
                'content',
                { deck: ['title', { project: [{ 'decks({"deckType":"task","isDeleted":false})': ['title'] }] }] },
              ],
          },
        ],
      },
    ],
  });
  const card = Object.values(answer.card ?? {})[0] as { cardId: string; title: string; content: string; deck: string };
  const target = Object.values(answer.deck as Record<string, { id: string; title: string }>).find(
    ({ id }) => id !== card.deck,
  );
  if (!target) throw new Error('The demo has no second deck there');
  await page.evaluate(({ deck, cardId }) => {
    location.hash = `#/deck/${deck}?card=${cardId}`;
  }, card);
  const panel = page.getByRole('region', { name: `Card: ${card.title}` });
  await panel.getByRole('combobox', { name: /^Deck: / }).click();
  await page.getByRole('combobox', { name: 'Deck', exact: true }).fill(target.title);
  await page.getByRole('option', { name: target.title }).first().click();
  await expect(panel.getByRole('combobox', { name: `Deck: ${target.title}` })).toBeVisible();
  await expect.poll(async () => (await cardAtService(card.cardId))?.deckId).toBe(target.id);

  // Changes made offline wait until the connection returns.
  await setOffline(page, true);
  await panel.press('e');
  const editor = panel.getByRole('textbox', { name: 'Text of the card' });
  await editor.press('ControlOrMeta+End');
  await page.keyboard.type(' Written on the train.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor).toBeHidden();
  expect((await cardAtService(card.cardId))?.content).toBe(card.content);
  await setOffline(page, false);
  await expect
    .poll(async () => (await cardAtService(card.cardId))?.content)
    .toBe(`${belowTitle(card.content)} Written on the train.`);

  // Somebody else changes the same line. The app must show both texts side by side until the user chooses one.
  await setOffline(page, true);
  const firstLine = card.content.split('\n')[0] ?? '';
  const theirs = card.content.replace(firstLine, `${firstLine} (theirs)`);
  const mine = `${card.content.replace(firstLine, `${firstLine} (mine)`)}\n\nThe roof leaks.\n\nSince spring.`;
  await page.evaluate(
    ({ id, content }) =>
      (window as unknown as { decktop: Bridge }).decktop.call('data/act', {
        label: 'Edit the text',
        steps: [{ action: 'cards/update', params: { id, content } }],
      }),
    { id: card.cardId, content: mine },
  );
  await changeAtService(card.cardId, theirs);
  await setOffline(page, false);
  await page.evaluate(() => {
    location.hash = '#/outbox';
  });
  const waiting = page.getByRole('listitem').filter({ hasText: 'Both changed it' });
  await expect(waiting.getByRole('region', { name: 'Yours' })).toContainText('(mine)');
  await expect(waiting.getByRole('region', { name: 'On the card now' })).toContainText('(theirs)');
  await waiting.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(async () => (await cardAtService(card.cardId))?.content).toBe(mine);
  await expect(page.getByText('Everything is sent')).toBeVisible();

  // Somebody else changes the text while the user edits it. The editor must say so and offer to keep both changes.
  await page.evaluate(({ deck, cardId }) => {
    location.hash = `#/deck/${deck}?card=${cardId}`;
  }, card);
  const renamed = page.getByRole('region', { name: /^Card: .*\(mine\)/ });
  await renamed.press('e');
  const draft = renamed.getByRole('textbox', { name: 'Text of the card' });
  await draft.press('ControlOrMeta+End');
  await page.keyboard.type('\n\nMy last line.');
  await changeAtService(card.cardId, `${firstLine} (theirs again)${mine.slice(`${firstLine} (mine)`.length)}`);
  const merged = page.getByRole('region', { name: /^Card: .*theirs again/ });
  await expect(merged.getByText(/changed this text .* can be kept together/)).toBeVisible({ timeout: 30_000 });
  await merged.getByRole('button', { name: 'Keep both changes' }).click();
  await merged.getByRole('button', { name: /^Done/ }).click();
  await expect
    .poll(async () => (await cardAtService(card.cardId))?.content)
    .toMatch(/theirs again[\s\S]*My last line\.$/);

  // Somebody else changes the text while the user has opened the editor but typed nothing. The editor must show the new
  // text. With the old one, saving would revert the other person's change.
  await merged.press('e');
  const unchanged = page.getByRole('textbox', { name: 'Text of the card' });
  await expect(unchanged).toBeFocused();
  const { content: saved } = (await cardAtService(card.cardId)) ?? {};
  await changeAtService(card.cardId, String(saved).replace('(theirs again)', '(theirs at last)'));
  await expect(page.getByRole('region', { name: /^Card: .*theirs at last/ })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.type(' Really.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect
    .poll(async () => (await cardAtService(card.cardId))?.content)
    .toMatch(/theirs at last[\s\S]*My last line\. Really\.$/);

  // After the user removes the workspace, it must no longer be in the list.
  await page.evaluate(() => {
    location.hash = '#/connect';
  });
  const item = page
    .getByRole('list', { name: 'Workspaces' })
    .getByRole('listitem')
    .filter({ hasText: service.baseUrl });
  await item.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(item).toBeHidden();
  expect(launched.errors).toEqual([]);
});

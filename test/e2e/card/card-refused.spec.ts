/** Test of a token without write permission: after one refusal, cards show the reason and disable their controls. */
import { expect, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { launchApp } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { expectAccessibleInBothThemes, openRoute, performActions, queryRows } from '../../support/window.ts';

test('a card that the token may only read says so, and keeps the refused change', async () => {
  // Starts a service and an app, and looks at a long panel in both themes.
  test.slow();
  const service = await startServiceProcess();
  const started = 'cards({"derivedStatus":"started","$order":"accountSeq"})';
  const ofTask = (rows: Record<string, Record<string, unknown>> | undefined) =>
    Object.values(rows ?? {}).find(({ content }) => String(content).includes('- [ ]'));
  const onService = await service.post('/', { query: { _root: [{ account: [{ [started]: ['content'] }] }] } });
  const { cardId: changedId, content } = ofTask(onService.card) ?? {};
  await service.post('/dispatch/cards/update', { id: changedId, content: `${content}\n\nToo much.` });
  const launched = await launchApp({
    args: [`--connect=${service.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.read },
  });
  try {
    const { page } = launched;
    const toTick = async () => {
      const { card } = await queryRows(page, { _root: [{ account: [{ [started]: ['content', 'deckId'] }] }] });
      return ofTask(card);
    };
    await expect.poll(toTick).toBeTruthy();
    const { cardId, deckId } = (await toTick()) ?? {};
    await openRoute(page, `#/deck/${deckId}?card=${cardId}`);
    await page.getByRole('button', { name: 'Hide the sidebar' }).click();
    const panel = page.getByRole('region', { name: /^Card: / });
    await panel.getByRole('checkbox', { name: 'To do' }).first().click();

    // Every view must show the message, because the sidebar, which also shows it, can be hidden.
    const banner = page.getByRole('alert').getByText('The token has no permission for this: it lacks card:write.');
    await expect(banner).toBeVisible();
    await expect(panel.getByText('This card can only be read here. The token lacks card:write.')).toBeVisible();
    await expect(panel.getByRole('checkbox', { name: 'To do' }).first()).toBeDisabled();
    await expect(panel.getByRole('combobox', { name: /^Owner: / })).toBeDisabled();
    await expect(panel.getByRole('button', { name: 'Finish', exact: true })).toBeHidden();
    await expect(panel.getByRole('button', { name: 'Edit the text' })).toBeHidden();
    await panel.press('e');
    await expect(panel.getByRole('textbox', { name: 'Text of the card' })).toBeHidden();
    // The history must show older texts, but its button to restore them must be disabled.
    const history = panel.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: 'Show' }).click();
    const restore = history.getByRole('button', { name: 'Restore the text before this' }).first();
    await expect(restore).toBeDisabled();
    await expect(restore).toHaveAccessibleDescription('The token lacks card:write.');
    await expectAccessibleInBothThemes(page, 'a card to read', 'section[aria-label^="Card: "]');

    // Disabled controls show the reason on hover.
    const plus = page
      .locator('main')
      .getByRole('button', { name: /^New card in / })
      .first();
    await expect(plus).toBeDisabled();
    const box = await plus.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    await expect(page.getByText(/^New card in .*: The token lacks card:write\.$/)).toBeVisible();

    // After the service has refused changes to a milestone and a deck, the controls of decks, zones and milestones must
    // be disabled, too.
    const [milestone, deckChange] = [
      {
        name: 'Never',
        color: 'blue',
        date: '2031-05-06',
        isGlobal: true,
        projectIds: null,
        accountId: service.account.id,
      },
      { id: deckId, title: 'Another name' },
    ] as const;
    await performActions(page, [{ action: 'milestones/create', params: milestone }]);
    await performActions(page, [{ action: 'decks/update', params: deckChange as never }]);
    // An open menu does not change. So open the menu only after the service has refused the changes.
    const missingScopes = () =>
      page.evaluate(async () => {
        const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('sync/status', {});
        return outcome.ok ? outcome.value.missingScopes : [];
      });
    await expect.poll(missingScopes).toEqual(expect.arrayContaining(['deck:write', 'milestone:write']));
    await page.locator('main [data-card-id]').first().click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /^Edit text/ })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await page.locator('main').getByRole('button', { name: 'More about this deck' }).click();
    const edit = page.getByRole('menuitem', { name: /^Edit deck/ });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await expect(edit).toContainText('The token lacks');
    await page.keyboard.press('Escape');
    await openRoute(page, '#/milestones');
    const fresh = page.getByRole('button', { name: 'New milestone' });
    await expect(fresh).toBeDisabled();
    await expect(fresh).toHaveAccessibleDescription('The token lacks milestone:write.');
    const { milestone: all } = await queryRows(page, { _root: [{ account: [{ milestones: ['name'] }] }] });
    await openRoute(page, `#/milestone/${Object.keys(all ?? {})[0]}?part=overview`);
    await expect(page.getByText('The token lacks milestone:write.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Add zone…' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Add a person' })).toBeDisabled();

    // The outbox must offer to send the refused change again, because the user may have entered another token since. It
    // must not offer to change the values, because the service would refuse other values, too.
    await openRoute(page, '#/outbox');
    const waiting = page.getByRole('listitem').filter({ hasText: 'it lacks card:write' });
    await expect(waiting.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(waiting.getByRole('button', { name: 'Change…' })).toBeHidden();
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
    await service.stop();
  }
});

/** Tests starting a journey on a service that has no action for it: the app itself copies the steps as sub cards. */
import { expect, test } from '@playwright/test';
import { startFaultProxy } from '../../faults/proxy.ts';
import { launchApp } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { openRoute, queryRows, type RowsByModel, waitForEmptyOutbox } from '../../support/window.ts';

/**
 * Removes `cardOrders` from an answer of the service. From that the app concludes that the service has no extensions of
 * the contract, such as the action that starts a journey. So it copies the steps itself.
 */
function withoutOrders(answer: string): string {
  const rows = JSON.parse(answer) as RowsByModel;
  for (const account of Object.values(rows.account ?? {}))
    for (const key of Object.keys(account)) if (key.startsWith('cardOrders')) delete account[key];
  return JSON.stringify(rows);
}

test('copied steps depend on each other, and one undo removes all of them', async () => {
  const service = await startServiceProcess();
  const proxy = await startFaultProxy(service.baseUrl);
  proxy.fault = ({ path, body }) =>
    path === '/' && body.includes('cardOrders') ? { kind: 'rewritten', rewrite: withoutOrders } : null;
  const launched = await launchApp({
    args: [`--connect=${proxy.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  try {
    const { page } = launched;
    await page.locator('[data-card-id]').first().waitFor();
    const journey = { workflowItems: ['title', 'deckId', { inDeps: ['title'] }] };
    const steps = async () => {
      const { workflowItem } = await queryRows(page, { _root: [{ account: [journey] }] });
      return Object.entries(workflowItem ?? {});
    };
    await expect
      .poll(async () => (await steps()).filter(([, { inDeps }]) => (inDeps as string[]).length > 0))
      .not.toEqual([]);
    const key = `cards(${JSON.stringify({ derivedStatus: 'assigned', parentCardId: null, $order: 'accountSeq', $limit: 1 })})`;
    const { card } = await queryRows(page, { _root: [{ account: [{ [key]: ['title', 'deckId'] }] }] });
    const [face] = Object.values(card ?? {});
    const [id, title] = [String(face?.cardId), String(face?.title)];
    await openRoute(page, `#/deck/${face?.deckId}?card=${id}`);
    await page.getByRole('button', { name: 'Start a journey' }).click();
    await page
      .getByRole('menuitem', { name: /steps\)$/ })
      .first()
      .click();
    await expect(page.getByText('The steps were copied as sub cards')).toBeVisible();
    await waitForEmptyOutbox(page);

    const made = async () => {
      const { card: rows } = await queryRows(page, { [`card("${id}")`]: [{ childCards: ['title', 'inDeps'] }] });
      const children = Object.values(rows ?? {}).filter(({ cardId }) => cardId !== id);
      const named = (ids: unknown) => (ids as string[]).map((other) => String(rows?.[other]?.title)).sort();
      return Object.fromEntries(children.map((child) => [String(child.title), named(child.inDeps)]));
    };
    const own = await steps();
    const nameOf = (step: string) =>
      String(own.find(([key]) => key === step)?.[1].title).replace('%PARENT_TITLE%', title);
    const meant = Object.fromEntries(
      own.map(([key, row]) => [nameOf(key), (row.inDeps as string[]).map(nameOf).sort()]),
    );
    expect(await made()).toEqual(meant);

    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => Object.keys(await made())).toEqual([]);
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
    await proxy.close();
    await service.stop();
  }
});

/** A laptop that sleeps for a weekend: nothing is sent meanwhile, and afterwards both sides have everything. */
import { expect, type Page, test } from '@playwright/test';
import { launchApp } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { act, ask, decksOf } from '../../support/window.ts';

const titles = async (page: Page, deckId: string) =>
  Object.values((await ask(page, { [`deck(${JSON.stringify(deckId)})`]: [{ cards: ['title'] }] })).card ?? {}).map(
    ({ title }) => title,
  );

test('sleep sends nothing, and waking up catches up', async () => {
  const service = await startServiceProcess();
  const { app, page, close } = await launchApp({
    args: [`--connect=${service.baseUrl}`],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  const power = (event: 'suspend' | 'resume') =>
    app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
  const state = page.locator('[data-sync]').first();
  await expect(state).toHaveAttribute('data-sync', 'fresh', { timeout: 30_000 });
  const deckId = (await decksOf(page)).find(({ deckType }) => deckType === 'task')?.id as string;

  await power('suspend');
  await act(page, [{ action: 'cards/create', params: { content: 'Written before the lid closed', deckId } }]);
  await service.post('/dispatch/cards/create', { content: 'Written by others', deckId });
  // The person's change is on the board, and stays here.
  expect(await titles(page, deckId)).toContain('Written before the lid closed');
  const there = async () =>
    JSON.stringify(await service.post('/', { query: { [`deck(${JSON.stringify(deckId)})`]: [{ cards: ['title'] }] } }));
  expect(await there()).not.toContain('Written before the lid closed');

  await power('resume');
  await expect.poll(there).toContain('Written before the lid closed');
  await expect.poll(() => titles(page, deckId)).toContain('Written by others');
  await close();
  await service.stop();
});

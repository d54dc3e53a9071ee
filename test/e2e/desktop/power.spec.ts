/**
 * Tests a laptop that sleeps over a weekend: the app sends nothing during the sleep, and syncs all changes afterwards.
 */
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { localDay } from '../../../renderer/ui/dates/today.ts';
import { launchApp, usesRealElectron } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { decksOf, openRoute, performActions, queryRows } from '../../support/window.ts';

const cardTitles = async (page: Page, deckId: string) =>
  Object.values(
    (await queryRows(page, { [`deck(${JSON.stringify(deckId)})`]: [{ cards: ['title'] }] })).card ?? {},
  ).map(({ title }) => title);

/**
 * Returns the titles of the notifications that the app has shown on the desktop. Works only in the Electron stand-in.
 */
const announcedTitles = (app: ElectronApplication) =>
  app.evaluate(() =>
    (
      globalThis as unknown as { standinRecord: { notifications: { readonly title: string }[] } }
    ).standinRecord.notifications.map(({ title }) => title),
  );

test('a weekend asleep sends nothing, and waking up catches up', async () => {
  const service = await startServiceProcess();
  const { app, page, errors, close } = await launchApp({
    args: [`--connect=${service.baseUrl}`],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  const power = (event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen') =>
    app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
  const state = page.locator('[data-sync]').first();
  await expect(state).toHaveAttribute('data-sync', 'fresh', { timeout: 30_000 });
  // Wait until the sidebar shows the number of unread threads, which means that the app has checked the workspace for
  // the first time. It announces only later changes.
  const inbox = page.getByRole('navigation', { name: 'Workspace' }).locator('a[href="#/inbox"]');
  await expect(inbox).toHaveAccessibleName(/unread/);
  const deckId = (await decksOf(page)).find(({ deckType }) => deckType === 'task')?.id as string;
  await openRoute(page, '/calendar');
  const today = page.locator('[role=gridcell][aria-current=date] time');
  await expect(today).toHaveAttribute('datetime', localDay());

  await power('lock-screen');
  await power('suspend');
  await performActions(page, [
    { action: 'cards/create', params: { content: 'Written before the lid closed', deckId } },
  ]);
  await service.post('/dispatch/cards/create', { content: 'Written by others', deckId });
  const handed = await fetch(`${service.baseUrl}/dispatch/cards/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.tokens.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'Handed over on Saturday', deckId, assigneeId: service.user.id }),
  });
  expect(handed.status).toBe(200);
  // The app must show the person's change, but must not have sent it.
  expect(await cardTitles(page, deckId)).toContain('Written before the lid closed');
  const there = async () =>
    JSON.stringify(await service.post('/', { query: { [`deck(${JSON.stringify(deckId)})`]: [{ cards: ['title'] }] } }));
  expect(await there()).not.toContain('Written before the lid closed');

  // On Monday the laptop wakes up with a locked screen. The app must send the change, but show no notification while
  // the screen is locked.
  const monday = new Date(Date.now() + 3 * 86_400_000);
  await page.clock.setFixedTime(monday);
  await power('resume');
  await expect.poll(there).toContain('Written before the lid closed');
  if (!usesRealElectron) expect(await announcedTitles(app)).toEqual([]);

  await power('unlock-screen');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => cardTitles(page, deckId)).toContain('Written by others');
  await expect(today).toHaveAttribute('datetime', localDay(monday));
  if (!usesRealElectron)
    await expect.poll(() => announcedTitles(app)).toEqual(['Assigned to you: Handed over on Saturday']);
  await expect(state).toHaveAttribute('data-sync', 'fresh');
  const copies = (await cardTitles(page, deckId)).filter((title) => title === 'Written before the lid closed');
  expect(copies).toHaveLength(1);
  expect(errors).toEqual([]);
  await close();
  await service.stop();
});

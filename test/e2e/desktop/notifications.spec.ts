/**
 * Tests of desktop notifications: the app notifies the person of changes by others, and groups several changes. A click
 * opens the card. Settings can suppress notifications.
 */
import { expect, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp, newDataFolder, usesRealElectron } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { expectAccessibleInBothThemes, openRoute, queryRows } from '../../support/window.ts';

test.skip(usesRealElectron, 'Only the stand-in shows its notifications to tests');

let service: ServiceProcess;
let launched: LaunchedApp;
let page: Page;
let userData: string;
let me: string;

async function start(env: Record<string, string> = {}): Promise<void> {
  launched = await launchApp({
    userData,
    args: [`--connect=${service.baseUrl}`, '--size=1280x800', '--route=/hand'],
    env: { DECKTOP_TOKEN: service.tokens.personal, ...env },
  });
  page = launched.page;
  await expect(page.getByRole('navigation', { name: 'Workspace' }).locator('[data-sync]')).toHaveText(/^Up to date/);
}

test.beforeAll(async () => {
  service = await startServiceProcess();
  me = service.user.id;
  userData = newDataFolder();
  await start();
  // Wait until the sidebar shows the number of unread threads, which means that the app has checked the workspace for
  // the first time. It notifies the person only of later changes.
  await expect(inboxRow()).toHaveAccessibleName(/unread/);
});
test.afterAll(async () => {
  await launched?.close();
  await service?.stop();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

const inboxRow = () => page.getByRole('navigation', { name: 'Workspace' }).locator('a[href="#/inbox"]');
const notificationItems = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

/** Performs an action as another member of the organization. */
async function actAsOther(action: string, params: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${service.baseUrl}/dispatch/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.tokens.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Returns open cards of one project that the app's user does not own, but can start. */
async function othersCards(): Promise<{ readonly id: string; readonly title: string }[]> {
  const free = {
    assigneeId: { op: 'neq', value: me },
    derivedStatus: { op: 'in', value: ['assigned', 'unassigned'] },
    dueDate: null,
  };
  const { card = {}, deck = {} } = await queryRows(page, {
    _root: [
      {
        account: [
          {
            [`cards(${JSON.stringify(free)})`]: ['title', 'deckId', 'isDoc'],
          },
          { decks: ['projectId'] },
        ],
      },
    ],
  });
  const projectOf = (deckId: unknown) => deck[String(deckId)]?.projectId;
  const all = Object.entries(card).filter(([, { isDoc, deckId }]) => isDoc !== true && deckId !== null);
  const byProject = Map.groupBy(all, ([, { deckId }]) => projectOf(deckId));
  const [most = []] = [...byProject.values()].sort((a, b) => b.length - a.length);
  return most.map(([id, { title }]) => ({ id, title: String(title) }));
}

interface Shown {
  readonly title: string;
  readonly body: string;
}
interface StandinNotification extends Shown {
  readonly actions: readonly { readonly text?: string }[];
  emit(event: string, details: object): void;
}
/** Returns title and text of all notifications that the app has shown on the desktop so far. */
const shownNotifications = (): Promise<Shown[]> =>
  launched.app.evaluate(() =>
    (globalThis as unknown as { standinRecord: { notifications: Shown[] } }).standinRecord.notifications.map(
      ({ title, body }) => ({ title, body }),
    ),
  );
const clickNotification = (title: string): Promise<void> =>
  launched.app.evaluate((_electron, wanted) => {
    const { notifications } = (globalThis as unknown as { standinRecord: { notifications: StandinNotification[] } })
      .standinRecord;
    notifications.find((one) => one.title === wanted)?.emit('click', {});
  }, title);
/** Presses a button of the last notification. Returns the texts of all its buttons. */
const pressButton = (text: string): Promise<readonly (string | undefined)[]> =>
  launched.app.evaluate((_electron, wanted) => {
    const { notifications } = (globalThis as unknown as { standinRecord: { notifications: StandinNotification[] } })
      .standinRecord;
    const last = notifications.at(-1);
    const texts = (last?.actions ?? []).map((action) => action.text);
    last?.emit('action', { actionIndex: texts.indexOf(wanted) });
    return texts;
  }, text);
const badge = (): Promise<number> => launched.app.evaluate(({ app }) => app.getBadgeCount());

test('a change by another person is announced once, opens at a click and is then read everywhere', async () => {
  expect(await shownNotifications()).toEqual([]);
  const before = await badge();
  const [card] = await othersCards();
  if (!card) throw new Error('The demo has no card without an owner');
  await actAsOther('resolvables/create', {
    cardId: card.id,
    context: 'comment',
    content: `Could **you** look, @[userId:${me}]?`,
  });
  await expect.poll(shownNotifications).toHaveLength(1);
  const [notification] = await shownNotifications();
  expect(notification?.title).toMatch(/ mentioned you on “/);
  expect(notification?.body).toMatch(/^Could you look, @[^[\]]+\?$/);
  await expect.poll(badge).toBe(before + 1);
  await expect(inboxRow()).toHaveAccessibleName(`Inbox ${before + 1} unread`);

  await clickNotification(notification?.title ?? '');
  await expect(page.getByRole('complementary').getByText('Could you look')).toBeVisible();
  await expect.poll(badge).toBe(before);

  // If the focused window already shows the card, a reply in one of its threads must cause no notification.
  const { resolvable = {} } = await queryRows(page, {
    [`card(${card.id})`]: [{ resolvables: ['cardId'] }],
  });
  const [resolvableId] = Object.keys(resolvable);
  await page.bringToFront();
  await actAsOther('resolvables/comment', { resolvableId, content: 'Still there?' });
  await expect(page.getByRole('complementary').getByText('Still there?')).toBeVisible();

  // After a restart, the app must notify the person of the change that somebody made while the app was closed, and of
  // no other.
  await launched.close();
  await actAsOther('cards/update', { id: card.id, assigneeId: me });
  await start({ STANDIN_PLATFORM: 'darwin' });
  await expect
    .poll(shownNotifications)
    .toEqual([{ title: `Assigned to you: ${card.title}`, body: expect.any(String) }]);

  // With `STANDIN_PLATFORM` the app now behaves as on macOS, where notifications have buttons. A button must act on the
  // card without opening a window.
  const unread = await badge();
  expect(await pressButton('Start')).toEqual(['Start', 'Mark as read']);
  const status = async () => (await queryRows(page, { [`card(${card.id})`]: ['status'] })).card?.[card.id]?.status;
  await expect.poll(status).toBe('started');
  await expect.poll(badge).toBe(unread - 1);
});

test('several at once are grouped, the inbox lists them, and keys mark them as read', async () => {
  await openRoute(page, '/hand');
  const cards = (await othersCards()).slice(0, 4);
  const earlier = (await shownNotifications()).length;
  for (const { id } of cards) await actAsOther('cards/update', { id, assigneeId: me });
  await expect
    .poll(async () => (await shownNotifications()).slice(earlier).map(({ title }) => title))
    .toEqual([expect.stringMatching(/^4 changes in /)]);
  await clickNotification((await shownNotifications()).at(-1)?.title ?? '');
  await expect(page).toHaveURL(/#\/inbox/);
  await expect(notificationItems().filter({ hasText: `Assigned to you: ${cards[0]?.title}` })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the inbox', 'main');
  const first = notificationItems().first();
  await first.getByRole('button').first().focus();
  await expect(first.getByRole('button').first()).toHaveAccessibleName(/^Unread: /);
  await page.keyboard.press('u');
  await expect(first.getByRole('button').first()).not.toHaveAccessibleName(/^Unread: /);
  await page.keyboard.press('u');
  await expect(first.getByRole('button').first()).toHaveAccessibleName(/^Unread: /);
  await page.keyboard.press('Shift+U');
  await expect(inboxRow()).toHaveAccessibleName('Inbox');
  await expect.poll(badge).toBe(0);
});

test('do not disturb and switched-off kinds keep the desktop quiet, and what waited is shown afterwards', async () => {
  await openRoute(page, '/settings/notifications');
  await expectAccessibleInBothThemes(page, 'the settings of notifications', 'main');
  const earlier = (await shownNotifications()).length;
  await page.getByRole('combobox', { name: /^Do not disturb/ }).click();
  await page.getByRole('option', { name: 'Until I turn it off' }).click();
  await page.getByRole('switch', { name: 'Mentions' }).click();
  const [one, two] = await othersCards();
  const unread = await badge();
  await actAsOther('cards/update', { id: one?.id, assigneeId: me });
  await actAsOther('resolvables/create', { cardId: two?.id, context: 'comment', content: `See @[userId:${me}]` });
  await expect.poll(badge).toBe(unread + 2);
  expect(await shownNotifications()).toHaveLength(earlier);
  await page.getByRole('combobox', { name: /^Do not disturb/ }).click();
  await page.getByRole('option', { name: 'Off', exact: true }).click();
  await expect
    .poll(async () => (await shownNotifications()).slice(earlier).map(({ title }) => title))
    .toEqual([`Assigned to you: ${one?.title}`]);
});

test('on Windows a click on a notification of an earlier run opens the inbox, and one of this run what it names', async () => {
  await launched.close();
  await start({ STANDIN_PLATFORM: 'win32' });
  expect(await launched.app.evaluate(({ app }) => app.getName())).toBe('Decktop Development');
  await expect(page).toHaveURL(/#\/hand/);
  // Windows reports each click here, also if the notification has an object that gets it.
  const activate = () =>
    launched.app.evaluate(() =>
      (
        globalThis as unknown as { standinRecord: { activateNotification(): void } }
      ).standinRecord.activateNotification(),
    );
  await activate();
  await expect(page).toHaveURL(/#\/inbox/);
  await openRoute(page, '/team');
  const [card] = await othersCards();
  const earlier = (await shownNotifications()).length;
  await actAsOther('cards/update', { id: card?.id, assigneeId: me });
  await expect.poll(async () => (await shownNotifications()).length).toBe(earlier + 1);
  await activate();
  await clickNotification(`Assigned to you: ${card?.title}`);
  await expect(page.getByRole('region', { name: `Card: ${card?.title}` })).toBeVisible();
  await expect(page).toHaveURL(/#\/team/);
});

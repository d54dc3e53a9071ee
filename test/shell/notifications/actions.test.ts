/** Checks buttons and bodies of desktop notifications on macOS, Windows and Linux. */
import { expect, test } from 'vitest';
import {
  type DesktopNotification,
  notificationBodyFor,
  notificationButtonsOf,
} from '../../../electron/shell/notifications/grouping.ts';
import type { AppNotification } from '../../../shared/bridge/index.ts';

const card = { model: 'card', id: 'card-1', code: null, title: 'Lens', canStart: true } as const;
const shown = (kind: AppNotification['kind'], target: AppNotification['target'] = card): DesktopNotification => ({
  workspaceId: 'one',
  keys: [`${kind}:1`],
  title: 'Lens',
  body: '',
  opens: {
    key: `${kind}:1`,
    kind,
    title: 'Lens',
    body: '',
    at: '2026-03-02T09:00:00.000Z',
    isRead: false,
    actorId: null,
    project: null,
    target,
    threadId: null,
  },
});
const pressed: unknown[] = [];
const buttons = (notification: DesktopNotification, system: 'darwin' | 'win32' | 'linux' = 'darwin') =>
  notificationButtonsOf(notification, system, {
    start: (workspaceId, { id }) => pressed.push(['start', workspaceId, id]),
    markRead: (workspaceId, keys) => pressed.push(['read', workspaceId, keys]),
  });
const texts = (notification: DesktopNotification, system?: 'darwin' | 'win32' | 'linux') =>
  buttons(notification, system).map(({ text }) => text);

test('macOS and Windows have buttons, Linux has none', () => {
  expect(texts(shown('assigned'), 'darwin')).toEqual(['Start', 'Mark as read']);
  expect(texts(shown('assigned'), 'win32')).toEqual(['Start', 'Mark as read']);
  expect(texts(shown('assigned'), 'linux')).toEqual([]);
});

// Notifications about a block or a mention must not have the button "Start": the person should look at the card first.
test('only a card that can be started, and was given to the person, has a button for it', () => {
  for (const kind of ['hand', 'due'] as const) expect(texts(shown(kind))).toContain('Start');
  for (const kind of ['mention', 'block', 'review', 'reply'] as const)
    expect(texts(shown(kind))).not.toContain('Start');
  expect(texts(shown('assigned', { ...card, canStart: false }))).toEqual(['Mark as read']);
  expect(texts(shown('runEnds', { model: 'sprint', id: 'run-1' }))).toEqual(['Mark as read']);
  expect(texts({ ...shown('assigned'), opens: null })).toEqual(['Mark as read']);
});

test('starting a card also marks its notification as read', () => {
  for (const { press } of buttons(shown('assigned'))) press();
  expect(pressed).toEqual([
    ['start', 'one', 'card-1'],
    ['read', 'one', ['assigned:1']],
    ['read', 'one', ['assigned:1']],
  ]);
});

test('on Linux, whose desktops read markup, the body is escaped', () => {
  const body = 'See <a href="https://example.com">R&D</a>';
  expect(notificationBodyFor(body, 'linux')).toBe('See &lt;a href="https://example.com"&gt;R&amp;D&lt;/a&gt;');
  expect(notificationBodyFor(body, 'darwin')).toBe(body);
});

import { beforeEach, describe, expect, test } from 'vitest';
import {
  createNotificationAnnouncer,
  type NotificationAnnouncer,
} from '../../../electron/shell/notifications/announcer.ts';
import type { DesktopNotification } from '../../../electron/shell/notifications/grouping.ts';
import type { AppNotification } from '../../../shared/bridge/index.ts';
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '../../../shared/domain/notification-schedule.ts';
import { ManualClock } from '../../faults/clock.ts';

const minute = 60_000;
let clock: ManualClock;
let announcer: NotificationAnnouncer;
let settings: NotificationSettings;
let shown: DesktopNotification[];
let closed: string[];
let inSight: string | null;
let counts: number[];

const notification = (id: number, more: Partial<AppNotification> = {}): AppNotification => ({
  key: `assigned:${id}`,
  kind: 'assigned',
  title: `Assigned to you: Card ${id}`,
  body: 'Beacons · Lighthouse',
  at: new Date(Date.UTC(2026, 2, 2, 9, id)).toISOString(),
  isRead: false,
  actorId: null,
  project: 'Lighthouse',
  target: { model: 'card', id: `card-${id}`, code: null, title: `Card ${id}`, canStart: true },
  threadId: null,
  ...more,
});
const arrive = (all: readonly AppNotification[], workspaceId = 'one') =>
  announcer.changed(workspaceId, { all, arrived: all.map(({ key }) => key) });
const settle = () => clock.advance(2_000);
const titles = () => shown.map(({ title }) => title);

beforeEach(() => {
  clock = new ManualClock();
  settings = defaultNotificationSettings;
  [shown, closed, inSight, counts] = [[], [], null, []];
  announcer = createNotificationAnnouncer({
    clock,
    settings: () => settings,
    systemZone: () => 'UTC',
    workspaceName: (id) => `Workspace ${id}`,
    isInSight: (_workspaceId, { key }) => key === inSight,
    show(desktop) {
      shown.push(desktop);
      return { close: () => closed.push(desktop.keys.join()) };
    },
  });
  announcer.onUnreadCountChange((count) => counts.push(count));
});

test('two notifications that arrive together are shown one by one, more are grouped by project', async () => {
  arrive([notification(1), notification(2)]);
  await settle();
  expect(titles()).toEqual(['Assigned to you: Card 1', 'Assigned to you: Card 2']);
  shown.length = 0;
  const many = [10, 11, 12, 13, 14].map((id) => notification(id));
  const other = [notification(20, { project: null }), notification(21, { project: null })];
  arrive([...many, ...other, notification(30, { project: 'Ferry' })]);
  await settle();
  expect(titles()).toEqual(['5 changes in Lighthouse', '2 changes in Workspace one', 'Assigned to you: Card 30']);
  expect(shown[0]).toMatchObject({
    body: 'Assigned to you: Card 14\nAssigned to you: Card 13\nAssigned to you: Card 12\nand 2 more',
    opens: null,
    keys: many.map(({ key }) => key).reverse(),
  });
});

test('notifications that arrive shortly after each other are shown together', async () => {
  arrive([notification(1)]);
  await clock.advance(1_000);
  arrive([notification(1), notification(2), notification(3)]);
  await settle();
  expect(titles()).toEqual(['3 changes in Lighthouse']);
});

test('nothing is shown that was read meanwhile, is switched off or is in sight', async () => {
  arrive([notification(1)]);
  announcer.changed('one', { all: [notification(1, { isRead: true })], arrived: [] });
  await settle();
  settings = { ...settings, kinds: { ...settings.kinds, assigned: false } };
  arrive([notification(2)]);
  await settle();
  settings = defaultNotificationSettings;
  inSight = 'assigned:3';
  arrive([notification(3)]);
  await settle();
  expect(shown).toEqual([]);
  expect(announcer.unreadCount()).toBe(1);
});

test('a notification closes when it is read', async () => {
  arrive([notification(1), notification(2)]);
  await settle();
  announcer.changed('one', { all: [notification(1, { isRead: true }), notification(2)], arrived: [] });
  expect(closed).toEqual(['assigned:1']);
  announcer.changed('one', { all: [], arrived: [] });
  expect(closed).toEqual(['assigned:1', 'assigned:2']);
});

test('unread notifications of all workspaces are counted, without those of a removed workspace', () => {
  arrive([notification(1), notification(2, { isRead: true })], 'one');
  arrive([notification(3)], 'two');
  expect(announcer.unreadCount()).toBe(2);
  announcer.keepWorkspaces(['two']);
  announcer.changed('two', { all: [], arrived: [] });
  expect(counts).toEqual([1, 2, 1, 0]);
});

describe('in quiet times', () => {
  test('nothing is shown, and what is still unread afterwards is shown as one', async () => {
    settings = { ...settings, doNotDisturb: new Date(clock.now() + 60 * minute).toISOString() };
    arrive([1, 2, 3].map((id) => notification(id)));
    await settle();
    const rest = [1, 2, 3, 4].map((id) => notification(id, { isRead: id === 2 }));
    announcer.changed('one', { all: rest, arrived: ['assigned:4'] });
    await clock.advance(58 * minute);
    expect(shown).toEqual([]);
    await clock.advance(3 * minute);
    expect(titles()).toEqual(['3 changes in Lighthouse']);
  });

  test('turning quiet times off shows at once what arrived', async () => {
    settings = { ...settings, doNotDisturb: 'always' };
    arrive([notification(1)]);
    await clock.advance(24 * 60 * minute);
    expect(shown).toEqual([]);
    settings = defaultNotificationSettings;
    announcer.settingsChanged();
    await settle();
    expect(titles()).toEqual(['Assigned to you: Card 1']);
  });

  test('quiet hours over midnight hold back until morning', async () => {
    settings = { ...settings, quietHours: { isOn: true, from: '22:00', to: '07:00', timezone: null } };
    await clock.advance(14 * 60 * minute);
    arrive([notification(1)]);
    await clock.advance(7 * 60 * minute);
    expect(shown).toEqual([]);
    await clock.advance(61 * minute);
    expect(titles()).toEqual(['Assigned to you: Card 1']);
  });
});

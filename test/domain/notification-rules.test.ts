import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CardForNotifications,
  cardNotificationCandidates,
  diffNotifications,
  type NotificationCandidate,
  reasonThreadConcernsUser,
  runNotificationCandidate,
  type StoredNotification,
  type ThreadForNotifications,
  threadNotificationCandidate,
} from '../../shared/domain/notification-rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();
const comment = (authorId: string, minute: number, content = 'Text') => ({ authorId, content, createdAt: at(minute) });
const thread = (more: Partial<ThreadForNotifications> = {}): ThreadForNotifications => ({
  id: 't',
  creatorId: 'ann',
  context: 'comment',
  ownerId: null,
  entries: [comment('ann', 1)],
  ...more,
});

describe('a thread', () => {
  test.each([
    ['a mention', thread({ entries: [comment('ann', 1, 'Look, @[userId:me]!')] }), 'mention', 'mentioned'],
    ['a block of my card', thread({ ownerId: 'me', context: 'block' }), 'block', 'owner'],
    ['a review on my card', thread({ ownerId: 'me', context: 'review' }), 'review', 'owner'],
    ['a comment on my card', thread({ ownerId: 'me' }), 'reply', 'owner'],
    [
      'an answer in a thread that I started',
      thread({ creatorId: 'me', entries: [comment('me', 1), comment('ann', 2)] }),
      'reply',
      'started',
    ],
    [
      'an answer after my comment',
      thread({ entries: [comment('ann', 1), comment('me', 2), comment('bob', 3)] }),
      'reply',
      'commented',
    ],
    [
      'an answer on my blocked card after my comment',
      thread({ ownerId: 'me', context: 'block', entries: [comment('ann', 1), comment('me', 2), comment('ann', 3)] }),
      'reply',
      'owner',
    ],
  ] as const)('notifies of %s', (_name, given, kind, reason) => {
    expect(threadNotificationCandidate(given, 'me')).toMatchObject({
      kind,
      actorId: given.entries.at(-1)?.authorId,
      eventMark: given.entries.at(-1)?.createdAt,
    });
    expect(reasonThreadConcernsUser(given, 'me')).toEqual({ reason, isMyTurn: true });
  });

  test.each([
    ['the threads of others', thread()],
    ['my own last comment', thread({ ownerId: 'me', entries: [comment('ann', 1), comment('me', 2)] })],
    ['a mention that I wrote myself', thread({ entries: [comment('me', 1, '@[userId:me]')] })],
    ['a mention in code', thread({ entries: [comment('ann', 1, '`@[userId:me]`')] })],
  ] as const)('does not notify of %s', (_name, given) => {
    expect(threadNotificationCandidate(given, 'me')).toBeNull();
  });

  test('waits for the others after the person’s own comment', () => {
    expect(
      reasonThreadConcernsUser(thread({ ownerId: 'me', entries: [comment('ann', 1), comment('me', 2)] }), 'me'),
    ).toEqual({
      reason: 'owner',
      isMyTurn: false,
    });
    expect(reasonThreadConcernsUser(thread(), 'me')).toBeNull();
  });
});

describe('a card', () => {
  const card = (more: Partial<CardForNotifications> = {}): CardForNotifications => ({
    cardId: 'c',
    visibility: 'default',
    status: 'not_started',
    assigneeId: null,
    creatorId: 'ann',
    dueDate: null,
    mentionedUsers: [],
    lastUpdatedAt: at(1),
    version: 3,
    ...more,
  });
  const kinds = (given: CardForNotifications, inHandSince: string | null = null) =>
    cardNotificationCandidates(given, { me: 'me', today: '2026-03-02', inHandSince }).map(({ kind }) => kind);

  test('notifies of what concerns the person', () => {
    expect(kinds(card())).toEqual([]);
    expect(kinds(card({ assigneeId: 'ann', dueDate: '2026-03-01' }))).toEqual([]);
    expect(kinds(card({ assigneeId: 'me' }))).toEqual(['assigned']);
    expect(kinds(card({ mentionedUsers: ['bob', 'me'] }))).toEqual(['mention']);
    expect(kinds(card(), at(3))).toEqual(['hand']);
    expect(kinds(card({ assigneeId: 'me', dueDate: '2026-03-02' }))).toEqual(['assigned', 'due']);
    expect(kinds(card({ assigneeId: 'me', dueDate: '2026-02-20' }))).toEqual(['assigned', 'due']);
    expect(kinds(card({ assigneeId: 'me', dueDate: '2026-03-03' }))).toEqual(['assigned']);
  });

  test('notifies of nothing once it is done, archived or deleted', () => {
    for (const over of [{ status: 'done' }, { visibility: 'archived' }, { visibility: 'deleted' }])
      expect(kinds(card({ assigneeId: 'me', mentionedUsers: ['me'], ...over }), at(3))).toEqual([]);
  });

  test('is the person’s own only while nobody has changed it', () => {
    const own = (version: number) =>
      cardNotificationCandidates(card({ assigneeId: 'me', creatorId: 'me', version }), {
        me: 'me',
        today: '2026-03-02',
        inHandSince: null,
      });
    expect(own(1)).toMatchObject([{ isOwn: true }]);
    expect(own(2)).toMatchObject([{ isOwn: false }]);
  });
});

test('a run is announced the day before it ends, and on its last day, if cards of the person are open', () => {
  const run = (endDate: string, more = {}) => ({ id: 'r', endDate, completedAt: null, isDeleted: false, ...more });
  const kindOf = (given: ReturnType<typeof run>, openCards = 1) =>
    runNotificationCandidate(given, { today: '2026-03-31', openCards })?.kind ?? null;
  expect(kindOf(run('2026-04-01'))).toBe('runEnds');
  expect(kindOf(run('2026-03-31'))).toBe('runEnds');
  expect(kindOf(run('2026-04-02'))).toBeNull();
  expect(kindOf(run('2026-03-30'))).toBeNull();
  expect(kindOf(run('2026-04-01'), 0)).toBeNull();
  expect(kindOf(run('2026-04-01', { isDeleted: true }))).toBeNull();
  expect(kindOf(run('2026-04-01', { completedAt: at(1) }))).toBeNull();
});

describe('comparing candidates with stored notifications', () => {
  const since = at(10);
  const now = at(40);
  const candidates = fc
    .uniqueArray(
      fc.record<NotificationCandidate>({
        key: fc.constantFrom('thread:1', 'thread:2', 'assigned:3', 'hand:4', 'due:5', 'refused:6'),
        kind: fc.constant('reply'),
        eventMark: fc.constantFrom('', at(5), at(15), at(25)),
        at: fc.constantFrom(null, at(5), at(15), at(25)),
        actorId: fc.constant(null),
        isOwn: fc.boolean(),
        isUnreadAtFirst: fc.boolean(),
      }),
      { selector: ({ key }) => key },
    )
    .map((list) =>
      list.map((candidate) => (candidate.key === 'refused:6' ? { ...candidate, kind: 'refused' as const } : candidate)),
    );
  const compareAndStore = (
    stored: readonly StoredNotification[],
    found: readonly NotificationCandidate[],
    origin: 'service' | 'own' | 'first',
  ) => {
    const result = diffNotifications(stored, found, { origin, now, since });
    const next = new Map(stored.map((one) => [one.key, one]));
    for (const key of result.removed) next.delete(key);
    for (const one of result.changed) next.set(one.key, one);
    return { ...result, next: [...next.values()] };
  };

  test('announces nothing twice', () => {
    fc.assert(
      fc.property(candidates, candidates, (earlier, found) => {
        const first = compareAndStore(compareAndStore([], earlier, 'first').next, found, 'service');
        expect(compareAndStore(first.next, found, 'service')).toMatchObject({ changed: [], removed: [], arrived: [] });
      }),
    );
  });

  test('notes exactly the candidates that there are', () => {
    fc.assert(
      fc.property(candidates, candidates, (earlier, found) => {
        const { next } = compareAndStore(compareAndStore([], earlier, 'service').next, found, 'service');
        expect(next.map(({ key, mark }) => `${key} ${mark}`).sort()).toEqual(
          found.map(({ key, eventMark }) => `${key} ${eventMark}`).sort(),
        );
      }),
    );
  });

  test('announces of the person’s own changes only what was refused', () => {
    fc.assert(
      fc.property(candidates, candidates, (earlier, found) => {
        const { arrived } = compareAndStore(compareAndStore([], earlier, 'service').next, found, 'own');
        expect(arrived.filter((key) => key !== 'refused:6')).toEqual([]);
      }),
    );
  });

  test('announces nothing of a new workspace, and leaves unread what waits', () => {
    fc.assert(
      fc.property(candidates, (found) => {
        const { arrived, next } = compareAndStore([], found, 'first');
        expect(arrived.filter((key) => key !== 'refused:6')).toEqual([]);
        for (const { key, state } of next) {
          const candidate = found.find((one) => one.key === key);
          expect(state).toBe(candidate?.isUnreadAtFirst || candidate?.kind === 'refused' ? 'unread' : 'silent');
        }
      }),
    );
  });

  test('what arrives is unread, is not the person’s own, and is no older than the workspace', () => {
    fc.assert(
      fc.property(candidates, candidates, (earlier, found) => {
        const { arrived, next } = compareAndStore(compareAndStore([], earlier, 'first').next, found, 'service');
        for (const key of arrived) {
          const candidate = found.find((one) => one.key === key);
          expect(next.find((one) => one.key === key)?.state).toBe('unread');
          if (candidate?.kind === 'refused') continue;
          expect(candidate?.isOwn).toBe(false);
          expect((candidate?.at ?? now) >= since).toBe(true);
        }
      }),
    );
  });

  test('a comment that is deleted announces nothing', () => {
    const candidate: NotificationCandidate = {
      ...{ key: 'thread:1', kind: 'reply', actorId: 'ann', isOwn: false, isUnreadAtFirst: true },
      ...{ eventMark: at(20), at: at(20) },
    };
    const { next } = compareAndStore([], [candidate], 'service');
    expect(next).toMatchObject([{ state: 'unread' }]);
    const read = next.map((one) => ({ ...one, state: 'read' as const }));
    expect(compareAndStore(read, [{ ...candidate, eventMark: at(15), at: at(15) }], 'service')).toMatchObject({
      arrived: [],
      next: [{ state: 'read', mark: at(15) }],
    });
  });
});

import type { Day, Timestamp } from '../contract/index.ts';
import { daysBetween } from './calendar.ts';
import { mentionedPersonIdsIn } from './content.ts';

/** The kinds of notifications, in the order in which the settings list them. */
export const notificationKinds = [
  'mention',
  'block',
  'review',
  'reply',
  'assigned',
  'hand',
  'due',
  'runEnds',
  'refused',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * First part of a notification's key, which is `prefix:id` with the id of the comment, thread, card, run or refused
 * change. There is at most one notification for each key, so kinds that share a prefix replace each other.
 */
export type NotificationKeyPrefix = 'thread' | 'mention' | 'assigned' | 'hand' | 'due' | 'run' | 'refused';
export const notificationKey = (prefix: NotificationKeyPrefix, id: string | number): string => `${prefix}:${id}`;
/** Does not check the prefix. */
export function parseNotificationKey(key: string): { readonly prefix: NotificationKeyPrefix; readonly id: string } {
  const colon = key.indexOf(':');
  return { prefix: key.slice(0, colon) as NotificationKeyPrefix, id: key.slice(colon + 1) };
}

/** A notification that follows from the current rows. `diffNotifications` decides whether it is new to the person. */
export interface NotificationCandidate {
  readonly key: string;
  readonly kind: NotificationKind;
  /** Of the newest event, such as the time of the last comment. New if no mark or a lower one is stored. */
  readonly eventMark: string;
  /** Time of the event; null if the stored rows do not contain it. */
  readonly at: Timestamp | null;
  /** Null if the stored rows do not contain the user. */
  readonly actorId: string | null;
  /** True if the person who gets the notification also caused the event. */
  readonly isOwn: boolean;
  /** True if the notification is unread at first even if its event is older than the first load on this computer. */
  readonly isUnreadAtFirst: boolean;
}

export interface ThreadCommentForNotifications {
  readonly authorId: string;
  readonly content: string;
  readonly createdAt: Timestamp;
}

export interface ThreadForNotifications {
  readonly id: string;
  readonly creatorId: string;
  readonly context: string;
  readonly ownerId: string | null;
  /** Comments, oldest first. */
  readonly entries: readonly ThreadCommentForNotifications[];
}

export type ThreadConcernReason = 'mentioned' | 'owner' | 'started' | 'commented';

const mentions = (entry: ThreadCommentForNotifications, me: string) =>
  entry.authorId !== me && mentionedPersonIdsIn(entry.content, []).includes(me);

/** Null if the thread does not concern the user `me`. `isMyTurn` is false if this user wrote the last comment. */
export function reasonThreadConcernsUser(
  thread: ThreadForNotifications,
  me: string,
): { readonly reason: ThreadConcernReason; readonly isMyTurn: boolean } | null {
  const { entries } = thread;
  const reason: ThreadConcernReason | null = entries.some((entry) => mentions(entry, me))
    ? 'mentioned'
    : thread.ownerId === me
      ? 'owner'
      : thread.creatorId === me
        ? 'started'
        : entries.some(({ authorId }) => authorId === me)
          ? 'commented'
          : null;
  return reason && { reason, isMyTurn: entries.at(-1)?.authorId !== me };
}

/**
 * About the comments that others wrote in an open thread after the last comment of the user `me`. Null if there are
 * none, or if the thread does not concern the user.
 */
export function threadNotificationCandidate(thread: ThreadForNotifications, me: string): NotificationCandidate | null {
  const { entries, context } = thread;
  const last = entries.at(-1);
  if (!last || !reasonThreadConcernsUser(thread, me)?.isMyTurn) return null;
  const unanswered = entries.slice(entries.findLastIndex(({ authorId }) => authorId === me) + 1);
  const isFirst = unanswered.length === entries.length && thread.ownerId === me;
  const kind = unanswered.some((entry) => mentions(entry, me))
    ? 'mention'
    : isFirst && (context === 'block' || context === 'review')
      ? context
      : 'reply';
  return {
    key: notificationKey('thread', thread.id),
    kind,
    eventMark: last.createdAt,
    at: last.createdAt,
    actorId: last.authorId,
    isOwn: false,
    isUnreadAtFirst: true,
  };
}

export interface CardForNotifications {
  readonly cardId: string;
  readonly visibility: string;
  readonly status: string;
  readonly assigneeId: string | null;
  readonly creatorId: string | null;
  readonly dueDate: Day | null;
  readonly mentionedUsers?: readonly string[] | null;
  readonly lastUpdatedAt: Timestamp;
  readonly version: number;
}

/**
 * Without the notifications of the card's threads. None for done, archived and deleted cards. `inHandSince` is the time
 * at which the card was put into the user's Hand; null if the Hand does not contain it.
 */
export function cardNotificationCandidates(
  card: CardForNotifications,
  { me, today, inHandSince }: { readonly me: string; readonly today: Day; readonly inHandSince: Timestamp | null },
): NotificationCandidate[] {
  if (card.visibility !== 'default' || card.status === 'done') return [];
  const isMine = card.assigneeId === me;
  const base = { eventMark: '', at: card.lastUpdatedAt, actorId: null, isUnreadAtFirst: false };
  // In version 1, only the creator has changed the card. So a user who created the card caused the event.
  const isOwn = card.creatorId === me && card.version <= 1;
  const candidates: NotificationCandidate[] = [];
  const add = (prefix: NotificationKeyPrefix & NotificationKind, more: Partial<NotificationCandidate>) =>
    candidates.push({ ...base, isOwn, key: notificationKey(prefix, card.cardId), kind: prefix, ...more });
  if (card.mentionedUsers?.includes(me)) add('mention', {});
  if (isMine) add('assigned', {});
  if (inHandSince !== null) add('hand', { at: inHandSince, isOwn: false });
  if (isMine && card.dueDate !== null && card.dueDate <= today)
    add('due', { eventMark: card.dueDate, at: null, isOwn: false });
  return candidates;
}

export interface RunForNotifications {
  readonly id: string;
  readonly endDate: Day;
  readonly completedAt: Timestamp | null;
  readonly isDeleted: boolean;
}

/**
 * For a run that ends today or tomorrow. `openCards` is the number of the user's own open cards in the run. Null
 * without open cards, and for a completed or deleted run.
 */
export function runNotificationCandidate(
  run: RunForNotifications,
  { today, openCards }: { readonly today: Day; readonly openCards: number },
): NotificationCandidate | null {
  const daysLeft = daysBetween(today, run.endDate);
  if (run.isDeleted || run.completedAt !== null || openCards === 0 || daysLeft < 0 || daysLeft > 1) return null;
  return {
    key: notificationKey('run', run.id),
    kind: 'runEnds',
    eventMark: run.endDate,
    at: null,
    actorId: null,
    isOwn: false,
    isUnreadAtFirst: false,
  };
}

/** `silent`: the event is stored but not shown, for example because the person caused it. */
export type NotificationState = 'silent' | 'unread' | 'read';

/** A notification as stored in `outbox.sqlite`, so that the same event is not announced twice. */
export interface StoredNotification {
  readonly key: string;
  readonly mark: string;
  readonly at: Timestamp;
  readonly state: NotificationState;
}

/** `service`: a pull read the rows. `own`: the person's action. `first`: the first load of the workspace. */
export type RowChangeOrigin = 'service' | 'own' | 'first';

export interface NotificationChanges {
  /** Notifications to store: new ones, and new versions of stored ones. */
  readonly changed: readonly StoredNotification[];
  /** Keys of stored notifications that no longer follow from the rows. */
  readonly removed: readonly string[];
  readonly arrived: readonly string[];
}

const idOf = (key: string) => parseNotificationKey(key).id;

/** @param since time at which this computer first loaded the workspace; older candidates are not announced */
export function diffNotifications(
  stored: readonly StoredNotification[],
  candidates: readonly NotificationCandidate[],
  { origin, now, since }: { readonly origin: RowChangeOrigin; readonly now: Timestamp; readonly since: Timestamp },
): NotificationChanges {
  const known = new Map(stored.map((one) => [one.key, one]));
  // If a card without an owner is put into a person's Hand, the person also becomes its owner. This event causes two
  // candidates, `hand` and `assigned`, but only `hand` is announced.
  const newInHand = new Set(
    candidates.filter(({ key, kind }) => kind === 'hand' && !known.has(key)).map(({ key }) => idOf(key)),
  );
  const changed: StoredNotification[] = [];
  const arrived: string[] = [];
  for (const candidate of candidates) {
    const before = known.get(candidate.key);
    known.delete(candidate.key);
    if (before?.mark === candidate.eventMark) continue;
    const { key, eventMark } = candidate;
    // A lower mark is not a new event: the newest comment was deleted, or a date was set to an earlier day.
    if (before && candidate.eventMark < before.mark) {
      changed.push({ ...before, mark: eventMark });
      continue;
    }
    const isRefusal = candidate.kind === 'refused';
    const isSameEvent = candidate.kind === 'assigned' && newInHand.has(idOf(key));
    const isNews =
      isRefusal ||
      (origin === 'service' && !candidate.isOwn && !isSameEvent && (candidate.at === null || candidate.at >= since));
    const isUnread = isNews || (origin === 'first' && candidate.isUnreadAtFirst);
    changed.push({ key, mark: eventMark, at: candidate.at ?? now, state: isUnread ? 'unread' : 'silent' });
    if (isNews) arrived.push(key);
  }
  return { changed, removed: [...known.keys()], arrived };
}

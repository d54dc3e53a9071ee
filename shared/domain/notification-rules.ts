/**
 * Decides from rows what a person is notified of. The inbox, the desktop's notifications and the badge all use these
 * rules.
 */
import type { Day, Timestamp } from '../contract/index.ts';
import { daysBetween } from './calendar.ts';
import { mentionsIn } from './content.ts';

/** In the order in which settings list them. */
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

/** What a notification is about. Each has at most one notification at a time, under `<subject>:<id>`. */
export type NotificationSubject = 'thread' | 'mention' | 'assigned' | 'hand' | 'due' | 'run' | 'refused';
export const notificationKey = (subject: NotificationSubject, id: string | number): string => `${subject}:${id}`;
export function parseNotificationKey(key: string): { readonly subject: NotificationSubject; readonly id: string } {
  const colon = key.indexOf(':');
  return { subject: key.slice(0, colon) as NotificationSubject, id: key.slice(colon + 1) };
}

/** Something that a person is to know, as the rows show it now. */
export interface NotificationCandidate {
  readonly key: string;
  readonly kind: NotificationKind;
  /** Rises when there is more to know under the same key: a new comment, a later date. */
  readonly mark: string;
  /** When it happened; null where no row says so. */
  readonly at: Timestamp | null;
  /** Who did it; null where no row says so. */
  readonly actorId: string | null;
  /** The person did it. */
  readonly isOwn: boolean;
  /** It waits for the person even if it is older than the workspace on this computer. */
  readonly waits: boolean;
}

export interface ThreadEntry {
  readonly authorId: string;
  readonly content: string;
  readonly createdAt: Timestamp;
}

export interface Thread {
  readonly id: string;
  readonly creatorId: string;
  readonly context: string;
  /** Owner of the thread's card. */
  readonly ownerId: string | null;
  /** Comments, oldest first. */
  readonly entries: readonly ThreadEntry[];
}

export type ThreadReason = 'mentioned' | 'owner' | 'started' | 'commented';

const mentions = (entry: ThreadEntry, me: string) =>
  entry.authorId !== me && mentionsIn(entry.content, []).includes(me);

/**
 * Returns why an open thread concerns the user `me` and whether it is their turn; null if it does not concern them. It is
 * their turn unless they wrote the last comment.
 */
export function threadConcern(
  thread: Thread,
  me: string,
): { readonly reason: ThreadReason; readonly isMyTurn: boolean } | null {
  const { entries } = thread;
  const reason: ThreadReason | null = entries.some((entry) => mentions(entry, me))
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

/** The notification about the comments of an open thread since the last one by the user `me`; null if it is not their turn. */
export function threadCandidate(thread: Thread, me: string): NotificationCandidate | null {
  const { entries, context } = thread;
  const last = entries.at(-1);
  if (!last || !threadConcern(thread, me)?.isMyTurn) return null;
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
    mark: last.createdAt,
    at: last.createdAt,
    actorId: last.authorId,
    isOwn: false,
    waits: true,
  };
}

export interface NotifiedCard {
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

/** What an open card notifies the user `me` of, apart from its threads. */
export function cardCandidates(
  card: NotifiedCard,
  { me, today, inHandSince }: { readonly me: string; readonly today: Day; readonly inHandSince: Timestamp | null },
): NotificationCandidate[] {
  if (card.visibility !== 'default' || card.status === 'done') return [];
  const isMine = card.assigneeId === me;
  const base = { mark: '', at: card.lastUpdatedAt, actorId: null, waits: false };
  // Nobody else has changed it yet, so the person wrote it, perhaps with another program.
  const isOwn = card.creatorId === me && card.version <= 1;
  const candidates: NotificationCandidate[] = [];
  const add = (subject: NotificationSubject & NotificationKind, more: Partial<NotificationCandidate>) =>
    candidates.push({ ...base, isOwn, key: notificationKey(subject, card.cardId), kind: subject, ...more });
  if (card.mentionedUsers?.includes(me)) add('mention', {});
  if (isMine) add('assigned', {});
  if (inHandSince !== null) add('hand', { at: inHandSince, isOwn: false });
  if (isMine && card.dueDate !== null && card.dueDate <= today)
    add('due', { mark: card.dueDate, at: null, isOwn: false });
  return candidates;
}

export interface NotifiedRun {
  readonly id: string;
  readonly endDate: Day;
  readonly completedAt: Timestamp | null;
  readonly isDeleted: boolean;
}

/** Notifies of a run that ends tomorrow, or today if nobody looked yesterday. `openCards`: the user's own in it. */
export function runCandidate(
  run: NotifiedRun,
  { today, openCards }: { readonly today: Day; readonly openCards: number },
): NotificationCandidate | null {
  const daysLeft = daysBetween(today, run.endDate);
  if (run.isDeleted || run.completedAt !== null || openCards === 0 || daysLeft < 0 || daysLeft > 1) return null;
  return {
    key: notificationKey('run', run.id),
    kind: 'runEnds',
    mark: run.endDate,
    at: null,
    actorId: null,
    isOwn: false,
    waits: false,
  };
}

/** `silent`: nothing to tell the person, such as what they did themselves. */
export type NotificationState = 'silent' | 'unread' | 'read';

/** What was noticed under a key, stored so that nothing is announced twice. */
export interface StoredNotification {
  readonly key: string;
  readonly mark: string;
  readonly at: Timestamp;
  readonly state: NotificationState;
}

/**
 * Where a change comes from: `service` for rows of others, `own` for what the person does here, `first` for all rows of
 * a workspace that is new on this computer.
 */
export type ChangeOrigin = 'service' | 'own' | 'first';

export interface Reconciled {
  /** To be stored, new or in place of the noted ones. */
  readonly changed: readonly StoredNotification[];
  /** Keys that no candidate has any more. */
  readonly removed: readonly string[];
  /** Keys to announce. */
  readonly arrived: readonly string[];
}

const idOf = (key: string) => parseNotificationKey(key).id;

/**
 * Compares the candidates of some subjects with what was noted of them. `since`: the workspace is on this computer since then;
 * older candidates are no news.
 */
export function reconcile(
  noted: readonly StoredNotification[],
  candidates: readonly NotificationCandidate[],
  { origin, now, since }: { readonly origin: ChangeOrigin; readonly now: Timestamp; readonly since: Timestamp },
): Reconciled {
  const known = new Map(noted.map((one) => [one.key, one]));
  // An ownerless card that is put into a Hand gets that person as its owner, which is one event.
  const handed = new Set(
    candidates.filter(({ key, kind }) => kind === 'hand' && !known.has(key)).map(({ key }) => idOf(key)),
  );
  const changed: StoredNotification[] = [];
  const arrived: string[] = [];
  for (const candidate of candidates) {
    const before = known.get(candidate.key);
    known.delete(candidate.key);
    if (before?.mark === candidate.mark) continue;
    const { key, mark } = candidate;
    // The newest comment was deleted, or a date set earlier: nothing new happened.
    if (before && candidate.mark < before.mark) {
      changed.push({ ...before, mark });
      continue;
    }
    const isRefusal = candidate.kind === 'refused';
    const isSameEvent = candidate.kind === 'assigned' && handed.has(idOf(key));
    const isNews =
      isRefusal ||
      (origin === 'service' && !candidate.isOwn && !isSameEvent && (candidate.at === null || candidate.at >= since));
    const isUnread = isNews || (origin === 'first' && candidate.waits);
    changed.push({ key, mark, at: candidate.at ?? now, state: isUnread ? 'unread' : 'silent' });
    if (isNews) arrived.push(key);
  }
  return { changed, removed: [...known.keys()], arrived };
}

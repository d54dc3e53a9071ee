/** Finds candidates (possible notifications of the person) and describes them for windows. */
import type { AppNotification } from '../../../shared/bridge/index.ts';
import type { Day, Failure } from '../../../shared/contract/index.ts';
import { addDays } from '../../../shared/domain/calendar.ts';
import {
  cardNotificationCandidates,
  type NotificationCandidate,
  type NotificationKeyPrefix,
  notificationKey,
  parseNotificationKey,
  runNotificationCandidate,
  type StoredNotification,
  threadNotificationCandidate,
} from '../../../shared/domain/notification-rules.ts';
import { type NotificationDetails, notificationTexts } from '../../../shared/domain/notification-text.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { shortCodeOf } from '../../../shared/domain/short-code.ts';
import { nameOfUser } from '../../engine/rules/members.ts';
import type { RowStore, StoredRow } from '../../engine/store/rows.ts';

/** It was refused, or its answer was lost and nothing shows whether the service carried it out. */
export interface ChangeAwaitingDecision {
  readonly id: number;
  readonly label: string;
  readonly at: string;
  readonly failure: Failure | null;
}

interface CandidateFinderOptions {
  readonly rows: RowStore;
  readonly me: string;
  /** In this computer's time zone. A new day begins at `dayStartHour` (notification-tracker.ts), not at midnight. */
  readonly today: Day;
  readonly refused: readonly ChangeAwaitingDecision[];
}

/** Prefixes of the keys of notifications about a card. The others are those of threads, runs and refused changes. */
export const cardNotificationPrefixes = [
  'mention',
  'assigned',
  'hand',
  'due',
] as const satisfies readonly NotificationKeyPrefix[];

export class NotificationCandidateFinder {
  #options: CandidateFinderOptions;
  /** By card id. The first `find` for a card computes all of its candidates. */
  #ofCards = new Map<string, readonly NotificationCandidate[]>();

  constructor(options: CandidateFinderOptions) {
    this.#options = options;
  }

  /** Null if there is no reason to notify the person any more, for example because the thread is closed. */
  find(key: string): NotificationCandidate | null {
    const { prefix, id } = parseNotificationKey(key);
    if (prefix === 'thread') return this.#thread(id);
    if (prefix === 'run') return this.#run(id);
    if (prefix === 'refused') return this.#refused(id);
    const candidates = this.#ofCards.get(id) ?? this.#card(id);
    this.#ofCards.set(id, candidates);
    return candidates.find((candidate) => candidate.key === key) ?? null;
  }

  /**
   * The keys that are possible now; `find` returns null for those without a reason. If `changedSince` is not null,
   * searches for mentions only in cards that changed since then.
   */
  candidates(changedSince: string | null): Set<string> {
    const { rows, me, today, refused } = this.#options;
    const ids = (sql: string, ...values: unknown[]) =>
      rows.db
        .prepare(sql)
        .pluck()
        .all(...values) as string[];
    const threads = ids(
      `SELECT id FROM resolvable WHERE isClosed = 0 AND (creatorId = @me
        OR EXISTS (SELECT 1 FROM card WHERE card.cardId = resolvable.cardId AND assigneeId = @me)
        OR EXISTS (SELECT 1 FROM resolvableEntry WHERE resolvableId = resolvable.id
          AND (authorId = @me OR instr(content, @mention))))`,
      { me, mention: `@[userId:${me}]` },
    );
    const own = ids(`SELECT cardId FROM card WHERE assigneeId = ? AND visibility = 'default' AND status != 'done'`, me);
    const inHand = ids('SELECT cardId FROM queueEntry WHERE userId = ? AND cardDoneAt IS NULL', me);
    const since = changedSince === null ? '' : 'lastUpdatedAt >= @changedSince AND ';
    const mentioned = ids(`SELECT cardId FROM card WHERE ${since}instr(mentionedUsers, @me)`, { me, changedSince });
    const runs = ids('SELECT id FROM sprint WHERE endDate BETWEEN ? AND ?', today, addDays(today, 1));
    return new Set([
      ...threads.map((id) => notificationKey('thread', id)),
      ...own.flatMap((id) => [notificationKey('assigned', id), notificationKey('due', id)]),
      ...inHand.map((id) => notificationKey('hand', id)),
      ...mentioned.map((id) => notificationKey('mention', id)),
      ...runs.map((id) => notificationKey('run', id)),
      ...refused.map(({ id }) => notificationKey('refused', id)),
    ]);
  }

  /** Null if there is no reason to notify the person any more. */
  describe({ key, at, state }: StoredNotification): AppNotification | null {
    const candidate = this.find(key);
    if (!candidate) return null;
    const { prefix, id } = parseNotificationKey(key);
    const { kind, actorId } = candidate;
    const { rows, today } = this.#options;
    const threadId = prefix === 'thread' ? id : null;
    const sprint = prefix === 'run' ? rows.get('sprint', id) : undefined;
    const cardId = prefix === 'thread' ? rows.get('resolvable', id)?.cardId : id;
    const card = prefix === 'run' || prefix === 'refused' ? undefined : rows.get('card', cardId ?? '');
    const deck = card?.deckId ? rows.get('deck', card.deckId) : undefined;
    const project = deck ? (rows.get('project', deck.projectId)?.name ?? null) : null;
    const refused = prefix === 'refused' ? this.#refusedChange(id) : undefined;
    const details: NotificationDetails = {
      kind,
      actor: actorId === null ? null : nameOfUser(this.#options.rows, actorId),
      subject: sprint ? this.#runLabel(sprint) : (card?.title ?? refused?.label ?? ''),
      comment: threadId === null ? undefined : this.#entries(threadId).at(-1)?.content,
      place: [deck?.title, project].filter(Boolean).join(' · '),
      date: sprint?.endDate ?? card?.dueDate ?? undefined,
      today,
      openCards: sprint && this.#openCards(sprint.id),
      reason: refused?.failure?.message,
      nameOf: (userId) => nameOfUser(this.#options.rows, userId),
    };
    return {
      key,
      kind,
      ...notificationTexts(details),
      at,
      isRead: state !== 'unread',
      actorId,
      project,
      target: sprint
        ? { model: 'sprint', id }
        : card
          ? {
              model: 'card',
              id: card.cardId,
              code: card.accountSeq > 0 ? shortCodeOf(card.accountSeq) : null,
              title: card.title ?? '',
              // The status `assigned` means a task that nobody has started, blocked, sent to review or finished.
              canStart: card.derivedStatus === 'assigned' && card.assigneeId === this.#options.me,
            }
          : null,
      threadId,
    };
  }

  #entries(threadId: string): StoredRow<'resolvableEntry'>[] {
    return this.#options.rows.find('resolvableEntry', { resolvableId: threadId as never }, ['createdAt']);
  }

  #isShown(card: StoredRow<'card'>): boolean {
    const { rows } = this.#options;
    const deck = card.deckId ? rows.get('deck', card.deckId) : undefined;
    const project = deck && rows.get('project', deck.projectId);
    return card.visibility === 'default' && !deck?.isDeleted && (!project || project.visibility === 'default');
  }

  #thread(id: string): NotificationCandidate | null {
    const { rows, me } = this.#options;
    const thread = rows.get('resolvable', id);
    const card = thread && !thread.isClosed ? rows.get('card', thread.cardId) : undefined;
    if (!thread || !card || !this.#isShown(card)) return null;
    return threadNotificationCandidate({ ...thread, ownerId: card.assigneeId, entries: this.#entries(id) }, me);
  }

  #card(id: string): NotificationCandidate[] {
    const { rows, me, today } = this.#options;
    const card = rows.get('card', id);
    if (!card || !this.#isShown(card)) return [];
    const [entry] = rows.find('queueEntry', { cardId: card.cardId, userId: me as never, cardDoneAt: null });
    return cardNotificationCandidates(card, { me, today, inHandSince: entry?.createdAt ?? null });
  }

  #run(id: string): NotificationCandidate | null {
    const run = this.#options.rows.get('sprint', id);
    return run ? runNotificationCandidate(run, { today: this.#options.today, openCards: this.#openCards(id) }) : null;
  }

  #openCards(sprintId: string): number {
    const { rows, me } = this.#options;
    return rows.db
      .prepare(
        `SELECT count(*) FROM card WHERE sprintId = ? AND assigneeId = ? AND visibility = 'default' AND status != 'done'`,
      )
      .pluck()
      .get(sprintId, me) as number;
  }

  #runLabel(sprint: StoredRow<'sprint'>): string {
    return runLabel(sprint, this.#options.rows.get('sprintConfig', sprint.sprintConfigId));
  }

  #refusedChange(id: string): ChangeAwaitingDecision | undefined {
    return this.#options.refused.find((change) => String(change.id) === id);
  }

  #refused(id: string): NotificationCandidate | null {
    const change = this.#refusedChange(id);
    const key = notificationKey('refused', id);
    return change
      ? { key, kind: 'refused', eventMark: '', at: null, actorId: null, isOwn: false, isUnreadAtFirst: true }
      : null;
  }
}

import { refuse } from '../../../shared/contract/index.ts';
import { mentionedPersonIdsIn, replaceMentionsWithIds } from '../../../shared/domain/content.ts';
import { mayActAsGuardian, requireCard, requireGuardian, requireVisible } from '../rules/access.ts';
import { changeCard, isHeroCard } from '../rules/card-changes.ts';
import { mentionablePeople, mentionedUserIds } from '../rules/members.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { insertIfMissing } from '../store/sequences.ts';
import { type ActionContext, type ActionHandlers, dateForChangedRow } from '../types.ts';
import { requireActorIsUser } from './watchings.ts';

type Thread = StoredRow<'resolvable'>;
type Entry = StoredRow<'resolvableEntry'>;

/**
 * Participants of threads, and notices of comments. Queries cannot read their rows (models `resolvableParticipant`,
 * `notice`).
 */
function participantsOfThread({ rows }: ActionContext, resolvableId: string): StoredRow<'resolvableParticipant'>[] {
  return rows.find('resolvableParticipant', { resolvableId });
}

/** Makes the user active even after opting out. Participants who have approved stay unchanged. */
function joinThread({ rows }: ActionContext, resolvableId: string, userId: string): void {
  const before = rows.get('resolvableParticipant', JSON.stringify([resolvableId, userId]));
  if (before?.status === 'approve') return;
  rows.put('resolvableParticipant', { resolvableId, userId, status: 'active' });
}

const guardianIdsOf = (rows: RowStore, deckId: string): string[] =>
  rows.find('deckGuardian', { deckId }).map(({ userId }) => userId);

function watchersOf({ rows }: ActionContext, cardId: string): string[] {
  const deckId = rows.get('card', cardId)?.deckId;
  const ofDeck = deckId ? rows.find('deckSubscription', { deckId }) : [];
  return [...rows.find('cardSubscription', { cardId }), ...ofDeck].map(({ userId }) => userId);
}

/**
 * Skips the comment's author and people who opted out. `kind` is `thread` for the first comment of a thread, which also
 * notifies the watchers of the card and its deck.
 */
function notifyOfComment(context: ActionContext, entryId: string, thread: Thread, kind: 'thread' | 'comment'): void {
  const { rows, actor, at } = context;
  const participants = participantsOfThread(context, thread.id);
  const optedOut = new Set(participants.filter(({ status }) => status === 'opt_out').map(({ userId }) => userId));
  const concerned = new Set(participants.map(({ userId }) => userId));
  if (kind === 'thread') for (const userId of watchersOf(context, thread.cardId)) concerned.add(userId);
  for (const userId of concerned)
    if (userId !== actor.userId && !optedOut.has(userId))
      rows.put('notice', { userId, entryId, cardId: thread.cardId, createdAt: at });
}

const requireThread = (context: ActionContext, id: string): Thread => requireVisible(context, 'resolvable', id);
const requireEntry = (context: ActionContext, id: string): Entry => requireVisible(context, 'resolvableEntry', id);

const isBlockOrReview = (context: string) => context === 'block' || context === 'review';

/** @throws Refusal for a document or hero card, and if a block or review thread other than `threadId` is open */
function checkBlockOrReview(context: ActionContext, cardId: string, threadId: string): void {
  const card = context.rows.get('card', cardId);
  if (!card) return;
  if (card.isDoc) throw refuse('doc_takes_no_thread');
  if (isHeroCard(context, card)) throw refuse('hero_takes_no_thread');
  const open = context.rows.find('resolvable', { cardId, isClosed: false });
  if (open.some((thread) => thread.id !== threadId && isBlockOrReview(thread.context))) throw refuse('thread_conflict');
}

function addEntry(context: ActionContext, thread: Pick<Thread, 'id' | 'cardId'>, content: string): string {
  const { rows, at, actor } = context;
  const entryId = context.newId('resolvableEntry');
  insertIfMissing(rows, 'resolvableEntry', {
    entryId,
    authorId: actor.userId,
    cardId: thread.cardId,
    content: replaceMentionsWithIds(content, mentionablePeople(context)),
    createdAt: at,
    lastChangedAt: at,
    resolvableId: thread.id,
    version: 1,
  });
  return entryId;
}

function isApproved(context: ActionContext, thread: Thread, deckId: string): boolean {
  const participants = participantsOfThread(context, thread.id);
  const guardians = guardianIdsOf(context.rows, deckId);
  return guardians.every((userId) => participants.some((p) => p.userId === userId && p.status === 'approve'));
}

function checkClosing(context: ActionContext, thread: Thread): void {
  const card = requireCard(context, thread.cardId);
  if (thread.context !== 'review' || card.deckId === null || mayActAsGuardian(context, card.deckId)) return;
  const isAssignee = card.assigneeId === context.actor.userId;
  if (!isAssignee || !isApproved(context, thread, card.deckId))
    throw refuse('guardians_only', 'Only a guardian, producer or admin may close this review until it is approved.');
}

export const threadHandlers = {
  'resolvables/create': {
    check: (context, { cardId }) => void requireCard(context, cardId),
    refuseCertain(context, { cardId, context: kind }) {
      const id = context.newId('resolvable');
      if (isBlockOrReview(kind) && !context.rows.get('resolvable', id)) checkBlockOrReview(context, cardId, id);
    },
    effect(context, { cardId, context: kind, content }) {
      const { rows, at, actor, accountId } = context;
      const id = context.newId('resolvable');
      // Before a replay, a replica might have read the thread, whose first comment has another id then.
      if (rows.get('resolvable', id)) return { id };
      rows.insert('resolvable', {
        id,
        accountId,
        cardId,
        context: kind,
        createdAt: at,
        creatorId: actor.userId,
        isClosed: false,
      });
      addEntry(context, { id, cardId }, content);
      const card = rows.get('card', cardId);
      const joining = [actor.userId, card?.assigneeId, ...mentionedUserIds(context, content)];
      if (kind === 'review' && card?.deckId) joining.push(...guardianIdsOf(rows, card.deckId));
      for (const userId of joining) if (userId) joinThread(context, id, userId);
      if (isBlockOrReview(kind)) changeCard(context, cardId, { status: 'not_started' });
      return { id };
    },
    serviceOnly(context, _params, { id }) {
      const thread = context.rows.get('resolvable', id);
      const [first] = context.rows.find('resolvableEntry', { resolvableId: id });
      if (thread && first) notifyOfComment(context, first.entryId, thread, 'thread');
    },
  },

  'resolvables/comment': {
    check: (context, { resolvableId }) => void requireThread(context, resolvableId),
    effect(context, { resolvableId, content }) {
      const thread = context.rows.get('resolvable', resolvableId);
      // A replica without the thread does not know the card. It reads the comment from the service later.
      if (!thread) return { id: context.newId('resolvableEntry') };
      const id = addEntry(context, thread, content);
      for (const userId of [context.actor.userId, ...mentionedUserIds(context, content)])
        joinThread(context, resolvableId, userId);
      return { id };
    },
    serviceOnly(context, { resolvableId }, { id }) {
      const thread = context.rows.get('resolvable', resolvableId);
      if (thread) notifyOfComment(context, id, thread, 'comment');
    },
  },

  'resolvables/updateComment': {
    check(context, { entryId }) {
      if (requireEntry(context, entryId).authorId !== context.actor.userId) throw refuse('not_own');
    },
    effect(context, { entryId, content }) {
      const { rows } = context;
      const entry = rows.get('resolvableEntry', entryId);
      const stored = replaceMentionsWithIds(content, mentionablePeople(context));
      if (!entry || entry.content === stored) return;
      rows.update('resolvableEntry', entryId, {
        content: stored,
        ...(context.role === 'service' && {
          lastChangedAt: dateForChangedRow(context, entry.lastChangedAt),
          version: entry.version + 1,
        }),
      });
      const before = mentionedPersonIdsIn(entry.content, []);
      if (rows.get('resolvable', entry.resolvableId)?.isClosed === false)
        for (const userId of mentionedUserIds(context, stored))
          if (!before.includes(userId)) joinThread(context, entry.resolvableId, userId);
    },
  },

  'resolvables/close': {
    check(context, { id, markCardDone }) {
      const thread = requireThread(context, id);
      if (!thread.isClosed) checkClosing(context, thread);
      if (!markCardDone) return;
      const card = requireCard(context, thread.cardId);
      if (card.status !== 'done') requireGuardian(context, card.deckId);
    },
    refuseCertain(context, { id, markCardDone }) {
      const thread = markCardDone ? context.rows.get('resolvable', id) : undefined;
      if (thread && context.rows.get('card', thread.cardId)?.isDoc) throw refuse('doc_has_no_status');
    },
    effect(context, { id, markCardDone }) {
      const { rows, at, actor } = context;
      const thread = rows.get('resolvable', id);
      if (!thread) return { cardId: '' };
      // After a lost answer the action comes again; `closedBy`, `closedAt` and the card must not change twice.
      if (thread.isClosed) return { cardId: thread.cardId };
      rows.update('resolvable', id, {
        isClosed: true,
        closedAt: at,
        closedBy: actor.userId,
        reopenedAt: null,
        reopenedBy: null,
      });
      if (markCardDone) changeCard(context, thread.cardId, { status: 'done' });
      return { cardId: thread.cardId };
    },
  },

  'resolvables/reopen': {
    check: (context, { id }) => void requireThread(context, id),
    refuseCertain(context, { id }) {
      const thread = context.rows.get('resolvable', id);
      if (thread && isBlockOrReview(thread.context)) checkBlockOrReview(context, thread.cardId, id);
    },
    effect(context, { id }) {
      const { rows, at, actor } = context;
      const thread = rows.get('resolvable', id);
      if (!thread?.isClosed) return;
      rows.update('resolvable', id, {
        isClosed: false,
        closedAt: null,
        closedBy: null,
        reopenedAt: at,
        reopenedBy: actor.userId,
      });
      if (isBlockOrReview(thread.context)) changeCard(context, thread.cardId, { status: 'not_started' });
    },
  },

  'resolvables/updateParticipantDone': {
    check(context, { resolvableId, userId, done, status }) {
      const thread = requireThread(context, resolvableId);
      requireActorIsUser(context, userId);
      const card = requireCard(context, thread.cardId);
      if (!done) return;
      if (status === 'approve') {
        const guards = card.deckId !== null && guardianIdsOf(context.rows, card.deckId).includes(userId);
        if (thread.context !== 'review' || !guards)
          throw refuse('guardians_only', 'Only a guardian of the deck can approve, and only a review.');
      } else if (status !== 'active' && card.assigneeId === userId) throw refuse('assignee_cannot_opt_out');
    },
    effect: ({ rows }, { resolvableId, userId, done, status }) =>
      void rows.put('resolvableParticipant', {
        resolvableId,
        userId,
        status: done ? (status ?? 'opt_out') : 'active',
      }),
  },

  'resolvables/addReaction': {
    check(context, { entryId, value }) {
      requireEntry(context, entryId);
      if (value.value === '') throw refuse('invalid_param', "field 'value.value' in body must be an emoji character");
      if (reactionOf(context, entryId, value.value)) throw refuse('reaction_exists');
    },
    effect(context, { entryId, value }) {
      const { rows, at, actor, accountId } = context;
      const id = context.newId('resolvableEntryReaction');
      const resolvableId = rows.get('resolvableEntry', entryId)?.resolvableId;
      if (resolvableId !== undefined)
        insertIfMissing(rows, 'resolvableEntryReaction', {
          id,
          accountId,
          createdAt: at,
          entryId,
          resolvableId,
          userId: actor.userId,
          value,
        });
      return { id };
    },
  },

  'resolvables/removeReaction': {
    check(context, { reactionId }) {
      const { userId } = requireVisible(context, 'resolvableEntryReaction', reactionId);
      if (userId !== context.actor.userId) throw refuse('not_own');
    },
    effect: ({ rows }, { reactionId }) => void rows.remove('resolvableEntryReaction', reactionId),
  },
} satisfies Partial<ActionHandlers>;

function reactionOf({ rows, actor }: ActionContext, entryId: string, emoji: string) {
  return rows
    .find('resolvableEntryReaction', { entryId })
    .find(({ userId, value }) => userId === actor.userId && value.value === emoji);
}

import { Ellipsis, SmilePlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { rowsByIds } from '../../data/answer-rows.ts';
import { useCurrentUserId } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { nameOf, usePeople } from '../../data/lookups.ts';
import { useMissingScopeReason } from '../../data/permissions.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { CardText } from '../../editor/CardText.tsx';
import { CommentComposer } from '../../editor/CommentComposer.tsx';
import type { AutocompleteData } from '../../editor/completions.ts';
import { draftKeys } from '../../editor/draft-keeper.ts';
import type { MentionResolver } from '../../editor/markdown/Markdown.tsx';
import { mentionIdsToNames } from '../../editor/mention-resolver.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { Banner } from '../../ui/messages.tsx';
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { Popover } from '../../ui/popups/Popover.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { PersonLink } from '../../workbench/PersonLink.tsx';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import type { ReactionRow, ThreadEntryRow, ThreadRow, ThreadsAnswer } from '../queries.ts';
import { ThreadKindChip, threadKindAppearance } from './kinds.tsx';
import { type CardForThreadPrediction, predictThreadClose, predictThreadReopen } from './thread-predictions.ts';
import styles from './threads.module.css';

interface ThreadProps {
  thread: ThreadRow;
  answer: ThreadsAnswer;
  card: CardForThreadPrediction & { readonly assigneeId: string | null };
  mentions: MentionResolver;
  completionData: AutocompleteData;
}

type CommentProps = ThreadProps & { entry: ThreadEntryRow };

/** Compares two comments: the older one is first; comments of the same time are ordered by id. */
const compareByTime = (a: ThreadEntryRow, b: ThreadEntryRow) =>
  a.createdAt.localeCompare(b.createdAt) || a.entryId.localeCompare(b.entryId);

export function Thread(props: ThreadProps): ReactElement {
  const { thread, answer, card, completionData } = props;
  const [isExpanded, setExpanded] = useState(!thread.isClosed);
  const entries = rowsByIds(answer.resolvableEntry, thread.entries).toSorted(compareByTime);
  const kind = threadKindAppearance(thread.context);
  const close = (markCardDone: boolean) =>
    act(markCardDone ? 'Close the thread, finishing the card' : 'Close the thread', [
      actStep('resolvables/close', { id: thread.id, ...(markCardDone ? { markCardDone } : {}) }),
    ]);
  const reply = async (content: string) =>
    (await act('Reply', [actStep('resolvables/comment', { resolvableId: thread.id, content })], {
      undoable: false,
    })) !== null;
  const disabledReason = useMissingScopeReason('resolvables/comment');
  const finishPrediction = predictThreadClose(card, thread.context, true);
  const closePrediction = predictThreadClose(card, thread.context, false);
  const head = (
    <span className="row gap-2 min-w-0">
      <ThreadKindChip context={thread.context} />
      <ThreadState thread={thread} answer={answer} />
    </span>
  );
  return (
    <article
      className={cx('panel', styles.thread)}
      data-closed={thread.isClosed || undefined}
      aria-label={`${kind.label} thread`}
    >
      <div className={cx('row justify-between gap-2', styles.head)}>
        {thread.isClosed ? (
          <button
            type="button"
            className={cx('row justify-between grow gap-2 min-w-0 text-start', styles.toggle)}
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {head}
            <span className="note">{countWithNoun(entries.length, 'comment')}</span>
          </button>
        ) : (
          head
        )}
        <ThreadMenu {...props} />
      </div>
      {isExpanded || !thread.isClosed ? (
        <>
          <ol className={cx('stack gap-3', styles.entries)}>
            {entries.map((entry) => (
              <ItemBoundary key={stableRowKey(entry.entryId)} item="This comment" text={entry.content} as="li">
                <ThreadComment entry={entry} {...props} />
              </ItemBoundary>
            ))}
          </ol>
          {thread.isClosed ? null : (
            <>
              {disabledReason ? null : (
                <CommentComposer
                  draftKey={draftKeys.reply(thread.id)}
                  label={`Reply to the ${kind.label.toLowerCase()} thread`}
                  placeholder="Reply…"
                  completionData={completionData}
                  sendLabel="Reply"
                  onSend={reply}
                />
              )}
              <div className={cx('row wrap gap-2', styles.ending)}>
                <Button
                  text="Close thread"
                  small
                  disabled={disabledReason !== null}
                  title={
                    disabledReason ??
                    [...closePrediction.effects, closePrediction.possibleRefusal].filter(Boolean).join(' ')
                  }
                  onClick={() => void close(false)}
                />
                {card.status === 'done' || finishPrediction.refusal || disabledReason ? null : (
                  <Button
                    text="Close and finish the card"
                    small
                    look="quiet"
                    title={finishPrediction.effects.join(' ')}
                    onClick={() => void close(true)}
                  />
                )}
                {closePrediction.effects.length > 0 ? (
                  <span className="note">{closePrediction.effects.join(' ')}</span>
                ) : null}
              </div>
            </>
          )}
        </>
      ) : null}
    </article>
  );
}

function ThreadState({ thread, answer }: Pick<ThreadProps, 'thread' | 'answer'>): ReactElement {
  const byUser = (id: string | null | undefined) => (id && answer.user?.[id] ? ` by ${nameOf(answer.user[id])}` : '');
  const [at, what, by] = thread.closedAt
    ? [thread.closedAt, 'closed', byUser(thread.closedBy) || ' automatically']
    : thread.reopenedAt
      ? [thread.reopenedAt, 'reopened', byUser(thread.reopenedBy)]
      : [thread.createdAt, 'opened', byUser(thread.creator)];
  return (
    <time className="note" dateTime={at} title={dateAndTimeText(at)}>
      {what} <RelativeTime at={at} />
      {by}
    </time>
  );
}

/**
 * Always has both "Opt out" and "Opt in", because the service does not send whether the person takes part in the
 * thread.
 */
function ThreadMenu({ thread, card }: ThreadProps): ReactElement | null {
  const me = useCurrentUserId();
  const reopen = predictThreadReopen(card, thread.context);
  const setParticipation = (label: ActionLabel, change: { done: boolean; status?: 'approve' }) => {
    if (!me) return;
    const step = actStep('resolvables/updateParticipantDone', { resolvableId: thread.id, userId: me, ...change });
    void act(label, [step], { showsToast: true });
  };
  const entries: MenuEntry[] = [
    ...(thread.isClosed
      ? [
          {
            label: 'Reopen',
            disabled: reopen.refusal,
            run: () => void act('Reopen the thread', [actStep('resolvables/reopen', { id: thread.id })]),
          },
        ]
      : []),
    ...(me && thread.context === 'review' && !thread.isClosed
      ? [
          {
            label: 'Approve as a guardian',
            disabled: card.hasGuardians ? false : 'The deck has no guardians.',
            run: () => setParticipation('Approve the review', { done: true, status: 'approve' }),
          },
        ]
      : []),
    ...(me
      ? [
          {
            label: 'Opt out of this thread',
            disabled: card.assigneeId === me ? 'The owner of the card cannot opt out.' : false,
            run: () => setParticipation('Opt out of the thread', { done: true }),
          },
          { label: 'Opt in again', run: () => setParticipation('Opt into the thread', { done: false }) },
        ]
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <Menu align="end" entries={entries} trigger={<IconButton icon={Ellipsis} small label="More for this thread" />} />
  );
}

function ThreadComment(props: CommentProps): ReactElement {
  const { entry, answer, mentions, completionData } = props;
  const me = useCurrentUserId();
  const people = usePeople();
  /** The text that the person began to edit; null if they do not edit. */
  const [seen, setSeen] = useState<string | null>(null);
  /** The newest text that the person has seen: after a refused save, the text that stands there now. */
  const [base, setBase] = useState('');
  const edit = () => {
    setSeen(entry.content);
    setBase(entry.content);
  };
  const disabledReason = useMissingScopeReason('resolvables/comment');
  const author = answer.user?.[entry.authorId];
  const edited = entry.lastChangedAt !== entry.createdAt;
  const save = async (content: string) => {
    const step = actStep('resolvables/updateComment', { entryId: entry.entryId, content }, { content: base });
    const isSaved = (await act('Edit a comment', [step])) !== null;
    if (!isSaved) setBase(entry.content);
    return isSaved;
  };
  return (
    <li className={cx('grid gap-2', styles.comment)}>
      <PersonAvatar id={entry.authorId} size={22} />
      <div>
        <div className={cx('row gap-2', styles.by)}>
          <strong>
            <PersonLink id={entry.authorId}>{nameOf(author)}</PersonLink>
          </strong>
          <TimeAgo className="note" at={entry.createdAt} />
          {edited ? (
            <span className="note" title={dateAndTimeText(entry.lastChangedAt)}>
              edited
            </span>
          ) : null}
          {disabledReason ? null : (
            <span className={cx('flex push-end', styles.commentTools)}>
              <AddReaction {...props} />
              {entry.authorId === me ? <Button text="Edit" small look="quiet" onClick={edit} /> : null}
            </span>
          )}
        </div>
        {seen !== null && base !== seen ? (
          <Banner tone="warning">
            This comment was changed elsewhere meanwhile. Save replaces:{' '}
            <q dir="auto">{mentionIdsToNames(base, people)}</q>
          </Banner>
        ) : null}
        {seen !== null ? (
          <CommentComposer
            draftKey={draftKeys.edit(entry.entryId)}
            label="Edit the comment"
            placeholder="Comment"
            completionData={completionData}
            initialText={mentionIdsToNames(seen, people)}
            autoFocus
            sendLabel="Save"
            onSend={save}
            onCancel={() => setSeen(null)}
          />
        ) : (
          <div className="selectable" dir="auto">
            <CardText text={entry.content} mentions={mentions} />
          </div>
        )}
        <Reactions {...props} />
      </div>
    </li>
  );
}

const offeredEmoji = ['👍', '🎉', '❤️', '😄', '👀', '🚀', '🙏', '😕'] as const;

const reactionsByEmoji = (entry: ThreadEntryRow, answer: ThreadsAnswer): Map<string, ReactionRow[]> =>
  Map.groupBy(rowsByIds(answer.resolvableEntryReaction, entry.reactions), ({ value }) => value?.value ?? '?');

/** Adds a reaction of the person, or removes `mine`, the reaction that the person has added before. */
function toggleReaction(entry: ThreadEntryRow, emoji: string, mine: ReactionRow | undefined): void {
  void (mine
    ? act('Take back a reaction', [actStep('resolvables/removeReaction', { reactionId: mine.id })])
    : act('React', [
        actStep('resolvables/addReaction', { entryId: entry.entryId, value: { type: 'emoji', value: emoji } }),
      ]));
}

function Reactions({ entry, answer }: CommentProps): ReactElement | null {
  const me = useCurrentUserId();
  const people = usePeople();
  const groups = reactionsByEmoji(entry, answer);
  if (groups.size === 0) return null;
  return (
    <div className="flex wrap gap-1 mt-1">
      {[...groups].map(([emoji, reactions]) => {
        const ownReaction = reactions.find(({ userId }) => userId === me);
        const names = reactions.map(({ userId }) => nameOf(people[userId])).join(', ');
        return (
          <button
            key={emoji}
            type="button"
            className={cx('text-sm border round-full bg-surface', styles.reaction)}
            aria-pressed={ownReaction !== undefined}
            aria-label={`${emoji} ${reactions.length}, by ${names}`}
            title={names}
            onClick={() => toggleReaction(entry, emoji, ownReaction)}
          >
            {emoji} <span>{reactions.length}</span>
          </button>
        );
      })}
    </div>
  );
}

function AddReaction({ entry, answer }: CommentProps): ReactElement {
  const me = useCurrentUserId();
  const [open, setOpen] = useState(false);
  const groups = reactionsByEmoji(entry, answer);
  return (
    <Popover
      label="React"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={SmilePlus} small label="React" />}
    >
      <div className={cx('grid', styles.emoji)}>
        {offeredEmoji.map((emoji) => (
          <button
            key={emoji}
            type="button"
            onClick={() => {
              toggleReaction(
                entry,
                emoji,
                groups.get(emoji)?.find(({ userId }) => userId === me),
              );
              setOpen(false);
            }}
          >
            {emoji}
          </button>
        ))}
      </div>
    </Popover>
  );
}

import { type ReactElement, type ReactNode, useMemo } from 'react';
import { ThreadKindChip } from '../../card-panel/threads/kinds.tsx';
import { CardList, CardListGroup } from '../../cards/CardLists.tsx';
import { useCurrentUserId } from '../../data/app-state.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { formatRoute, openCard } from '../../data/routes.ts';
import { shownTitle } from '../../model/card-row.ts';
import { usedSlotsText } from '../../model/hand/finished.ts';
import {
  type OpenThread,
  openThreadsConcerningUser,
  openThreadsQueryForUser,
  threadConcernReasonTexts,
} from '../../model/open-threads.ts';
import { RunCapacityBar } from '../../progress/RunCapacityBar.tsx';
import { RunWorkloadsProvider, useRunWorkloads } from '../../progress/run-workloads.ts';
import { cx } from '../../ui/cx.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import styles from './person.module.css';
import { type PersonCardList, recentlyFinishedPeriodDays, usePersonPageLists } from './person-lists.ts';

export function PersonOverview({ userId, name }: { userId: string; name: string }): ReactElement {
  const isMe = useCurrentUserId() === userId;
  const { hand, runs, lists, rows, doneAt, isReady } = usePersonPageLists(userId);
  const { data } = useLiveQuery(openThreadsQueryForUser(userId));
  const threads = useMemo(() => openThreadsConcerningUser(data, userId), [data, userId]);
  const loads = useRunWorkloads(
    useMemo(() => runs.map(({ sprint }) => sprint.id), [runs]),
    null,
  );
  const inOrder = useMemo(() => Object.values(lists), [lists]);
  const waiting = threads.filter(({ isAwaitingAnswer }) => isAwaitingAnswer);
  const started = threads.filter(({ isAwaitingAnswer, thread }) => !isAwaitingAnswer && thread.creatorId === userId);
  const others = threads.filter(
    ({ isAwaitingAnswer: isTheirTurn, thread }) => !isTheirTurn && thread.creatorId !== userId,
  );
  const renderSection = (
    list: PersonCardList,
    emptyText: string,
    shownEarlierText: string,
    more: Partial<CardSectionProps> = {},
  ) => <CardSection list={list} emptyText={isReady ? emptyText : null} shownEarlierText={shownEarlierText} {...more} />;
  return (
    <RunWorkloadsProvider value={loads}>
      <CardListGroup
        listKey={`person-overview:${userId}`}
        title={name}
        lists={inOrder}
        rows={rows}
        commonOwnerId={userId}
      >
        <div className={cx('grid items-start gap-5', styles.overview)}>
          {renderSection(lists.hand, 'The Hand is empty.', '', {
            detail: (
              <a href={formatRoute({ view: 'hand', id: isMe ? null : userId })}>
                {usedSlotsText(hand.entries.length, hand.slots)}
              </a>
            ),
          })}
          <div className={cx('stack gap-5 min-w-0', styles.stack)}>
            {renderSection(
              lists.run,
              runs.length === 0 ? 'No run goes on.' : 'No other open cards in the run.',
              'also in the Hand',
              {
                children: runs.map(({ sprint, label }) => (
                  <RunCapacityBar key={sprint.id} sprint={sprint} label={label} person={{ id: userId, name }} />
                )),
              },
            )}
            {renderSection(lists.bookmarks, 'No bookmarks.', 'also in lists before')}
          </div>
          <div className={cx('stack gap-5 min-w-0', styles.stack)}>
            <section aria-labelledby="person-threads">
              <h2 id="person-threads" className="flex items-baseline gap-6px mb-2">
                Open threads <span className="soft text-sm normal">{threads.length}</span>
              </h2>
              {data && threads.length === 0 ? <p className="soft text-sm normal mb-6px">No open threads.</p> : null}
              <ThreadList title={`Waiting for ${isMe ? 'you' : name}`} threads={waiting} isMe={isMe} />
              <ThreadList title={`Started by ${isMe ? 'you' : name}`} threads={started} isMe={isMe} />
              <ThreadList title="Other threads" threads={others} isMe={isMe} />
            </section>
            {renderSection(
              lists.finished,
              `Nothing was finished in the last ${recentlyFinishedPeriodDays} days.`,
              'also in lists before',
              {
                note: ({ cardId }) => {
                  const at = doneAt.get(cardId);
                  return at ? <RelativeTime at={at} /> : null;
                },
              },
            )}
          </div>
        </div>
      </CardListGroup>
    </RunWorkloadsProvider>
  );
}

interface CardSectionProps extends Pick<Parameters<typeof CardList>[0], 'note'> {
  readonly list: PersonCardList;
  /** Null until loaded. */
  readonly emptyText: string | null;
  /** Ends the sentence about cards in an earlier section: "also in the Hand" in "3 are also in the Hand." */
  readonly shownEarlierText: string;
  readonly detail?: ReactNode;
  readonly children?: ReactNode;
}

function CardSection({ list, emptyText, shownEarlierText, detail, children, note }: CardSectionProps): ReactElement {
  const { key, title, cards, shownEarlier } = list;
  const id = `person-${key}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="flex items-baseline gap-6px mb-2">
        {title} <span className="soft text-sm normal">{cards.length + shownEarlier}</span>
        {detail ? <span className="push-end text-sm normal">{detail}</span> : null}
      </h2>
      {children}
      {shownEarlier > 0 ? (
        <p className="soft text-sm normal mb-6px">
          {shownEarlier} {shownEarlier === 1 ? 'is' : 'are'} {shownEarlierText}.
        </p>
      ) : null}
      {cards.length > 0 ? (
        <CardList label={title} cards={cards} {...(note ? { note } : {})} />
      ) : shownEarlier === 0 ? (
        <p className="soft text-sm normal mb-6px">{emptyText}</p>
      ) : null}
    </section>
  );
}

interface ThreadListProps {
  readonly title: string;
  readonly threads: readonly OpenThread[];
  readonly isMe: boolean;
}

function ThreadList({ title, threads, isMe }: ThreadListProps): ReactElement | null {
  const { decks } = useLookups();
  if (threads.length === 0) return null;
  return (
    <section aria-label={title} className={styles.group}>
      <h3 className="soft text-sm mb-1">
        {title} <span className="soft text-sm normal">{threads.length}</span>
      </h3>
      <ul className="stack gap-2px" aria-label={title}>
        {threads.map(({ thread, card, reason, lastCommentAt }) => (
          <li key={thread.id}>
            <button
              type="button"
              className={cx('grid items-center w-full text-start round-card bg-surface hover-surface', styles.thread)}
              data-opens-card={thread.cardId}
              onClick={() => openCard(thread.cardId)}
            >
              <StatusIcon derivedStatus={card.derivedStatus} />
              <span className="truncate medium" dir="auto">
                {shownTitle(card.title)}
              </span>
              <ThreadKindChip context={thread.context} />
              <span className={cx('truncate soft text-sm', styles.threadNote)}>
                {[threadConcernReasonTexts[reason][isMe ? 'you' : 'they'], decks[card.deckId ?? '']?.title]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="soft text-sm text-end">
                <RelativeTime at={lastCommentAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

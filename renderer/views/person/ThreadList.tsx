/** A list of open threads of a person. A click on a thread opens its card. */
import type { ReactElement } from 'react';
import { ThreadKindChip } from '../../card-panel/threads/kinds.tsx';
import { useLookups } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { openCard } from '../../data/routes.ts';
import { type OpenThread, threadConcernReasonTexts } from '../../model/open-threads.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import styles from './person.module.css';

interface ThreadListProps {
  readonly title: string;
  readonly threads: readonly OpenThread[];
  readonly isMe: boolean;
}

export function ThreadList({ title, threads, isMe }: ThreadListProps): ReactElement | null {
  const { decks } = useLookups();
  if (threads.length === 0) return null;
  return (
    <section aria-label={title} className={styles.group}>
      <h3>
        {title} <span className={styles.count}>{threads.length}</span>
      </h3>
      <ul className={styles.threads} aria-label={title}>
        {threads.map(({ thread, card, reason, lastCommentAt }) => (
          <li key={thread.id}>
            <button
              type="button"
              className={styles.thread}
              data-opens-card={thread.cardId}
              onClick={() => openCard(thread.cardId)}
            >
              <StatusIcon derivedStatus={card.derivedStatus} />
              <span className={styles.threadTitle} dir="auto">
                {card.title || 'Untitled'}
              </span>
              <ThreadKindChip context={thread.context} />
              <span className={styles.threadNote}>
                {[threadConcernReasonTexts[reason][isMe ? 'you' : 'they'], decks[card.deckId ?? '']?.title]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={styles.time}>
                <RelativeTime at={lastCommentAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Open review, block and comment threads that concern me, those that wait for me first. */
import { CircleSlash, Eye, Inbox as InboxIcon, MessageSquare } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef } from 'react';
import { query, under } from '../../shared/contract/index.ts';
import { Page } from '../app/Page.tsx';
import { CardText } from '../card/CardText.tsx';
import { exactTime } from '../card/parts/times.ts';
import { useWords } from '../card/words.ts';
import { useMe } from '../data/app-state.ts';
import { pick } from '../data/assemble.ts';
import { useLive } from '../data/live.ts';
import { nameOf, useLookups, usePeople } from '../data/lookups.ts';
import { openCard } from '../data/routes.ts';
import { ago } from '../data/today.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Chip } from '../ui/Chip.tsx';
import { EmptyState } from '../ui/messages.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { awaiting, reasonWords } from './awaiting.ts';
import styles from './inbox.module.css';

const person = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;
const inboxQuery = query({
  _root: [
    {
      account: [
        under('resolvables', { isClosed: false, card: { visibility: 'default' } }, [
          'cardId',
          'context',
          'createdAt',
          'creatorId',
          { card: ['title', 'assigneeId', 'derivedStatus', 'deckId'] },
          { entries: ['authorId', 'content', 'createdAt', { author: person }] },
        ]),
      ],
    },
  ],
});
type InboxAnswer = NonNullable<(typeof inboxQuery)['__answer']>;

interface Item {
  readonly thread: InboxAnswer['resolvable'][string];
  readonly card: InboxAnswer['card'][string];
  readonly entries: InboxAnswer['resolvableEntry'][string][];
  readonly reason: string;
  readonly myTurn: boolean;
  /** When it last moved. */
  readonly at: string;
}

function itemsOf(answer: InboxAnswer | undefined, me: string | null): Item[] {
  if (!answer || !me) return [];
  const items = Object.values(answer.resolvable ?? {}).flatMap((thread): Item[] => {
    const card = answer.card?.[thread.cardId];
    if (!card) return [];
    const entries = pick(answer.resolvableEntry, thread.entries).toSorted((a, b) =>
      a.createdAt.localeCompare(b.createdAt),
    );
    const found = awaiting({ ...thread, ownerId: card.assigneeId, entries }, me);
    if (!found) return [];
    return [
      {
        thread,
        card,
        entries,
        reason: reasonWords[found.reason],
        myTurn: found.myTurn,
        at: entries.at(-1)?.createdAt ?? thread.createdAt,
      },
    ];
  });
  return items.toSorted((a, b) => b.at.localeCompare(a.at));
}

export function InboxView(): ReactElement {
  const { data } = useLive(inboxQuery);
  const me = useMe();
  const list = useRef<HTMLDivElement>(null);
  const items = itemsOf(data, me);
  const mine = items.filter(({ myTurn }) => myTurn);
  const others = items.filter(({ myTurn }) => !myTurn);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-thread-id] > button') ?? [])];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLElement) + by];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  return (
    <Page
      title="Inbox"
      icon={<InboxIcon size={16} aria-hidden />}
      about="Open threads on your cards, that you started, or that mention you."
      onKeyDown={move}
    >
      <div ref={list}>
        {data && items.length === 0 ? (
          <EmptyState icon={<InboxIcon size={28} />} title={me ? 'No open threads concern you' : 'Whose inbox?'}>
            {me ? null : 'Choose in Settings whose Hand is yours.'}
          </EmptyState>
        ) : null}
        <Group title="Waiting for you" items={mine} />
        <Group title="Waiting for others" items={others} />
      </div>
    </Page>
  );
}

const kinds: Record<string, { label: string; tone: 'danger' | 'warning' | 'plain'; icon: ReactElement }> = {
  block: { label: 'Block', tone: 'danger', icon: <CircleSlash size={12} aria-hidden /> },
  review: { label: 'Review', tone: 'warning', icon: <Eye size={12} aria-hidden /> },
};
const comment = { label: 'Comment', tone: 'plain' as const, icon: <MessageSquare size={12} aria-hidden /> };

function Group({ title, items }: { title: string; items: readonly Item[] }): ReactElement | null {
  const words = useWords(
    items.flatMap(({ entries }) => entries.slice(-1).map(({ content }) => content)),
    null,
  );
  const people = usePeople();
  const { decks } = useLookups();
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className={styles.group}>
      <h2 className={styles.title}>
        {title} <span className={styles.note}>{items.length}</span>
      </h2>
      <ul className={styles.list} aria-label={title}>
        {items.map(({ thread, card, entries, reason, at }) => {
          const last = entries.at(-1);
          const kind = kinds[thread.context] ?? comment;
          const author = last ? people[last.authorId] : undefined;
          return (
            <li key={thread.id} className={styles.item} data-thread-id={thread.id}>
              <button
                type="button"
                className={styles.open}
                data-opens-card={thread.cardId}
                onClick={() => openCard(thread.cardId)}
              >
                <StatusDot derivedStatus={card.derivedStatus} />
                <span className={styles.cardTitle} dir="auto">
                  {card.title || 'Untitled'}
                </span>
                <Chip tone={kind.tone} icon={kind.icon}>
                  {kind.label}
                </Chip>
                <span className={styles.note}>
                  {reason}
                  {card.deckId && decks[card.deckId] ? ` · ${decks[card.deckId]?.title}` : ''}
                </span>
                <time className={styles.time} dateTime={at} title={exactTime(at)}>
                  {ago(at)}
                </time>
              </button>
              {last ? (
                <div className={styles.last}>
                  <Avatar id={last.authorId} name={nameOf(author)} size={18} />
                  <div className={styles.text} dir="auto">
                    <CardText text={last.content} words={words} />
                  </div>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

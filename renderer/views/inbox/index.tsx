/** The inbox page: open review, block and comment threads that concern the user; those that wait for them come first. */
import { Inbox as InboxIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMe } from '../../data/app-state.ts';
import { useLive } from '../../data/live.ts';
import { useMentionResolver } from '../../editor/mention-resolver.ts';
import { Button } from '../../ui/Button.tsx';
import { isTyping } from '../../ui/dom/keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { MePicker } from '../../workbench/MePicker.tsx';
import { Page } from '../../workbench/Page.tsx';
import { Item } from './Item.tsx';
import styles from './inbox.module.css';
import { type InboxItem, inboxQueryOf, itemsOf } from './items.ts';

const rowsIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-thread-id] > button') ?? []),
];
const threadOf = (element: Element) => element.closest<HTMLElement>('[data-thread-id]')?.dataset.threadId;

/**
 * Keeps the focus on a thread that moves in the list; if the thread leaves the list, the thread at its index gets the
 * focus. Needed because a thread that changes its group is mounted again and loses the DOM focus.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const focusedThread = useRef<{ readonly id: string | undefined; readonly index: number } | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const id = target instanceof Element && list.current?.contains(target) ? threadOf(target) : undefined;
      focusedThread.current = id ? { id, index: rowsIn(list.current).findIndex((row) => threadOf(row) === id) } : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list]);
  useLayoutEffect(() => {
    if (!focusedThread.current || (document.activeElement && document.activeElement !== document.body)) return;
    const { id, index } = focusedThread.current;
    const rows = rowsIn(list.current);
    (rows.find((row) => threadOf(row) === id) ?? rows[Math.min(index, rows.length - 1)])?.focus();
  });
}

export function InboxView(): ReactElement {
  const me = useMe();
  const { data } = useLive(inboxQueryOf(me ?? ''), { enabled: me !== null });
  const list = useRef<HTMLDivElement>(null);
  const items = itemsOf(data, me);
  const myTurnItems = items.filter(({ myTurn }) => myTurn);
  const others = items.filter(({ myTurn }) => !myTurn);
  const [replyingTo, setReplyingTo] = useState<string | null>(null);
  useKeptFocus(list);
  // The first thread gets the focus on opening, unless another control of the page has it.
  const hasItems = items.length > 0;
  useEffect(() => {
    const { activeElement } = document;
    if (!hasItems || (activeElement !== document.body && !activeElement?.matches('nav [href="#/inbox"]'))) return;
    rowsIn(list.current)[0]?.focus({ preventScroll: true });
  }, [hasItems]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const buttons = rowsIn(list.current);
    const next = buttons[buttons.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  return (
    <Page
      title="Inbox"
      icon={<InboxIcon size={16} aria-hidden />}
      about={
        <>
          Open threads on your cards, that you started, or that mention you. <Kbd keys="R" /> replies, <Kbd keys="E" />{' '}
          closes.
        </>
      }
      onKeyDown={move}
    >
      <div ref={list}>
        {(data || !me) && items.length === 0 ? (
          me ? (
            <EmptyState icon={<InboxIcon size={28} />} title="Nothing waits for you">
              Reviews, blocks and comments appear here when they are on your cards, when you started them, or when they
              mention you.
            </EmptyState>
          ) : (
            <EmptyState
              icon={<InboxIcon size={28} />}
              title="Whose inbox is it?"
              action={<MePicker trigger={<Button look="primary">Choose a person…</Button>} />}
            >
              The token of this workspace belongs to the organization: say who you are.
            </EmptyState>
          )
        ) : null}
        {[
          { title: 'Waiting for you', items: myTurnItems },
          { title: 'Waiting for others', items: others },
        ].map((group) => (
          <Group key={group.title} {...group} replyingTo={replyingTo} onReplyTo={setReplyingTo} />
        ))}
      </div>
    </Page>
  );
}

interface GroupProps {
  title: string;
  items: readonly InboxItem[];
  replyingTo: string | null;
  onReplyTo: (threadId: string | null) => void;
}

function Group({ title, items, replyingTo, onReplyTo }: GroupProps): ReactElement | null {
  const mentions = useMentionResolver(
    items.flatMap(({ entries }) => entries.slice(-1).map(({ content }) => content)),
    null,
  );
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className={styles.group}>
      <h2 className={styles.title}>
        {title} <span className={styles.note}>{items.length}</span>
      </h2>
      <ul className={styles.list} aria-label={title}>
        {items.map((item) => (
          <Item
            key={item.thread.id}
            item={item}
            mentions={mentions}
            replying={replyingTo === item.thread.id}
            onReplying={(on) => onReplyTo(on ? item.thread.id : null)}
          />
        ))}
      </ul>
    </section>
  );
}

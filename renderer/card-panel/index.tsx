/**
 * The card panel: shows one card beside a board, or in the whole window. Leaving it loses no typed text: texts are drafts until
 * they are saved (editor/draft-keeper.ts).
 */
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useMe, useRestarts } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { isCardWindow } from '../data/card-window.ts';
import { failureText } from '../data/failures.ts';
import { currentId, useRenamed } from '../data/id-remap.ts';
import { useLive } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';
import { useMissingScopeReason } from '../data/permissions.ts';
import { openCard, resetEditRequest, useEditRequested } from '../data/routes.ts';
import { isLong } from '../editor/markdown/parts.ts';
import { TextPicturesContext } from '../editor/text-pictures.ts';
import { Button } from '../ui/Button.tsx';
import { DeferredMount, scrollContainerProps } from '../ui/LazyMount.tsx';
import { Banner, EmptyState } from '../ui/messages.tsx';
import { useWindowTitle } from '../workbench/window-title.ts';
import { Attachments } from './attachments/Attachments.tsx';
import { Cover } from './attachments/Picture.tsx';
import styles from './card.module.css';
import { Content } from './content/Content.tsx';
import { Dependencies } from './dependencies/Dependencies.tsx';
import { Fields } from './fields/Fields.tsx';
import { cardStateOf } from './fields/field-choices.ts';
import { Header } from './Header.tsx';
import { History } from './history/History.tsx';
import { useNeighbours } from './neighbours.ts';
import { ParentCard } from './ParentCard.tsx';
import { type CardAnswer, type CardRow, cardQuery } from './queries.ts';
import { SubCards, subCardsHeight } from './SubCards.tsx';
import { TabStrip } from './TabStrip.tsx';
import tabs from './tabs.module.css';
import { Threads, threadsHeight } from './threads/Threads.tsx';
import { useCardFiles } from './use-card-files.ts';
import { useOnlyCard } from './use-only-card.ts';

interface CardPanelProps {
  cardId: string;
  onClose: () => void;
  mode: 'panel' | 'full';
}

export function CardPanel({ cardId, onClose, mode }: CardPanelProps): ReactElement {
  const id = useRenamed(cardId);
  // Another card mounts a new panel. A card that gets its id from the service keeps the mounted one.
  const shown = useRef({ id, key: id });
  if (shown.current.id !== id) shown.current = { id, key: currentId(shown.current.id) === id ? shown.current.key : id };
  const takesFocus = useRef(false);
  return (
    <div className={tabs.stack}>
      <TabStrip cardId={id} />
      <Shown key={shown.current.key} cardId={id} onClose={onClose} mode={mode} takesFocus={takesFocus} />
    </div>
  );
}

interface ShownProps extends CardPanelProps {
  /** Whether the next panel takes the focus: a key or button of this one opened the previous or next card. */
  takesFocus: RefObject<boolean>;
}

/** While the id of a row changes, the row is missing for a moment. A card counts as gone only after this time. */
const goneAfterMs = 1_500;

/** The last known row of the card with its answer. `gone`: whether answers no longer contain the card. */
function useCard(cardId: string): {
  seen: { card: CardRow; answer: CardAnswer } | null;
  error: Error | null;
  gone: boolean;
} {
  const { data, error } = useLive(cardQuery(cardId), { keep: true });
  const card = data?.card?.[cardId] as CardRow | undefined;
  const lastKnown = useRef<{ card: CardRow; answer: CardAnswer } | null>(null);
  if (data && card) lastKnown.current = { card, answer: data };
  const missing = data !== undefined && card === undefined;
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (!missing) {
      setGone(false);
      return;
    }
    const timer = setTimeout(() => setGone(true), lastKnown.current ? goneAfterMs : 0);
    return () => clearTimeout(timer);
  }, [missing]);
  return { seen: lastKnown.current, error, gone };
}

function Shown({ cardId, onClose, mode, takesFocus }: ShownProps): ReactElement | null {
  const { seen, error, gone } = useCard(cardId);
  const deckId = seen?.card.deckId ?? null;
  const restarts = useRestarts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restarted worker needs the report again
  useEffect(() => {
    // Beside a board, the board reports what is on screen.
    if (mode === 'full' && deckId)
      call('sync/focus', { deckIds: [deckId], cardId }).catch((failure: unknown) =>
        console.warn('the open card was not announced', failureOf(failure).message),
      );
  }, [cardId, deckId, mode, restarts]);
  if (error && !seen)
    return (
      <Message title="The card could not be read" onClose={onClose}>
        {failureText(failureOf(error))}
      </Message>
    );
  if (gone)
    return (
      <Message title="This card was not found" onClose={onClose}>
        It may be in a project that this workspace’s token cannot see, or not be loaded yet.
      </Message>
    );
  if (!seen) return <div className={styles.panel} data-mode={mode} aria-busy />;
  return <Card {...seen} onClose={onClose} mode={mode} takesFocus={takesFocus} />;
}

function Message(props: { title: string; children: string; onClose: () => void }): ReactElement {
  return (
    <div className={styles.panel}>
      <EmptyState title={props.title} action={<Button onClick={props.onClose}>Close</Button>}>
        {props.children}
      </EmptyState>
    </div>
  );
}

const controlKeys = new Set([' ', 'Enter', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Whether the focused element handles keys itself: a text field, menu, list or dialog. */
const handlesOwnKeys = (target: EventTarget) =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]',
  ) !== null;

/** Banners on cards that boards do not show, by visibility. */
const visibilityBanners: Readonly<Record<string, string>> = {
  archived: 'This card is archived: boards and lists no longer show it.',
  deleted: 'This card is deleted: boards and lists no longer show it, until it is restored.',
};

interface CardProps {
  card: CardRow;
  answer: CardAnswer;
  onClose: () => void;
  mode: 'panel' | 'full';
  takesFocus: RefObject<boolean>;
}

function Card({ card, answer, onClose, mode, takesFocus }: CardProps): ReactElement {
  const lookups = useLookups();
  const me = useMe();
  const [editing, setEditing] = useState(false);
  const [titling, setTitling] = useState(false);
  const [dropping, setDropping] = useState(false);
  const root = useRef<HTMLElement>(null);
  const disabledReason = useMissingScopeReason('cards/update');
  const filesDisabledReason = useMissingScopeReason('cards/addFile');
  const cardState = cardStateOf(card, answer, lookups, me, disabledReason);
  const { previous, next } = useNeighbours(card.cardId);
  useOnlyCard(mode === 'full' ? card.cardId : null, card.title);
  useWindowTitle(mode === 'full' ? card.title || 'Untitled' : null, () => lookups.decks[card.deckId ?? '']?.title);
  const to = (id: string | null) =>
    id
      ? () => {
          takesFocus.current = true;
          openCard(id);
        }
      : null;
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    root.current?.focus();
  }, [takesFocus]);
  // A card that fills the window gets the focus, unless something else has it.
  useEffect(() => {
    if (mode === 'full' && document.activeElement === document.body) root.current?.focus();
  }, [mode]);
  const editAsked = useEditRequested(card.cardId);
  useEffect(() => {
    if (!editAsked) return;
    if (!disabledReason) setEditing(true);
    resetEditRequest();
  }, [editAsked, disabledReason]);
  const dependencies = lookups.account?.dependenciesEnabled !== false;

  const { pictures, uploading, waiting } = useCardFiles(card, answer, filesDisabledReason);
  // If the card becomes read-only while the text is edited, the editor stays open, and a banner above shows the reason.
  const edit = disabledReason ? null : () => setEditing(true);
  const title = (on: boolean) => {
    setTitling(on);
    if (!on) root.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      if (editing) setEditing(false);
      // Escape closes no windows.
      else if (!isCardWindow) onClose();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys of a focused control do not reach the board: Space ticks a checkbox, and must not open a card.
    if (controlKeys.has(event.key)) event.stopPropagation();
    if (handlesOwnKeys(event.target)) return;
    const run = { e: edit, f2: disabledReason || editing ? null : () => title(true), j: to(next), k: to(previous) }[
      event.key.toLowerCase()
    ];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  const parts = { card, answer, cardState, lookups };
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={styles.panel}
      data-mode={mode}
      data-card-panel={card.cardId}
      data-dropping={dropping || undefined}
      aria-label={`Card: ${card.title || 'Untitled'}`}
      onKeyDown={keys}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      }}
      onDrop={(event) => {
        setDropping(false);
        if (!hasFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        pictures.attach([...event.dataTransfer.files]);
      }}
    >
      <TextPicturesContext value={pictures}>
        <Header
          {...parts}
          me={me}
          mode={mode}
          previous={to(previous)}
          next={to(next)}
          onClose={onClose}
          titling={titling && !editing}
          onTitling={disabledReason || editing ? null : title}
        />
        <div className={styles.body} {...scrollContainerProps}>
          <div className={styles.main}>
            {disabledReason ? <Banner>This card can only be read here. {disabledReason}</Banner> : null}
            {visibilityBanners[card.visibility] ? (
              <Banner tone="warning">{visibilityBanners[card.visibility]}</Banner>
            ) : null}
            <Cover card={card} answer={answer} />
            <ParentCard card={card} answer={answer} />
            {mode === 'panel' ? <Fields {...parts} /> : null}
            <Content
              card={card}
              projectId={cardState.projectId}
              disabledReason={disabledReason}
              editing={editing}
              onEditing={(on) => {
                setEditing(on);
                if (!on) root.current?.focus();
              }}
              wide={mode === 'full'}
            />
            <DeferredMount
              isDeferred={isLong(card.content)}
              heightPx={subCardsHeight(card.childCards.length) + threadsHeight(card['count:resolvables'])}
            >
              <div className={styles.parts}>
                <SubCards {...parts} me={me} />
                {dependencies ? <Dependencies {...parts} /> : null}
                <Attachments
                  {...parts}
                  disabledReason={filesDisabledReason}
                  uploading={uploading}
                  waiting={waiting}
                  onFiles={pictures.attach}
                />
              </div>
              {mode === 'panel' ? <Threads {...parts} me={me} /> : null}
              <History {...parts} />
            </DeferredMount>
          </div>
          {mode === 'full' ? (
            <aside className={styles.side} aria-label="Fields and threads">
              <Fields {...parts} />
              <Threads {...parts} me={me} />
            </aside>
          ) : null}
        </div>
        {dropping ? <div className={styles.dropHint}>Drop to attach</div> : null}
      </TextPicturesContext>
    </section>
  );
}

/**
 * The card panel: shows one card, beside a board or in the whole window. Typed text is not lost when the panel closes,
 * because it is stored as a draft until it is saved (editor/draft-keeper.ts).
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
import { useOwnUserId, useWorkerThreadRestartCount } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { failureText } from '../data/failures.ts';
import { currentId, useCurrentId } from '../data/id-remap.ts';
import { useLiveQuery } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';
import { useMissingScopeReason } from '../data/permissions.ts';
import { openCard, resetEditRequest, useEditRequested } from '../data/routes.ts';
import { focusCard } from '../data/selection.ts';
import { isCardWindow } from '../data/window-kind.ts';
import { hasLongBody } from '../editor/markdown/parts.ts';
import { TextPicturesContext } from '../editor/text-pictures.ts';
import { Button } from '../ui/Button.tsx';
import { useFocusAfterRowRemoval } from '../ui/dom/focus-after-row-removal.ts';
import { keyNotation } from '../ui/dom/keys.ts';
import { DeferredMount, scrollContainerProps } from '../ui/LazyMount.tsx';
import { Banner, EmptyState } from '../ui/messages.tsx';
import { useWindowTitle } from '../workbench/window-title.ts';
import { Attachments } from './attachments/Attachments.tsx';
import { Cover } from './attachments/Picture.tsx';
import styles from './card.module.css';
import { Content } from './content/Content.tsx';
import { Dependencies } from './dependencies/Dependencies.tsx';
import { CardFields } from './fields/Fields.tsx';
import { cardStateOf } from './fields/field-choices.ts';
import { Header } from './Header.tsx';
import { HeroCardLink } from './HeroCardLink.tsx';
import { History } from './history/History.tsx';
import { useNeighbourCards } from './neighbours.ts';
import { cardQuery, type PanelCard, type PanelCardAnswer } from './queries.ts';
import { SubCards, subCardsHeightPx } from './SubCards.tsx';
import { TabStrip } from './TabStrip.tsx';
import tabs from './tabs.module.css';
import { Threads, threadsHeightPx } from './threads/Threads.tsx';
import { useCardFiles } from './use-card-files.ts';
import { usePanelCardForCommands, useSingleCardAsActiveList } from './use-single-card-as-active-list.ts';

interface CardPanelProps {
  cardId: string;
  onClose: () => void;
  mode: 'panel' | 'full';
}

export function CardPanel({ cardId, onClose, mode }: CardPanelProps): ReactElement {
  const id = useCurrentId(cardId);
  // The panel is mounted anew for another card. It stays mounted when the service replaces the local id of its card.
  const shown = useRef({ id, key: id });
  const takesFocus = useRef(false);
  if (shown.current.id !== id) {
    const isSameCard = currentId(shown.current.id) === id;
    if (!isSameCard && document.activeElement?.closest('[data-card-panel]')) takesFocus.current = true;
    shown.current = { id, key: isSameCard ? shown.current.key : id };
  }
  return (
    <div className={tabs.stack} data-panel-of={id}>
      <TabStrip cardId={id} />
      <CardLoader key={shown.current.key} cardId={id} onClose={onClose} mode={mode} takesFocus={takesFocus} />
    </div>
  );
}

interface CardLoaderProps extends CardPanelProps {
  /**
   * Whether the next panel takes the focus. Set if this panel has the focus when it shows another card, and if a key or
   * button of this panel opens the previous or the next card.
   */
  takesFocus: RefObject<boolean>;
}

/**
 * When the service replaces a card's local id, the row is missing for a moment. A card that was shown counts as gone
 * only if its row is still missing after this time. A card that was never shown counts as gone at once.
 */
const countsAsGoneAfterMs = 1_500;

/**
 * Returns the last known row of the card with the answer that contains it. `gone` is true if newer answers no longer
 * contain the card.
 */
function useCard(cardId: string): {
  seen: { card: PanelCard; answer: PanelCardAnswer } | null;
  error: Error | null;
  gone: boolean;
} {
  const { data, error } = useLiveQuery(cardQuery(cardId), { keepsPrevious: true });
  const card = data?.card?.[cardId] as PanelCard | undefined;
  const lastKnown = useRef<{ card: PanelCard; answer: PanelCardAnswer } | null>(null);
  if (data && card) lastKnown.current = { card, answer: data };
  const missing = data !== undefined && card === undefined;
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (!missing) {
      setGone(false);
      return;
    }
    const timer = setTimeout(() => setGone(true), lastKnown.current ? countsAsGoneAfterMs : 0);
    return () => clearTimeout(timer);
  }, [missing]);
  return { seen: lastKnown.current, error, gone };
}

function CardLoader({ cardId, onClose, mode, takesFocus }: CardLoaderProps): ReactElement | null {
  const { seen, error, gone } = useCard(cardId);
  const deckId = seen?.card.deckId ?? null;
  const restarts = useWorkerThreadRestartCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restarted worker needs the report again
  useEffect(() => {
    // When the panel is beside a board, the board reports what is on screen.
    if (mode === 'full' && deckId)
      call('sync/focus', { deckIds: [deckId], cardId }).catch((failure: unknown) =>
        console.warn('the open card was not announced', failureOf(failure).message),
      );
  }, [cardId, deckId, mode, restarts]);
  if (error && !seen)
    return (
      <PanelMessage title="The card could not be read" onClose={onClose}>
        {failureText(failureOf(error))}
      </PanelMessage>
    );
  if (gone)
    return (
      <PanelMessage title="This card was not found" onClose={onClose}>
        It may be in a project that this workspace’s token cannot see, or not be loaded yet.
      </PanelMessage>
    );
  if (!seen) return <div className={styles.panel} data-mode={mode} aria-busy />;
  return <OpenCard {...seen} onClose={onClose} mode={mode} takesFocus={takesFocus} />;
}

function PanelMessage(props: { title: string; children: string; onClose: () => void }): ReactElement {
  return (
    <div className={styles.panel}>
      <EmptyState title={props.title} action={<Button onClick={props.onClose}>Close</Button>}>
        {props.children}
      </EmptyState>
    </div>
  );
}

const controlKeys = new Set([' ', 'Enter', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Returns true if the target is in a text field, menu, list or dialog, which handle keys themselves. */
const handlesOwnKeys = (target: EventTarget) =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]',
  ) !== null;

/** Banners for cards that boards do not show, by the card's visibility. */
const visibilityBanners: Readonly<Record<string, string>> = {
  archived: 'This card is archived: boards and lists no longer show it.',
  deleted: 'This card is deleted: boards and lists no longer show it, until it is restored.',
};

interface OpenCardProps {
  card: PanelCard;
  answer: PanelCardAnswer;
  onClose: () => void;
  mode: 'panel' | 'full';
  takesFocus: RefObject<boolean>;
}

function OpenCard({ card, answer, onClose, mode, takesFocus }: OpenCardProps): ReactElement {
  const lookups = useLookups();
  const me = useOwnUserId();
  const [editing, setEditing] = useState(false);
  const [titling, setTitling] = useState(false);
  const [isDraggingFiles, setIsDraggingFiles] = useState(false);
  const root = useRef<HTMLElement>(null);
  const disabledReason = useMissingScopeReason('cards/update');
  const filesDisabledReason = useMissingScopeReason('cards/addFile');
  const cardState = cardStateOf(card, answer, lookups, me, disabledReason);
  const { previous, next } = useNeighbourCards(card.cardId);
  useSingleCardAsActiveList(mode === 'full' ? card.cardId : null, card.title);
  usePanelCardForCommands(mode === 'panel' ? card : null);
  useWindowTitle(mode === 'full' ? card.title || 'Untitled' : null, () => lookups.decks[card.deckId ?? '']?.title);
  const openerOf = (id: string | null) =>
    id
      ? () => {
          takesFocus.current = true;
          focusCard(id);
          openCard(id);
        }
      : null;
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    root.current?.focus();
  }, [takesFocus]);
  // A card that fills the window takes the focus, unless another element has it.
  useEffect(() => {
    if (mode === 'full' && document.activeElement === document.body) root.current?.focus();
  }, [mode]);
  useFocusAfterRowRemoval(root);
  const isEditRequested = useEditRequested(card.cardId);
  useEffect(() => {
    if (!isEditRequested) return;
    if (!disabledReason) setEditing(true);
    resetEditRequest();
  }, [isEditRequested, disabledReason]);
  const dependencies = lookups.account?.dependenciesEnabled !== false;

  const { pictures, uploading, waiting } = useCardFiles(card, answer, filesDisabledReason);
  // If the card becomes read-only while the person edits its text, the editor stays open and a banner shows the reason.
  const startEditing = disabledReason ? null : () => setEditing(true);
  const setTitleEditing = (on: boolean) => {
    setTitling(on);
    if (!on) root.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      if (editing) setEditing(false);
      // In a card window, Escape must not close the whole window.
      else if (!isCardWindow) onClose();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys that a focused control handles must not reach the board. Space in a checkbox, for example, must not also act
    // on the board's focused card.
    if (controlKeys.has(event.key)) event.stopPropagation();
    if (handlesOwnKeys(event.target)) return;
    const action = {
      E: startEditing,
      F2: disabledReason || editing ? null : () => setTitleEditing(true),
      J: openerOf(next),
      K: openerOf(previous),
    }[keyNotation(event.nativeEvent)];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
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
      data-dropping={isDraggingFiles || undefined}
      aria-label={`Card: ${card.title || 'Untitled'}`}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsDraggingFiles(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggingFiles(false);
      }}
      onDrop={(event) => {
        setIsDraggingFiles(false);
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
          openPrevious={openerOf(previous)}
          openNext={openerOf(next)}
          onClose={onClose}
          isEditingTitle={titling && !editing}
          onEditingTitle={disabledReason || editing ? null : setTitleEditing}
        />
        <div className={styles.body} {...scrollContainerProps}>
          <div className={styles.main}>
            {disabledReason ? <Banner>This card can only be read here. {disabledReason}</Banner> : null}
            {visibilityBanners[card.visibility] ? (
              <Banner tone="warning">{visibilityBanners[card.visibility]}</Banner>
            ) : null}
            <Cover card={card} answer={answer} />
            <HeroCardLink card={card} answer={answer} />
            {mode === 'panel' ? <CardFields {...parts} /> : null}
            <Content
              card={card}
              projectId={cardState.projectId}
              disabledReason={disabledReason}
              editing={editing}
              onEditing={(on) => {
                setEditing(on);
                if (!on) root.current?.focus();
              }}
              isWide={mode === 'full'}
            />
            <DeferredMount
              isDeferred={hasLongBody(card.content)}
              heightPx={subCardsHeightPx(card.childCards.length) + threadsHeightPx(card['count:resolvables'])}
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
              <CardFields {...parts} />
              <Threads {...parts} me={me} />
            </aside>
          ) : null}
        </div>
        {isDraggingFiles ? <div className={styles.dropHint}>Drop to attach</div> : null}
      </TextPicturesContext>
    </section>
  );
}

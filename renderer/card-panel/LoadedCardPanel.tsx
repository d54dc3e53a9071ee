import type { DragEvent } from 'react';
import { type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { oneLineText, wholeTitleOf } from '../../shared/domain/content.ts';
import { useCurrentUserId } from '../data/app-state.ts';
import { useLiveQuery } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';
import { useMissingScopeReason } from '../data/permissions.ts';
import { clearEditRequestInRoute, openCard, useIsCardEditRequested } from '../data/routes.ts';
import { focusCard } from '../data/selection.ts';
import { hasLongCardBody } from '../editor/markdown/parts.ts';
import { TextPictureHandlersContext } from '../editor/text-pictures.ts';
import { cardsQuery, loadedCardsOf, shownTitle } from '../model/card-row.ts';
import { cx } from '../ui/cx.ts';
import { useFocusAfterRowRemoval } from '../ui/dom/focus-after-row-removal.ts';
import { isFocusOnNoControl } from '../ui/dom/keep-focus-in-view.ts';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import { DeferredMount, lazyMountScrollerProps } from '../ui/LazyMount.tsx';
import { Banner } from '../ui/messages.tsx';
import { registerPanelCard, setActiveList } from '../workbench/active-list.ts';
import { useWindowTitle } from '../workbench/page/window-title.ts';
import { Attachments } from './attachments/Attachments.tsx';
import { CardCover } from './attachments/Picture.tsx';
import { CardPanelHeader } from './CardPanelHeader.tsx';
import styles from './card.module.css';
import { CardContent } from './content/CardContent.tsx';
import { Dependencies } from './dependencies/Dependencies.tsx';
import { CardFields } from './fields/Fields.tsx';
import { panelCardStateOf } from './fields/panel-card-state.ts';
import { CardHistory } from './history/CardHistory.tsx';
import { useNeighbourCardIds } from './neighbours.ts';
import { handleCardPanelKey } from './panel-keys.ts';
import type { PanelCard, PanelCardAnswer } from './queries.ts';
import { estimatedSubCardsHeightPx, SubCards } from './sub-cards/SubCards.tsx';
import { estimatedThreadsHeightPx, Threads } from './threads/Threads.tsx';
import { useCardFiles } from './use-card-files.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Lets a person drop files anywhere on the card panel. */
function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isDraggingFiles, setIsDraggingFiles] = useState(false);
  const fileDropListeners = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDraggingFiles(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggingFiles(false);
    },
    onDrop: (event: DragEvent) => {
      setIsDraggingFiles(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isDraggingFiles, fileDropListeners };
}

/** By visibility. Boards do not show such cards. */
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

/**
 * `takesFocus`: the panel of the previous card had the focus, or a key or button opened the next or previous card. A
 * card that fills the window also takes the focus if no other element has it.
 */
function usePanelFocus(
  root: RefObject<HTMLElement | null>,
  takesFocus: RefObject<boolean>,
  mode: OpenCardProps['mode'],
): void {
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    root.current?.focus();
  }, [root, takesFocus]);
  useEffect(() => {
    if (mode === 'full' && isFocusOnNoControl()) root.current?.focus();
  }, [root, mode]);
  useFocusAfterRowRemoval(root);
}

export function LoadedCardPanel({ card, answer, onClose, mode, takesFocus }: OpenCardProps): ReactElement {
  const lookups = useLookups();
  const me = useCurrentUserId();
  const [editing, setEditing] = useState(false);
  const [titling, setTitling] = useState(false);
  const root = useRef<HTMLElement>(null);
  const disabledReason = useMissingScopeReason('cards/update');
  const filesDisabledReason = useMissingScopeReason('cards/addFile');
  const cardState = panelCardStateOf(card, answer, lookups, me, disabledReason);
  const title = useMemo(() => oneLineText(wholeTitleOf(card.content), 200) || shownTitle(null), [card.content]);
  const { previous, next } = useNeighbourCardIds(card.cardId);
  useSingleCardAsActiveList(mode === 'full' ? card.cardId : null, card.title);
  usePanelCardForCommands(mode === 'panel' ? card : null);
  useWindowTitle(mode === 'full' ? title : null, () => lookups.decks[card.deckId ?? '']?.title);
  const openerOf = (id: string | null) =>
    id
      ? () => {
          takesFocus.current = true;
          focusCard(id);
          openCard(id);
        }
      : null;
  usePanelFocus(root, takesFocus, mode);
  const isEditRequested = useIsCardEditRequested(card.cardId);
  useEffect(() => {
    if (!isEditRequested) return;
    if (!disabledReason) setEditing(true);
    clearEditRequestInRoute();
  }, [isEditRequested, disabledReason]);
  const dependencies = lookups.account?.dependenciesEnabled !== false;

  const { pictures, uploading, waiting } = useCardFiles(card, answer, filesDisabledReason);
  // If the card becomes read-only during an edit, the editor stays open and a banner shows the reason.
  const startEditing = disabledReason ? null : () => setEditing(true);
  const setTitleEditing = (on: boolean) => {
    setTitling(on);
    if (!on) root.current?.focus();
  };
  const openNext = openerOf(next);
  const openPrevious = openerOf(previous);
  const { isDraggingFiles, fileDropListeners } = useFileDrop(pictures.attach);
  const parts = { card, answer, cardState, lookups };
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={cx('stack min-w-0 h-full relative bg-surface', styles.panel)}
      data-mode={mode}
      data-card-panel={card.cardId}
      data-dropping={isDraggingFiles || undefined}
      aria-label={`Card: ${title}`}
      onKeyDown={(event) =>
        handleCardPanelKey(event, {
          isEditing: editing,
          stopEditing: () => {
            setEditing(false);
            root.current?.focus();
          },
          onClose,
          edit: startEditing,
          editTitle: disabledReason || editing ? null : () => setTitleEditing(true),
          openNext,
          openPrevious,
        })
      }
      {...fileDropListeners}
    >
      <TextPictureHandlersContext value={pictures}>
        <CardPanelHeader
          {...parts}
          mode={mode}
          openPrevious={openPrevious}
          openNext={openNext}
          onClose={onClose}
          isEditingTitle={titling && !editing}
          onEditingTitle={disabledReason || editing ? null : setTitleEditing}
        />
        <div className={cx('grow min-h-0 scroll', styles.body)} {...lazyMountScrollerProps}>
          <div className={cx('stack gap-5', styles.main)}>
            {disabledReason ? <Banner>This card can only be read here. {disabledReason}</Banner> : null}
            {visibilityBanners[card.visibility] ? (
              <Banner tone="warning">{visibilityBanners[card.visibility]}</Banner>
            ) : null}
            <CardCover {...parts} />
            <HeroCardLink {...parts} />
            {mode === 'panel' ? <CardFields {...parts} /> : null}
            <CardContent
              {...parts}
              editing={editing}
              onEditing={(on) => {
                setEditing(on);
                // After a click elsewhere, the focus is already there.
                if (!on && document.activeElement?.closest('[data-editing]')) root.current?.focus();
              }}
              isWide={mode === 'full'}
            />
            <DeferredMount
              isDeferred={hasLongCardBody(card.content)}
              heightPx={
                estimatedSubCardsHeightPx(card.childCards.length) + estimatedThreadsHeightPx(card['count:resolvables'])
              }
            >
              <div className={cx('flex wrap gap-2', styles.parts)}>
                <SubCards {...parts} />
                {dependencies ? <Dependencies {...parts} /> : null}
                <Attachments
                  {...parts}
                  disabledReason={filesDisabledReason}
                  uploading={uploading}
                  waiting={waiting}
                  onFiles={pictures.attach}
                />
              </div>
              {mode === 'panel' ? <Threads {...parts} /> : null}
              <CardHistory {...parts} />
            </DeferredMount>
          </div>
          {mode === 'full' ? (
            <aside className={cx('stack gap-6', styles.side)} aria-label="Fields and threads">
              <CardFields {...parts} />
              <Threads {...parts} />
            </aside>
          ) : null}
        </div>
        {isDraggingFiles ? (
          <div className={cx('grid absolute accent text-lg strong round-lg click-through', styles.dropHint)}>
            Drop to attach
          </div>
        ) : null}
      </TextPictureHandlersContext>
    </section>
  );
}

function HeroCardLink({ card, answer }: { card: PanelCard; answer: PanelCardAnswer }): ReactElement | null {
  const parent = card.parentCardId ? answer.card?.[card.parentCardId] : undefined;
  if (!parent) return null;
  return (
    <button
      type="button"
      className={cx(
        'inline-row self-start gap-6px max-w-full soft text-sm border round-full hover-fill hover-plain',
        styles.parent,
      )}
      data-opens-card={parent.cardId}
      onClick={() => openCard(parent.cardId)}
    >
      <StatusIcon derivedStatus={parent.derivedStatus} size={12} named={false} />
      <span className="visually-hidden">Hero card: </span>
      {shownTitle(parent.title)}
    </button>
  );
}

/**
 * Commands always act on a card that fills the window, and on the card of a panel beside a view only while the panel
 * has the DOM focus. Does nothing if `cardId` is null.
 */
function useSingleCardAsActiveList(cardId: string | null, title: string): void {
  const { data } = useLiveQuery(cardsQuery({ cardId: cardId ?? '' }, null), {
    enabled: cardId !== null,
    keepsPrevious: true,
  });
  useEffect(() => {
    const card = cardId === null ? undefined : loadedCardsOf(data, null).rows[cardId];
    if (!card || cardId === null) return;
    focusCard(cardId);
    return setActiveList({
      key: `card:${cardId}`,
      title,
      columns: [{ column: { key: 'card', title, by: 'none', value: null }, ids: [cardId] }],
      cardOf: (id) => (id === cardId ? card : undefined),
      reveal: () => undefined,
    });
  }, [cardId, data, title]);
}

/** Even if the view does not show the card (for example a sub card). Does nothing if `card` is null. */
function usePanelCardForCommands(card: PanelCard | null): void {
  useEffect(() => (card ? registerPanelCard({ ...card, coverFile: card.coverFileId }) : undefined), [card]);
}

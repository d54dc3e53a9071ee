/** A card's own window has only Hand, bookmark, menu, and a button that shows the card in the main window. */
import {
  Bookmark,
  BookmarkCheck,
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  Hand,
  Maximize2,
  Minimize2,
  PanelRight,
  X,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { confirmArchivingOrDeleting, setCardVisibility, toggleCardsInHand } from '../cards/card-actions.ts';
import { useHand } from '../cards/hand/hand-entries.ts';
import { act, actStep } from '../data/act.ts';
import { useCurrentUserId } from '../data/app-state.ts';
import { queryOnce } from '../data/live.ts';
import { useMissingScopeReason } from '../data/permissions.ts';
import { moveCardToPanel, navigate, openCard } from '../data/routes.ts';
import { changeWatching, watchVerb } from '../data/watching.ts';
import { isCardWindow, openCardWindow } from '../data/window-kind.ts';
import { cardsQuery, loadedCardsOf, shortCodeOfCard } from '../model/card-row.ts';
import { IconButton } from '../ui/Button.tsx';
import { copyText } from '../ui/dom/announce-to-screen-readers.ts';
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx';
import type { CardPanelPartProps } from './fields/panel-card-state.ts';

export interface CardPanelButtonsProps extends Pick<CardPanelPartProps, 'card' | 'cardState'> {
  mode: 'panel' | 'full';
  openPrevious: (() => void) | null;
  openNext: (() => void) | null;
  onClose: () => void;
}

export function CardPanelButtons(props: CardPanelButtonsProps): ReactElement {
  const { card, mode, onClose } = props;
  return (
    <>
      {isCardWindow ? null : <NeighbourButtons {...props} />}
      <HandAndBookmarkButtons {...props} />
      <MoreMenu {...props} />
      {isCardWindow ? (
        <IconButton
          icon={PanelRight}
          small
          label="Show in the main window"
          onClick={() => moveCardToPanel(card.cardId, card.deckId)}
        />
      ) : (
        <>
          <IconButton
            icon={mode === 'panel' ? Maximize2 : Minimize2}
            small
            label={mode === 'panel' ? 'Open in full' : 'Back to the panel'}
            onClick={() =>
              mode === 'panel' ? navigate({ view: 'card', id: card.cardId }) : moveCardToPanel(card.cardId, card.deckId)
            }
          />
          <IconButton icon={X} small label="Close the card" shortcut="Esc" onClick={onClose} />
        </>
      )}
    </>
  );
}

function NeighbourButtons({ openPrevious, openNext }: CardPanelButtonsProps): ReactElement {
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        small
        label="Previous card"
        shortcut="K"
        disabled={!openPrevious}
        onClick={() => openPrevious?.()}
      />
      <IconButton
        icon={ChevronRight}
        small
        label="Next card"
        shortcut="J"
        disabled={!openNext}
        onClick={() => openNext?.()}
      />
    </>
  );
}

const withReason = (label: string, reason: string | null) => (reason ? `${label}. ${reason}` : label);

/** If the person's own Hand is full, the person chooses in a dialog a card that leaves it. */
async function toggleCardInHand(cardId: string, isInHand: boolean): Promise<void> {
  const card = loadedCardsOf(await queryOnce(cardsQuery({ cardId }, null)), null).rows[cardId];
  if (card) await toggleCardsInHand([card], new Set(isInHand ? [cardId] : []));
}

function HandAndBookmarkButtons({ card, cardState }: CardPanelButtonsProps): ReactElement | null {
  const me = useCurrentUserId();
  const handDisabledReason = useMissingScopeReason('handQueue/addCardsToHand');
  const bookmarkDisabledReason = useMissingScopeReason('bookmarks/addCards');
  // `toggleCardsInHand` needs the Hand, which nothing else loads in a card's own window.
  useHand();
  if (!me) return null;
  const bookmark = actStep(cardState.isBookmarked ? 'bookmarks/removeCards' : 'bookmarks/addCards', {
    ids: [card.cardId],
    userId: me,
  });
  return (
    <>
      <IconButton
        small
        label={withReason(cardState.isInMyHand ? 'Take out of my Hand' : 'Put into my Hand', handDisabledReason)}
        disabled={handDisabledReason !== null}
        aria-pressed={cardState.isInMyHand}
        onClick={() => void toggleCardInHand(card.cardId, cardState.isInMyHand)}
      >
        <Hand size={14} aria-hidden fill={cardState.isInMyHand ? 'currentColor' : 'none'} />
      </IconButton>
      <IconButton
        icon={cardState.isBookmarked ? BookmarkCheck : Bookmark}
        small
        label={withReason(cardState.isBookmarked ? 'Remove the bookmark' : 'Bookmark', bookmarkDisabledReason)}
        disabled={bookmarkDisabledReason !== null}
        aria-pressed={cardState.isBookmarked}
        onClick={() => void act(cardState.isBookmarked ? 'Remove a bookmark' : 'Bookmark a card', [bookmark])}
      />
    </>
  );
}

export const restoreCard = (id: string): void =>
  void act('Restore the card', [actStep('cards/update', { id, visibility: 'default' })]);

function MoreMenu({ card, cardState, onClose }: CardPanelButtonsProps): ReactElement {
  const disabled = cardState.disabledReason;
  const watchDisabledReason = useMissingScopeReason('watchings/addCard');
  const id = card.cardId;
  const remove = async (visibility: 'archived' | 'deleted') => {
    if (!(await confirmArchivingOrDeleting([card], visibility))) return;
    void setCardVisibility([card], visibility);
    if (visibility === 'deleted') onClose();
  };
  const code = shortCodeOfCard(card);
  const entries: MenuEntry[] = [
    ...(code ? [{ label: `Copy ${code}`, run: () => copyText(code, `Copied ${code}`) }] : []),
    { label: 'Copy the text as markdown', run: () => copyText(card.content, 'Copied the text') },
    ...(isCardWindow ? [] : [{ label: 'Open in own window', shortcut: 'Shift+W', run: () => openCardWindow(id) }]),
    { separator: true },
    {
      label: `${watchVerb(id)} this card`,
      disabled: watchDisabledReason,
      run: () =>
        void changeWatching(id, 'the card', (isBegin) =>
          actStep(isBegin ? 'watchings/addCard' : 'watchings/removeCard', { cardId: id }),
        ),
    },
    ...(card.parentCardId
      ? [
          { separator: true } as const,
          { label: 'Open its hero card', run: () => openCard(card.parentCardId) },
          {
            label: 'Take out of its hero card',
            disabled,
            run: () => void act('Take out of the hero card', [actStep('cards/update', { id, parentCardId: null })]),
          },
        ]
      : []),
    { separator: true },
    ...(card.visibility === 'default' ? [] : [{ label: 'Restore', disabled, run: () => restoreCard(id) }]),
    ...(card.visibility === 'archived' ? [] : [{ label: 'Archive', disabled, run: () => void remove('archived') }]),
    ...(card.visibility === 'deleted'
      ? []
      : [{ label: 'Delete', danger: true, disabled, run: () => void remove('deleted') }]),
  ];
  return <Menu align="end" entries={entries} trigger={<IconButton icon={Ellipsis} small label="More" />} />;
}

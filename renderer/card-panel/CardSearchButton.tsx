/** The search field mounts when the person first opens it. */

import { Combobox } from '@base-ui/react/combobox';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardSearchResult } from '../../shared/bridge/index.ts';
import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { call, errorText } from '../data/bridge.ts';
import { queryOnce } from '../data/live.ts';
import { shownTitle } from '../model/card-row.ts';
import { cx } from '../ui/cx.ts';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import { LazyTrigger } from '../ui/popups/LazyTrigger.tsx';
import pickerStyles from '../ui/popups/Picker.module.css';
import { searchListTriggerAttributes, searchListTriggerEffects } from '../ui/popups/Picker.tsx';
import popup from '../ui/popups/popup.module.css';

interface CardSearchProps {
  label: string;
  trigger: ReactElement;
  /** Not offered. */
  excludedIds: readonly string[];
  /** The deck whose most recently changed cards are listed while the field is empty; null for none. */
  nearDeckId: string | null;
  onPick: (card: Pick<CardSearchResult, 'cardId' | 'title'>) => void;
}

export function CardSearchButton({ trigger, ...rest }: CardSearchProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closedAttributes={searchListTriggerAttributes} events={searchListTriggerEffects}>
      {(standIn) => <CardSearchPopup {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** Listed while the search field is empty. */
const maxRecentCards = 20;

const recentCardsQuery = (deckId: string) =>
  queryForAccount([
    selectRelated('cards', { deckId, visibility: 'default', $order: '-lastUpdatedAt', $limit: maxRecentCards }, [
      'title',
      'derivedStatus',
    ]),
  ]);

type OfferedCard = Pick<CardSearchResult, 'cardId' | 'title' | 'derivedStatus' | 'deckTitle'>;

async function recentCardsIn(deckId: string): Promise<OfferedCard[]> {
  const { card } = await queryOnce(recentCardsQuery(deckId));
  return Object.values(card ?? {}).map((row) => ({ ...row, deckTitle: null }));
}

interface SearchAnswer {
  /** Null before the first answer. */
  readonly searchText: string | null;
  readonly cards: readonly OfferedCard[];
  /** Null if the search did not fail. */
  readonly errorText: string | null;
}

function CardSearchPopup({ label, trigger, excludedIds, nearDeckId, onPick }: CardSearchProps): ReactElement {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState<SearchAnswer>({ searchText: null, cards: [], errorText: null });

  const searchText = text.trim();
  // Enter came before the answer to the typed text.
  const isEntered = useRef(false);
  const offered = (cards: readonly OfferedCard[]) => cards.filter((card) => !excludedIds.includes(card.cardId));
  const show = (open: boolean) => {
    setOpen(open);
    if (!open) setText('');
  };
  const receive = useEffectEvent((cards: readonly OfferedCard[]) => {
    setAnswer({ searchText, cards, errorText: null });
    const [first] = offered(cards);
    if (!isEntered.current || !first) return;
    onPick(first);
    show(false);
  });

  useEffect(() => {
    if (!isOpen) return;
    let current = true;
    const cardsFound = searchText
      ? call('data/find', { text: searchText, limit: 30 })
      : nearDeckId
        ? recentCardsIn(nearDeckId)
        : Promise.resolve([]);
    cardsFound.then(
      (cards) => {
        if (current) receive(cards);
      },
      (error: unknown) => {
        if (current) setAnswer({ searchText, cards: [], errorText: errorText(error) });
      },
    );
    return () => {
      current = false;
      isEntered.current = false;
    };
  }, [searchText, nearDeckId, isOpen]);

  return (
    <Combobox.Root
      items={offered(answer.cards)}
      open={isOpen}
      value={null}
      inputValue={text}
      onInputValueChange={setText}
      filter={null}
      autoHighlight
      itemToStringLabel={(card: OfferedCard) => card.title}
      onOpenChange={show}
      onValueChange={(card: OfferedCard | null) => {
        if (card) onPick(card);
      }}
    >
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner className={cx('no-outline', popup.positioner)} align="start" sideOffset={4}>
          <Combobox.Popup
            className={cx('scroll floating round-lg p-1', popup.popup, pickerStyles.search)}
            aria-label={label}
          >
            <Combobox.Input
              className={cx('w-full px-2', pickerStyles.input)}
              placeholder="Title, text or $code…"
              aria-label={label}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || answer.searchText === searchText || event.nativeEvent.isComposing) return;
                // The highlighted card was found for an earlier text, so the first card of the next answer is picked.
                event.preventDefault();
                event.stopPropagation();
                event.preventBaseUIHandler();
                isEntered.current = true;
              }}
            />
            <Combobox.Empty className={cx('faint p-2', popup.empty)}>
              {answer.errorText ?? (searchText ? 'Nothing matches.' : 'Type to find a card.')}
            </Combobox.Empty>
            <Combobox.List className={cx('scroll', pickerStyles.list)}>
              {(card: OfferedCard) => (
                <Combobox.Item
                  key={card.cardId}
                  value={card}
                  className={cx('row gap-2 nowrap round no-outline', popup.item)}
                >
                  <StatusIcon derivedStatus={card.derivedStatus} />
                  <span className={cx('grow min-w-0 clip', popup.itemLabel)} dir="auto" data-whole="">
                    {shownTitle(card.title)}
                  </span>
                  <span className="note">{card.deckTitle}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

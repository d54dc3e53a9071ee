/**
 * A button that opens a search for one card, used by the sections "Sub cards" and "Dependencies". The search field
 * mounts when the person first opens it.
 */
import { Combobox } from '@base-ui/react/combobox';
import { type ReactElement, useEffect, useState } from 'react';
import type { FoundCard } from '../../shared/bridge/index.ts';
import { query, selectRelated } from '../../shared/contract/index.ts';
import { call, failureOf } from '../data/bridge.ts';
import { failureText } from '../data/failures.ts';
import { queryOnce } from '../data/live.ts';
import { cx } from '../ui/cx.ts';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import { LazyTrigger } from '../ui/popups/LazyTrigger.tsx';
import pickerStyles from '../ui/popups/Picker.module.css';
import { searchListTriggerAttributes, searchListTriggerEvents } from '../ui/popups/Picker.tsx';
import popup from '../ui/popups/popup.module.css';

interface CardSearchProps {
  label: string;
  trigger: ReactElement;
  /** Ids of cards that are not offered. */
  excludedIds: readonly string[];
  /** Id of the deck whose most recently changed cards are listed while the search field is empty; null for none. */
  nearDeckId: string | null;
  onPick: (card: Pick<FoundCard, 'cardId' | 'title'>) => void;
}

export function CardSearch({ trigger, ...rest }: CardSearchProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closedAttributes={searchListTriggerAttributes} events={searchListTriggerEvents}>
      {(standIn) => <CardSearchPopup {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** Maximum number of cards listed while the search field is empty. */
const maxRecentCards = 20;

const recentCardsQuery = (deckId: string) =>
  query({
    _root: [
      {
        account: [
          selectRelated('cards', { deckId, visibility: 'default', $order: '-lastUpdatedAt', $limit: maxRecentCards }, [
            'title',
            'derivedStatus',
          ]),
        ],
      },
    ],
  });

type OfferedCard = Pick<FoundCard, 'cardId' | 'title' | 'derivedStatus' | 'deckTitle'>;

async function recentCardsIn(deckId: string): Promise<OfferedCard[]> {
  const { card } = await queryOnce(recentCardsQuery(deckId));
  return Object.values(card ?? {}).map(({ cardId, title, derivedStatus }) => ({
    cardId,
    title,
    derivedStatus,
    deckTitle: null,
  }));
}

function CardSearchPopup({ label, trigger, excludedIds, nearDeckId, onPick }: CardSearchProps): ReactElement {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<readonly OfferedCard[]>([]);
  const [errorText, setErrorText] = useState<string | null>(null);

  useEffect(() => {
    if (!isOpen) return;
    const searchText = text.trim();
    let current = true;
    const cardsFound = searchText
      ? call('data/find', { text: searchText, limit: 30 })
      : nearDeckId
        ? recentCardsIn(nearDeckId)
        : Promise.resolve([]);
    cardsFound.then(
      (cards) => {
        if (!current) return;
        setErrorText(null);
        setFound(cards);
      },
      (error: unknown) => current && setErrorText(failureText(failureOf(error))),
    );
    return () => {
      current = false;
    };
  }, [text, nearDeckId, isOpen]);

  const items = found.filter((card) => !excludedIds.includes(card.cardId));
  return (
    <Combobox.Root
      items={items}
      value={null}
      inputValue={text}
      onInputValueChange={setText}
      filter={null}
      autoHighlight
      itemToStringLabel={(card: OfferedCard) => card.title}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) setText('');
      }}
      onValueChange={(card: OfferedCard | null) => {
        if (card) onPick(card);
      }}
    >
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner className={popup.positioner} align="start" sideOffset={4}>
          <Combobox.Popup className={cx(popup.popup, pickerStyles.search)} aria-label={label}>
            <Combobox.Input className={pickerStyles.input} placeholder="Title, text or $code…" aria-label={label} />
            <Combobox.Empty className={popup.empty}>
              {errorText ?? (text.trim() ? 'Nothing matches.' : 'Type to find a card.')}
            </Combobox.Empty>
            <Combobox.List className={pickerStyles.list}>
              {(card: OfferedCard) => (
                <Combobox.Item key={card.cardId} value={card} className={popup.item}>
                  <StatusIcon derivedStatus={card.derivedStatus} />
                  <span className={popup.itemLabel} dir="auto">
                    {card.title || 'Untitled'}
                  </span>
                  <span className={popup.itemHint}>{card.deckTitle}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

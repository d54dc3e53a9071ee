/** A button that opens a search for one card. Sub cards and dependencies use it. The search mounts when it first opens. */
import { Combobox } from '@base-ui/react/combobox';
import { type ReactElement, useEffect, useState } from 'react';
import type { FoundCard } from '../../shared/bridge/index.ts';
import { query, under } from '../../shared/contract/index.ts';
import { call, failureOf } from '../data/bridge.ts';
import { failureText } from '../data/failures.ts';
import { ask } from '../data/live.ts';
import { cx } from '../ui/cx.ts';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import { LazyTrigger } from '../ui/popups/LazyTrigger.tsx';
import pickerStyles from '../ui/popups/Picker.module.css';
import { closedSearchAttributes, searchTriggerEvents } from '../ui/popups/Picker.tsx';
import popup from '../ui/popups/popup.module.css';

interface CardSearchProps {
  label: string;
  trigger: ReactElement;
  /** Ids of cards that the list leaves out. */
  without: readonly string[];
  /** The id of the deck whose last changed cards are listed while the search field is empty. */
  near: string | null;
  onPick: (card: Pick<FoundCard, 'cardId' | 'title'>) => void;
}

export function CardSearch({ trigger, ...rest }: CardSearchProps): ReactElement {
  return (
    <LazyTrigger trigger={trigger} closedAttributes={closedSearchAttributes} events={searchTriggerEvents}>
      {(standIn) => <Search {...rest} trigger={standIn} />}
    </LazyTrigger>
  );
}

/** Maximum number of cards listed while the search field is empty. */
const maxRecent = 20;

const nearQuery = (deckId: string) =>
  query({
    _root: [
      {
        account: [
          under('cards', { deckId, visibility: 'default', $order: '-lastUpdatedAt', $limit: maxRecent }, [
            'title',
            'derivedStatus',
          ]),
        ],
      },
    ],
  });

type Offered = Pick<FoundCard, 'cardId' | 'title' | 'derivedStatus' | 'deckTitle'>;

async function cardsNear(deckId: string): Promise<Offered[]> {
  const { card } = await ask(nearQuery(deckId));
  return Object.values(card ?? {}).map(({ cardId, title, derivedStatus }) => ({
    cardId,
    title,
    derivedStatus,
    deckTitle: null,
  }));
}

function Search({ label, trigger, without, near, onPick }: CardSearchProps): ReactElement {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<readonly Offered[]>([]);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    if (!isOpen) return;
    const searchText = text.trim();
    let current = true;
    const cardsFound = searchText
      ? call('data/find', { text: searchText, limit: 30 })
      : near
        ? cardsNear(near)
        : Promise.resolve([]);
    cardsFound.then(
      (cards) => {
        if (!current) return;
        setFault(null);
        setFound(cards);
      },
      (error: unknown) => current && setFault(failureText(failureOf(error))),
    );
    return () => {
      current = false;
    };
  }, [text, near, isOpen]);

  const items = found.filter((card) => !without.includes(card.cardId));
  return (
    <Combobox.Root
      items={items}
      value={null}
      inputValue={text}
      onInputValueChange={setText}
      filter={null}
      autoHighlight
      itemToStringLabel={(card: Offered) => card.title}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) setText('');
      }}
      onValueChange={(card: Offered | null) => {
        if (card) onPick(card);
      }}
    >
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner className={popup.positioner} align="start" sideOffset={4}>
          <Combobox.Popup className={cx(popup.popup, pickerStyles.search)} aria-label={label}>
            <Combobox.Input className={pickerStyles.input} placeholder="Title, text or $code…" aria-label={label} />
            <Combobox.Empty className={popup.empty}>
              {fault ?? (text.trim() ? 'Nothing matches.' : 'Type to find a card.')}
            </Combobox.Empty>
            <Combobox.List className={pickerStyles.list}>
              {(card: Offered) => (
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

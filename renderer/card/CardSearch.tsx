/** A button that opens a search for one card; made when it first opens, as a picker's list is. */
import { Combobox } from '@base-ui/react/combobox';
import { type ReactElement, useEffect, useState } from 'react';
import type { FoundCard } from '../../shared/bridge/index.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { cx } from '../ui/cx.ts';
import { Opens } from '../ui/Opens.tsx';
import pickerStyles from '../ui/Picker.module.css';
import { hearsSearch, opensSearch } from '../ui/Picker.tsx';
import popup from '../ui/popup.module.css';
import { StatusDot } from '../ui/StatusDot.tsx';

export interface CardSearchProps {
  label: string;
  trigger: ReactElement;
  /** Cards that are not offered. */
  without: readonly string[];
  onPick: (card: FoundCard) => void;
}

export function CardSearch({ trigger, ...rest }: CardSearchProps): ReactElement {
  return (
    <Opens trigger={trigger} closed={opensSearch} hears={hearsSearch}>
      {(_, standIn) => <Search {...rest} trigger={standIn} />}
    </Opens>
  );
}

function Search({ label, trigger, without, onPick }: CardSearchProps): ReactElement {
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly FoundCard[]>([]);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    const wanted = text.trim();
    if (!wanted) {
      setFound([]);
      return;
    }
    let current = true;
    call('data/find', { text: wanted, limit: 30 }).then(
      (cards) => {
        if (!current) return;
        setFault(null);
        setFound(cards);
      },
      (error: unknown) => current && setFault(sentenceOf(failureOf(error))),
    );
    return () => {
      current = false;
    };
  }, [text]);

  const items = found.filter((card) => !without.includes(card.cardId));
  return (
    <Combobox.Root
      items={items}
      value={null}
      inputValue={text}
      onInputValueChange={setText}
      filter={null}
      autoHighlight
      itemToStringLabel={(card: FoundCard) => card.title}
      onOpenChange={(open) => {
        if (!open) setText('');
      }}
      onValueChange={(card: FoundCard | null) => {
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
              {(card: FoundCard) => (
                <Combobox.Item key={card.cardId} value={card} className={popup.item}>
                  <StatusDot derivedStatus={card.derivedStatus} />
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

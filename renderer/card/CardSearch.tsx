/** A button that opens a search for one card; made when it first opens, as a picker's list is. */
import { Combobox } from '@base-ui/react/combobox';
import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, useEffect, useState } from 'react';
import type { FoundCard } from '../../shared/bridge/index.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import pickerStyles from '../ui/Picker.module.css';
import popup from '../ui/popup.module.css';
import { StatusDot } from '../ui/StatusDot.tsx';

export interface CardSearchProps {
  label: string;
  trigger: ReactElement;
  /** Cards that are not offered. */
  without: readonly string[];
  onPick: (card: FoundCard) => void;
}

export function CardSearch(props: CardSearchProps): ReactElement {
  const [open, setOpen] = useState<boolean | null>(null);
  if (open !== null) return <Search {...props} open={open} onOpenChange={setOpen} />;
  const begin = () => setOpen(true);
  return cloneElement(props.trigger as ReactElement<ComponentProps<'button'>>, {
    role: 'combobox',
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: begin,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      event.stopPropagation();
      begin();
    },
  });
}

interface SearchProps extends CardSearchProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function Search({ label, trigger, without, onPick, open, onOpenChange }: SearchProps): ReactElement {
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
      open={open}
      onOpenChange={(next) => {
        if (!next) setText('');
        onOpenChange(next);
      }}
      onValueChange={(card: FoundCard | null) => {
        if (card) onPick(card);
      }}
    >
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner className={popup.positioner} align="start" sideOffset={4}>
          <Combobox.Popup className={popup.popup} aria-label={label}>
            <Combobox.Input className={pickerStyles.input} placeholder="Title, text or $code…" aria-label={label} />
            <Combobox.Empty className={popup.empty}>
              {fault ?? (text.trim() ? 'Nothing matches.' : 'Type to find a card.')}
            </Combobox.Empty>
            <Combobox.List className={pickerStyles.list}>
              {(card: FoundCard) => (
                <Combobox.Item key={card.cardId} value={card} className={popup.item}>
                  <StatusDot derivedStatus={card.derivedStatus} />
                  <span className={popup.itemLabel}>{card.title || 'Untitled'}</span>
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

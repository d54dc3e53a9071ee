/** A new card from anywhere: title, deck, and whether it goes into the Hand. */
import { type ReactElement, useState } from 'react';
import { newCardParams } from '../board/new-card.ts';
import { draftKeys } from '../card/content/draft-keeper.ts';
import { useDraft } from '../card/content/use-draft.ts';
import { act, step } from '../data/act.ts';
import { useMe, useViewState } from '../data/app-state.ts';
import { type Lookups, useLookups } from '../data/lookups.ts';
import { localDay } from '../data/today.ts';
import styles from '../decks/DeckDialog.module.css';
import { useHand } from '../hand/entries.ts';
import { Button } from '../ui/Button.tsx';
import { Check } from '../ui/Check.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, TextArea } from '../ui/Field.tsx';
import { Picker } from '../ui/Picker.tsx';
import { closeDialog } from './dialog-state.ts';

/** Where a card goes before anything was chosen: the first deck that takes tasks. */
function usualDeck({ activeDecks }: Lookups): string | null {
  const listed = activeDecks.toSorted((a, b) => a.accountSeq - b.accountSeq);
  return (listed.find(({ deckType }) => deckType === 'task' || deckType === 'mixed') ?? listed[0])?.id ?? null;
}

export function QuickCard(): ReactElement {
  const lookups = useLookups();
  const me = useMe();
  const hand = useHand();
  const { draft, write, clear } = useDraft(draftKeys.newCard(''));
  const text = draft?.text ?? '';
  const [toHand, setToHand] = useState(false);
  const [lastDeck, setLastDeck] = useViewState<string | null>('composer:deck', null);
  const deckId = lookups.activeDecks.some(({ id }) => id === lastDeck) ? lastDeck : usualDeck(lookups);
  const full = hand.entries.length >= hand.slots;
  const create = async () => {
    const content = text.trim();
    if (!content) return;
    const params = newCardParams({ content, deckId, column: null, gives: {}, lookups, me, today: localDay() });
    const answer = await act(
      `Create “${content.split('\n')[0]}”`,
      [step('cards/create', { ...params, ...(toHand ? { putInQueue: true } : {}) })],
      { announce: true },
    );
    if (!answer) return;
    clear();
    closeDialog();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="New card"
      actions={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" disabled={!text.trim()} onClick={() => void create()}>
            Create
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Text" hint="The first line is the title.">
          <TextArea
            dir="auto"
            rows={4}
            value={text}
            autoFocus
            onChange={(event) => write({ text: event.target.value, base: '' })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void create();
            }}
          />
        </Field>
        <div className={styles.line}>
          <Picker
            label="Deck"
            value={deckId ? [deckId] : []}
            options={lookups.activeDecks.map((deck) => ({ value: deck.id, label: deck.title }))}
            onPick={setLastDeck}
            trigger={<Button small>in {deckId ? lookups.decks[deckId]?.title : 'no deck'}</Button>}
          />
          <Check checked={toHand} disabled={full} onChange={setToHand}>
            {full ? 'The Hand is full' : 'Put it into the Hand'}
          </Check>
        </div>
      </div>
    </Dialog>
  );
}

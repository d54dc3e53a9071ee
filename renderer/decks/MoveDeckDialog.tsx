/** Moves a deck to another space, as an alternative to dragging it. */
import type { ReactElement } from 'react';
import { useDeck, useLookups } from '../data/lookups.ts';
import { ChoiceList } from '../ui/forms/ChoiceList.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { closeDialog } from '../workbench/dialog-state.ts';
import { moveDeck, spaceIdOfDeck, spacesThatAcceptDecks } from './deck-order.ts';

export function MoveDeckDialog({ deckId }: { deckId: string }): ReactElement | null {
  const deck = useDeck(deckId);
  const lookups = useLookups();
  if (!deck) return null;
  const places = spacesThatAcceptDecks(lookups);
  const spaceId = spaceIdOfDeck(deck, lookups);
  return (
    <Dialog onClose={closeDialog} title={`Move ${deck.title} to`} width={420}>
      <ChoiceList
        label="Space"
        choices={places.map((place, index) => ({
          key: String(index),
          label: place.name,
          chosen: place.projectId === deck.projectId && place.spaceId === spaceId,
        }))}
        onChoose={(key) => {
          const place = places[Number(key)];
          closeDialog();
          if (place) void moveDeck(deck.id, { ...place, targetId: null, side: 'after' });
        }}
      />
    </Dialog>
  );
}

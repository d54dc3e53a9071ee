import { actStep, actWithFollowUpSteps } from '../../data/act.ts';
import { currentUserId } from '../../data/app-state.ts';
import { currentLookups } from '../../data/lookups.ts';
import { takeChecklistItem } from '../../model/new-cards/checklist.ts';
import { newCardParams } from '../../model/new-cards/new-card.ts';
import { localDay } from '../../ui/dates/today.ts';
import type { PanelCard } from '../queries.ts';

interface SubCardCreation {
  readonly card: PanelCard;
  readonly zone: string | null | undefined;
}

const creationStep = ({ card }: SubCardCreation, content: string) =>
  actStep(
    'cards/create',
    newCardParams({
      content,
      deckId: card.deckId,
      column: null,
      newCardFields: { parentCardId: card.cardId },
      lookups: currentLookups(),
      me: currentUserId(),
      today: localDay(),
    }),
  );

/**
 * Puts the new sub card into the zone of its hero card, so that the deck's board shows both in the same column.
 * Otherwise it is in no zone.
 */
const stepIntoZone =
  ({ zone }: SubCardCreation): Parameters<typeof actWithFollowUpSteps>[2] =>
  ([made], round) =>
    round > 1 || !zone || typeof made?.id !== 'string'
      ? []
      : [actStep('cardOrders/addAfter', { cardIds: [made.id], targetId: null, context: 'deck', label: zone })];

/** Resolves to false if the app refuses the sub card before it is sent to the service. */
export async function createSubCard(creation: SubCardCreation, content: string): Promise<boolean> {
  const steps = [creationStep(creation, content)];
  return (await actWithFollowUpSteps('Add a sub card', steps, stepIntoZone(creation))) !== null;
}

/** Includes the sub items, and removes the item. */
export function createSubCardFromLine(creation: SubCardCreation, line: number): void {
  const { cardId, content } = creation.card;
  const taken = takeChecklistItem(content, line);
  if (!taken) return;
  const steps = [
    creationStep(creation, taken.item),
    actStep('cards/update', { id: cardId, content: taken.rest }, { content }),
  ];
  void actWithFollowUpSteps('Make a sub card of a checklist line', steps, stepIntoZone(creation));
}

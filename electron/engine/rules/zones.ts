import { type CardOrderContext, cardOrderContexts, refuse } from '../../../shared/contract/index.ts';
import { cardColumnByOrderContext } from '../store/card-ranks.ts';
import type { StoredRow } from '../store/rows.ts';
import type { ActionContext, ActionHandler } from '../types.ts';
import { requireSprint, requireUndeletedDeck, requireUndeletedMilestone } from './access.ts';

/** The rows that store the positions of cards in manual orders. */
export const cardOrderKey = (context: string, cardId: string): string => JSON.stringify([context, cardId]);

export function removeFormerCardPositions(
  { rows }: ActionContext,
  before: Pick<StoredRow<'card'>, 'cardId' | 'deckId' | 'milestoneId' | 'sprintId'>,
  after: Pick<StoredRow<'card'>, 'deckId' | 'milestoneId' | 'sprintId'>,
): void {
  for (const context of cardOrderContexts) {
    const owner = cardColumnByOrderContext[context];
    if (before[owner] !== null && before[owner] !== after[owner])
      rows.remove('cardOrder', cardOrderKey(context, before.cardId));
  }
}

type Zones = (string | null)[] | null;

/** Trims names. Null and empty names mean the unnamed zone. Repeated zones are removed. */
export function normalizeZones(zones: Zones): Zones {
  return zones && [...new Set(zones.map((name) => name?.trim() || null))];
}

const requireOwner = {
  deck: requireUndeletedDeck,
  milestone: requireUndeletedMilestone,
  sprint: requireSprint,
} as const;

export const createRenameZoneHandler = (kind: CardOrderContext) =>
  ({
    check(context, { id, label, newLabel }) {
      const zones = requireOwner[kind](context, id).manualOrderLabels ?? [];
      const name = newLabel.trim();
      if (!zones.includes(label))
        throw refuse('invalid_param', `'label' must be a zone of this ${kind}; '${label}' is none.`);
      if (name === '') throw refuse('invalid_param', "'newLabel' must not be empty.");
      if (name !== label && zones.includes(name))
        throw refuse('invalid_param', `'newLabel' must be new; '${name}' is a zone of this ${kind} already.`);
    },
    effect({ rows }, { id, label, newLabel }) {
      const name = newLabel.trim();
      const zones = rows.get(kind, id)?.manualOrderLabels ?? [];
      rows.update(kind, id, { manualOrderLabels: zones.map((zone) => (zone === label ? name : zone)) });
      for (const { cardId } of rows.find('card', { [cardColumnByOrderContext[kind]]: id })) {
        const key = cardOrderKey(kind, cardId);
        if (rows.get('cardOrder', key)?.label === label) rows.update('cardOrder', key, { label: name });
      }
    },
  }) satisfies ActionHandler<`${CardOrderContext}s/renameZone`>;

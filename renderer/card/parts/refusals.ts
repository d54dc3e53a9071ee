/** Which fields of a card can be set, and why not: refusals that are certain from the card itself. */
import { refusalCodes } from '../../../shared/contract/index.ts';

export interface FieldFacts {
  readonly isDoc: boolean;
  readonly isHero: boolean;
  readonly isSubCard: boolean;
  readonly hasSubCards: boolean;
  readonly visibility: string;
  readonly status: string;
}

export type CardField = 'status' | 'priority' | 'effort' | 'start' | 'parent' | 'subCards' | 'isDoc';

/** Why the field cannot be set, or null. */
export function fieldRefusal(card: FieldFacts, field: CardField): string | null {
  switch (field) {
    case 'start':
      if (card.isDoc) return refusalCodes.doc_has_no_status;
      return card.isHero ? refusalCodes.hero_cannot_start : null;
    case 'status':
      return card.isDoc ? refusalCodes.doc_has_no_status : null;
    case 'priority':
    case 'effort':
      return card.isDoc ? refusalCodes.doc_takes_no_field : null;
    case 'parent':
      return card.hasSubCards ? refusalCodes.sub_card_depth : null;
    case 'subCards':
      return card.isSubCard ? refusalCodes.sub_card_depth : null;
    case 'isDoc':
      return null;
  }
}

/** What else changes with a change that cascades, as the interface states it; empty when nothing does. */
export function cascadeOf(
  card: FieldFacts & { readonly openThreads: number; readonly dependencies: number; readonly handEntries: number },
  change:
    | { readonly kind: 'archive' | 'delete' }
    | { readonly kind: 'owner' }
    | { readonly kind: 'deck'; readonly deckType: string },
): string[] {
  const reset = card.status === 'started' || card.status === 'snoozing' ? ['It is set back to not started.'] : [];
  if (change.kind === 'owner') return reset;
  if (change.kind === 'deck') return change.deckType === 'hero' || change.deckType === 'doc' ? reset : [];
  return [
    ...reset,
    ...(card.openThreads > 0
      ? [`${counted(card.openThreads, 'open thread')} close${card.openThreads === 1 ? 's' : ''}.`]
      : []),
    ...(change.kind === 'delete' && card.dependencies > 0
      ? [`${counted(card.dependencies, 'dependency', 'dependencies')} ${card.dependencies === 1 ? 'goes' : 'go'}.`]
      : []),
    ...(change.kind === 'delete' ? ['Its bookmarks go.'] : []),
  ];
}

export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Reasons why fields of a card cannot be set, as far as the card itself shows them. */
import { refusalCodes, type TaskField } from '../../shared/contract/index.ts';

export interface FieldFacts {
  readonly isDoc: boolean;
  readonly isHero: boolean;
  readonly isSubCard: boolean;
  readonly hasSubCards: boolean;
  readonly visibility: string;
  readonly status: string;
}

export type CardField = TaskField | 'status' | 'start' | 'parent' | 'subCards' | 'isDoc';

/** Reason why the field cannot be set, or null. */
export function fieldRefusal(card: FieldFacts, field: CardField): string | null {
  switch (field) {
    case 'start':
      if (card.isDoc) return refusalCodes.doc_has_no_status;
      return card.isHero ? refusalCodes.hero_cannot_start : null;
    case 'status':
      return card.isDoc ? refusalCodes.doc_has_no_status : null;
    case 'parent':
      return card.hasSubCards ? refusalCodes.sub_card_depth : null;
    case 'subCards':
      return card.isSubCard ? refusalCodes.sub_card_depth : null;
    case 'isDoc':
      return null;
    default:
      return card.isDoc ? refusalCodes.doc_takes_no_field : null;
  }
}

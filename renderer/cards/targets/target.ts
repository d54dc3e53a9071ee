/** A choice that changes cards when it is picked. */
import type { CardRow } from '../../model/card-row.ts';
import type { Choice } from '../../ui/forms/ChoiceList.tsx';

export interface Target extends Choice {
  readonly run: () => void;
}

export const allHaveValue = (cards: readonly CardRow[], field: keyof CardRow, value: unknown): boolean =>
  cards.length > 0 && cards.every((card) => card[field] === value);

import type { CardRow } from '../../model/card-row.ts';
import type { ChoiceListEntry } from '../../ui/forms/ChoiceList.tsx';

export interface CardChoice extends ChoiceListEntry {
  readonly run: () => void;
}

export const allCardsHaveValue = (cards: readonly CardRow[], field: keyof CardRow, value: unknown): boolean =>
  cards.length > 0 && cards.every((card) => card[field] === value);

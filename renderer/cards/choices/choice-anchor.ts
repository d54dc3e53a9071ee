/** The element beside which a list of choices for cards opens, such as the list of owners. */

import { useSelection } from '../../data/selection.ts';
import type { CardRow } from '../../model/card-row.ts';
import type { CardChoiceKind } from '../../workbench/dialog-state.ts';
import { cardInMainSelector } from '../../workbench/reveal-card.ts';

/** Only where the field in the card panel has another name. */
const panelFieldOf: Readonly<Partial<Record<CardChoiceKind, CardChoiceKind>>> = { move: 'deck', handOver: 'owner' };

const isInSight = (element: HTMLElement): boolean => {
  const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/**
 * Returns the element beside which the list of choices opens: the first of these elements that exists. Returns null if
 * none exists.
 * 1. the pressed toolbar button
 * 2. the field in the card panel, if the panel has the focus and its card is the only card in `cards`
 * 3. the focused card, if it is in `cards` and visible
 * 4. another visible card of `cards`
 */
export function choiceAnchorOf(choiceKind: CardChoiceKind, cards: readonly CardRow[]): HTMLElement | null {
  const active = document.activeElement;
  const pressed = active?.closest<HTMLElement>('[role="toolbar"] button');
  if (pressed) return pressed;
  const [only] = cards;
  const panel = active?.closest<HTMLElement>('[data-card-panel]');
  if (panel && only && cards.length === 1 && panel.dataset.cardPanel === only.cardId) {
    const field = panel.querySelector<HTMLElement>(`[data-field="${panelFieldOf[choiceKind] ?? choiceKind}"]`);
    field?.scrollIntoView({ block: 'nearest' });
    if (field && isInSight(field)) return field;
  }
  const { focused } = useSelection.getState();
  const ids = cards.map(({ cardId }) => cardId as string);
  const sorted = focused && ids.includes(focused) ? [focused, ...ids] : ids;
  for (const id of sorted.slice(0, 50)) {
    const shown = document.querySelector<HTMLElement>(cardInMainSelector(id));
    if (shown && isInSight(shown)) return shown;
  }
  return null;
}

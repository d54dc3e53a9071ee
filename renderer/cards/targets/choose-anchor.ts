/** Finds the element that the list of choices opens at. */

import { useSelection } from '../../data/selection.ts';
import type { CardRow } from '../../model/card-row.ts';
import type { ChooseWhat } from '../../workbench/dialog-state.ts';

/** Field names in the card panel that differ from the choice. */
const fieldOf: Readonly<Partial<Record<ChooseWhat, ChooseWhat>>> = { move: 'deck', handOver: 'owner' };

const isInSight = (element: HTMLElement): boolean => {
  const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/**
 * Returns the pressed toolbar button, else the field in the card panel if the panel has focus, else a card in the view
 * (the focused one before other selected ones). Null if none of them is visible.
 */
export function anchorOf(what: ChooseWhat, cards: readonly CardRow[]): HTMLElement | null {
  const active = document.activeElement;
  const pressed = active?.closest<HTMLElement>('[role="toolbar"] button');
  if (pressed) return pressed;
  const [only] = cards;
  const panel = active?.closest<HTMLElement>('[data-card-panel]');
  if (panel && only && cards.length === 1 && panel.dataset.cardPanel === only.cardId) {
    const field = panel.querySelector<HTMLElement>(`[data-field="${fieldOf[what] ?? what}"]`);
    field?.scrollIntoView({ block: 'nearest' });
    if (field && isInSight(field)) return field;
  }
  const { focused } = useSelection.getState();
  const ids = cards.map(({ cardId }) => cardId as string);
  const sorted = focused && ids.includes(focused) ? [focused, ...ids] : ids;
  for (const id of sorted.slice(0, 50)) {
    const shown = document.querySelector<HTMLElement>(`main [data-card-list] [data-card-id="${CSS.escape(id)}"]`);
    if (shown && isInSight(shown)) return shown;
  }
  return null;
}

/** Where the list of choices opens: at what it changes. */

import { useSelection } from '../../data/selection.ts';
import type { CardRow } from '../../model/card-row.ts';
import type { ChooseWhat } from '../../workbench/dialog-state.ts';

/** The field of the card's panel that shows what is chosen; a hero card and a kind have places of their own there. */
const fieldOf: Readonly<Partial<Record<ChooseWhat, ChooseWhat>>> = { move: 'deck' };

const isInSight = (element: HTMLElement): boolean => {
  const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/**
 * The button that asked, the field in the card's panel where the panel has the keyboard, else the card in the view: the
 * one with the keyboard before others of a selection. Null where none of them is in sight.
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

/** Matches the elements that show a card as an item of a list. */
export const cardSelector = (id: string): string => `[data-card-id="${CSS.escape(id)}"]`;

export const cardInMainSelector = (id: string): string => `main [data-card-list] ${cardSelector(id)}`;

/** In animation frames, until the list has rendered the card. */
const maxFrames = 10;

/**
 * Waits until the card is rendered. `list` is the CSS selector of the list in which to find the card, because the Hand
 * strip can show the same card.
 */
export function revealCard(list: string, id: string, framesLeft = maxFrames): void {
  requestAnimationFrame(() => {
    const shown = document.querySelector(`${list} ${cardSelector(id)}`);
    if (shown) shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else if (framesLeft > 1) revealCard(list, id, framesLeft - 1);
  });
}

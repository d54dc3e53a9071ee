/** Maximum number of animation frames in which a list renders a card that was focused or scrolled to. */
const maxFrames = 10;

/**
 * Scrolls a card into view as soon as it is rendered. `list` is the selector of the list that shows the card; the Hand
 * strip can show the same card.
 */
export function revealCard(list: string, id: string, framesLeft = maxFrames): void {
  requestAnimationFrame(() => {
    const shown = document.querySelector(`${list} [data-card-id="${CSS.escape(id)}"]`);
    if (shown) shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else if (framesLeft > 1) revealCard(list, id, framesLeft - 1);
  });
}

/** The cards before and after one in the view beside the panel, in the order they are shown. */

export function neighbours(cardId: string): { previous: string | null; next: string | null } {
  const order = orderOnScreen();
  const at = order.indexOf(cardId);
  return { previous: at > 0 ? (order[at - 1] ?? null) : null, next: at >= 0 ? (order[at + 1] ?? null) : null };
}

function orderOnScreen(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-card-id]')].map((card) => card.dataset.cardId ?? '');
}

export function canBeInHand(card: { readonly status: string; readonly visibility: string }): boolean {
  return card.status !== 'done' && card.visibility === 'default';
}

/** A card that is not loaded takes a slot. Done, archived and deleted cards and projects take none. */
export function takesHandSlot(
  card: { readonly status: string; readonly visibility: string } | undefined,
  isInActiveProject: boolean,
): boolean {
  return card === undefined || (isInActiveProject && canBeInHand(card));
}

/** Infinity if the account has no limit. */
export const handSlotCount = (account: { readonly maxHandSlotCount?: number | null } | null | undefined): number =>
  account?.maxHandSlotCount ?? Number.POSITIVE_INFINITY;

/**
 * Computes the order of a Hand after `handQueue/setCardOrders`.
 * @param current card ids of the Hand, in order
 * @param wanted ids of the cards at the start of the new order. They are followed by the other cards of the Hand in
 *   their current order, and then by the other cards that join the Hand.
 * @param dragged cards that moved within the Hand, or that come from outside the Hand
 * @param fits whether a card outside the Hand can join it
 * @returns card ids in order. Returns the array `current` itself if no dragged card is in the Hand or can join it.
 */
export function newHandOrder(
  current: readonly string[],
  wanted: readonly string[],
  dragged: readonly string[],
  fits: (cardId: string) => boolean,
): readonly string[] {
  const present = new Set(current);
  const joining = new Set(dragged.filter((id) => !present.has(id) && fits(id)));
  if (joining.size === 0 && !dragged.some((id) => present.has(id))) return current;
  const order = new Set(wanted.filter((id) => present.has(id) || joining.has(id)));
  for (const id of current) order.add(id);
  for (const id of joining) order.add(id);
  return [...order];
}

/** Both contain the same ids. */
export function fewestCardsToMove(from: readonly string[], to: readonly string[]): string[] {
  const positions = to.map((id) => from.indexOf(id));
  // The cards that can stay are the longest subsequence of `to` whose old positions ascend. A Hand has few cards, so
  // dynamic programming is fast enough.
  const longestFrom: { length: number; next: number }[] = [];
  for (let at = to.length - 1; at >= 0; at -= 1) {
    longestFrom[at] = { length: 1, next: to.length };
    for (let later = at + 1; later < to.length; later += 1) {
      const length = (longestFrom[later]?.length ?? 0) + 1;
      if ((positions[later] ?? 0) > (positions[at] ?? 0) && length > (longestFrom[at]?.length ?? 0))
        longestFrom[at] = { length, next: later };
    }
  }
  const staying = new Set<number>();
  let at = longestFrom.reduce(
    (best, { length }, index) => (length > (longestFrom[best]?.length ?? 0) ? index : best),
    0,
  );
  for (; at < to.length; at = longestFrom[at]?.next ?? to.length) staying.add(at);
  return to.filter((_, index) => !staying.has(index));
}

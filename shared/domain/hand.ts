/** Rules of a Hand for the service and for the window: who fits, what takes a slot, how an order is set. */
/** Whether a card may be put into a Hand: it is neither done, archived nor deleted. */
export function fitsHand(card: { readonly status: string; readonly visibility: string }): boolean {
  return card.status !== 'done' && card.visibility === 'default';
}

/**
 * Whether an entry outside the done pile shows in its Hand and takes a slot: cards that are archived or deleted, or
 * whose project is, do not. An unknown card counts as shown.
 */
export function takesSlot(
  card: { readonly status: string; readonly visibility: string } | undefined,
  isInActiveProject: boolean,
): boolean {
  return card === undefined || (isInActiveProject && fitsHand(card));
}

/** Number of slots of each Hand; Infinity where the service states no limit. */
export const slotsOf = (account: { readonly maxHandSlotCount?: number | null } | null | undefined): number =>
  account?.maxHandSlotCount ?? Number.POSITIVE_INFINITY;

/**
 * The Hand after `handQueue/setCardOrders`.
 * @param current card ids of the Hand, in order
 * @param wanted the new order from the first card
 * @param dragged cards that moved, from within or outside
 * @param fits whether a card outside the Hand may join it
 * @returns card ids in order; `current` itself when nothing that was dragged can be in a Hand
 */
export function orderHand(
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

/** "1 card" or "2 cards": a count with its noun. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

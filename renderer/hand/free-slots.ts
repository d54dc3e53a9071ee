/** Names for free slots, which are all alike: `free 1`, `free 2` … */
export const freeSlots = (count: number): string[] => Array.from({ length: count }, (_, index) => `free ${index + 1}`);

/** `free 1`, `free 2` … Empty if the Hand has no limit. */
export const freeSlotKeys = (count: number): string[] =>
  Number.isFinite(count) ? Array.from({ length: Math.max(0, count) }, (_, index) => `free ${index + 1}`) : [];

/** Such as "3/7"; only "3" if the Hand has no limit. */
export const usedSlotsText = (taken: number, slots: number): string =>
  Number.isFinite(slots) ? `${taken}/${slots}` : String(taken);

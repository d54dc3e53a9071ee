/** Selects the items that a virtual list mounts: the items on screen, and items that always stay mounted. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * Returns a range extractor for TanStack Virtual: a function that selects the indexes to mount. It selects at most
 * `limit` items of the visible range and its overscan. It also selects the items at `pinnedIndexes`, wherever the list
 * is scrolled to; an index of -1 is ignored.
 */
export const rangeExtractorWithPinnedItems =
  (pinnedIndexes: readonly number[], limit = Number.POSITIVE_INFINITY) =>
  (range: Range): number[] => {
    const indexes = defaultRangeExtractor(range).slice(0, limit);
    const others = pinnedIndexes.filter((index) => index >= 0 && index < range.count && !indexes.includes(index));
    return others.length === 0 ? indexes : [...new Set([...indexes, ...others])].sort((a, b) => a - b);
  };

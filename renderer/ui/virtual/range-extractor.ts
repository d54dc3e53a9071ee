/** Selects the items that a virtual list mounts: the items on screen, and items that always stay mounted. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * Returns a range extractor for TanStack Virtual: a function that selects the indexes to mount. It selects the first
 * `limit` items of the visible range and its overscan, and at any scroll position the items at `pinnedIndexes`. An
 * index of -1 is ignored.
 */
export const rangeExtractorWithPinnedItems =
  (pinnedIndexes: readonly number[], limit = Number.POSITIVE_INFINITY) =>
  (range: Range): number[] => {
    const indexes = defaultRangeExtractor(range).slice(0, limit);
    const others = pinnedIndexes.filter((index) => index >= 0 && index < range.count && !indexes.includes(index));
    return others.length === 0 ? indexes : [...new Set([...indexes, ...others])].sort((a, b) => a - b);
  };

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * Mounts at most `limit` items of the visible range and its overscan, and the items at `pinnedIndexes`, wherever the
 * list is scrolled to; -1 is ignored.
 */
export const rangeExtractorWithPinnedItems =
  (pinnedIndexes: readonly number[], limit = Number.POSITIVE_INFINITY) =>
  (range: Range): number[] => {
    const indexes = defaultRangeExtractor(range).slice(0, limit);
    const others = pinnedIndexes.filter((index) => index >= 0 && index < range.count && !indexes.includes(index));
    return others.length === 0 ? indexes : [...new Set([...indexes, ...others])].sort((a, b) => a - b);
  };

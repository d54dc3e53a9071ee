/** Which items a virtual list mounts besides those on screen. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * A range extractor of TanStack Virtual: at most `limit` items of those on screen with their overscan, and the indexes `kept`
 * wherever the list is scrolled to (-1 for none).
 */
export const rangeWith =
  (kept: readonly number[], limit = Number.POSITIVE_INFINITY) =>
  (range: Range): number[] => {
    const indexes = defaultRangeExtractor(range).slice(0, limit);
    const others = kept.filter((index) => index >= 0 && index < range.count && !indexes.includes(index));
    return others.length === 0 ? indexes : [...new Set([...indexes, ...others])].sort((a, b) => a - b);
  };

import type { VirtualItem } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { ArrangedLane } from '../../../model/arrange.ts';
import { useHasPageBeenIdle } from '../../../ui/virtual/scroll-state.ts';
import type { useListVirtualizer } from '../../../ui/virtual/use-list-virtualizer.ts';
import { useMountedLists } from '../../../ui/virtual/use-mounted-lists.ts';

type Virtualizer = ReturnType<typeof useListVirtualizer>;

/**
 * First the visible cells, then the cells beside them, then the cells of the next lane in the scroll direction. A lane
 * is mounted as soon as one of its cells is. A lane above the visible lanes is mounted only while the board scrolls: at
 * rest, it would push them down if it were higher than estimated.
 */
export function useMountedCells(
  lanes: readonly ArrangedLane[],
  folded: readonly string[],
  { vertical, horizontal }: { readonly vertical: Virtualizer; readonly horizontal: Virtualizer },
) {
  const lanesInSight = vertical.getVirtualItems();
  const direction = useRef(1);
  if (vertical.scrollDirection) direction.current = vertical.scrollDirection === 'backward' ? -1 : 1;
  const { startIndex = 0, endIndex = -1 } = vertical.range ?? {};
  const hasRested = useHasPageBeenIdle(() => false);
  const above = vertical.isScrolling ? startIndex - 1 : -1;
  const next = hasRested && vertical.range ? (direction.current > 0 ? endIndex + 1 : above) : -1;

  const across = horizontal.getVirtualItems();
  const columnsInSight = across.filter(
    ({ index }) => index >= (horizontal.range?.startIndex ?? 0) && index <= (horizontal.range?.endIndex ?? -1),
  );
  const columnsNear = across.filter((item) => !columnsInSight.includes(item));
  const cellsOf = (lane: ArrangedLane | undefined, items: readonly VirtualItem[]) =>
    !lane || folded.includes(lane.lane.key) ? [] : items.flatMap(({ index }) => lane.cells[index]?.column.key ?? []);
  const inSight = lanesInSight.flatMap(({ index }) => cellsOf(lanes[index], columnsInSight));
  const toMountAhead = [
    ...lanesInSight.flatMap(({ index }) => cellsOf(lanes[index], columnsNear)),
    ...cellsOf(lanes[next], columnsInSight),
  ];
  const cellsByKey = useMemo(() => {
    const found = new Map<string, { readonly laneIndex: number; readonly cardCount: number }>();
    for (const [laneIndex, { cells }] of lanes.entries())
      for (const { column, ids } of cells) found.set(column.key, { laneIndex, cardCount: ids.length });
    return found;
  }, [lanes]);
  const cardsIn = (key: string) => cellsByKey.get(key)?.cardCount;
  // By the key of each mounted cell.
  const limits = useMountedLists({ inSight, toMountAhead, cardsIn }, false);
  const laneIndexes = new Set(lanesInSight.map(({ index }) => index));
  for (const key of limits.keys()) laneIndexes.add(cellsByKey.get(key)?.laneIndex ?? -1);
  return { limits, laneIndexes };
}

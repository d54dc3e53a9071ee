/** A default replaces each setting that is missing or that the source does not offer. */

import { type BoardLayout, type BoardSettings, boardLayouts } from './board-settings.ts';
import type { BoardSource } from './board-source.ts';
import type { GroupingName } from './column.ts';
import { type SortOrderName, sortOrderNames } from './ordering.ts';

export interface ResolvedBoardSettings {
  readonly layout: BoardLayout;
  readonly by: GroupingName;
  /** Undefined if the board has no lanes. */
  readonly lanesBy: GroupingName | undefined;
  /** Offered with the grouping `by`. */
  readonly sorts: readonly SortOrderName[];
  readonly sort: SortOrderName;
}

export const columnGroupingOf = (source: BoardSource, { by }: BoardSettings): GroupingName =>
  by && source.groupings.includes(by) ? by : source.defaultGrouping;

export const laneGroupings = (source: BoardSource, by: GroupingName): GroupingName[] =>
  (source.laneGroupings ?? source.groupings).filter((name) => name !== by && name !== 'none');

export function resolveBoardSettings(source: BoardSource, view: BoardSettings): ResolvedBoardSettings {
  const by = columnGroupingOf(source, view);
  const layout = view.layout && boardLayouts.includes(view.layout) ? view.layout : 'board';
  const hasLanes = layout === 'board' && by !== 'none' && view.lanes && laneGroupings(source, by).includes(view.lanes);
  const canOrder = source.orderKind !== null && source.hasManualOrderBy(by);
  const sorts = sortOrderNames.filter((name) => name !== 'manual' || canOrder);
  const sort = view.sort && sorts.includes(view.sort) ? view.sort : canOrder ? 'manual' : 'priority';
  return { layout, by, lanesBy: hasLanes ? view.lanes : undefined, sorts, sort };
}

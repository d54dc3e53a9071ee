/** What a board view means on its source: a choice that the source does not offer gives way to the usual one. */
import type { Source } from './board-source.ts';
import { type BoardView, type Layout, layouts } from './board-view.ts';
import type { GroupingName } from './column.ts';
import { type SortName, sortNames } from './ordering.ts';

export interface ResolvedView {
  readonly layout: Layout;
  readonly by: GroupingName;
  /** The second grouping, where the layout has lanes. */
  readonly lanesBy: GroupingName | undefined;
  /** The sort orders that the source offers under this grouping. */
  readonly sorts: readonly SortName[];
  readonly sort: SortName;
}

/** The grouping of a view's columns. */
export const groupingOf = (source: Source, { by }: BoardView): GroupingName =>
  by && source.groupings.includes(by) ? by : source.defaultGrouping;

/** Groupings that lanes can have beside columns by `by`. */
export const laneGroupings = (source: Source, by: GroupingName): GroupingName[] =>
  source.groupings.filter((name) => name !== by && name !== 'none');

export function resolveView(source: Source, view: BoardView): ResolvedView {
  const by = groupingOf(source, view);
  const layout = view.layout && layouts.includes(view.layout) ? view.layout : 'board';
  const hasLanes = layout === 'board' && by !== 'none' && view.lanes && laneGroupings(source, by).includes(view.lanes);
  const canOrder = source.context !== null && source.manualUnder(by);
  const sorts = sortNames.filter((name) => name !== 'manual' || canOrder);
  const sort = view.sort && sorts.includes(view.sort) ? view.sort : canOrder ? 'manual' : 'priority';
  return { layout, by, lanesBy: hasLanes ? view.lanes : undefined, sorts, sort };
}

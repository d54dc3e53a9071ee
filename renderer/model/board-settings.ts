/** Stored per board and in saved views. */

import type { BoardSource } from './board-source.ts';
import { type FieldKey, type FieldsWithProperty, fieldDefinitionOf, fieldKeys } from './card-fields/definitions.ts';
import type { GroupingName } from './column.ts';
import type { Filters } from './filters.ts';
import type { SortOrderName } from './ordering.ts';
import { sortOrderNames } from './ordering.ts';

export const boardLayouts = ['board', 'list', 'table'] as const;
export type BoardLayout = (typeof boardLayouts)[number];

/** In stored views. Fields that are missing here use their key. */
const columnNames = { tag: 'tags' } as const;
type ColumnName<K extends FieldKey> = K extends keyof typeof columnNames ? (typeof columnNames)[K] : K;
export type TableColumn = ColumnName<FieldsWithProperty<'column'>>;

const fieldsOfColumns = new Map<string, FieldKey>(
  fieldKeys.flatMap((key) => (fieldDefinitionOf(key).column ? [[key in columnNames ? 'tags' : key, key]] : [])),
);
export const tableColumns = [...fieldsOfColumns.keys()] as readonly TableColumn[];
export const fieldOfTableColumn = (name: TableColumn): FieldKey => fieldsOfColumns.get(name) as FieldKey;

export interface CardTableSettings {
  readonly columns?: readonly TableColumn[];
  readonly sort?: { readonly column: TableColumn; readonly descending: boolean } | null;
}

export interface BoardSettings {
  readonly layout?: BoardLayout;
  readonly by?: GroupingName;
  /** Absent means no lanes. */
  readonly lanes?: GroupingName;
  readonly table?: CardTableSettings;
  readonly sort?: SortOrderName;
  /** Decides between cards that `sort` does not. */
  readonly thenSort?: SortOrderName;
  readonly filters?: Filters;
  /** Columns, lanes or, in the list layout, groups. */
  readonly folded?: readonly string[];
  /** Empty columns that the person unfolded. */
  readonly unfolded?: readonly string[];
  /** By default on boards by status and owner. */
  readonly foldsEmpty?: boolean;
}

/** A default replaces each setting that is missing or that the source does not offer. */
export interface ResolvedBoardSettings {
  readonly layout: BoardLayout;
  readonly by: GroupingName;
  /** Undefined if the board has no lanes. */
  readonly lanesBy: GroupingName | undefined;
  /** Offered with the grouping `by`. */
  readonly sorts: readonly SortOrderName[];
  readonly sort: SortOrderName;
  readonly thenSort: SortOrderName | undefined;
  readonly foldsEmpty: boolean;
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
  const then = view.thenSort;
  return {
    layout,
    by,
    lanesBy: hasLanes ? view.lanes : undefined,
    sorts,
    sort,
    thenSort:
      then && then !== sort && then !== 'manual' && sort !== 'manual' && sorts.includes(then) ? then : undefined,
    foldsEmpty: layout === 'board' && !hasLanes && (view.foldsEmpty ?? (by === 'status' || by === 'owner')),
  };
}

/** How a board is shown: what a person chooses for it, stored with the board or under the name of a saved view. */
import type { Filters } from './filters.ts';
import type { GroupingName } from './grouping.ts';
import type { SortName } from './ordering.ts';

export const layouts = ['board', 'list', 'table'] as const;
export type Layout = (typeof layouts)[number];

export const tableColumns = [
  'title',
  'code',
  'status',
  'owner',
  'priority',
  'effort',
  'deck',
  'zone',
  'milestone',
  'run',
  'due',
  'tags',
  'updated',
] as const;
export type TableColumn = (typeof tableColumns)[number];

export interface TableView {
  readonly columns?: readonly TableColumn[];
  readonly sort?: { readonly column: TableColumn; readonly descending: boolean } | null;
}

export interface BoardView {
  readonly layout?: Layout;
  readonly by?: GroupingName;
  /** The second grouping, as lanes across the columns; absent: none. */
  readonly lanes?: GroupingName;
  readonly table?: TableView;
  readonly sort?: SortName;
  readonly filters?: Filters;
  /** Keys of columns, lanes and groups folded away. */
  readonly folded?: readonly string[];
}

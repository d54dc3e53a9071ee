/** How a board is shown: what a person chooses for it, stored with the board or under the name of a saved view. */
import { type FieldKey, type FieldsWith, factsOf, fieldKeys } from './card-fields/facts.ts';
import type { GroupingName } from './column.ts';
import type { Filters } from './filters.ts';
import type { SortName } from './ordering.ts';

export const layouts = ['board', 'list', 'table'] as const;
export type Layout = (typeof layouts)[number];

/** The name of a field's column in stored views. */
const columnNames = { tag: 'tags' } as const;
type ColumnName<K extends FieldKey> = K extends keyof typeof columnNames ? (typeof columnNames)[K] : K;
export type TableColumn = ColumnName<FieldsWith<'column'>>;

const fieldsOfColumns = new Map<string, FieldKey>(
  fieldKeys.flatMap((key) => (factsOf(key).column ? [[key in columnNames ? 'tags' : key, key]] : [])),
);
export const tableColumns = [...fieldsOfColumns.keys()] as readonly TableColumn[];
export const fieldOfColumn = (name: TableColumn): FieldKey => fieldsOfColumns.get(name) as FieldKey;

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

/** Stored per board and in saved views. */
import { type FieldKey, type FieldsWithProperty, fieldDefinitionOf, fieldKeys } from './card-fields/definitions.ts';
import type { GroupingName } from './column.ts';
import type { Filters } from './filters.ts';
import type { SortOrderName } from './ordering.ts';

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
  readonly filters?: Filters;
  /** Columns, lanes or, in the list layout, groups. */
  readonly folded?: readonly string[];
}

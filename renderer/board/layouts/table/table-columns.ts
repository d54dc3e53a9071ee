/** The columns of a table of cards, and the function that sorts cards by a column. */
import {
  type CardTableSettings,
  fieldOfTableColumn,
  type TableColumn,
  tableColumns,
} from '../../../model/board-settings.ts';
import { compareCodeUnits, compareNames } from '../../../model/card-fields/compare.ts';
import { type FieldWithChoices, fieldDefinitionOf, fieldHasChoices } from '../../../model/card-fields/definitions.ts';
import type { FieldValue, ManualOrderWithZones, ValueNameLookups } from '../../../model/card-fields/field.ts';
import { cardFields } from '../../../model/card-fields/index.ts';
import type { CardRow } from '../../../model/card-row.ts';

interface TableColumnInfo {
  readonly label: string;
  readonly widthPx: number;
  /** The field that the cells of the column edit; undefined for a read-only column. */
  readonly editedField: FieldWithChoices | undefined;
  readonly isStandard: boolean;
}

function columnInfoOf(name: TableColumn): TableColumnInfo {
  const key = fieldOfTableColumn(name);
  const { label, column } = fieldDefinitionOf(key);
  return {
    label: column?.label ?? label,
    widthPx: column?.widthPx ?? 0,
    editedField: fieldHasChoices(key) ? key : undefined,
    isStandard: column?.isStandard ?? false,
  };
}

/** The properties of each column of a table, by the name of the column. */
export const tableColumnDefinitions = Object.fromEntries(
  tableColumns.map((name) => [name, columnInfoOf(name)]),
) as Readonly<Record<TableColumn, TableColumnInfo>>;

/**
 * Returns the columns that a table shows: the columns that the person has chosen for the view, or the standard columns
 * if `columns` is not set. The title is always first. Chosen columns that this version does not know are left out.
 */
export function visibleTableColumns(view: CardTableSettings | undefined): readonly TableColumn[] {
  const chosen = view?.columns ?? tableColumns.filter((name) => tableColumnDefinitions[name].isStandard);
  return ['title', ...tableColumns.filter((name) => name !== 'title' && chosen.includes(name))];
}

/** The data that table cells and sorting need: the names of values, and the manual order with its zones. */
export type TableCellContext = ValueNameLookups & ManualOrderWithZones;

/** Returns the value of a card by which a column sorts; null if the card has no value. */
export const cardSortValueInColumn = (column: TableColumn, card: CardRow, context: TableCellContext): FieldValue =>
  cardFields[fieldOfTableColumn(column)].tableValue?.(card, context) ?? null;

/**
 * Returns card ids sorted by a column. Cards without a value are last in both directions; equal cards keep their order.
 */
export function cardIdsSortedByColumn(
  ids: readonly string[],
  { column, descending }: { readonly column: TableColumn; readonly descending: boolean },
  context: TableCellContext,
): readonly string[] {
  const values = new Map<string, FieldValue>();
  for (const id of ids) {
    const card = context.loaded.rows[id];
    values.set(id, card ? cardSortValueInColumn(column, card, context) : null);
  }
  const compare = cardFields[fieldOfTableColumn(column)].sortsAsNames ? compareNames : compareCodeUnits;
  const sign = descending ? -1 : 1;
  return [...ids].sort((a, b) => {
    const [x, y] = [values.get(a) ?? null, values.get(b) ?? null];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * compare(String(x), String(y));
  });
}

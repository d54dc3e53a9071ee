import { compareNames } from '../../../../shared/domain/natural-order.ts';
import {
  type CardTableSettings,
  fieldOfTableColumn,
  type TableColumn,
  tableColumns,
} from '../../../model/board-settings.ts';
import { type FieldWithChoices, fieldDefinitionOf, fieldHasChoices } from '../../../model/card-fields/definitions.ts';
import type { FieldValue, ManualOrderWithZones, ValueNameContext } from '../../../model/card-fields/field.ts';
import { compareCodeUnits } from '../../../model/card-fields/field.ts';
import { cardFields } from '../../../model/card-fields/index.ts';
import type { CardRow } from '../../../model/card-row.ts';

interface TableColumnInfo {
  readonly label: string;
  readonly widthPx: number;
  /** Undefined for a read-only column. */
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

export const tableColumnDefinitions = Object.fromEntries(
  tableColumns.map((name) => [name, columnInfoOf(name)]),
) as Readonly<Record<TableColumn, TableColumnInfo>>;

/**
 * The columns that the person has chosen, or the standard columns. The title is always first. Columns that this version
 * does not know are left out.
 */
export function visibleTableColumns(view: CardTableSettings | undefined): readonly TableColumn[] {
  const chosen = view?.columns ?? tableColumns.filter((name) => tableColumnDefinitions[name].isStandard);
  return ['title', ...tableColumns.filter((name) => name !== 'title' && chosen.includes(name))];
}

export type TableCellContext = ValueNameContext & ManualOrderWithZones;

/** Null if the card has no value. */
export const cardSortValueInColumn = (column: TableColumn, card: CardRow, context: TableCellContext): FieldValue =>
  cardFields[fieldOfTableColumn(column)].tableValue?.(card, context) ?? null;

/** Cards without a value are last in both directions; equal cards keep their order. */
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

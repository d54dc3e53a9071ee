/** The rows of a table: those on screen and a few more, each drawn again only when its own card changes. */
import { memo, type ReactElement, type MouseEvent as ReactMouseEvent, type RefObject } from 'react';
import type { ChooseWhat } from '../app/dialog-state.ts';
import { useSelection } from '../data/selection.ts';
import { cx } from '../ui/cx.ts';
import { useCard, useRows } from './card-rows.ts';
import { useWindow } from './shown-list.ts';
import styles from './Table.module.css';
import { CellValue } from './TableCell.tsx';
import { columnLooks, type TableColumn, type TableFacts } from './table-columns.ts';
import { useListedCard } from './use-listed-card.ts';

/** px */
export const rowHeight = 36;
export const headHeight = 34;
export const composerHeight = 96;
/** Rows mounted beyond what is on screen. */
const beyond = 4;
/** px below the heads at which a row begins, where a card is being written at the row `slot`, if that is not -1. */
export const placeOfRow = (index: number, slot: number): number =>
  index * rowHeight + (slot >= 0 && index >= slot ? composerHeight : 0);

interface TableRowsProps {
  ids: readonly string[];
  scroller: RefObject<HTMLElement | null>;
  /** The row a card is being written at; -1: none. */
  slot: number;
  /** Names with commas: compared as one. */
  columns: string;
  facts: TableFacts;
  order: () => readonly string[];
  onEdit: (event: ReactMouseEvent<HTMLElement>, cardId: string, what: ChooseWhat) => void;
}

/** Scrolling draws these, and nothing else of the table. */
export function TableRows({ ids, scroller, slot, ...common }: TableRowsProps): ReactElement {
  const { top, bottom } = useWindow(scroller, rowHeight, beyond * rowHeight);
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  const shown: number[] = [];
  const first = Math.max(0, Math.floor((top - headHeight) / rowHeight) - beyond);
  const end = Math.min(ids.length, Math.ceil(bottom / rowHeight) + beyond);
  for (let index = first; index < end; index++) shown.push(index);
  // The row with the keyboard stays mounted wherever the table is scrolled to.
  if (focusedIndex >= 0 && !shown.includes(focusedIndex)) shown.push(focusedIndex);
  shown.sort((a, b) => a - b);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    <div role="rowgroup">
      {shown.map((index) => {
        const id = ids[index];
        return id ? <Row key={id} id={id} index={index} top={placeOfRow(index, slot)} {...common} /> : null;
      })}
    </div>
  );
}

interface RowProps extends Pick<TableRowsProps, 'columns' | 'facts' | 'order' | 'onEdit'> {
  id: string;
  index: number;
  /** px below the heads. */
  top: number;
}

function sameRow(a: RowProps, b: RowProps): boolean {
  // Rows are read from the store: the facts differ by the set alone whenever another card changes.
  return (
    a.id === b.id &&
    a.index === b.index &&
    a.top === b.top &&
    a.columns === b.columns &&
    a.onEdit === b.onEdit &&
    a.facts.lookups === b.facts.lookups &&
    a.facts.people === b.facts.people &&
    a.facts.zones === b.facts.zones
  );
}

const Row = memo(function Row({ id, index, top, columns, facts, order, onEdit }: RowProps): ReactElement | null {
  const { card, subDone, subTotal } = useCard(id);
  const rows = useRows();
  const { isSelected, isLifted, props } = useListedCard(id, order);
  if (!card) return null;
  const now = { ...facts, set: rows.set };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useFocusableInteractive: it has a tabIndex like any listed card
    <div
      {...props}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(styles.row, styles.card, isSelected && styles.selected, isLifted && styles.lifted)}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
    >
      {(columns.split(',') as TableColumn[]).map((name) => {
        const { edit, label } = columnLooks[name];
        const value = <CellValue name={name} card={card} facts={now} subTotal={subTotal} subDone={subDone} />;
        const can = edit && !(card.isDoc && ['status', 'priority', 'effort'].includes(edit));
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the table
          // biome-ignore lint/a11y/useFocusableInteractive: rows have the keyboard
          <div key={name} role="gridcell" className={cx(styles.cell, styles[name], can && styles.editable)}>
            {can ? (
              <button
                type="button"
                tabIndex={-1}
                className={styles.edit}
                title={`Change ${label.toLowerCase()}`}
                data-no-drag
                onClick={(event) => onEdit(event, id, edit)}
              >
                {value}
              </button>
            ) : (
              value
            )}
          </div>
        );
      })}
    </div>
  );
}, sameRow);

/** The rows of a table: those on screen and a few more, each drawn again only when its own card changes. */
import { memo, type ReactElement, type RefObject } from 'react';
import { useCard, useRows } from '../../cards/card-rows.ts';
import { useFaceFacts } from '../../cards/face-context.tsx';
import { useListedCard } from '../../cards/use-listed-card.ts';
import { useSelection } from '../../data/selection.ts';
import type { TableColumn } from '../../model/board-view.ts';
import { isTaskField } from '../../model/card-fields/facts.ts';
import { cx } from '../../ui/cx.ts';
import { useRowWindow } from '../../virtual/use-row-virtualizer.ts';
import type { ChooseWhat } from '../../workbench/dialog-state.ts';
import styles from './Table.module.css';
import { cellOf } from './TableCell.tsx';
import { columnLooks, type TableFacts } from './table-columns.ts';

/** px */
export const rowHeight = 36;
export const headHeight = 34;
export const composerHeight = 96;
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
  /** Below this cell. */
  onEdit: (cell: HTMLElement, cardId: string, what: ChooseWhat) => void;
}

/** Scrolling draws these, and nothing else of the table. */
export function TableRows({ ids, scroller, slot, ...common }: TableRowsProps): ReactElement {
  const { top, bottom } = useRowWindow(scroller, rowHeight);
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  const shown: number[] = [];
  // The heads lie over the first of what scrolls; rows below the one that is written stand lower.
  const first = Math.max(0, Math.floor((top - (slot < 0 ? 0 : composerHeight)) / rowHeight));
  const end = Math.min(ids.length, Math.ceil((bottom - headHeight) / rowHeight));
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
  const face = useFaceFacts();
  const { isSelected, isLifted, props } = useListedCard(id, order);
  if (!card) return null;
  const listed: typeof props = {
    ...props,
    onClick: (event) => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-edit]');
      if (cell) onEdit(cell, id, cell.dataset.edit as ChooseWhat);
      else props.onClick(event);
    },
  };
  const shown = { card, facts: { ...facts, set: rows.set }, face, subTotal, subDone };
  const names = columns.split(',') as TableColumn[];
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useFocusableInteractive: it has a tabIndex like any listed card
    <div
      {...listed}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(styles.row, styles.card, isSelected && styles.selected, isLifted && styles.lifted)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {names.map((name) => {
        const { edit, label } = columnLooks[name];
        const { says, look } = cellOf(name, shown);
        // Its change is asked for by the row: a cell is one element, and hears nothing.
        const can = edit && !(card.isDoc && (edit === 'status' || isTaskField(edit)));
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the table
          // biome-ignore lint/a11y/useFocusableInteractive: rows have the keyboard
          <div
            key={name}
            role="gridcell"
            className={cx(styles.cell, styles[name], look, can && styles.editable)}
            dir={name === 'title' ? 'auto' : undefined}
            data-whole={name === 'title' ? '' : undefined}
            {...(can
              ? {
                  'data-edit': edit,
                  'data-no-drag': '',
                  'aria-haspopup': 'dialog',
                  title: `Change ${label.toLowerCase()}`,
                }
              : undefined)}
          >
            {says}
          </div>
        );
      })}
    </div>
  );
}, sameRow);

/** The mounted rows of a table, by TanStack Virtual. A row renders again only when its own card changes. */
import { memo, type ReactElement, type RefObject, useCallback, useImperativeHandle, useRef } from 'react';
import { useCard, useRows } from '../../cards/card-rows.ts';
import { useFaceFacts } from '../../cards/face/face-context.tsx';
import { useListedCard } from '../../cards/face/use-listed-card.ts';
import { useSelection } from '../../data/selection.ts';
import type { TableColumn } from '../../model/board-view.ts';
import { isTaskField } from '../../model/card-fields/facts.ts';
import { cx } from '../../ui/cx.ts';
import { rangeWith } from '../../ui/virtual/range-with.ts';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import type { ChooseWhat } from '../../workbench/dialog-state.ts';
import styles from './Table.module.css';
import { cellOf } from './TableCell.tsx';
import { columnLooks, type TableFacts } from './table-columns.ts';

/** px */
export const rowHeight = 36;
export const headHeight = 34;
export const composerHeight = 96;
/** Rows mounted beyond both ends of the screen. */
const overscan = 4;
const composerKey = 'composer';

/** Scrolls a row into view, if it is not. */
export interface TableScroll {
  reveal(index: number): void;
}

interface TableRowsProps {
  ids: readonly string[];
  /** The row a card is being written at; -1: none. */
  slot: number;
  scroll: RefObject<TableScroll | null>;
  /** Names with commas: compared as one. */
  columns: string;
  facts: TableFacts;
  order: () => readonly string[];
  /** Below this cell. */
  onEdit: (cell: HTMLElement, cardId: string, what: ChooseWhat) => void;
}

/** Scrolling renders these, and nothing else of the table. */
export function TableRows({ ids, slot, scroll, ...common }: TableRowsProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  // The composer takes the place of a row, and pushes those below it down.
  const itemOf = (index: number) => (slot >= 0 && index >= slot ? index + 1 : index);
  const cardAt = (item: number) => (slot >= 0 && item > slot ? item - 1 : item);
  const virtualizer = useListVirtualizer({
    count: slot < 0 ? ids.length : ids.length + 1,
    // Effects run before the table, an ancestor, has its ref.
    getScrollElement: () => root.current?.closest<HTMLElement>('[data-card-list]') ?? null,
    estimateSize: (item) => (item === slot ? composerHeight : rowHeight),
    getItemKey: useCallback(
      (item: number) => (item === slot ? composerKey : (ids[slot >= 0 && item > slot ? item - 1 : item] ?? item)),
      [ids, slot],
    ),
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: 8,
    initialRect: { width: 0, height: Math.max(200, window.innerHeight - 100) },
    overscan,
    // The row with the keyboard stays mounted wherever the table is scrolled to.
    rangeExtractor: rangeWith([focusedIndex < 0 ? -1 : itemOf(focusedIndex)]),
  });
  useImperativeHandle(scroll, () => ({ reveal: (index) => virtualizer.scrollToIndex(itemOf(index)) }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    <div ref={root} role="rowgroup">
      {virtualizer.getVirtualItems().map(({ index: item, start }) => {
        const index = cardAt(item);
        const id = item === slot ? undefined : ids[index];
        return id ? <Row key={id} id={id} index={index} top={start} {...common} /> : null;
      })}
    </div>
  );
}

interface RowProps extends Pick<TableRowsProps, 'columns' | 'facts' | 'order' | 'onEdit'> {
  id: string;
  index: number;
  /** px below the start of the table. */
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
        const { text, look } = cellOf(name, shown);
        // Its change is asked for by the row: a cell is one element, and hears nothing.
        const canEdit = edit && !(card.isDoc && (edit === 'status' || isTaskField(edit)));
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the table
          // biome-ignore lint/a11y/useFocusableInteractive: rows have the keyboard
          <div
            key={name}
            role="gridcell"
            className={cx(styles.cell, styles[name], look, canEdit && styles.editable)}
            dir={name === 'title' ? 'auto' : undefined}
            data-whole={name === 'title' ? '' : undefined}
            {...(canEdit
              ? {
                  'data-edit': edit,
                  'data-no-drag': '',
                  'aria-haspopup': 'dialog',
                  title: `Change ${label.toLowerCase()}`,
                }
              : undefined)}
          >
            {text}
          </div>
        );
      })}
    </div>
  );
}, sameRow);

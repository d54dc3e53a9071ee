/** If a card changes, only its row renders again. */
import {
  memo,
  type ReactElement,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useCardWithSubCardCounts, useNearestCardRowStore } from '../../../cards/card-rows.ts';
import { useCardFaceSettings } from '../../../cards/face/face-context.tsx';
import { useCardInteractions } from '../../../cards/face/use-card-interactions.ts';
import { stableRowKey } from '../../../data/id-remap.ts';
import { useSelection } from '../../../data/selection.ts';
import type { TableColumn } from '../../../model/board-settings.ts';
import { isTaskOnlyField } from '../../../model/card-fields/definitions.ts';
import { manualPositionOf } from '../../../model/card-row.ts';
import { cx } from '../../../ui/cx.ts';
import { ItemBoundary } from '../../../ui/ItemBoundary.tsx';
import { rangeExtractorWithPinnedItems, useListVirtualizer } from '../../../ui/virtual/use-list-virtualizer.ts';
import type { CardChoiceKind } from '../../../workbench/dialog-state.ts';
import { tableCellContentOf } from './TableCell.tsx';
import styles from './TableLayout.module.css';
import { type TableCellContext, tableColumnDefinitions } from './table-columns.ts';

/** In px. */
export const tableRowHeightPx = 36;
export const tableHeadHeightPx = 34;
export const tableComposerHeightPx = 96;
/** Mounted above and below the visible part. */
const overscanRows = 4;
const composerKey = 'composer';

export interface TableRowScroller {
  reveal(index: number): void;
}

interface TableRowsProps {
  ids: readonly string[];
  /** Index of the composer's row; -1 while it is closed. */
  slot: number;
  scroll: RefObject<TableRowScroller | null>;
  /** Joined by commas, so that memoized rows can compare them as one string. */
  columns: string;
  context: TableCellContext;
  order: () => readonly string[];
  /** Opens the editor below the cell. */
  onEdit: (cell: HTMLElement, cardId: string, choiceKind: CardChoiceKind) => void;
}

/** A component of its own, so that scrolling renders only the rows. */
export function TableRows({ ids, slot, scroll, ...common }: TableRowsProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const focusedIndex = useSelection((state) => (state.focused ? ids.indexOf(state.focused) : -1));
  // The items are the cards and the composer, so below the composer, the index of an item is one higher than the
  // card's.
  const itemOf = (index: number) => (slot >= 0 && index >= slot ? index + 1 : index);
  const cardAt = (item: number) => (slot >= 0 && item > slot ? item - 1 : item);
  const virtualizer = useListVirtualizer({
    count: slot < 0 ? ids.length : ids.length + 1,
    // The scroller is an ancestor, so its ref is not set yet when the effects of this component first run.
    getScrollElement: () => root.current?.closest<HTMLElement>('[data-card-list]') ?? null,
    estimateSize: (item) => (item === slot ? tableComposerHeightPx : tableRowHeightPx),
    getItemKey: useCallback(
      (item: number) => (item === slot ? composerKey : (ids[slot >= 0 && item > slot ? item - 1 : item] ?? item)),
      [ids, slot],
    ),
    paddingStart: tableHeadHeightPx,
    scrollPaddingStart: tableHeadHeightPx,
    scrollPaddingEnd: 8,
    initialRect: { width: 0, height: Math.max(200, window.innerHeight - 100) },
    overscan: overscanRows,
    // The focused row stays mounted at any scroll position.
    rangeExtractor: rangeExtractorWithPinnedItems([focusedIndex < 0 ? -1 : itemOf(focusedIndex)]),
  });
  useImperativeHandle(scroll, () => ({ reveal: (index) => virtualizer.scrollToIndex(itemOf(index)) }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: table elements cannot be positioned one by one
    <div ref={root} role="rowgroup">
      {virtualizer.getVirtualItems().map(({ index: item, start }) => {
        const index = cardAt(item);
        const id = item === slot ? undefined : ids[index];
        return id ? (
          <ItemBoundary key={stableRowKey(id)} item="This row" text={null} style={{ position: 'absolute', top: start }}>
            <TableRow id={id} index={index} top={start} {...common} />
          </ItemBoundary>
        ) : null;
      })}
    </div>
  );
}

interface RowProps extends Pick<TableRowsProps, 'columns' | 'context' | 'order' | 'onEdit'> {
  id: string;
  index: number;
  /** In px from the top of the table. */
  top: number;
}

function areRowPropsEqual(a: RowProps, b: RowProps): boolean {
  // `context.loaded` is new after each change to any card; the row reads its card from the store.
  return (
    a.id === b.id &&
    a.index === b.index &&
    a.top === b.top &&
    a.columns === b.columns &&
    a.onEdit === b.onEdit &&
    a.context.lookups === b.context.lookups &&
    a.context.people === b.context.people &&
    a.context.zones === b.context.zones
  );
}

const TableRow = memo(function Row({ id, index, top, columns, context, order, onEdit }: RowProps): ReactElement | null {
  const { card, doneSubCardCount, subCardCount } = useCardWithSubCardCounts(id);
  const rows = useNearestCardRowStore();
  // The zone is stored with the card's manual position and not in its `CardRow`.
  useSyncExternalStore(rows.subscribe, () =>
    columns.includes('zone') ? manualPositionOf(rows.loaded, id)?.label : undefined,
  );
  const face = useCardFaceSettings();
  const { isSelected, isLifted, props } = useCardInteractions(id, order);
  if (!card) return null;
  const listed: typeof props = {
    ...props,
    onClick: (event) => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-edit]');
      if (cell) onEdit(cell, id, cell.dataset.edit as CardChoiceKind);
      else props.onClick(event);
    },
  };
  const shown = { card, context: { ...context, loaded: rows.loaded }, face, subCardCount, doneSubCardCount };
  const names = columns.split(',') as TableColumn[];
  return (
    // biome-ignore lint/a11y/useSemanticElements: table elements cannot be positioned one by one
    // biome-ignore lint/a11y/useFocusableInteractive: the row has a tabIndex, like every card in a list
    <div
      {...listed}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(
        'grid absolute border-bottom bg-surface hover-surface',
        styles.row,
        styles.card,
        isSelected && styles.selected,
        isLifted && styles.lifted,
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      {names.map((name) => {
        const { editedField, label } = tableColumnDefinitions[name];
        const { text, className } = tableCellContentOf(name, shown);
        // The row's click handler opens the editor, so that a cell is one element without handlers.
        const canEdit = editedField && !(card.isDoc && (editedField === 'status' || isTaskOnlyField(editedField)));
        return (
          // biome-ignore lint/a11y/useSemanticElements: table elements cannot be positioned one by one
          // biome-ignore lint/a11y/useFocusableInteractive: rows handle the keyboard
          <div
            key={name}
            role="gridcell"
            className={cx('min-w-0 truncate px-10px', styles.cell, styles[name], className, canEdit && styles.editable)}
            dir={name === 'title' ? 'auto' : undefined}
            {...(canEdit
              ? {
                  'data-edit': editedField,
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
}, areRowPropsEqual);

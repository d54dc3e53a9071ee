// biome-ignore-all lint/a11y/useSemanticElements: rows are divs, because only visible rows are mounted and transforms place them.
// biome-ignore-all lint/a11y/useFocusableInteractive: rows are not interactive; the links inside take the focus.
/** The person can sort and resize columns. Shows names instead of ids. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import type { AnswerRow, QueryAnswer, ValueType } from '../../../shared/contract/index.ts';
import { nonNullableTypeOf } from '../../../shared/contract/index.ts';
import { formatRoute, openCard, type ViewName } from '../../data/routes.ts';
import { cx } from '../../ui/cx.ts';
import { PriorityIcon } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import type { QueryTableLayout } from '../../workbench/saved-views/saved-views.ts';
import { type CellNameLookups, compareCells, type FormattedCell, formatCellValue } from './cell.ts';
import styles from './QueryResultTable.module.css';
import { type ResultColumn, type ResultNode, resultColumnValue, rowsOfResultNode } from './rows.ts';

const rowHeightPx = 32;
const minWidthPx = 56;
const maxWidthPx = 900;
/** After the last column, so that its width can be changed. */
const endPx = 16;
/** Per press of an arrow key. */
const widthStepPx = 16;

const fieldOfColumn = (column: ResultColumn): string => column.path.at(-1)?.key ?? '';

const withinLimits = (widthPx: number): number => Math.min(maxWidthPx, Math.max(minWidthPx, widthPx));

/** Fits most values of the column's type. */
function defaultWidthPx(column: ResultColumn): number {
  if (fieldOfColumn(column) === 'title' || fieldOfColumn(column) === 'content') return 320;
  const widths: Partial<Record<ValueType['kind'], number>> = {
    int32: 110,
    boolean: 100,
    day: 130,
    timestamp: 180,
    enum: 140,
    json: 220,
    object: 130,
  };
  // The words can be longer than the values.
  const head = Math.min(240, column.words.length * 7 + 44);
  return Math.max(widths[nonNullableTypeOf(column.type).kind] ?? 180, head);
}

/**
 * Columns of texts and names share what is left of the width, unless the person has given them a width. Head and rows
 * are grids of their own, so all have the same width, and tracks that do not depend on what is in them.
 */
export function tableTracks(
  columns: readonly ResultColumn[],
  widthOf: (column: ResultColumn) => number,
  hasOwnWidth: (column: ResultColumn) => boolean,
): { gridTemplateColumns: string; width: string } {
  const grows = (column: ResultColumn) =>
    !hasOwnWidth(column) && ['string', 'id', 'list', 'object', 'json'].includes(nonNullableTypeOf(column.type).kind);
  const tracks = columns.map((column) =>
    grows(column) ? `minmax(${widthOf(column)}px, ${widthOf(column)}fr)` : `${widthOf(column)}px`,
  );
  const widthPx = columns.reduce((sum, column) => sum + widthOf(column), endPx);
  return {
    gridTemplateColumns: `${tracks.join(' ')} ${columns.some(grows) ? `${endPx}px` : `minmax(${endPx}px, 1fr)`}`,
    width: `max(100%, ${widthPx}px)`,
  };
}

const isNumeric = (column: ResultColumn): boolean => nonNullableTypeOf(column.type).kind === 'int32';

interface RowTableProps {
  /** Those that have a value in some row. */
  readonly filledColumns: readonly ResultColumn[];
  readonly node: ResultNode;
  readonly answer: QueryAnswer;
  readonly names: CellNameLookups;
  readonly layout: QueryTableLayout;
  readonly onLayout: (layout: QueryTableLayout) => void;
}

export function QueryResultTable(props: RowTableProps): ReactElement {
  const { filledColumns, node, answer, names, layout, onLayout } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [resizing, setResizing] = useState<{ key: string; width: number } | null>(null);
  const rows = useMemo(() => rowsOfResultNode(node, answer), [node, answer]);
  const columns = layout.showsEmpty ? node.columns : filledColumns;
  const sortBy = columns.find(({ key }) => key === layout.sort?.column);
  const descending = layout.sort?.descending ?? false;
  const keys = useMemo(() => {
    if (!sortBy) return [...rows.keys()];
    const cells = [...rows].map(([key, row]) => ({ key, cell: cellIn(row, sortBy, answer, names) }));
    return cells.sort((a, b) => compareCells(a.cell, b.cell, descending)).map(({ key }) => key);
  }, [rows, sortBy, descending, answer, names]);
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 8,
  });
  const widthOf = (column: ResultColumn): number =>
    resizing?.key === column.key ? resizing.width : (layout.widths?.[column.key] ?? defaultWidthPx(column));
  const tracks = tableTracks(
    columns,
    widthOf,
    ({ key }) => resizing?.key === key || layout.widths?.[key] !== undefined,
  );
  const storeWidth = (column: ResultColumn, width: number) =>
    onLayout({ ...layout, widths: { ...layout.widths, [column.key]: Math.round(withinLimits(width)) } });
  return (
    <div
      className={cx('grow min-h-0 relative scroll border-top bg-surface', styles.table)}
      ref={scroller}
      role="table"
      aria-label={`${node.label}: rows`}
      aria-rowcount={keys.length + 1}
      aria-colcount={columns.length}
    >
      <div role="rowgroup" className={cx('border-bottom bg-inset sticky-top', styles.head)}>
        <div role="row" className={cx('grid', styles.row)} style={tracks} aria-rowindex={1}>
          {columns.map((column) => (
            <HeadCell
              key={column.key}
              column={column}
              width={widthOf(column)}
              sorted={sortBy === column ? (descending ? 'descending' : 'ascending') : 'none'}
              onSort={() => onLayout({ ...layout, sort: nextSort(column, sortBy, descending) })}
              onResizing={(width) => setResizing({ key: column.key, width })}
              onResized={(width) => {
                setResizing(null);
                storeWidth(column, width);
              }}
            />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={cx('relative', styles.body)} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const rowKey = keys[index] as string;
          return (
            <BodyRow
              key={key}
              index={index}
              start={start}
              gridTemplateColumns={tracks.gridTemplateColumns}
              width={tracks.width}
              columns={columns}
              model={node.model}
              rowKey={rowKey}
              row={rows.get(rowKey) ?? {}}
              answer={answer}
              names={names}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The first click sorts ascending, the second descending, the third restores the order of the answer. */
function nextSort(
  column: ResultColumn,
  sortBy: ResultColumn | undefined,
  descending: boolean,
): QueryTableLayout['sort'] {
  if (sortBy !== column) return { column: column.key, descending: false };
  return descending ? null : { column: column.key, descending: true };
}

function cellIn(row: AnswerRow, column: ResultColumn, answer: QueryAnswer, names: CellNameLookups): FormattedCell {
  return formatCellValue(resultColumnValue(row, column, answer), column.type, fieldOfColumn(column), names);
}

interface HeadCellProps {
  column: ResultColumn;
  width: number;
  sorted: 'ascending' | 'descending' | 'none';
  onSort: () => void;
  onResizing: (width: number) => void;
  onResized: (width: number) => void;
}

function HeadCell({ column, width, sorted, onSort, onResizing, onResized }: HeadCellProps): ReactElement {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent, from: { x: number; width: number }) =>
    withinLimits(from.width + event.clientX - from.x);
  // A column that shares the rest of the width is wider than its own.
  const shownWidthPx = ({ currentTarget }: KeyboardEvent | PointerEvent) =>
    currentTarget.parentElement?.getBoundingClientRect().width ?? width;
  const onKey = (event: KeyboardEvent) => {
    const widthChangePx = event.key === 'ArrowRight' ? widthStepPx : event.key === 'ArrowLeft' ? -widthStepPx : 0;
    if (widthChangePx === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResized(shownWidthPx(event) + widthChangePx);
  };
  return (
    <div
      role="columnheader"
      aria-sort={sorted}
      className={cx('flex min-w-0 relative h-8', isNumeric(column) && styles.numeric)}
    >
      <button
        type="button"
        className={cx('row grow gap-1 min-w-0 soft text-sm medium text-start px-3 hover-plain', styles.sort)}
        title={`${column.words} (${column.key})`}
        onClick={onSort}
      >
        <span className="truncate">{column.words}</span>
        {sorted === 'ascending' ? <ArrowUp size={12} aria-hidden /> : null}
        {sorted === 'descending' ? <ArrowDown size={12} aria-hidden /> : null}
      </button>
      <div
        role="separator"
        tabIndex={0}
        className={cx('absolute', styles.edge)}
        aria-orientation="vertical"
        aria-label={`Width of ${column.words}`}
        aria-valuenow={Math.round(width)}
        aria-valuemin={minWidthPx}
        aria-valuemax={maxWidthPx}
        onKeyDown={onKey}
        onDoubleClick={() => onResized(defaultWidthPx(column))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { x: event.clientX, width: shownWidthPx(event) };
        }}
        onPointerMove={(event) => {
          if (start.current) onResizing(widthAt(event, start.current));
        }}
        onPointerUp={(event) => {
          if (!start.current) return;
          onResized(widthAt(event, start.current));
          start.current = null;
        }}
        onPointerCancel={() => {
          if (start.current) onResized(start.current.width);
          start.current = null;
        }}
      />
    </div>
  );
}

interface BodyRowProps extends Pick<RowTableProps, 'answer' | 'names'> {
  columns: readonly ResultColumn[];
  model: string;
  index: number;
  start: number;
  gridTemplateColumns: string;
  width: string;
  rowKey: string;
  row: AnswerRow;
}

const BodyRow = memo(function BodyRow(props: BodyRowProps): ReactElement {
  const { index, start, gridTemplateColumns, width, columns, model, rowKey, row, answer, names } = props;
  return (
    <div
      role="row"
      className={cx('grid', styles.row)}
      aria-rowindex={index + 2}
      data-row={rowKey}
      style={{ gridTemplateColumns, width, transform: `translateY(${start}px)`, height: rowHeightPx }}
    >
      {columns.map((column, at) => {
        const cell = cellIn(row, column, answer, names);
        const numeric = cell.kind === 'number' && isNumeric(column);
        return (
          <div
            role="cell"
            key={column.key}
            className={cx('row gap-6px min-w-0 px-3', numeric && styles.numeric)}
            title={titleOf(cell)}
          >
            <CellView cell={cell} link={at === 0 ? { model, id: rowKey } : null} />
          </div>
        );
      })}
    </div>
  );
});

const titleOf = (cell: FormattedCell): string | undefined =>
  cell.kind === 'none'
    ? undefined
    : [cell.parts.map(({ text }) => text).join(', '), cell.note].filter(Boolean).join(' — ');

/** Opens on a click on the name of a row. */
const viewByModel: Readonly<Record<string, ViewName>> = {
  deck: 'deck',
  project: 'project',
  milestone: 'milestone',
  sprint: 'run',
  sprintConfig: 'runs',
  user: 'person',
};

interface RowRef {
  readonly model: string;
  readonly id: string;
}

/**
 * The name of a row links to the named row, any other value to `link`, the table row of the cell. Only cells in the
 * first column have a `link`.
 */
function CellView({ cell, link }: { cell: FormattedCell; link: RowRef | null }): ReactElement | null {
  if (cell.kind === 'none') return link && isLinked(link.model) ? <RowLink {...link} text="–" /> : null;
  return (
    <>
      {cell.kind === 'status' ? <StatusIcon derivedStatus={cell.value ?? null} named={false} /> : null}
      {cell.kind === 'priority' && !cell.note ? (
        <PriorityIcon priority={cell.value ?? ''} label={cell.parts[0]?.text ?? ''} />
      ) : null}
      <span
        className={cx('truncate', cell.kind === 'code' && 'soft text-sm mono', cell.note && styles.unknown)}
        dir="auto"
      >
        {cell.parts.map((part, index) => {
          const target = part.model && part.id ? { model: part.model, id: part.id } : link;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a value have no ids
            <span key={index}>
              {index > 0 ? ', ' : null}
              {target && isLinked(target.model) ? <RowLink {...target} text={part.text} /> : part.text}
            </span>
          );
        })}
      </span>
    </>
  );
}

const isLinked = (model: string): boolean => model === 'card' || model in viewByModel;

function RowLink({ model, id, text }: RowRef & { text: string }): ReactElement {
  const view = viewByModel[model];
  return (
    <a
      className={styles.link}
      href={formatRoute({ view: view ?? 'card', id })}
      onClick={(event) => {
        // A plain click on a card's link opens the card in the panel beside the table.
        if (view || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openCard(id);
      }}
    >
      {text}
    </a>
  );
}

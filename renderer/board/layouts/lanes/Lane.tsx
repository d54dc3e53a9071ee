import type { VirtualItem } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import type { ArrangedLane } from '../../../model/arrange.ts';
import { cx } from '../../../ui/cx.ts';
import type { MountedCardLimitByList } from '../../../ui/virtual/use-mounted-lists.ts';
import type { BoardModel } from '../../use-board-model.ts';
import { type ColumnContentRenderer, composerIndexInList } from '../ColumnsLayout.tsx';
import { BoardColumn } from '../column/BoardColumn.tsx';
import { ColumnHeading } from '../column/ColumnHead.tsx';
import type { ColumnHandlers } from '../column/column-handlers.ts';
import type { ComposerPosition } from '../use-composer.ts';
import styles from './LanesLayout.module.css';
import { columnNoteHeightPx, laneTitleHeightPx } from './use-lane-heights.ts';

interface LaneProps {
  model: BoardModel;
  arranged: ArrangedLane;
  isFolded: boolean;
  handlers: ColumnHandlers;
  composing: ComposerPosition | null;
  columnContent: ColumnContentRenderer | undefined;
  /** Below the lower edge of the column heads. */
  topPx: number;
  heightPx: number;
  headHeightPx: number;
  /** Distance from the top of the board at which the title stays while the lane scrolls. */
  titleTopPx: number;
  maxTitleWidthPx: number;
  places: readonly VirtualItem[];
  limits: MountedCardLimitByList;
  lanesScroller: HTMLElement | null;
}

/**
 * One lane: its title, a button that folds the lane, and its mounted cells. A cell is the part of a column in the lane.
 */
export function Lane(props: LaneProps): ReactElement {
  const { arranged, isFolded, handlers, topPx, heightPx, titleTopPx, maxTitleWidthPx } = props;
  const { lane, count } = arranged;
  return (
    <section
      className={cx('absolute', styles.lane)}
      aria-label={`Lane ${lane.title}`}
      style={{ top: topPx, height: heightPx }}
    >
      <div className={cx('row border-top bg', styles.laneHead)} style={{ top: titleTopPx, height: laneTitleHeightPx }}>
        <button
          type="button"
          className={cx('row gap-6px plain strong round hover-fill h-7', styles.laneTitle)}
          aria-expanded={!isFolded}
          style={{ maxWidth: maxTitleWidthPx }}
          onClick={() => handlers.setFolded(lane.key, !isFolded)}
        >
          {isFolded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
          <ColumnHeading column={lane} count={count} isInButton />
        </button>
      </div>
      {isFolded ? null : <LaneCells {...props} />}
    </section>
  );
}

function LaneCells(props: LaneProps): ReactNode {
  const { model, arranged, handlers, composing, columnContent, heightPx, headHeightPx, places, limits } = props;
  const cellHeightPx = heightPx - headHeightPx;
  return arranged.cells.map((cell, index) => {
    const place = places[index];
    const column = model.arrangement.columns[index]?.column;
    const limit = limits.get(cell.column.key);
    if (!place || !column || limit === undefined) return null;
    const box = { left: place.start, width: place.size };
    return (
      <Fragment key={place.key}>
        {columnContent ? (
          <div className="absolute px-3" style={{ ...box, top: laneTitleHeightPx, height: columnNoteHeightPx }}>
            {columnContent(column, arranged.lane)}
          </div>
        ) : null}
        <div className={cx('absolute', styles.cell)} style={{ ...box, top: headHeightPx, height: cellHeightPx }}>
          <BoardColumn
            arranged={cell}
            handlers={handlers}
            isComposing={composing?.key === cell.column.key}
            composerIndex={composerIndexInList(composing, cell)}
            canCreate={model.canCreate(cell)}
            isManualOrder={model.sort === 'manual'}
            isFolded={false}
            effortSum={0}
            lanesScroller={props.lanesScroller}
            initialHeightPx={cellHeightPx}
            maxMountedCards={limit}
          />
        </div>
      </Fragment>
    );
  });
}

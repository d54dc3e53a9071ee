import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactElement } from 'react';
import type { ArrangedColumn } from '../../../model/arrange.ts';
import type { ColumnContentRenderer } from '../ColumnsLayout.tsx';
import { ColumnHeading } from '../column/ColumnHead.tsx';
import styles from './LanesLayout.module.css';
import { columnHeadHeightPx, columnNoteHeightPx } from './lane-sizes.ts';

interface LaneColumnHeadsProps {
  columns: readonly ArrangedColumn[];
  /** The mounted columns with their positions. */
  items: readonly VirtualItem[];
  columnContent: ColumnContentRenderer | undefined;
  widthPx: number;
  heightPx: number;
}

/** The heads of the columns, above all lanes. They stay in place while the lanes scroll. */
export function LaneColumnHeads(props: LaneColumnHeadsProps): ReactElement {
  const { columns, items, columnContent, widthPx, heightPx } = props;
  return (
    <div className={styles.heads} style={{ width: widthPx, height: heightPx }}>
      {items.map((item) => {
        const arranged = columns[item.index];
        if (!arranged) return null;
        const { column, ids } = arranged;
        return (
          <div
            key={item.key}
            className={styles.head}
            style={{ left: item.start, width: item.size, height: columnHeadHeightPx }}
            title={column.detail ?? column.title}
          >
            <ColumnHeading column={column} count={ids.length} />
            {columnContent ? (
              <div className={styles.about} style={{ top: columnHeadHeightPx, height: columnNoteHeightPx }}>
                {columnContent(column, null)}
              </div>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactElement } from 'react';
import { useCardFaceSettings, validHexColor } from '../../cards/face/face-context.tsx';
import type { ArrangedColumn } from '../../model/arrange.ts';
import type { ColumnContentRenderer } from './ColumnsLayout.tsx';
import { ColumnIcon, ColumnTitle } from './column/ColumnHead.tsx';
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
  const face = useCardFaceSettings();
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
            <ColumnIcon column={column} color={validHexColor(column.color) ?? column.color} face={face} />
            <h2 className={styles.title} dir="auto">
              <ColumnTitle column={column} />
            </h2>
            <span className={styles.count}>{ids.length}</span>
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

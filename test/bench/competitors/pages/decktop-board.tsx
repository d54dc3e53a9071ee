/** The board for the URL parameter `way=decktop`: Decktop's own columns and drag and drop. */
import { type ReactElement, useEffect, useMemo } from 'react';
import { BoardColumn } from '../../../../renderer/board/layouts/column/BoardColumn.tsx';
import type { ColumnHandlers } from '../../../../renderer/board/layouts/column/column-handlers.ts';
import { installCardDrag, loadDragCode, registerDraggableList } from '../../../../renderer/dnd/drag.ts';
import { Columns } from './columns.tsx';
import type { BoardData } from './data.ts';

export function DecktopBoard({ data }: { data: BoardData }): ReactElement {
  useEffect(installCardDrag, []);
  useEffect(() => void loadDragCode(), []);
  useEffect(
    () => registerDraggableList({ key: 'bench', cardOf: (id) => data.loaded.rows[id], order: () => data.loaded.ids }),
    [data],
  );
  const handlers = useMemo<ColumnHandlers>(
    () => ({
      refusal: () => null,
      caution: () => null,
      drop: () => undefined,
      order: () => data.loaded.ids,
      openComposer: () => undefined,
      createCards: () => undefined,
      setFolded: () => undefined,
      registerList: () => undefined,
    }),
    [data],
  );
  return (
    <Columns
      data={data}
      column={(one) => (
        <BoardColumn
          arranged={one}
          handlers={handlers}
          isComposing={false}
          composerIndex={-1}
          canCreate={false}
          isManualOrder
          isFolded={false}
          effortSum={0}
        />
      )}
    />
  );
}

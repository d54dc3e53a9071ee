/**
 * A board with @hello-pangea/dnd, built according to its guide for virtual lists. The library renders a card again when
 * the card moves aside for the dragged card.
 */
import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import { memo, type ReactElement, useLayoutEffect } from 'react';
import type { ArrangedColumn } from '../../../../renderer/model/arrange.ts';
import { CardWithoutDrag, ColumnFrame, Columns, cardSlotClassName, useColumn } from './columns.tsx';
import type { BoardData } from './data.ts';

const Column = memo(function Column({ one }: { one: ArrangedColumn }): ReactElement {
  const parts = useColumn(one);
  return (
    <Droppable
      droppableId={one.column.key}
      mode="virtual"
      renderClone={(provided, _snapshot, rubric) => (
        <div ref={provided.innerRef} {...provided.draggableProps} {...provided.dragHandleProps}>
          <CardWithoutDrag id={rubric.draggableId} />
        </div>
      )}
    >
      {(droppable) => (
        <Listening element={parts.scroller} take={droppable.innerRef}>
          <ColumnFrame
            one={one}
            parts={parts}
            slot={(index, id) => (
              <Draggable key={id} draggableId={id} index={index}>
                {(provided) => (
                  <li
                    ref={provided.innerRef}
                    {...provided.draggableProps}
                    {...provided.dragHandleProps}
                    data-index={index}
                    className={cardSlotClassName}
                  >
                    <CardWithoutDrag id={id} />
                  </li>
                )}
              </Draggable>
            )}
          />
        </Listening>
      )}
    </Droppable>
  );
});

interface ListeningProps {
  element: { readonly current: HTMLElement | null };
  take: (element: HTMLElement | null) => void;
  children: ReactElement;
}
/** Passes the scrolling element of a column to @hello-pangea/dnd while the column is mounted. */
function Listening({ element, take, children }: ListeningProps): ReactElement {
  useLayoutEffect(() => {
    take(element.current);
    return () => take(null);
  }, [element, take]);
  return children;
}

const noted = (isDragging: boolean) => document.body.classList.toggle('dragging-cards', isDragging);

export function PangeaBoard({ data }: { data: BoardData }): ReactElement {
  return (
    <DragDropContext onDragStart={() => void noted(true)} onDragEnd={() => void noted(false)}>
      <Columns data={data} column={(one) => <Column one={one} />} />
    </DragDropContext>
  );
}

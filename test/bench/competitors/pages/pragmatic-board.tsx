/** A board with pragmatic-drag-and-drop, which uses the browser's native drag and drop. */
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { memo, type ReactElement, useEffect, useRef } from 'react';
import dragStyles from '../../../../renderer/dnd/drag.module.css';
import type { ArrangedColumn } from '../../../../renderer/model/arrange.ts';
import { insertionIndexAtYPx, itemTopPx } from '../../../../renderer/ui/virtual/item-positions.ts';
import { CardWithoutDrag, ColumnFrame, type ColumnParts, Columns, cardSlotClassName, useColumn } from './columns.tsx';
import type { BoardData } from './data.ts';

const columns = new Map<string, ColumnParts>();

const Slot = memo(function Slot({ id, index }: { id: string; index: number }): ReactElement {
  const element = useRef<HTMLLIElement>(null);
  useEffect(
    () => (element.current ? draggable({ element: element.current, getInitialData: () => ({ id }) }) : undefined),
    [id],
  );
  return (
    <li ref={element} data-index={index} className={cardSlotClassName}>
      <CardWithoutDrag id={id} />
    </li>
  );
});

const Column = memo(function Column({ one }: { one: ArrangedColumn }): ReactElement {
  const parts = useColumn(one);
  const { key } = one.column;
  columns.set(key, parts);
  const { root } = parts;
  useEffect(
    () => (root.current ? dropTargetForElements({ element: root.current, getData: () => ({ key }) }) : undefined),
    [key, root],
  );
  return <ColumnFrame one={one} parts={parts} slot={(index, id) => <Slot key={id} id={id} index={index} />} />;
});

export function PragmaticBoard({ data }: { data: BoardData }): ReactElement {
  useEffect(() => {
    const line = document.createElement('div');
    line.className = dragStyles.line ?? '';
    document.body.append(line);
    const end = () => {
      document.body.classList.remove('dragging-cards');
      line.style.opacity = '0';
    };
    return monitorForElements({
      onDragStart: () => document.body.classList.add('dragging-cards'),
      onDrag: ({ location }) => {
        const { input, dropTargets } = location.current;
        const parts = columns.get(String(dropTargets[0]?.data.key));
        const list = parts?.scroller.current?.getBoundingClientRect();
        line.style.opacity = list ? '1' : '0';
        if (!parts || !list) return;
        const scrolled = parts.scroller.current?.scrollTop ?? 0;
        const items = parts.cards.virtualizer.measurementsCache;
        const top =
          itemTopPx(items, insertionIndexAtYPx(items, input.clientY - list.top + scrolled)) - scrolled + list.top;
        line.style.width = `${list.width - 16}px`;
        line.style.transform = `translate(${list.left + 8}px, ${top}px)`;
      },
      onDrop: end,
    });
  }, []);
  return <Columns data={data} column={(one) => <Column one={one} />} />;
}

/**
 * The board for the URL parameter `way=pointerEvents`. It does as little work per drag as possible, so that other
 * boards can be compared with a lower bound: pointer events only move a copy of the card and a drop line by CSS
 * transforms, and columns are measured once per drag.
 */
import { memo, type ReactElement, useEffect } from 'react';
import dragStyles from '../../../../renderer/dnd/drag.module.css';
import type { ArrangedColumn } from '../../../../renderer/model/arrange.ts';
import { insertionIndexAtYPx, itemTopPx } from '../../../../renderer/ui/virtual/item-positions.ts';
import { ColumnFrame, type ColumnParts, Columns, useColumn } from './columns.tsx';
import type { BoardData } from './data.ts';

const columns = new Map<string, ColumnParts>();

const Column = memo(function Column({ one }: { one: ArrangedColumn }): ReactElement {
  const parts = useColumn(one);
  columns.set(one.column.key, parts);
  return <ColumnFrame one={one} parts={parts} />;
});

export function PointerEventsBoard({ data }: { data: BoardData }): ReactElement {
  useEffect(dragByPointer, []);
  return <Columns data={data} column={(one) => <Column one={one} />} />;
}

/**
 * Installs listeners that drag a copy of the pressed card and move the drop line. Returns the function that removes
 * them.
 */
function dragByPointer(): () => void {
  const pressed = (down: PointerEvent) => {
    const card = (down.target as Element).closest<HTMLElement>('[data-card-id]');
    if (!card) return;
    let copy: HTMLElement | null = null;
    const line = document.createElement('div');
    let places: { parts: ColumnParts; box: DOMRect; list: DOMRect }[] = [];
    let frame = 0;
    let last = down;
    const start = card.getBoundingClientRect();
    const lift = () => {
      copy = document.createElement('div');
      copy.className = dragStyles.overlay ?? '';
      const inner = card.cloneNode(true) as HTMLElement;
      inner.style.width = `${start.width}px`;
      inner.classList.add(dragStyles.copy ?? '');
      copy.append(inner);
      line.className = dragStyles.line ?? '';
      document.body.append(copy, line);
      document.body.classList.add('dragging-cards');
      card.style.opacity = '0.35';
      places = [...columns.values()].flatMap((parts) => {
        const [box, list] = [parts.root.current, parts.scroller.current].map((each) => each?.getBoundingClientRect());
        return box && list ? [{ parts, box, list }] : [];
      });
    };
    const draw = () => {
      frame = 0;
      const { clientX: x, clientY: y } = last;
      const over = places.find(({ box }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom);
      const scrolled = over?.parts.scroller.current?.scrollTop ?? 0;
      if (copy)
        copy.style.transform = `translate3d(${x - down.clientX + start.left}px, ${y - down.clientY + start.top}px, 0)`;
      line.style.opacity = over ? '1' : '0';
      if (!over) return;
      const items = over.parts.cards.virtualizer.measurementsCache;
      const top = itemTopPx(items, insertionIndexAtYPx(items, y - over.list.top + scrolled)) - scrolled + over.list.top;
      line.style.width = `${over.list.width - 16}px`;
      line.style.transform = `translate(${over.list.left + 8}px, ${top}px)`;
    };
    const moved = (event: PointerEvent) => {
      last = event;
      if (!copy && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 4) return;
      if (!copy) lift();
      frame ||= requestAnimationFrame(draw);
    };
    const end = () => {
      cancelAnimationFrame(frame);
      copy?.remove();
      line.remove();
      card.style.opacity = '';
      document.body.classList.remove('dragging-cards');
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('keydown', end);
    };
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', end);
    window.addEventListener('keydown', end);
  };
  window.addEventListener('pointerdown', pressed);
  return () => window.removeEventListener('pointerdown', pressed);
}

/**
 * The board for the URL parameter `way=empty`: one column with three cards, to measure the cost of a drag on an almost
 * empty page.
 */
export function EmptyPage({ data }: { data: BoardData }): ReactElement {
  const [column] = data.columns;
  const few = column ? { ...data, columns: [{ ...column, ids: column.ids.slice(0, 3) }] } : data;
  return <PointerEventsBoard data={few} />;
}

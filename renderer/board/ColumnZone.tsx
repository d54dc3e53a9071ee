/** A zone is a named part of the manual order. Dragging the column's head moves the zone among the other zones. */
import { type ComponentProps, type PointerEvent, type ReactElement, useContext } from 'react';
import { BoardSourceContext } from '../cards/new-card-deck.ts';
import { ZoneMenu } from '../decks/ZoneMenu.tsx';
import { makeDraggableToReorder, type ReorderDragTarget } from '../dnd/drag.ts';
import type { Column } from '../model/column.ts';
import { moveZone, type ZoneNames, zoneTitle } from '../model/zones.ts';

/** With all zones of the board; null if the column does not show a zone. */
function useZoneOfColumn({ by, value }: Column): ComponentProps<typeof ZoneMenu> | null {
  const source = useContext(BoardSourceContext);
  if (!source?.orderKind || by !== 'zone') return null;
  const { deckId, milestoneId, sprintId } = source.newCardFields;
  const id = { deck: deckId, milestone: milestoneId, sprint: sprintId }[source.orderKind];
  const zone = typeof value === 'string' ? value : null;
  return id ? { owner: { kind: source.orderKind, id }, zones: source.zones, zone } : null;
}

export function ColumnZoneMenu({ column }: { column: Column }): ReactElement | null {
  const zone = useZoneOfColumn(column);
  return zone && <ZoneMenu {...zone} />;
}

/** The gap between two zones that is nearest to the pointer. Null if no zone is mounted. */
function zoneTargetAt(
  board: Element,
  zones: ZoneNames,
  moving: string | null,
  x: number,
): ReorderDragTarget<number> | null {
  const columns = [...board.querySelectorAll<HTMLElement>('[data-zone-key^="zone:"]')].flatMap((element) => {
    const name = element.dataset.zoneKey?.slice('zone:'.length) ?? '';
    const zone = name === '' ? null : name;
    const index = zones.indexOf(zone);
    return index < 0 ? [] : [{ zone, index, rect: element.getBoundingClientRect() }];
  });
  columns.sort((a, b) => a.rect.left - b.rect.left);
  const at = columns.find(({ rect }) => x < rect.left + rect.width / 2);
  const last = columns.at(-1);
  const neighbour = at ?? last;
  if (!neighbour) return null;
  const slot = at ? at.index : neighbour.index + 1;
  const from = zones.indexOf(moving);
  const value = slot > from ? slot - 1 : slot;
  const left = at ? neighbour.rect.left - 6 : neighbour.rect.right + 4;
  return {
    value,
    announcement: at ? `Before ${zoneTitle(neighbour.zone)}` : `After ${zoneTitle(neighbour.zone)}`,
    line: { left, top: neighbour.rect.top, width: 2, height: neighbour.rect.height },
  };
}

/** The handler drags the column's zone. Undefined if the column does not show a zone of the board. */
export function useZoneDrag(column: Column): ((event: PointerEvent<HTMLElement>) => void) | undefined {
  const { owner, zones, zone } = useZoneOfColumn(column) ?? {};
  if (!owner || !zones || zone === undefined || !zones.includes(zone)) return undefined;
  return (event) => {
    const board = event.currentTarget.closest<HTMLElement>('[data-card-list]');
    if (!board || (event.target instanceof Element && event.target.closest('button, a, input'))) return;
    makeDraggableToReorder({
      label: zoneTitle(zone),
      source: event.currentTarget,
      targetAt: ({ x }) => zoneTargetAt(board, zones, zone, x),
      drop: (index) => void moveZone(owner, zone, index),
    });
  };
}

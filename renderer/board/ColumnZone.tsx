/** The menu of a zone's column, and dragging its head to change the order of zones. */
import { type PointerEvent, type ReactElement, useContext } from 'react';
import { SourceContext } from '../cards/source-deck.ts';
import { ZoneMenu } from '../decks/ZoneMenu.tsx';
import { dragByPointer, type Target } from '../dnd/drag.ts';
import type { BoardSource } from '../model/board-source.ts';
import type { Column } from '../model/column.ts';
import { moveZone, type ZoneOwner, type Zones, zoneTitle } from '../model/zones.ts';

function ownerOf(source: BoardSource | null): ZoneOwner | null {
  if (!source?.context) return null;
  const id = {
    deck: source.newCardFields.deckId,
    milestone: source.newCardFields.milestoneId,
    sprint: source.newCardFields.sprintId,
  }[source.context];
  return id ? { kind: source.context, id } : null;
}

const zoneOf = (column: Column): string | null => (typeof column.value === 'string' ? column.value : null);

export function ColumnZoneMenu({ column }: { column: Column }): ReactElement | null {
  const source = useContext(SourceContext);
  const owner = ownerOf(source);
  if (!source || !owner || column.by !== 'zone') return null;
  return <ZoneMenu owner={owner} zones={source.zones} zone={zoneOf(column)} />;
}

/**
 * The insertion position between zones nearest to the pointer: the new index of the zone, and where to draw the line.
 */
function placeAt(board: Element, zones: Zones, moving: string | null, x: number): Target<number> | null {
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
    name: at ? `Before ${zoneTitle(neighbour.zone)}` : `After ${zoneTitle(neighbour.zone)}`,
    mark: { left, top: neighbour.rect.top, width: 2, height: neighbour.rect.height },
  };
}

/** The pointer-down handler of a column's head; undefined for columns that are not zones. */
export function useZoneLift(column: Column): ((event: PointerEvent<HTMLElement>) => void) | undefined {
  const source = useContext(SourceContext);
  const owner = ownerOf(source);
  const zone = zoneOf(column);
  if (!source || !owner || column.by !== 'zone' || !source.zones.includes(zone)) return undefined;
  const { zones } = source;
  return (event) => {
    const board = event.currentTarget.closest<HTMLElement>('[data-card-list]');
    if (!board || (event.target instanceof Element && event.target.closest('button, a, input'))) return;
    dragByPointer({
      text: zoneTitle(zone),
      source: event.currentTarget,
      targetAt: ({ x }) => placeAt(board, zones, zone, x),
      drop: (index) => void moveZone(owner, zone, index),
    });
  };
}

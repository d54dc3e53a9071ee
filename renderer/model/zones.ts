/**
 * Zones are the named parts of a manual order. Undo reverts the change to a zone and the moves of its cards in one
 * step.
 */
import { type CardOrderContext, queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { type ActStep, act, actStep } from '../data/act.ts';
import { useAppState } from '../data/app-state.ts';
import { rowByAnyId } from '../data/id-remap.ts';
import { queryOnce } from '../data/live.ts';
import { currentLookups } from '../data/lookups.ts';
import { orderIdFields } from './card-row.ts';

export type ZoneNames = readonly (string | null)[];

export interface ZoneOwner {
  readonly kind: CardOrderContext;
  readonly id: string;
}

export const zoneTitle = (zone: string | null): string => zone ?? 'No zone';

/** Null if the owner no longer exists. */
export function zonesOfOwner({ kind, id }: ZoneOwner): ZoneNames | null {
  const { decks, milestones, sprints } = currentLookups();
  const owner = rowByAnyId<{ manualOrderLabels: ZoneNames | null }>(
    { deck: decks, milestone: milestones, sprint: sprints }[kind],
    id,
  );
  return owner ? (owner.manualOrderLabels ?? []) : null;
}

/** Trimmed, and with single spaces, so that names that look equal are equal. */
export const normalizedZoneName = (typed: string): string => typed.trim().replaceAll(/\s+/g, ' ');

/** `own` is the current name of the zone, null for a new zone. */
export function zoneNameProblem(zones: ZoneNames, name: string, own: string | null = null): string | null {
  const zoneName = normalizedZoneName(name);
  if (!zoneName) return null;
  return zoneName !== own && zones.includes(zoneName) ? 'There is a zone of this name already.' : null;
}

/**
 * At the end if `after` is undefined. If there are no zones yet, also adds the unnamed zone (null) before the new zone,
 * for the cards without a zone.
 */
export function withZoneAdded(zones: ZoneNames, name: string, after: string | null | undefined): ZoneNames {
  if (zones.length === 0) return [null, name];
  const at = after === undefined ? -1 : zones.indexOf(after);
  return zones.toSpliced(at < 0 ? zones.length : at + 1, 0, name);
}

export const zoneUpdateActions = {
  deck: 'decks/update',
  milestone: 'milestones/update',
  sprint: 'sprints/updateSprint',
} as const;

const updateZonesStep = ({ kind, id }: ZoneOwner, seen: ZoneNames, zones: ZoneNames): ActStep =>
  actStep(zoneUpdateActions[kind], { id, manualOrderLabels: [...zones] }, { manualOrderLabels: seen });

/** Includes archived cards, because a restored card appears in its zone again. */
export const zonesOfCardsQuery = ({ kind, id }: ZoneOwner) =>
  queryForAccount([
    selectRelated('cards', { [orderIdFields[kind]]: id }, [
      selectRelated('cardOrders', { context: kind }, ['context', 'cardId', 'label']),
    ]),
  ]);

async function cardIdsInZone(owner: ZoneOwner, zone: string): Promise<string[]> {
  const { cardOrder } = await queryOnce(zonesOfCardsQuery(owner));
  return Object.values(cardOrder ?? {}).flatMap(({ cardId, label }) => (label === zone ? [cardId] : []));
}

/** Null if the cards can move. They cannot if the service does not show which cards are in a zone. */
export const reasonZoneCardsCannotMove = (): string | null =>
  useAppState.getState().sync?.manualOrderShared === false
    ? 'This service does not show which cards are in a zone, so they cannot move with it: they will be in no zone.'
    : null;

/**
 * Null for `toZone` is the unnamed zone. The list is empty if the zone has no cards or the service does not show which
 * cards are in it.
 */
export async function stepsToMoveZoneCards(owner: ZoneOwner, zone: string, toZone: string | null): Promise<ActStep[]> {
  if (reasonZoneCardsCannotMove()) return [];
  const cardIds = await cardIdsInZone(owner, zone);
  return cardIds.length > 0 ? [actStep('cardOrders/updateLabel', { cardIds, context: owner.kind, label: toZone })] : [];
}

export async function addZone(owner: ZoneOwner, name: string, after: string | null | undefined): Promise<void> {
  const zones = zonesOfOwner(owner);
  const zone = normalizedZoneName(name);
  if (zones && zone && !zones.includes(zone))
    await act(`Add zone ${zone}`, [updateZonesStep(owner, zones, withZoneAdded(zones, zone, after))]);
}

export async function renameZone(owner: ZoneOwner, from: string, name: string): Promise<void> {
  const zones = zonesOfOwner(owner);
  const to = normalizedZoneName(name);
  if (!zones || !to || to === from || zones.includes(to)) return;
  const along = await stepsToMoveZoneCards(owner, from, to);
  const renamed = zones.map((zone) => (zone === from ? to : zone));
  await act(`Rename zone ${from} to ${to}`, [updateZonesStep(owner, zones, renamed), ...along]);
}

export async function moveZone(owner: ZoneOwner, zone: string | null, to: number): Promise<void> {
  const zones = zonesOfOwner(owner);
  if (!zones) return;
  const moved = withItemMoved(zones, zone, to);
  if (moved !== zones) await act(`Move zone ${zoneTitle(zone)}`, [updateZonesStep(owner, zones, moved)]);
}

/** Its cards move to the unnamed zone. */
export async function removeZone(owner: ZoneOwner, zone: string): Promise<void> {
  const zones = zonesOfOwner(owner);
  if (!zones?.includes(zone)) return;
  const along = await stepsToMoveZoneCards(owner, zone, null);
  const otherZones = zones.filter((other) => other !== zone);
  const moved = (along[0]?.params.cardIds as readonly string[] | undefined)?.length ?? 0;
  const effects = moved === 1 ? 'Its card is in no zone now.' : `Its ${moved} cards are in no zone now.`;
  // A list with only the unnamed zone is stored as an empty list: the order then has no zones.
  const namedZonesLeft = otherZones.some((other) => other !== null) ? otherZones : [];
  await act(`Remove zone ${zone}`, [...along, updateZonesStep(owner, zones, namedZonesLeft)], {
    showsToast: true,
    effects: Promise.resolve(moved > 0 ? effects : null),
  });
}

/**
 * `to` is the new index of `item` among the items in `shown`, which the person sees; an index that is too low or too
 * high means the first or the last place. Hidden items keep their order. Returns the same array if nothing moves.
 */
export function withItemMoved<T>(items: readonly T[], item: T, to: number, shown: readonly T[] = items): readonly T[] {
  const from = shown.indexOf(item);
  const targetIndex = Math.max(0, Math.min(shown.length - 1, to));
  const target = shown[targetIndex];
  if (from < 0 || from === targetIndex || target === undefined) return items;
  const others = items.filter((other) => other !== item);
  return others.toSpliced(others.indexOf(target) + (targetIndex > from ? 1 : 0), 0, item);
}

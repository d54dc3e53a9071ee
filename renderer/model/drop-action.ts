/**
 * Turns a drop of cards into the actions to send. Menus, pointer drags and keyboard drags all use this file, so that
 * the same move has the same result everywhere.
 */

import type { ActionName, CardOrderContext } from '../../shared/contract/index.ts';
import { isSameTag } from '../../shared/domain/content.ts';
import type { ActStep } from '../data/act.ts';
import type { ActionLabel } from '../data/action-labels.ts';
import { type ArrangedColumn, columnAndLaneOf } from './arrange.ts';
import { type BlockOrReview, blockOrReviewOfCard } from './blocks-and-reviews.ts';
import { isTaskOnlyField } from './card-fields/definitions.ts';
import type { CardChanges } from './card-fields/field.ts';
import { cardFields } from './card-fields/index.ts';
import { fieldRefusalForDocuments } from './card-fields/task.ts';
import { type CardRow, isStartedStatus, type ManualPosition, orderGroupings, orderIdFields } from './card-row.ts';
import { type Column, columnOrLaneBy } from './column.ts';
import type { SortOrderName } from './ordering.ts';

export interface BoardOfDrop {
  readonly sort: SortOrderName;
  readonly orderKind: CardOrderContext | null;
  readonly manualPositionOf: (cardId: string) => ManualPosition | null;
  readonly cardOf: (cardId: string) => CardRow | undefined;
  readonly deckTypeOf: (deckId: string | null) => string | undefined;
  readonly me: string | null;
  /** Set on boards that show the manual orders of runs. */
  readonly zonesOfRun?: (sprintId: string) => readonly (string | null)[];
}

export interface CardDrop {
  /** In their order after the drop. */
  readonly cards: readonly CardRow[];
  /** Null if the cards come from elsewhere. */
  readonly from: Column | null;
  readonly to: Column;
  /** Absent on boards without lanes. */
  readonly lane?: Column | null;
  readonly fromLane?: Column | null;
  /**
   * Absent if all cards come from `from` and `fromLane`. A drag starts on one card of the selection; the others can
   * come from other columns and lanes.
   */
  readonly originOf?: (card: CardRow) => Pick<CardDrop, 'from' | 'fromLane'>;
  /**
   * The moved cards go below `afterCardId` and above `beforeCardId`, which are not moved. Null if there is no card on
   * that side.
   */
  readonly afterCardId: string | null;
  readonly beforeCardId: string | null;
}

export const blockOrReviewOfColumn = ({ by, value }: Column): BlockOrReview | null =>
  by !== 'status' ? null : value === 'blocked' ? 'block' : value === 'review' ? 'review' : null;

/** Statuses of columns that contain no card with an open block or review thread. */
const statusesWithoutBlockOrReview: readonly unknown[] = ['unassigned', 'assigned', 'started', 'done'];

export const columnDropRefusal = (card: CardRow, to: Column, board: Pick<BoardOfDrop, 'deckTypeOf'>): string | null =>
  to.by === 'none' ? null : (cardFields[to.by].refusal?.(card, to.value, board.deckTypeOf) ?? null);

/** Returns the reason why no card can be in the column and the lane at the same time, or null. */
export function columnAndLaneRefusal(column: Column, lane: Column): string | null {
  const status = columnOrLaneBy('status', column, lane);
  const other = status === column ? lane : column;
  if (!status) return null;
  if (other.by === 'owner') {
    if (status.value === 'unassigned' && other.value !== null) return 'A card in “No owner” has no owner.';
    if (status.value === 'assigned' && other.value === null) return 'An assigned card has an owner.';
  }
  return status.value === 'doc' && other.value !== null && isTaskOnlyField(other.by)
    ? fieldRefusalForDocuments(other.by)
    : null;
}

type DropColumnsAndLanes = Pick<CardDrop, 'to' | 'from' | 'lane' | 'fromLane' | 'originOf'>;

const dropOf = <Drop extends DropColumnsAndLanes>(card: CardRow, drop: Drop): Drop => ({
  ...drop,
  ...drop.originOf?.(card),
});

export function cardStaysInList(card: CardRow, drop: DropColumnsAndLanes): boolean {
  const { to, from, lane, fromLane } = dropOf(card, drop);
  return from?.key === to.key && (!lane || fromLane?.key === lane.key);
}

/**
 * `from` is the list in which the drag started; undefined if it started outside the board. `lists` are all lists of the
 * board.
 */
export function columnsAndLanesOfDrop(
  cards: readonly CardRow[],
  to: ArrangedColumn,
  from: ArrangedColumn | undefined,
  lists: readonly ArrangedColumn[],
): DropColumnsAndLanes {
  const { column, lane } = columnAndLaneOf(to);
  const here = from && columnAndLaneOf(from);
  const axes = { to: column, lane, from: here?.column ?? null, fromLane: here?.lane ?? null };
  if (cards.length === 1) return axes;
  const startIds = new Set(from?.ids);
  const idsIn = (isIn: (list: ReturnType<typeof columnAndLaneOf>) => boolean) =>
    new Set(lists.flatMap((list) => (isIn(columnAndLaneOf(list)) ? list.ids : [])));
  const columnIds = idsIn((list) => list.column.key === column.key);
  const laneIds = lane && idsIn((list) => list.lane?.key === lane.key);
  return {
    ...axes,
    originOf: ({ cardId }) =>
      startIds.has(cardId)
        ? { from: axes.from, fromLane: axes.fromLane }
        : { from: columnIds.has(cardId) ? column : null, fromLane: laneIds?.has(cardId) ? lane : null },
  };
}

/**
 * The zone must exist in the run after the drop: the target column or lane if it is a run, else `sprintId`. `sprintId`
 * is null for cards without a run; undefined if the run is not known: every zone is then accepted.
 */
export function zoneNotInRunRefusal(
  sprintId: string | null | undefined,
  { to, lane }: Pick<DropColumnsAndLanes, 'to' | 'lane'>,
  { zonesOfRun }: Pick<BoardOfDrop, 'zonesOfRun'>,
): string | null {
  const zone = columnOrLaneBy('zone', to, lane)?.value ?? null;
  if (zone === null || !zonesOfRun) return null;
  const column = columnOrLaneBy('run', to, lane);
  const run = column ? column.value : sprintId;
  if (run === undefined) return null;
  if (run === null) return 'A card without a run is in no zone.';
  return zonesOfRun(String(run)).includes(String(zone)) ? null : `This run has no zone “${zone}”.`;
}

type RefusalBoard = Pick<BoardOfDrop, 'deckTypeOf' | 'zonesOfRun'>;

export function dropRefusal(card: CardRow, where: DropColumnsAndLanes, board: RefusalBoard): string | null {
  const { to, from, lane, fromLane } = dropOf(card, where);
  // A column or lane does not refuse a card that it already contains.
  const byColumn = from?.key === to.key ? null : columnDropRefusal(card, to, board);
  const byZone = byColumn ?? zoneNotInRunRefusal(card.sprintId, where, board);
  if (byZone || !lane) return byZone;
  const byLane = fromLane?.key === lane.key ? null : columnDropRefusal(card, lane, board);
  return byLane ?? columnAndLaneRefusal(to, lane);
}

/** Limit for the check for warnings, which runs while the person drags and must be fast. */
const maxCheckedCards = 60;
type DecksById = Readonly<Record<string, { readonly deckType: string; readonly hasGuardians?: boolean } | undefined>>;

/**
 * There are two warnings:
 * - Only guardians of the deck are allowed to make the change. The app cannot read who they are, so it cannot tell
 *   whether the service will refuse the drop.
 * - Started cards become not started.
 */
export function dropWarning(cards: readonly CardRow[], where: DropColumnsAndLanes, decks: DecksById): string | null {
  let losesStatus = false;
  for (const card of cards.slice(0, maxCheckedCards)) {
    const hasGuardians = decks[card.deckId ?? '']?.hasGuardians === true;
    const isStarted = isStartedStatus(card.status);
    if (!hasGuardians && !isStarted) continue;
    const changes = allFieldChanges(card, where, null);
    const changesDeck = 'deckId' in changes && changes.deckId !== card.deckId;
    const changesDone = 'status' in changes && (changes.status === 'done') !== (card.status === 'done');
    if (hasGuardians && (changesDeck || changesDone || 'visibility' in changes))
      return 'May be refused: guardians of its deck decide this.';
    const entersDeckWithoutStart =
      changesDeck && ['hero', 'doc'].includes(decks[String(changes.deckId)]?.deckType ?? '');
    if (isStarted && !('status' in changes) && (entersDeckWithoutStart || 'assigneeId' in changes)) losesStatus = true;
  }
  return losesStatus ? 'Started cards go back to not started.' : null;
}

const fieldChangesFor = (card: CardRow, to: Column, from: Column | null, me: string | null): CardChanges | null =>
  to.by === 'none' ? null : (cardFields[to.by].changes?.(card, to, from, me) ?? null);

function allFieldChanges(card: CardRow, drop: DropColumnsAndLanes, me: string | null): CardChanges {
  const { to, from, lane, fromLane } = dropOf(card, drop);
  const column = from?.key === to.key && to.by !== 'zone' ? null : fieldChangesFor(card, to, from, me);
  const across = !lane || fromLane?.key === lane.key ? null : fieldChangesFor(card, lane, fromLane ?? null, me);
  const merged = lane?.by === 'status' ? { ...across, ...column } : { ...column, ...across };
  // The status "assigned" makes the current user the owner. If the target column or lane is an owner, that owner is set
  // instead.
  const owner = columnOrLaneBy('owner', to, lane);
  if (!owner || !('assigneeId' in merged) || owner.value === merged.assigneeId) return merged;
  const { assigneeId: _, ...rest } = merged;
  return card.assigneeId === owner.value ? rest : { ...rest, assigneeId: owner.value };
}

const stepOf = (action: ActionName, params: CardChanges): ActStep => ({ action, params: { ...params } });

/** One step per group of cards with equal changes. */
export function stepsToUpdateCards(changes: readonly (readonly [cardId: string, changes: CardChanges])[]): ActStep[] {
  const changed = changes.filter(([, change]) => Object.keys(change).length > 0);
  return [...Map.groupBy(changed, ([, change]) => JSON.stringify(change)).values()].map((group) => {
    const ids = group.map(([id]) => id);
    const change = group[0]?.[1] ?? {};
    // `cards/update` cannot add or remove a single tag; only `cards/bulkUpdate` can.
    return ids.length === 1 && !('addMasterTag' in change) && !('removeMasterTag' in change)
      ? stepOf('cards/update', { id: ids[0], ...change })
      : stepOf('cards/bulkUpdate', { ids, ...change });
  });
}

/** Null if the drop does not change the manual order. */
function manualOrderStep(drop: CardDrop, board: BoardOfDrop): ActStep | null {
  const { cards, to, lane, afterCardId, beforeCardId } = drop;
  const { orderKind, sort, manualPositionOf, cardOf } = board;
  if (!orderKind) return null;
  const zone = columnOrLaneBy('zone', to, lane);
  const orderIdField = orderIdFields[orderKind];
  const targetOrderId = columnOrLaneBy(orderGroupings[orderKind], to, lane)?.value;
  if (targetOrderId === null) return null;
  const orderIdAfterDrop = (card: CardRow) => (targetOrderId === undefined ? card[orderIdField] : targetOrderId);
  const cardIds = cards.map((card) => card.cardId);
  const zoneOf = (cardId: string) => manualPositionOf(cardId)?.label ?? null;
  const place = (action: 'addAfter' | 'addBefore', targetId: string | null, label: string | null) =>
    stepOf(`cardOrders/${action}`, { targetId, cardIds, context: orderKind, label });
  if (zone) {
    const label = zone.value as string | null;
    if (sort !== 'manual') {
      // A card that enters a run, deck or milestone has no position in its manual order yet.
      const arePlaced = cards.every(
        (card) => manualPositionOf(card.cardId) && orderIdAfterDrop(card) === card[orderIdField],
      );
      if (arePlaced && cards.every(({ cardId }) => zoneOf(cardId) === label)) return null;
      // Cards without a position need addAfter, because the service skips these cards in updateLabel.
      return arePlaced
        ? stepOf('cardOrders/updateLabel', { cardIds, context: orderKind, label })
        : place('addAfter', null, label);
    }
    return !afterCardId && beforeCardId
      ? place('addBefore', beforeCardId, label)
      : place('addAfter', afterCardId, label);
  }
  if (sort !== 'manual') return null;
  // A neighbour on the board can belong to another deck, run or milestone, and so to another manual order.
  const isInSameOrder = (cardId: string | null): cardId is string =>
    cardId !== null && cards.every((card) => orderIdAfterDrop(card) === (cardOf(cardId)?.[orderIdField] ?? null));
  if (isInSameOrder(afterCardId)) return place('addAfter', afterCardId, zoneOf(afterCardId));
  return isInSameOrder(beforeCardId) ? place('addBefore', beforeCardId, zoneOf(beforeCardId)) : null;
}

export type DropOutcome =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'act';
      readonly label: ActionLabel;
      readonly steps: readonly ActStep[];
      /** Null if no card gets a thread. The app asks the person for the first comment of the thread. */
      readonly cardsToBlockOrReview: { readonly threadKind: BlockOrReview; readonly cards: readonly CardRow[] } | null;
      /** Cards whose block or review thread must be closed before the steps are sent. */
      readonly cardsWithThreadsToClose: readonly CardRow[];
    };

export function resolveDrop(drop: CardDrop, board: BoardOfDrop): DropOutcome {
  const { cards, to, lane } = drop;
  if (cards.length === 0) return { kind: 'nothing' };
  // A drop within the same column and lane changes only positions, and is never refused.
  const entering = cards.filter((card) => !cardStaysInList(card, drop));
  for (const card of entering) {
    const reason = dropRefusal(card, drop, board);
    if (reason) return { kind: 'refused', reason };
  }
  const changes = (to.by === 'zone' ? cards : entering).map(
    (card) => [card.cardId, allFieldChanges(card, drop, board.me)] as const,
  );
  const untagged = entering.flatMap((card) => otherTagRemovals(card, drop));
  const order = manualOrderStep(drop, board);
  const steps = [...stepsToUpdateCards([...changes, ...untagged]), ...(order ? [order] : [])];
  const { cardsToBlockOrReview, cardsWithThreadsToClose } = blockOrReviewChanges(drop);
  if (steps.length === 0 && !cardsToBlockOrReview && cardsWithThreadsToClose.length === 0) return { kind: 'nothing' };
  const entersLane = lane && entering.some((card) => dropOf(card, drop).fromLane?.key !== lane.key);
  const title = entersLane ? `${to.title}, ${lane.title}` : to.title;
  const label = moveLabel(cards, entering.length === 0 ? null : title);
  return { kind: 'act', label, steps, cardsToBlockOrReview, cardsWithThreadsToClose };
}

function blockOrReviewChanges(
  drop: CardDrop,
): Pick<DropOutcome & { kind: 'act' }, 'cardsToBlockOrReview' | 'cardsWithThreadsToClose'> {
  const { to, lane } = drop;
  const status = columnOrLaneBy('status', to, lane);
  if (!status) return { cardsToBlockOrReview: null, cardsWithThreadsToClose: [] };
  const cards = drop.cards.filter((card) => {
    const { from, fromLane } = dropOf(card, drop);
    return (status === to ? from : fromLane)?.key !== status.key;
  });
  const threadKind = blockOrReviewOfColumn(status);
  const begin = threadKind ? cards.filter((card) => blockOrReviewOfCard(card) !== threadKind) : [];
  return {
    cardsToBlockOrReview: threadKind && begin.length > 0 ? { threadKind, cards: begin } : null,
    cardsWithThreadsToClose: statusesWithoutBlockOrReview.includes(status.value)
      ? cards.filter((card) => blockOrReviewOfCard(card) !== null)
      : [],
  };
}

/**
 * On the column "No tag", a card loses all its tags. The field changes remove only the tag of the column that the card
 * leaves. A change can remove only one tag, so each other tag gets one.
 */
function otherTagRemovals(card: CardRow, drop: CardDrop): (readonly [string, CardChanges])[] {
  const { to, from, lane, fromLane } = dropOf(card, drop);
  const axis = columnOrLaneBy('tag', to, lane);
  const left = axis === to ? from : fromLane;
  if (axis?.value !== null || left?.key === axis.key) return [];
  return card.tags
    .filter((tag) => !isSameTag(tag, String(left?.value ?? '')))
    .map((tag) => [card.cardId, { removeMasterTag: tag }] as const);
}

function moveLabel(cards: readonly Pick<CardRow, 'title'>[], to: string | null): ActionLabel {
  const subject = cardTitleOrCountText(cards);
  return to === null ? `Reorder ${subject}` : `Move ${subject} to ${to}`;
}

export function cardTitleOrCountText(cards: readonly Pick<CardRow, 'title'>[]): string {
  const [first] = cards;
  if (!first || cards.length > 1) return `${cards.length} cards`;
  const title = first.title || 'Untitled';
  return `“${title.length > 48 ? `${[...title].slice(0, 47).join('')}…` : title}”`;
}

/**
 * Turns a drop of cards into the actions to send: changes of fields, changes of the manual order, or both as one undo
 * step. Drags by pointer or keys and menus all use this, so that the same move has the same result everywhere.
 */
import type { ActionName, CardOrderContext } from '../../shared/contract/index.ts';
import type { ActStep } from '../data/act.ts';
import type { Label } from '../data/action-labels.ts';
import { isTaskField } from './card-fields/definitions.ts';
import type { CardChanges } from './card-fields/field.ts';
import { cardFields } from './card-fields/index.ts';
import { docRefusalOf } from './card-fields/task.ts';
import type { CardRow, ManualPosition } from './card-row.ts';
import type { Column } from './column.ts';
import { type Mark, markOf } from './marked-cards.ts';
import type { SortName } from './ordering.ts';

export interface DropBoard {
  readonly sort: SortName;
  /** The manual order that the board shows, or null. */
  readonly context: CardOrderContext | null;
  readonly placeOf: (cardId: string) => ManualPosition | null;
  readonly cardOf: (cardId: string) => CardRow | undefined;
  readonly deckTypeOf: (deckId: string | null) => string | undefined;
  readonly me: string | null;
  /** Returns the zones of a run. Set on boards that show the manual orders of runs. */
  readonly zonesOfRun?: (sprintId: string) => readonly (string | null)[];
}

export interface Drop {
  /** The moved cards, in their order after the drop. */
  readonly cards: readonly CardRow[];
  /** The column that the cards come from, or null if they come from elsewhere. */
  readonly from: Column | null;
  readonly to: Column;
  /** The target lane and the lane that the cards come from; absent on boards without lanes. */
  readonly lane?: Column | null;
  readonly fromLane?: Column | null;
  /**
   * The moved cards are put after the card `after` and before the card `before` (ids). Neither is itself a moved card.
   */
  readonly after: string | null;
  readonly before: string | null;
}

/**
 * Returns the kind of open thread that all cards of the column have (status columns "blocked" and "review"), or null.
 */
export const markedBy = ({ by, value }: Column): Mark | null =>
  by !== 'status' ? null : value === 'blocked' ? 'block' : value === 'review' ? 'review' : null;

/** Status columns that a card cannot be in while it is blocked or in review. */
const unmarkedGroups: readonly unknown[] = ['unassigned', 'assigned', 'started', 'done'];

/** Returns the reason why a card cannot go into a column, or null. */
export const refusalOf = (card: CardRow, to: Column, board: Pick<DropBoard, 'deckTypeOf'>): string | null =>
  to.by === 'none' ? null : (cardFields[to.by].refusal?.(card, to.value, board.deckTypeOf) ?? null);

/** Returns the reason why no card can be in both a lane and a column, or null. */
export function clashOf(a: Column, b: Column): string | null {
  const status = a.by === 'status' ? a : b.by === 'status' ? b : null;
  const other = status === a ? b : a;
  if (!status) return null;
  if (other.by === 'owner') {
    if (status.value === 'unassigned' && other.value !== null) return 'An unassigned card has no owner.';
    if (status.value === 'assigned' && other.value === null) return 'An assigned card has an owner.';
  }
  return status.value === 'doc' && other.value !== null && isTaskField(other.by) ? docRefusalOf(other.by) : null;
}

type Where = Pick<Drop, 'to' | 'from' | 'lane' | 'fromLane'>;

/**
 * Returns a reason if the target column or lane is a zone that the card's run does not have, otherwise null. If no
 * column or lane is a run, `sprintId` is the run of the card; undefined then accepts every zone.
 */
export function runZoneRefusal(
  sprintId: string | null | undefined,
  { to, lane }: Pick<Where, 'to' | 'lane'>,
  { zonesOfRun }: Pick<DropBoard, 'zonesOfRun'>,
): string | null {
  const axes = lane ? [to, lane] : [to];
  const zone = axes.find(({ by }) => by === 'zone')?.value ?? null;
  if (zone === null || !zonesOfRun) return null;
  const column = axes.find(({ by }) => by === 'run');
  const run = column ? column.value : sprintId;
  if (run === undefined) return null;
  if (run === null) return 'A card without a run is in no zone.';
  return zonesOfRun(String(run)).includes(String(zone)) ? null : `This run has no zone “${zone}”.`;
}

type RefusalBoard = Pick<DropBoard, 'deckTypeOf' | 'zonesOfRun'>;

/**
 * Returns the reason why a card cannot be dropped on a column, or on the cell of a column and a lane; null if it can.
 */
export function placeRefusal(card: CardRow, where: Where, board: RefusalBoard): string | null {
  const { to, from, lane, fromLane } = where;
  // A column does not refuse a card that it already contains, and neither does a lane.
  const byColumn = from?.key === to.key ? null : refusalOf(card, to, board);
  const byZone = byColumn ?? runZoneRefusal(card.sprintId, where, board);
  if (byZone || !lane) return byZone;
  const byLane = fromLane?.key === lane.key ? null : refusalOf(card, lane, board);
  return byLane ?? clashOf(to, lane);
}

/** A drop of more cards is checked for these cards only, because the check runs while the person drags. */
const maxCheckedCards = 60;
type DecksById = Readonly<Record<string, { readonly deckType: string; readonly hasGuardians?: boolean } | undefined>>;

/**
 * Returns a warning about a drop that is not refused, or null. There are two: the service may refuse the drop because
 * guardians of the deck decide (the app cannot read who the guardians are), or started cards become not started.
 */
export function placeCaution(cards: readonly CardRow[], where: Where, decks: DecksById): string | null {
  const board: DropBoard = {
    sort: 'title',
    context: null,
    placeOf: () => null,
    cardOf: () => undefined,
    deckTypeOf: (deckId) => decks[deckId ?? '']?.deckType,
    me: null,
  };
  let loses = false;
  for (const card of cards.slice(0, maxCheckedCards)) {
    const guarded = decks[card.deckId ?? '']?.hasGuardians === true;
    const running = card.status === 'started' || card.status === 'snoozing';
    if (!guarded && !running) continue;
    const changes = allChanges(card, { ...where, cards: [card], after: null, before: null }, board);
    const moves = 'deckId' in changes && changes.deckId !== card.deckId;
    const marks = 'status' in changes && (changes.status === 'done') !== (card.status === 'done');
    if (guarded && (moves || marks || 'visibility' in changes))
      return 'May be refused: guardians of its deck decide this.';
    const unstarted = moves && ['hero', 'doc'].includes(decks[String(changes.deckId)]?.deckType ?? '');
    if (running && !('status' in changes) && (unstarted || 'assigneeId' in changes)) loses = true;
  }
  return loses ? 'Started cards go back to not started.' : null;
}

/** Returns the field changes that put a card into the column, or null for none. */
const changesFor = (card: CardRow, to: Column, from: Column | null, me: string | null): CardChanges | null =>
  to.by === 'none' ? null : (cardFields[to.by].changes?.(card, to, from, me) ?? null);

/** Returns all field changes of a card: those for its new column merged with those for its new lane. */
function allChanges(card: CardRow, { to, from, lane, fromLane }: Drop, board: DropBoard): CardChanges {
  const column = from?.key === to.key && to.by !== 'zone' ? null : changesFor(card, to, from, board.me);
  const across = !lane || fromLane?.key === lane.key ? null : changesFor(card, lane, fromLane ?? null, board.me);
  const merged = lane?.by === 'status' ? { ...across, ...column } : { ...column, ...across };
  // The status "assigned" sets the current user as owner. A target column or lane of an owner overrides this.
  const owner = to.by === 'owner' ? to : lane?.by === 'owner' ? lane : null;
  if (!owner || !('assigneeId' in merged) || owner.value === merged.assigneeId) return merged;
  const { assigneeId: _, ...rest } = merged;
  return card.assigneeId === owner.value ? rest : { ...rest, assigneeId: owner.value };
}

const act = (action: ActionName, params: CardChanges): ActStep => ({ action, params: { ...params } });

/**
 * Returns one step per group of cards with equal changes: `cards/update` for one card, `cards/bulkUpdate` for several.
 */
export function updateSteps(changes: readonly (readonly [cardId: string, changes: CardChanges])[]): ActStep[] {
  const groups = new Map<string, { ids: string[]; changes: CardChanges }>();
  for (const [id, change] of changes) {
    if (Object.keys(change).length === 0) continue;
    const key = JSON.stringify(change);
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { ids: [id], changes: change });
  }
  return [...groups.values()].map(({ ids, changes: change }) =>
    // To add or remove a single tag, the interface has only bulkUpdate.
    ids.length === 1 && !('addMasterTag' in change) && !('removeMasterTag' in change)
      ? act('cards/update', { id: ids[0], ...change })
      : act('cards/bulkUpdate', { ids, ...change }),
  );
}

/** Returns the step that changes the manual order, or null if the drop does not change that order. */
function orderStep(drop: Drop, board: DropBoard): ActStep | null {
  const { cards, to, lane, after, before } = drop;
  const { context, sort, placeOf, cardOf } = board;
  if (!context) return null;
  const axes = lane ? [to, lane] : [to];
  const zone = axes.find(({ by }) => by === 'zone');
  const order = orderField(context);
  const home = axes.find(({ by }) => by === orderAxis[context])?.value;
  if (home === null) return null;
  const cardIds = cards.map((card) => card.cardId);
  const zoneOf = (cardId: string) => placeOf(cardId)?.label ?? null;
  if (zone) {
    const label = zone.value as string | null;
    if (sort !== 'manual') {
      // A card that enters a run, deck or milestone has no position there yet.
      const arePlaced = cards.every((card) => placeOf(card.cardId) && (home === undefined || home === card[order]));
      if (arePlaced && cards.every(({ cardId }) => zoneOf(cardId) === label)) return null;
      // The service skips cards without a position in updateLabel, so those cards need addAfter.
      return arePlaced
        ? act('cardOrders/updateLabel', { cardIds, context, label })
        : act('cardOrders/addAfter', { targetId: null, cardIds, context, label });
    }
    if (after) return act('cardOrders/addAfter', { targetId: after, cardIds, context, label });
    if (before) return act('cardOrders/addBefore', { targetId: before, cardIds, context, label });
    return act('cardOrders/addAfter', { targetId: null, cardIds, context, label });
  }
  if (sort !== 'manual') return null;
  // A neighbour on the board can belong to another deck, run or milestone, and so to another manual order.
  const sameOrder = (cardId: string | null): cardId is string =>
    cardId !== null &&
    cards.every((card) => (home !== undefined ? home : card[order]) === (cardOf(cardId)?.[order] ?? null));
  if (sameOrder(after)) return act('cardOrders/addAfter', { targetId: after, cardIds, context, label: zoneOf(after) });
  if (sameOrder(before))
    return act('cardOrders/addBefore', { targetId: before, cardIds, context, label: zoneOf(before) });
  return null;
}

const orderField = (context: CardOrderContext): 'deckId' | 'sprintId' | 'milestoneId' =>
  context === 'deck' ? 'deckId' : context === 'sprint' ? 'sprintId' : 'milestoneId';

const orderAxis = { deck: 'deck', sprint: 'run', milestone: 'milestone' } as const satisfies Record<
  CardOrderContext,
  string
>;

export type DropMeaning =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'act';
      readonly label: Label;
      readonly steps: readonly ActStep[];
      /**
       * Cards that get a block or review thread; null for none. The app asks for the first comment of these threads.
       */
      readonly begins: { readonly mark: Mark; readonly cards: readonly CardRow[] } | null;
      /** Cards whose block or review thread must be closed before the steps are sent. */
      readonly ends: readonly CardRow[];
    };

export function dropActions(drop: Drop, board: DropBoard): DropMeaning {
  const { cards, to, from, lane, fromLane } = drop;
  if (cards.length === 0) return { kind: 'nothing' };
  const stays = from?.key === to.key && (!lane || fromLane?.key === lane.key);
  for (const card of cards) {
    // A drop within the same column and lane changes only positions, which is never refused.
    if (stays) break;
    const reason = placeRefusal(card, drop, board);
    if (reason) return { kind: 'refused', reason };
  }
  const changes =
    stays && to.by !== 'zone' ? [] : cards.map((card) => [card.cardId, allChanges(card, drop, board)] as const);
  const untagged = stays ? [] : cards.flatMap((card) => otherTags(card, drop));
  const order = orderStep(drop, board);
  const steps = [...updateSteps([...changes, ...untagged]), ...(order ? [order] : [])];
  const { begins, ends } = markChanges(drop);
  if (steps.length === 0 && !begins && ends.length === 0) return { kind: 'nothing' };
  const title = lane && fromLane?.key !== lane.key ? `${to.title}, ${lane.title}` : to.title;
  return { kind: 'act', label: moveLabel(cards, stays ? null : title), steps, begins, ends };
}

/** Returns the block and review threads that the app must open or close for a drop on another status. */
function markChanges({
  cards,
  to,
  from,
  lane,
  fromLane,
}: Drop): Pick<DropMeaning & { kind: 'act' }, 'begins' | 'ends'> {
  const entered = [from?.key === to.key ? null : to, fromLane?.key === lane?.key ? null : lane];
  const status = entered.find((axis) => axis?.by === 'status');
  if (!status) return { begins: null, ends: [] };
  const mark = markedBy(status);
  const begin = mark ? cards.filter((card) => markOf(card) !== mark) : [];
  return {
    begins: mark && begin.length > 0 ? { mark, cards: begin } : null,
    ends: unmarkedGroups.includes(status.value) ? cards.filter((card) => markOf(card) !== null) : [],
  };
}

/**
 * Returns the changes that remove all further tags of a card dropped on the column "No tag": one per tag, as the
 * service requires.
 */
function otherTags(card: CardRow, { to, from, lane, fromLane }: Drop): (readonly [string, CardChanges])[] {
  const axis = to.by === 'tag' ? to : lane?.by === 'tag' ? lane : null;
  const left = axis === to ? from : fromLane;
  if (axis?.value !== null || left?.key === axis.key) return [];
  return card.tags
    .filter((tag) => tag.toLowerCase() !== String(left?.value ?? '').toLowerCase())
    .map((tag) => [card.cardId, { removeMasterTag: tag }] as const);
}

/** Returns the label of a move for toasts, undo and the outbox. */
function moveLabel(cards: readonly Pick<CardRow, 'title'>[], to: string | null): Label {
  const subject = cardsText(cards);
  return to === null ? `Reorder ${subject}` : `Move ${subject} to ${to}`;
}

export function cardsText(cards: readonly Pick<CardRow, 'title'>[]): string {
  const [first] = cards;
  if (!first || cards.length > 1) return `${cards.length} cards`;
  const title = first.title || 'Untitled';
  return `“${title.length > 48 ? `${[...title].slice(0, 47).join('')}…` : title}”`;
}

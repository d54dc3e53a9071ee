/** How the lists of a board (columns, cells, groups) refuse a drop, warn about it or perform it. */
import { type RefObject, useMemo } from 'react';
import { toastIfSeveralCards } from '../cards/perform-card-change.ts';
import { performDrop } from '../cards/perform-drop.ts';
import { act } from '../data/act.ts';
import type { WorkspaceLookups } from '../data/lookups.ts';
import { missingScopeReason } from '../data/permissions.ts';
import {
  type ArrangedColumn,
  type CardArrangement,
  cardListsOf,
  columnAndLaneOf,
  type DropPlacement,
} from '../model/arrange.ts';
import type { BoardSource } from '../model/board-source.ts';
import { type CardRow, type LoadedCards, manualPositionOf } from '../model/card-row.ts';
import {
  type BoardOfDrop,
  blockOrReviewOfColumn,
  cardStaysInList,
  columnsAndLanesOfDrop,
  dropRefusal,
  dropWarning,
  resolveDrop,
} from '../model/drop-action.ts';
import { canCreateCardIn } from '../model/new-cards/new-card.ts';
import type { SortOrderName } from '../model/ordering.ts';
import { zoneTitle } from '../model/zones.ts';
import { showRefusalToast } from '../ui/popups/toast.ts';

/**
 * After a drop, the board waits this long for rows with the new position. Then it shows the cards where their rows have
 * them.
 */
const placementTimeoutMs = 1_500;

export interface BoardDropHandlers {
  /** The reason, or null if the list accepts the cards. */
  readonly refusal: (cards: readonly CardRow[], columnKey: string, fromKey: string | null) => string | null;
  /** A warning about a drop that the list accepts, or null. */
  readonly caution: (cards: readonly CardRow[], columnKey: string, fromKey: string | null) => string | null;
  /** Inserts before the visible card at `index`. */
  readonly drop: (cards: readonly CardRow[], columnKey: string, index: number, fromKey: string | null) => void;
  /** Null takes the cards out of their zone. */
  readonly moveToZone: (cards: readonly CardRow[], zone: string | null) => void;
  /** True only if the cards also stay visible there. */
  readonly canCreate: (list: ArrangedColumn) => boolean;
}

/** Of the board's last render. */
interface RenderedBoard {
  readonly arrangement: CardArrangement;
  readonly loaded: LoadedCards;
  readonly sort: SortOrderName;
  readonly source: BoardSource;
  readonly lookups: WorkspaceLookups;
  readonly me: string | null;
}

/**
 * The functions stay the same between renders. `setPlacement` shows dropped cards at their new position while their
 * rows still have the old one.
 */
export function useBoardDropHandlers(
  latest: RefObject<RenderedBoard>,
  setPlacement: (next: DropPlacement | null | ((current: DropPlacement | null) => DropPlacement | null)) => void,
): BoardDropHandlers {
  return useMemo<BoardDropHandlers>(() => {
    const listOf = (key: string | null) =>
      cardListsOf(latest.current.arrangement).find(({ column }) => column.key === key);
    const whereOf = (cards: readonly CardRow[], to: ArrangedColumn, fromKey: string | null) =>
      columnsAndLanesOfDrop(cards, to, listOf(fromKey), cardListsOf(latest.current.arrangement));
    return {
      refusal: (cards, columnKey, fromKey) => {
        const to = listOf(columnKey);
        if (!to) return null;
        const where = whereOf(cards, to, fromKey);
        const entering = cards.filter((card) => !cardStaysInList(card, where));
        // A drop on another column or lane changes a field, except for zones, which belong to the manual order.
        const axes = columnAndLaneOf(to);
        const isField = entering.length > 0 && (axes.column.by !== 'zone' || (axes.lane && axes.lane.by !== 'zone'));
        const begins = isField && [axes.column, axes.lane].some((axis) => axis && blockOrReviewOfColumn(axis) !== null);
        const disabledReason =
          missingScopeReason(isField ? 'cards/update' : 'cardOrders/addAfter') ??
          (begins ? missingScopeReason('resolvables/create') : null);
        if (disabledReason) return disabledReason;
        const board = boardOfDrop(latest.current);
        for (const card of entering) {
          const reason = dropRefusal(card, where, board);
          if (reason) return reason;
        }
        return null;
      },
      caution: (cards, columnKey, fromKey) => {
        const to = listOf(columnKey);
        if (!to) return null;
        const where = whereOf(cards, to, fromKey);
        const entering = cards.filter((card) => !cardStaysInList(card, where));
        return dropWarning(entering, where, latest.current.lookups.decks);
      },
      drop: (cards, columnKey, index, fromKey) => {
        const to = listOf(columnKey);
        if (!to) return;
        const moved = new Set(cards.map((card) => card.cardId));
        const afterCardId = to.ids.slice(0, index).findLast((id) => !moved.has(id)) ?? null;
        const beforeCardId = to.ids.slice(index).find((id) => !moved.has(id)) ?? null;
        const where = whereOf(cards, to, fromKey);
        const place = cards.length === 1 ? to.ids.indexOf(cards[0]?.cardId ?? '') : -1;
        const isUnmoved =
          cards.every((card) => cardStaysInList(card, where)) &&
          (latest.current.sort !== 'manual' || (place >= 0 && [index, index - 1].includes(place)));
        if (isUnmoved) return;
        const outcome = resolveDrop({ cards, ...where, afterCardId, beforeCardId }, boardOfDrop(latest.current));
        if (outcome.kind === 'refused') showRefusalToast(outcome.reason);
        if (outcome.kind !== 'act') return;
        const placement: DropPlacement = {
          ids: [...moved],
          columnKey: where.to.key,
          ...(where.lane ? { laneKey: where.lane.key } : {}),
          beforeCardId,
        };
        setPlacement(placement);
        const removePlacement = () => setPlacement((current) => (current === placement ? null : current));
        void performDrop(cards, outcome).then((answer) => {
          if (answer) setTimeout(removePlacement, placementTimeoutMs);
          else removePlacement();
        });
      },
      moveToZone: (cards, zone) => {
        const to = { key: `zone:${zone ?? ''}`, title: zoneTitle(zone), by: 'zone', value: zone } as const;
        // With a sort order other than `manual`, a drop sets only the zone.
        const outcome = resolveDrop(
          { cards, to, from: null, afterCardId: null, beforeCardId: null },
          { ...boardOfDrop(latest.current), sort: 'title' },
        );
        if (outcome.kind === 'refused') showRefusalToast(outcome.reason);
        if (outcome.kind === 'act') void act(outcome.label, outcome.steps, toastIfSeveralCards(cards));
      },
      canCreate: (list) => {
        const { column, lane } = columnAndLaneOf(list);
        return canCreateCardIn(column, lane, boardOfDrop(latest.current));
      },
    };
  }, [latest, setPlacement]);
}

/** Only boards that show the manual orders of runs have `zonesOfRun`. */
const boardOfDrop = ({ loaded, sort, source, lookups, me }: RenderedBoard): BoardOfDrop => ({
  sort,
  orderKind: source.orderKind,
  manualPositionOf: (id) => manualPositionOf(loaded, id),
  cardOf: (id) => loaded.rows[id],
  deckTypeOf: (deckId) => lookups.decks[deckId ?? '']?.deckType,
  me,
  ...(source.orderKind === 'sprint' ? { zonesOfRun: (id) => lookups.sprints[id]?.manualOrderLabels ?? [] } : {}),
});

/**
 * The progress of a run or milestone: past days and current progress. For everybody, the service has recorded the past
 * days; for one person, they are computed from the history of the cards. With a run plan, the current progress of a run
 * includes the planned changes.
 */
import { useMemo } from 'react';
import { type FieldList, queryForRow, selectRelated } from '../../shared/contract/index.ts';
import {
  computeLiveProgress,
  countedCardsCondition,
  type LiveProgress,
  type ProgressRow,
} from '../../shared/domain/progress.ts';
import {
  type CardHistoryChange,
  type CurrentCardValues,
  cardsWithoutHistory,
  computePastProgress,
} from '../../shared/domain/progress-history.ts';
import { countedCardsAsPlanned, usePlannedCardsOfView } from '../cards/planning/planned-cards.ts';
import { useLiveQuery } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';

export interface ProgressData {
  /** Past days; null until loaded. */
  readonly recorded: readonly ProgressRow[] | null;
  /**
   * Null until loaded. For all people, not for one person, also null after the end of the run or milestone, because
   * cards may have moved to the next run by then.
   */
  readonly live: LiveProgress | null;
  /** Counted for a card without an effort; 0 if the service sends no fallback. */
  readonly fallbackEffort: number;
  readonly error: Error | null;
}

export type ModelWithProgress = 'sprint' | 'milestone';
type QueryAnswer = Record<string, Record<string, unknown>> | undefined;

const recordedQuery = (model: ModelWithProgress, id: string) =>
  queryForRow<ModelWithProgress, FieldList>(model, id, [{ progress: ['date', 'progress'] }]);

export const countedCardsQuery = (model: ModelWithProgress, id: string) =>
  queryForRow<ModelWithProgress, FieldList>(model, id, [
    selectRelated('cards', countedCardsCondition, ['derivedStatus', 'effort', 'assigneeId', 'sprintId']),
  ]);

const historyQuery = (model: ModelWithProgress, id: string) =>
  queryForRow<ModelWithProgress, FieldList>(model, id, [
    selectRelated('cards', countedCardsCondition, [
      'assigneeId',
      'sprintId',
      'milestoneId',
      'effort',
      'derivedStatus',
      'createdAt',
      { diffs: ['cardId', 'versionCreatedAt', 'diff'] },
    ]),
  ]);

/** If `isOver` is true, loads only recorded days. */
export function useProgress(model: ModelWithProgress, id: string, isOver: boolean): ProgressData {
  const pastDays = useLiveQuery(recordedQuery(model, id));
  const cardsNow = useLiveQuery(countedCardsQuery(model, id), { enabled: !isOver });
  const recorded = pastDays.data as QueryAnswer;
  const live = cardsNow.data as QueryAnswer;
  const planned = usePlannedCardsOfView();
  const { account, inactiveDeckIds } = useLookups();
  return {
    fallbackEffort: account?.fallbackEffort ?? 0,
    recorded: useMemo(
      () => (recorded ? (Object.values(recorded[`${model}Progress`] ?? {}) as ProgressRow[]) : null),
      [recorded, model],
    ),
    live: useMemo(() => {
      if (isOver || !live) return null;
      const cards = (live.card ?? {}) as Record<string, CurrentCardValues>;
      if (model !== 'sprint') return computeLiveProgress(Object.values(cards));
      return computeLiveProgress(
        countedCardsAsPlanned(cards, planned, inactiveDeckIds).filter(({ sprintId }) => sprintId === id),
      );
    }, [live, isOver, planned, inactiveDeckIds, model, id]),
    error: pastDays.error ?? cardsNow.error,
  };
}

/** Empty until loaded. Contains null if a card has no owner. */
export function useCardOwnerIds(model: ModelWithProgress, id: string): readonly (string | null)[] {
  const { data } = useLiveQuery(countedCardsQuery(model, id));
  const cards = Object.values((data as QueryAnswer)?.card ?? {}) as CurrentCardValues[];
  return [...new Set(cards.map(({ assigneeId }) => assigneeId))];
}

interface PersonProgress extends ProgressData {
  /** Cards whose history is not readable count with their current values on all past days. */
  readonly cardsWithoutHistory: number;
}

/**
 * Past days come from the history of the cards that are now in the run or milestone. A null `userId` means cards
 * without an owner; undefined loads nothing.
 */
export function usePersonProgress(
  { model, id, from, to }: { model: ModelWithProgress; id: string; from: string; to: string },
  userId: string | null | undefined,
): PersonProgress {
  const { data, error } = useLiveQuery(historyQuery(model, id), { enabled: userId !== undefined });
  const planned = usePlannedCardsOfView();
  const { account, inactiveDeckIds } = useLookups();
  const fallbackEffort = account?.fallbackEffort ?? 0;
  return useMemo(() => {
    if (!data || userId === undefined)
      return { recorded: null, live: null, fallbackEffort, error, cardsWithoutHistory: 0 };
    const known = ((data as QueryAnswer)?.card ?? {}) as Record<string, CurrentCardValues>;
    const cards = Object.values(known);
    const versions = Object.values((data as QueryAnswer)?.cardHistory ?? {}) as CardHistoryChange[];
    const field = model === 'sprint' ? 'sprintId' : 'milestoneId';
    const counts = (card: CurrentCardValues) => card[field] === id && card.assigneeId === userId;
    return {
      recorded: computePastProgress(cards, versions, { from, to }, counts),
      live: computeLiveProgress(
        countedCardsAsPlanned(known, model === 'sprint' ? planned : null, inactiveDeckIds).filter(counts),
      ),
      fallbackEffort,
      error,
      cardsWithoutHistory: cardsWithoutHistory(cards.filter(counts), versions).length,
    };
  }, [data, error, userId, planned, inactiveDeckIds, fallbackEffort, model, id, from, to]);
}

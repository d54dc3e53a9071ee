/** Hooks that load the progress of a run or milestone, of everybody or of one person: past days and the current cards. */
import { useMemo } from 'react';
import { byId, query, under } from '../../shared/contract/index.ts';
import { type LiveProgress, liveProgress, type ProgressRow, progressStates } from '../../shared/domain/progress.ts';
import { type CardNow, type CardVersion, pastProgress, withoutHistory } from '../../shared/domain/progress-history.ts';
import { useLive } from '../data/live.ts';

export interface Progress {
  /** Rows of past days; null until loaded. */
  readonly recorded: readonly ProgressRow[] | null;
  /** Current progress; null until loaded, and after the end, since cards may have moved to the next run. */
  readonly live: LiveProgress | null;
}

export type ProgressOwner = 'sprint' | 'milestone';
type Answer = Record<string, Record<string, unknown>> | undefined;

/** The cards that progress counts. */
const counted = { derivedStatus: Object.keys(progressStates), deck: { project: { visibility: 'default' } } };

const recordedQuery = (model: ProgressOwner, id: string) =>
  query({ [byId(model, id)]: [{ progress: ['date', 'progress'] }] } as never);

const liveQuery = (model: ProgressOwner, id: string) =>
  query({ [byId(model, id)]: [under('cards', counted, ['derivedStatus', 'effort', 'assigneeId'])] } as never);

const historyQuery = (model: ProgressOwner, id: string) =>
  query({
    [byId(model, id)]: [
      under('cards', counted, [
        'assigneeId',
        'sprintId',
        'milestoneId',
        'effort',
        'derivedStatus',
        'createdAt',
        { diffs: ['cardId', 'versionCreatedAt', 'diff'] },
      ]),
    ],
  } as never);

export function useProgress(model: ProgressOwner, id: string, isOver: boolean): Progress {
  const recorded = useLive(recordedQuery(model, id)).data as Answer;
  const live = useLive(liveQuery(model, id), { enabled: !isOver }).data as Answer;
  return {
    recorded: useMemo(
      () => (recorded ? (Object.values(recorded[`${model}Progress`] ?? {}) as ProgressRow[]) : null),
      [recorded, model],
    ),
    live: useMemo(() => {
      if (isOver || !live) return null;
      return liveProgress(Object.values(live.card ?? {}) as CardNow[]);
    }, [live, isOver]),
  };
}

/** Ids of the people who own cards of a run or milestone now; null among them: cards without an owner. */
export function useOwners(model: ProgressOwner, id: string): readonly (string | null)[] {
  const { data } = useLive(liveQuery(model, id));
  return useMemo(
    () => [...new Set((Object.values((data as Answer)?.card ?? {}) as CardNow[]).map(({ assigneeId }) => assigneeId))],
    [data],
  );
}

export interface PersonProgress extends Progress {
  /** Number of cards whose history is not readable, so that they count in all past days as they are now. */
  readonly withoutHistory: number;
}

/**
 * The progress of the cards of one person (null: without an owner), rebuilt from the history of the cards that are in the
 * run or milestone now. Loads nothing without a person.
 */
export function usePersonProgress(
  { model, id, from, to }: { model: ProgressOwner; id: string; from: string; to: string },
  userId: string | null | undefined,
): PersonProgress {
  const { data } = useLive(historyQuery(model, id), { enabled: userId !== undefined });
  return useMemo(() => {
    if (!data || userId === undefined) return { recorded: null, live: null, withoutHistory: 0 };
    const cards = Object.values((data as Answer)?.card ?? {}) as CardNow[];
    const versions = Object.values((data as Answer)?.cardHistory ?? {}) as CardVersion[];
    const field = model === 'sprint' ? 'sprintId' : 'milestoneId';
    const counts = (card: CardNow) => card[field] === id && card.assigneeId === userId;
    return {
      recorded: pastProgress(cards, versions, { from, to }, counts),
      live: liveProgress(cards.filter(counts)),
      withoutHistory: withoutHistory(cards.filter(counts), versions).length,
    };
  }, [data, userId, model, id, from, to]);
}

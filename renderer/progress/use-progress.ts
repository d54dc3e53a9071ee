/** Hook that loads the progress of a run or milestone: the recorded days and the current cards. */
import { useMemo } from 'react';
import { byId, query, under } from '../../shared/contract/index.ts';
import { progressStates } from '../../shared/domain/progress.ts';
import { useLive } from '../data/live.ts';
import { type LiveProgress, liveProgress, type ProgressRow } from './progress.ts';

export interface Progress {
  /** Recorded days; null until loaded. */
  readonly recorded: readonly ProgressRow[] | null;
  /** Current progress; null until loaded, and after the end, since cards may have moved to the next run. */
  readonly live: LiveProgress | null;
}

type Answer = Record<string, Record<string, unknown>> | undefined;

const recordedQuery = (model: 'sprint' | 'milestone', id: string) =>
  query({ [byId(model, id)]: [{ progress: ['date', 'progress'] }] } as never);

const liveQuery = (model: 'sprint' | 'milestone', id: string) =>
  query({
    [byId(model, id)]: [
      under('cards', { derivedStatus: Object.keys(progressStates), deck: { project: { visibility: 'default' } } }, [
        'derivedStatus',
        'effort',
      ]),
    ],
  } as never);

export function useProgress(model: 'sprint' | 'milestone', id: string, isOver: boolean): Progress {
  const recorded = useLive(recordedQuery(model, id)).data as Answer;
  const live = useLive(liveQuery(model, id), { enabled: !isOver }).data as Answer;
  return {
    recorded: useMemo(
      () => (recorded ? (Object.values(recorded[`${model}Progress`] ?? {}) as ProgressRow[]) : null),
      [recorded, model],
    ),
    live: useMemo(() => {
      if (isOver || !live) return null;
      return liveProgress(Object.values(live.card ?? {}) as { derivedStatus: string; effort: number | null }[]);
    }, [live, isOver]),
  };
}

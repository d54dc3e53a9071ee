/** The last completed runs and the work done in them, for velocity, forecast and risk. */
import { useMemo } from 'react';
import type { Row } from '../../shared/contract/index.ts';
import { type CompletedRunWork, maxRunsInForecast } from '../../shared/domain/forecast.ts';
import { statusesOfProgressGroups } from '../../shared/domain/progress.ts';
import type { SprintRow } from '../data/lookups.ts';
import { useCardsOfRuns } from './run-workloads.ts';

/** If `before` is given, selects only runs that start before that day. */
export interface PastRunsFilter {
  readonly configIds: readonly string[];
  readonly before?: string;
}

const doneStatuses = statusesOfProgressGroups('done');

export type DoneCard = Pick<Row<'card'>, 'sprintId' | 'assigneeId' | 'effort' | 'derivedStatus'>;

/** The oldest first, at most `maxRunsInForecast` per Run Config. */
export function lastCompletedRuns(
  sprints: Readonly<Record<string, SprintRow>>,
  { configIds, before }: PastRunsFilter,
): readonly (readonly SprintRow[])[] {
  return configIds.map((configId) =>
    Object.values(sprints)
      .filter(
        ({ sprintConfigId, completedAt, startDate }) =>
          sprintConfigId === configId && completedAt !== null && (before === undefined || startDate < before),
      )
      .sort((a, b) => a.startDate.localeCompare(b.startDate))
      .slice(-maxRunsInForecast),
  );
}

/** Per run, the sum of `amount` over the cards of `people`. A null in `people` stands for cards without an owner. */
export const sumDoneWorkPerRun = (
  runs: readonly (readonly SprintRow[])[],
  cards: readonly DoneCard[],
  people: readonly (string | null)[],
  amount: (card: DoneCard) => number,
): CompletedRunWork[][] =>
  runs.map((configRuns) =>
    configRuns.map(({ id, startDate: from, endDate: to }) => ({
      id,
      from,
      to,
      done: cards.reduce(
        (sum, card) => sum + (card.sprintId === id && people.includes(card.assigneeId) ? amount(card) : 0),
        0,
      ),
    })),
  );

/** `doneCards` is null until loaded. Loads nothing if `isEnabled` is false. */
export function useDoneCardsOfRuns(runs: readonly (readonly SprintRow[])[], isEnabled = true) {
  const ids = runs.flatMap((configRuns) => configRuns.map(({ id }) => id));
  const { data, error } = useCardsOfRuns(ids, doneStatuses, isEnabled);
  const hasRuns = ids.length > 0;
  const doneCards = useMemo(
    () => (!hasRuns ? [] : data ? (Object.values(data.card ?? {}) as DoneCard[]) : null),
    [hasRuns, data],
  );
  return { doneCards, error };
}

import { useMemo } from 'react';
import { query, selectRelated } from '../../../../shared/contract/index.ts';
import { type PlannedValues, plannedFields, type RunPlan } from '../../../../shared/domain/run-plan.ts';
import { blockersPlannedLater, type CardWithDependencies } from '../../../../shared/domain/run-plan-checks.ts';
import { useIsPlanningModeOn, usePlanDraft } from '../../../cards/planning/plan-draft.ts';
import type { PlannedCardFaceTexts, PlannedCards } from '../../../cards/planning/planned-cards.ts';
import { useLiveQuery } from '../../../data/live.ts';
import {
  nameOf,
  type Person,
  type SprintRow,
  useLookups,
  usePeople,
  type WorkspaceLookups,
} from '../../../data/lookups.ts';
import {
  type CardsAnswer,
  cardsQuery,
  isCardDone,
  loadedCardsOf,
  noLoadedCards,
  shownTitle,
} from '../../../model/card-row.ts';
import { cardIdsOfPlan } from '../../../model/planning/plan-sending.ts';
import { labelOfRun } from '../../../model/planning/run-phase.ts';

/**
 * Current rows and positions of the planned cards and of their neighbours at the planned positions, archived and
 * deleted ones included. Also all cards of `runIds`. `cards` is undefined until loaded.
 */
export function usePlannedCardRows(plan: RunPlan, runIds: readonly string[]) {
  const ids = cardIdsOfPlan(plan).sort();
  const planned = { cardId: { op: 'in', value: ids }, visibility: ['default', 'archived', 'deleted'] } as const;
  const ofRuns = { sprintId: { op: 'in', value: runIds } } as const;
  const where = runIds.length === 0 ? planned : { $or: [planned, ofRuns] };
  const { data, error, refetch } = useLiveQuery(cardsQuery(where, 'sprint'), {
    enabled: ids.length > 0,
    keepsPrevious: true,
  });
  const cards = useMemo(
    () => (ids.length === 0 ? noLoadedCards : data && loadedCardsOf(data as CardsAnswer, 'sprint')),
    [ids.length, data],
  );
  return { cards, error, readAgain: () => void refetch() };
}

interface DependentCard extends PlannedValues {
  readonly title: string;
  readonly status: string;
  readonly visibility: string;
  readonly inDeps?: readonly string[];
}

/**
 * Cards in the runs and in the plan that wait for an unfinished card, and the cards that they wait for, by id. Only the
 * waiting cards have `inDeps`.
 */
function useDependencies(sprintIds: readonly string[], plan: RunPlan, enabled: boolean) {
  const planned = Object.keys(plan).sort();
  const where = { $or: [{ sprintId: { op: 'in', value: sprintIds } }, { cardId: { op: 'in', value: planned } }] };
  const fields = ['title', 'status', 'sprintId', 'assigneeId', 'visibility'] as const;
  const cards = selectRelated('cards', { hasBlockingDeps: true, ...where }, [...fields, { inDeps: [...fields] }]);
  const { data } = useLiveQuery(query({ _root: [{ account: [cards] }] }), { enabled, keepsPrevious: true });
  return data?.card as Readonly<Record<string, DependentCard>> | undefined;
}

export type RunAndPersonLookups = Pick<WorkspaceLookups, 'sprints' | 'sprintConfigs'> & {
  readonly people: Readonly<Record<string, Person>>;
};

/** "no run" for null. */
export function runNameOrNone(sprintId: string | null, { sprints, sprintConfigs }: RunAndPersonLookups): string {
  if (sprintId === null) return 'no run';
  const sprint: SprintRow | undefined = sprints[sprintId];
  return sprint ? labelOfRun(sprint, { sprintConfigs }) : 'a run not seen here';
}
/** "nobody" for null. */
export const ownerNameOrNobody = (userId: string | null, { people }: RunAndPersonLookups): string =>
  userId === null ? 'nobody' : nameOf(people[userId]);

function changeText(plan: RunPlan[string], row: PlannedValues, names: RunAndPersonLookups): string | null {
  const parts = plannedFields.flatMap((field): string[] => {
    const change = plan[field];
    if (!change || change.to === row[field]) return [];
    const textOf = field === 'sprintId' ? runNameOrNone : ownerNameOrNobody;
    return [`${textOf(change.to, names)} instead of ${textOf(row[field], names)}`];
  });
  if (plan.place && !plan.sprintId) parts.push('another place in its run');
  return parts.length > 0 ? `Planned: ${parts.join(', ')}` : null;
}

/**
 * With the rows of the plan's cards, and the texts of card faces on a board of `shownRuns`. Null outside planning mode.
 */
export function usePlannedCardsOfRuns(shownRuns: readonly SprintRow[]): PlannedCards | null {
  const { plan: draft } = usePlanDraft();
  const isOn = useIsPlanningModeOn();
  const { sprints, sprintConfigs, account } = useLookups();
  const people = usePeople();
  const plan = isOn ? draft : noPlan;
  const { rows, positions } = usePlannedCardRows(plan, noRunIds).cards ?? noLoadedCards;
  const dependent = useDependencies(
    shownRuns.map(({ id }) => id),
    plan,
    isOn && account?.dependenciesEnabled !== false,
  );
  return useMemo(() => {
    if (!isOn) return null;
    const names = { sprints, sprintConfigs, people };
    const marks = new Map<string, PlannedCardFaceTexts>();
    const add = (id: string, mark: Partial<PlannedCardFaceTexts>) =>
      marks.set(id, { changeText: null, lateText: null, ...marks.get(id), ...mark });
    for (const [id, cardPlan] of Object.entries(plan)) {
      const row = rows[id];
      const change = row ? changeText(cardPlan, row, names) : null;
      if (change) add(id, { changeText: change });
    }
    const cards = dependent ?? {};
    const plannedRun = (id: string): string | null =>
      plan[id]?.sprintId?.to ?? (plan[id]?.sprintId ? null : (cards[id]?.sprintId ?? null));
    const waiting = Object.entries(cards).flatMap(([cardId, { inDeps, status, visibility }]): CardWithDependencies[] =>
      inDeps && status !== 'done' && visibility === 'default' ? [{ cardId, sprintId: plannedRun(cardId), inDeps }] : [],
    );
    const late = blockersPlannedLater(
      waiting,
      (id) => {
        const blocker = cards[id];
        return (
          blocker && { sprintId: plannedRun(id), isOpen: !isCardDone(blocker) && blocker.visibility === 'default' }
        );
      },
      (id) => sprints[id]?.startDate,
    );
    for (const [id, blockers] of late) {
      const texts = blockers.map(
        (one) => `“${shownTitle(cards[one]?.title)}” (${runNameOrNone(plannedRun(one), names)})`,
      );
      add(id, { lateText: `Planned before what it waits for: ${texts.join(', ')}` });
    }
    return { plan, rows, positions, marks };
  }, [isOn, plan, rows, positions, dependent, sprints, sprintConfigs, people]);
}

const noPlan: RunPlan = {};
const noRunIds: readonly string[] = [];

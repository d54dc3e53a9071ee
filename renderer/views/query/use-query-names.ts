import { useMemo } from 'react';
import { type QueryAnswer, rowMapOf } from '../../../shared/contract/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { useCurrentUserId } from '../../data/app-state.ts';
import {
  nameOf as nameOfPerson,
  type Person,
  useLookups,
  usePeople,
  type WorkspaceLookups,
} from '../../data/lookups.ts';
import { currentRun, labelOfRun } from '../../model/planning/run-phase.ts';
import { localDay, useToday } from '../../ui/dates/today.ts';
import type { CellNameLookups } from './cell.ts';
import type { QuerySuggestionData, SuggestedRow } from './completions.ts';
import { type ExampleQuery, exampleQueries } from './examples.ts';
import { rowNameInAnswer } from './rows.ts';

/** By model. */
function namedRows(
  lookups: WorkspaceLookups,
  people: Readonly<Record<string, Person>>,
): Readonly<Record<string, SuggestedRow[]>> {
  const projectNames = new Map(lookups.projects.map(({ id, name }) => [id, name]));
  return {
    deck: lookups.activeDecks.map(({ id, title, projectId }) => ({
      id,
      name: title,
      detail: projectNames.get(projectId),
    })),
    user: Object.values(people).map((person) => ({ id: person.id, name: nameOfPerson(person), detail: person.name })),
    project: lookups.projects.map(({ id, name }) => ({ id, name })),
    milestone: Object.values(lookups.milestones).map(({ id, name, date }) => ({ id, name, detail: date })),
    sprintConfig: Object.values(lookups.sprintConfigs).map(({ id, name }) => ({ id, name })),
    sprint: Object.values(lookups.sprints)
      .toSorted((a, b) => b.startDate.localeCompare(a.startDate))
      .map((sprint) => ({
        id: sprint.id,
        name: labelOfRun(sprint, lookups),
        detail: `${sprint.startDate} – ${sprint.endDate}`,
      })),
    projectTag: Object.values(lookups.tags).map(({ id, tag, projectId }) => ({
      id,
      name: `#${tag}`,
      detail: projectNames.get(projectId),
    })),
  };
}

/** Names of loaded rows and tags. */
export function useQuerySuggestionData(): QuerySuggestionData {
  const lookups = useLookups();
  const people = usePeople();
  return useMemo(() => {
    const rows = namedRows(lookups, people);
    const tags = [...new Set(Object.values(lookups.tags).map(({ tag }) => tag))].sort(compareNames);
    return { rows: (model) => rows[model] ?? [], tags: () => tags, today: () => localDay() };
  }, [lookups, people]);
}

/** Names of rows from the loaded rows, else from the answer; also the names of priorities. */
export function useCellNameLookups(answer: QueryAnswer | null): CellNameLookups {
  const lookups = useLookups();
  const people = usePeople();
  return useMemo(() => {
    const known = new Map<string, string>();
    for (const [model, rows] of Object.entries(namedRows(lookups, people)))
      for (const { id, name } of rows) known.set(`${model} ${id}`, name);
    return {
      nameOf: (model, id) => known.get(`${model} ${id}`) ?? (answer ? rowNameInAnswer(answer, model, id) : null),
      priorityLabels: rowMapOf(lookups.account?.priorityLabels as Readonly<Record<string, string>> | undefined),
    };
  }, [lookups, people, answer]);
}

export function useExampleQueries(): readonly ExampleQuery[] {
  const lookups = useLookups();
  const me = useCurrentUserId();
  const today = useToday();
  return useMemo(() => {
    const run = currentRun(Object.values(lookups.sprints), today);
    return exampleQueries({ me, today, currentRun: run ? { id: run.id, name: labelOfRun(run, lookups) } : null });
  }, [lookups, me, today]);
}

/** What a board leaves out, in words: "Rosa Delgado; Overdue or Due today; not done". */
import { runLabel } from '../../shared/domain/run-label.ts';
import { type Lookups, nameOf, type Person } from '../data/lookups.ts';
import { dayInWords, localDay } from '../data/today.ts';
import { groupLabels } from '../ui/status.ts';
import { type Filters, propertyLabels, spanLabels } from './filters.ts';

interface Names {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
}

/** Cards pass a list by any of its values. */
function anyOf<T>(values: readonly T[] | undefined, wordOf: (value: NonNullable<T>) => string, none: string): string[] {
  if (!values?.length) return [];
  return [values.map((value) => (value === null || value === undefined ? none : wordOf(value))).join(' or ')];
}

/** "due 28 Dec to 3 Jan 2027". */
function dueWords([from, until]: readonly (string | null)[]): string[] {
  const year = localDay().slice(0, 4);
  const words = (day: string) => (day.startsWith(year) ? dayInWords(day) : `${dayInWords(day)} ${day.slice(0, 4)}`);
  if (from && until) return [`due ${words(from)} to ${words(until)}`];
  return from ? [`due from ${words(from)}`] : until ? [`due until ${words(until)}`] : [];
}

export function filtersInWords(filters: Filters, { lookups, people }: Names): string {
  const { decks, sprints, sprintConfigs, milestones, account } = lookups;
  const priorities = (account?.priorityLabels ?? {}) as Readonly<Record<string, string>>;
  const runName = (id: string) => {
    const sprint = sprints[id];
    return sprint ? runLabel(sprint, sprintConfigs[sprint.sprintConfigId]) : 'a run out of sight';
  };
  return [
    ...anyOf(filters.owners, (id) => nameOf(people[id]), 'nobody'),
    // A kept view may name what this version does not know.
    ...anyOf(filters.statuses, (group) => groupLabels[group] ?? group, ''),
    ...anyOf(filters.priorities, (priority) => priorities[priority] ?? priority, 'no priority'),
    ...anyOf(filters.efforts, (effort) => `effort ${effort}`, 'no effort'),
    ...anyOf(filters.decks, (id) => decks[id]?.title ?? 'a deck out of sight', ''),
    ...anyOf(filters.runs, runName, 'no run'),
    ...anyOf(filters.milestones, (id) => milestones[id]?.name ?? 'a milestone out of sight', 'no milestone'),
    ...anyOf(filters.tags, (tag) => `#${tag}`, ''),
    ...anyOf(filters.dates, (span) => spanLabels[span] ?? span, ''),
    ...dueWords(filters.due ?? []),
    ...(filters.with ?? []).map((property) => `with ${(propertyLabels[property] ?? property).toLowerCase()}`),
    ...(filters.without ?? []).map((property) => `without ${(propertyLabels[property] ?? property).toLowerCase()}`),
    ...(filters.hideDone ? ['not done'] : []),
    ...(filters.text?.trim() ? [`“${filters.text.trim()}”`] : []),
  ].join('; ');
}

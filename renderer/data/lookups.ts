/** The small models every view needs at hand: organization, projects, decks, tags, runs, milestones, people. */
import { useMemo } from 'react';
import { lookupsQuery, peopleQuery } from './first-queries.ts';
import { useLive } from './live.ts';
import { nameOf, type Person, usePeopleStore } from './people.ts';

export { nameOf, type Person } from './people.ts';

export type LookupRows = NonNullable<(typeof lookupsQuery)['__answer']>;

export type DeckRow = LookupRows['deck'][string];
export type ProjectRow = LookupRows['project'][string];
export type TagRow = LookupRows['projectTag'][string];
export type SprintRow = LookupRows['sprint'][string];
export type SprintConfigRow = LookupRows['sprintConfig'][string];
export type MilestoneRow = LookupRows['milestone'][string];
export type AccountRow = LookupRows['account'][string];

/** A group of decks within a project. */
export interface Space {
  readonly id: number;
  readonly name: string;
  readonly icon: string | null;
}

export interface Lookups {
  readonly account: AccountRow | null;
  /** In the order the service gives them. */
  readonly projects: readonly ProjectRow[];
  readonly decks: Readonly<Record<string, DeckRow>>;
  readonly tags: Readonly<Record<string, TagRow>>;
  readonly sprints: Readonly<Record<string, SprintRow>>;
  readonly sprintConfigs: Readonly<Record<string, SprintConfigRow>>;
  readonly milestones: Readonly<Record<string, MilestoneRow>>;
  readonly milestoneProjects: readonly LookupRows['milestoneProject'][string][];
  readonly sprintProjects: readonly LookupRows['sprintProject'][string][];
  /** False until the first answer. */
  readonly ready: boolean;
}

const empty: Lookups = {
  account: null,
  projects: [],
  decks: {},
  tags: {},
  sprints: {},
  sprintConfigs: {},
  milestones: {},
  milestoneProjects: [],
  sprintProjects: [],
  ready: false,
};

let last: { answer: LookupRows; lookups: Lookups } | null = null;

/** One object per answer, shared by every component that looks things up. */
function lookupsOf(answer: LookupRows): Lookups {
  if (last?.answer === answer) return last.lookups;
  const account = Object.values(answer.account ?? {})[0] ?? null;
  const projects = Object.values(answer.project ?? {})
    .filter((project) => project.visibility === 'default')
    .sort((a, b) => a.name.localeCompare(b.name));
  const lookups: Lookups = {
    account,
    projects,
    decks: answer.deck ?? {},
    tags: answer.projectTag ?? {},
    sprints: answer.sprint ?? {},
    sprintConfigs: answer.sprintConfig ?? {},
    milestones: answer.milestone ?? {},
    milestoneProjects: Object.values(answer.milestoneProject ?? {}),
    sprintProjects: Object.values(answer.sprintProject ?? {}),
    ready: true,
  };
  last = { answer, lookups };
  return lookups;
}

/** What was looked up last, for commands outside of React. */
export const currentLookups = (): Lookups => last?.lookups ?? empty;

export function useLookups(): Lookups {
  const { data } = useLive(lookupsQuery);
  return data ? lookupsOf(data as LookupRows) : empty;
}

export const useDeck = (id: string | null | undefined): DeckRow | undefined => {
  const { decks } = useLookups();
  return id ? decks[id] : undefined;
};
export const useDecks = (): readonly DeckRow[] => {
  const { decks } = useLookups();
  return useMemo(() => Object.values(decks), [decks]);
};
/** Tags of one project, or of all. */
export function useTags(projectId?: string | null): readonly TagRow[] {
  const { tags } = useLookups();
  return useMemo(
    () => Object.values(tags).filter((tag) => !projectId || tag.projectId === projectId),
    [tags, projectId],
  );
}

export function spacesOf(project: ProjectRow | undefined): Space[] {
  if (!Array.isArray(project?.spaces)) return [];
  return (project.spaces as unknown[]).flatMap((space) => {
    if (typeof space !== 'object' || space === null) return [];
    const { id, name, icon } = space as Record<string, unknown>;
    if (typeof id !== 'number') return [];
    return [
      { id, name: typeof name === 'string' ? name : `Space ${id}`, icon: typeof icon === 'string' ? icon : null },
    ];
  });
}

const bySortValue = (a: { sortValue: string; title: string }, b: { sortValue: string; title: string }) =>
  a.sortValue < b.sortValue ? -1 : a.sortValue > b.sortValue ? 1 : a.title.localeCompare(b.title);

/** Decks of a project's space in their order; decks whose space is unknown stand in the first one. */
export function decksOf(lookups: Lookups, projectId: string, spaceId?: number): DeckRow[] {
  const project = lookups.projects.find(({ id }) => id === projectId);
  const spaces = spacesOf(project);
  const known = new Set(spaces.map(({ id }) => id));
  const spaceOf = (deck: DeckRow) =>
    deck.spaceId !== null && known.has(deck.spaceId) ? deck.spaceId : (spaces[0]?.id ?? null);
  return Object.values(lookups.decks)
    .filter((deck) => deck.projectId === projectId && !deck.isDeleted)
    .filter((deck) => spaceId === undefined || spaceOf(deck) === spaceId)
    .sort(bySortValue);
}

/** People by id, as far as rows seen so far name them. */
export function usePeople(): Readonly<Record<string, Person>> {
  useLive(peopleQuery);
  return usePeopleStore((state) => state.people);
}

/** People who can own cards, by name. */
export function usePersons(): readonly Person[] {
  const people = usePeople();
  return useMemo(
    () =>
      Object.values(people)
        .filter(({ kind }) => kind === 'human')
        .sort((a, b) => nameOf(a).localeCompare(nameOf(b))),
    [people],
  );
}

/** The rows of small models, which every view needs. */

import { useMemo } from 'react';
import { type QueryObject, rowMapOf } from '../../shared/contract/index.ts';
import { compareNames } from '../../shared/domain/natural-order.ts';
import { useCurrentUserId } from './app-state.ts';
import { lookupsQuery, peopleQuery } from './first-queries.ts';
import { rowByAnyId } from './id-remap.ts';
import { currentAnswerOf, useLiveQuery } from './live.ts';
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

export interface DeckSpace {
  readonly id: number;
  readonly name: string;
  readonly icon: string | null;
  /** The service gives it to new decks of the space (rule `decks.create.type`). */
  readonly defaultDeckType: string;
}

export interface WorkspaceLookups {
  readonly account: AccountRow | null;
  /** Neither archived nor deleted, sorted by name. */
  readonly projects: readonly ProjectRow[];
  /** Deleted decks, and decks of archived and deleted projects, are included, because cards can refer to them. */
  readonly decks: Readonly<Record<string, DeckRow>>;
  /** The decks that lists offer: not deleted, and in a project that is neither archived nor deleted. */
  readonly activeDecks: readonly DeckRow[];
  readonly tags: Readonly<Record<string, TagRow>>;
  readonly sprints: Readonly<Record<string, SprintRow>>;
  readonly sprintConfigs: Readonly<Record<string, SprintConfigRow>>;
  /** Offered by lists: global, or of an active project. */
  readonly activeRunConfigs: readonly SprintConfigRow[];
  readonly milestones: Readonly<Record<string, MilestoneRow>>;
  /** Offered by lists: global, or of an active project. */
  readonly activeMilestones: readonly MilestoneRow[];
  readonly milestoneProjects: readonly LookupRows['milestoneProject'][string][];
  readonly sprintProjects: readonly LookupRows['sprintProject'][string][];
  /** Excludes cards of archived and deleted projects. Empty if no deck is in such a project. */
  readonly activeProjectsCondition: QueryObject;
  /** Decks of archived and deleted projects. */
  readonly inactiveDeckIds: ReadonlySet<string>;
  /** False until the first answer has arrived. */
  readonly isLoaded: boolean;
}

/** All lookups share this object, so that boards do not render again when a lookup row changes. */
const noCondition: QueryObject = {};

const emptyLookups: WorkspaceLookups = {
  account: null,
  projects: [],
  decks: rowMapOf(),
  activeDecks: [],
  tags: rowMapOf(),
  sprints: rowMapOf(),
  sprintConfigs: rowMapOf(),
  activeRunConfigs: [],
  milestones: rowMapOf(),
  activeMilestones: [],
  milestoneProjects: [],
  sprintProjects: [],
  activeProjectsCondition: noCondition,
  inactiveDeckIds: new Set(),
  isLoaded: false,
};

const lookupsByAnswer = new WeakMap<object, WorkspaceLookups>();

/** Always the same object for the same answer. */
function lookupsOf(answer: LookupRows | undefined): WorkspaceLookups {
  if (!answer) return emptyLookups;
  let lookups = lookupsByAnswer.get(answer);
  if (!lookups) {
    lookups = lookupsFrom(answer);
    lookupsByAnswer.set(answer, lookups);
  }
  return lookups;
}

/**
 * Services list the decks of deleted projects, but not the deleted projects themselves. So a deck counts as inactive if
 * its project is unknown.
 */
export function lookupsFrom(answer: LookupRows): WorkspaceLookups {
  const account = Object.values(answer.account ?? {})[0] ?? null;
  const projects = Object.values(answer.project ?? {})
    .filter((project) => project.visibility === 'default')
    .sort((a, b) => compareNames(a.name, b.name));
  const activeProjectIds = new Set<string>(projects.map(({ id }) => id));
  const decks = Object.values(answer.deck ?? {});
  const inactiveDeckIds = decks
    .filter(({ projectId }) => !activeProjectIds.has(projectId))
    .map(({ id }) => id as string);
  const milestoneProjects = Object.values(answer.milestoneProject ?? {});
  const sprintProjects = Object.values(answer.sprintProject ?? {});
  const idsInActiveProjects = new Set<string>([
    ...milestoneProjects.flatMap(({ milestoneId, projectId }) => (activeProjectIds.has(projectId) ? milestoneId : [])),
    ...sprintProjects.flatMap(({ sprintConfigId, projectId }) =>
      activeProjectIds.has(projectId) ? sprintConfigId : [],
    ),
  ]);
  const isActive = ({ id, isGlobal }: { readonly id: string; readonly isGlobal: boolean }) =>
    isGlobal || idsInActiveProjects.has(id);
  return {
    account,
    projects,
    decks: answer.deck ?? rowMapOf(),
    activeDecks: decks.filter(({ isDeleted, projectId }) => !isDeleted && activeProjectIds.has(projectId)),
    tags: answer.projectTag ?? rowMapOf(),
    sprints: answer.sprint ?? rowMapOf(),
    sprintConfigs: answer.sprintConfig ?? rowMapOf(),
    activeRunConfigs: Object.values(answer.sprintConfig ?? {}).filter(isActive),
    milestones: answer.milestone ?? rowMapOf(),
    activeMilestones: Object.values(answer.milestone ?? {}).filter(isActive),
    milestoneProjects,
    sprintProjects,
    activeProjectsCondition:
      inactiveDeckIds.length > 0 ? { deckId: { op: 'notIn', value: inactiveDeckIds.sort() } } : noCondition,
    inactiveDeckIds: new Set(inactiveDeckIds),
    isLoaded: true,
  };
}

/** For code outside React; empty until the first answer has arrived. */
export const currentLookups = (): WorkspaceLookups =>
  lookupsOf(currentAnswerOf(lookupsQuery) as LookupRows | undefined);

export function useLookups(): WorkspaceLookups {
  const { data } = useLiveQuery(lookupsQuery);
  return lookupsOf(data as LookupRows | undefined);
}

/** Also deleted decks, and decks of archived and deleted projects. */
export const useDeck = (id: string | null | undefined): DeckRow | undefined => {
  const { decks } = useLookups();
  return id ? rowByAnyId(decks, id) : undefined;
};
export const useActiveDecks = (): readonly DeckRow[] => useLookups().activeDecks;
export function useTags(projectId: string): readonly TagRow[] {
  const { tags } = useLookups();
  return useMemo(() => Object.values(tags).filter((tag) => tag.projectId === projectId), [tags, projectId]);
}

/** The service API does not define the format of `spaces`, so malformed spaces are left out. */
export function spacesOfProject(project: ProjectRow | undefined): DeckSpace[] {
  if (!Array.isArray(project?.spaces)) return [];
  return (project.spaces as unknown[]).flatMap((space) => {
    if (typeof space !== 'object' || space === null) return [];
    const { id, name, icon, defaultDeckType } = space as Record<string, unknown>;
    if (typeof id !== 'number') return [];
    return {
      id,
      name: typeof name === 'string' ? name : `Space ${id}`,
      icon: typeof icon === 'string' ? icon : null,
      defaultDeckType: typeof defaultDeckType === 'string' ? defaultDeckType : 'mixed',
    };
  });
}

const bySortValue = (a: { sortValue: string; title: string }, b: { sortValue: string; title: string }) =>
  a.sortValue < b.sortValue ? -1 : a.sortValue > b.sortValue ? 1 : compareNames(a.title, b.title);

/**
 * By space, then by `sortValue`, then by title, as the sidebar lists them. A deck without a space, or with an unknown one,
 * is in the first space.
 */
export function activeDecksOfProject(lookups: WorkspaceLookups, projectId: string, spaceId?: number): DeckRow[] {
  const spaces = spacesOfProject(lookups.projects.find(({ id }) => id === projectId));
  const spaceAt = (deck: DeckRow) =>
    Math.max(
      0,
      spaces.findIndex(({ id }) => id === deck.spaceId),
    );
  return lookups.activeDecks
    .filter((deck) => deck.projectId === projectId)
    .filter((deck) => spaceId === undefined || spaces[spaceAt(deck)]?.id === spaceId)
    .sort((a, b) => spaceAt(a) - spaceAt(b) || bySortValue(a, b));
}

/** The people in all answers to watched queries so far. */
export function usePeople(): Readonly<Record<string, Person>> {
  const me = useCurrentUserId();
  useLiveQuery(useMemo(() => peopleQuery(me), [me]));
  return usePeopleStore((state) => state.people);
}

/** Sorted by name. Removed members are left out. */
export function useAssignablePeople(): readonly Person[] {
  const people = usePeople();
  return useMemo(
    () =>
      Object.values(people)
        .filter(({ kind, isRemoved }) => kind === 'human' && !isRemoved)
        .sort((a, b) => compareNames(nameOf(a), nameOf(b))),
    [people],
  );
}

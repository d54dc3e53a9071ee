/**
 * The store of known people, by id. It contains the people in all answers to watched queries so far. These answers are
 * the only source, because the service API has no list of all people.
 */
import { create } from 'zustand';
import type { QueryAnswer, Row } from '../../shared/contract/index.ts';
import { personFields } from './first-queries.ts';

export type Person = Pick<Row<'user'>, 'id' | (typeof personFields)[number]> & {
  /** True if the person is no longer a member. Lists do not offer removed people. Known for local workspaces only. */
  readonly isRemoved?: boolean;
};

interface People {
  readonly people: Readonly<Record<string, Person>>;
  /**
   * Ids of the organization's members; null until they are read. Stays null if the service does not list its members.
   */
  readonly members: ReadonlySet<string> | null;
}
export const usePeopleStore = create<People>(() => ({ people: {}, members: null }));
const { getState: get, setState: set } = usePeopleStore;

/** Adds the users in a query answer to the store of known people. */
export function addPeopleOfAnswer(answer: QueryAnswer): void {
  const users = answer.user as Record<string, Partial<Person>> | undefined;
  if (!users) return;
  const { people } = get();
  let next: Record<string, Person> | null = null;
  for (const [id, user] of Object.entries(users)) {
    // Queries select different fields of a person. A row without a name is skipped, because the person cannot be shown.
    if (typeof user.name !== 'string') continue;
    const known = people[id];
    // If a field is undefined, the query did not select it, so the known value is kept. Null is a real value: for
    // example, the picture was removed.
    const person = withMembership({ ...unknownPerson, ...known, ...selectedFields(user), id, name: user.name });
    if (known && comparedFields.every((field) => known[field] === person[field])) continue;
    next ??= { ...people };
    next[id] = person;
  }
  if (next) set({ people: next });
}

/** Sets the members of the organization. All other known people of the kind `human` count as removed. */
export function setKnownMemberIds(ids: readonly string[]): void {
  set({ members: new Set(ids) });
  const { people } = get();
  const changed = Object.values(people)
    .map(withMembership)
    .filter((person) => person.isRemoved !== people[person.id]?.isRemoved);
  if (changed.length > 0) set({ people: { ...people, ...Object.fromEntries(changed.map((one) => [one.id, one])) } });
}

/**
 * Returns a copy of the person with the current value of `isRemoved`. Users of tokens and integrations are never
 * members, so they do not count as removed.
 */
function withMembership(person: Person): Person {
  const { members } = get();
  return { ...person, isRemoved: members !== null && person.kind === 'human' && !members.has(person.id) };
}

const unknownPerson = { fullName: null, kind: 'human', isIntegration: false, profileImageId: null } as const;
const comparedFields = [...personFields, 'isRemoved'] as const;

const selectedFields = (user: Partial<Person>): Partial<Person> =>
  Object.fromEntries(personFields.flatMap((field) => (user[field] === undefined ? [] : [[field, user[field]]])));

/** Forgets all people and members. Called when another workspace is opened. */
export const clearKnownPeople = (): void => set({ people: {}, members: null });

export const nameOf = (person: Person | undefined): string => person?.fullName || person?.name || 'Somebody';

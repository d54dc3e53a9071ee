/** People whom answers so far refer to, by id. The interface has no list of people, so rows are their only source. */
import { create } from 'zustand';
import type { QueryAnswer, Row } from '../../shared/contract/index.ts';

export type Person = Pick<Row<'user'>, 'id' | 'name' | 'fullName' | 'kind' | 'isIntegration' | 'profileImageId'> & {
  /** No longer a member: shown on old cards, but not offered in lists. Known for local workspaces only. */
  readonly isRemoved?: boolean;
};

interface People {
  readonly people: Readonly<Record<string, Person>>;
  /** Ids of the organization's members; null if the service does not list them. */
  readonly members: ReadonlySet<string> | null;
}
export const usePeopleStore = create<People>(() => ({ people: {}, members: null }));
const { getState: get, setState: set } = usePeopleStore;

/** Adds the people of an answer. */
export function notePeople(answer: QueryAnswer): void {
  const users = answer.user as Record<string, Partial<Person>> | undefined;
  if (!users) return;
  const { people } = get();
  let next: Record<string, Person> | null = null;
  for (const [id, user] of Object.entries(users)) {
    // Queries select different fields of a person. Without a name there is nothing to show.
    if (typeof user.name !== 'string') continue;
    const known = people[id];
    // A field that was not selected is undefined; null is a value, as for a picture that was removed.
    const person = withMembership({ ...unknownPerson, ...known, ...selectedFields(user), id, name: user.name });
    if (known && comparedFields.every((field) => known[field] === person[field])) continue;
    next ??= { ...people };
    next[id] = person;
  }
  if (next) set({ people: next });
}

/** Sets the members of the organization. All other known people count as removed. */
export function noteMembers(ids: readonly string[]): void {
  set({ members: new Set(ids) });
  const { people } = get();
  const changed = Object.values(people)
    .map(withMembership)
    .filter((person) => person.isRemoved !== people[person.id]?.isRemoved);
  if (changed.length > 0) set({ people: { ...people, ...Object.fromEntries(changed.map((one) => [one.id, one])) } });
}

/** Users of tokens and integrations are never members, so they do not count as removed. */
function withMembership(person: Person): Person {
  const { members } = get();
  return { ...person, isRemoved: members !== null && person.kind === 'human' && !members.has(person.id) };
}

const unknownPerson = { fullName: null, kind: 'human', isIntegration: false, profileImageId: null } as const;
const fields = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;
const comparedFields = [...fields, 'isRemoved'] as const;

const selectedFields = (user: Partial<Person>): Partial<Person> =>
  Object.fromEntries(fields.flatMap((field) => (user[field] === undefined ? [] : [[field, user[field]]])));

/** Called when another workspace is open. */
export const forgetPeople = (): void => set({ people: {}, members: null });

/** The name to show for a person. */
export const nameOf = (person: Person | undefined): string => person?.fullName || person?.name || 'Somebody';

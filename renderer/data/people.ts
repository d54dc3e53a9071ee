/** People met in answers so far, by id. */
import { create } from 'zustand';
import type { QueryAnswer, Row } from '../../shared/contract/index.ts';

export type Person = Pick<Row<'user'>, 'id' | 'name' | 'fullName' | 'kind' | 'isIntegration' | 'profileImageId'> & {
  /** Left the organization: named where they were at work, offered nowhere. Only a local workspace tells. */
  readonly isRemoved?: boolean;
};

interface People {
  readonly people: Readonly<Record<string, Person>>;
  /** Ids of those who belong to the organization; null where nothing tells. */
  readonly members: ReadonlySet<string> | null;
}
export const usePeopleStore = create<People>(() => ({ people: {}, members: null }));
const { getState: get, setState: set } = usePeopleStore;

/** Takes the people out of any answer that passes by. */
export function notePeople(answer: QueryAnswer): void {
  const users = answer.user as Record<string, Partial<Person>> | undefined;
  if (!users) return;
  const { people } = get();
  let next: Record<string, Person> | null = null;
  for (const [id, user] of Object.entries(users)) {
    // Queries ask for different fields of a person: those that did not ask for the name say nothing.
    if (typeof user.name !== 'string') continue;
    const known = people[id];
    // A field that was not asked for is not there; null is an answer, as for a picture that was taken away.
    const person = withMembership({ ...nobody, ...known, ...given(user), id, name: user.name });
    if (known && shown.every((field) => known[field] === person[field])) continue;
    next ??= { ...people };
    next[id] = person;
  }
  if (next) set({ people: next });
}

/** Notes who belongs to the organization: everybody else who is known was removed. */
export function noteMembers(ids: readonly string[]): void {
  set({ members: new Set(ids) });
  const { people } = get();
  const changed = Object.values(people)
    .map(withMembership)
    .filter((person) => person.isRemoved !== people[person.id]?.isRemoved);
  if (changed.length > 0) set({ people: { ...people, ...Object.fromEntries(changed.map((one) => [one.id, one])) } });
}

/** Users of tokens and integrations are no members. */
function withMembership(person: Person): Person {
  const { members } = get();
  return { ...person, isRemoved: members !== null && person.kind === 'human' && !members.has(person.id) };
}

const nobody = { fullName: null, kind: 'human', isIntegration: false, profileImageId: null } as const;
const fields = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;

const shown = [...fields, 'isRemoved'] as const;

const given = (user: Partial<Person>): Partial<Person> =>
  Object.fromEntries(fields.flatMap((field) => (user[field] === undefined ? [] : [[field, user[field]]])));

export const forgetPeople = (): void => set({ people: {}, members: null });

export const nameOf = (person: Person | undefined): string => person?.fullName || person?.name || 'Somebody';

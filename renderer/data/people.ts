/** People met in answers so far, by id. */
import { create } from 'zustand';
import type { QueryAnswer, Row } from '../../shared/contract/index.ts';

export type Person = Pick<Row<'user'>, 'id' | 'name' | 'fullName' | 'kind' | 'isIntegration' | 'profileImageId'>;

interface People {
  readonly people: Readonly<Record<string, Person>>;
}
export const usePeopleStore = create<People>(() => ({ people: {} }));

/** Takes the people out of any answer that passes by. */
export function notePeople(answer: QueryAnswer): void {
  const users = answer.user as Record<string, Partial<Person>> | undefined;
  if (!users) return;
  const { people } = usePeopleStore.getState();
  let next: Record<string, Person> | null = null;
  for (const [id, user] of Object.entries(users)) {
    // Queries ask for different fields of a person: those that did not ask for the name say nothing.
    if (typeof user.name !== 'string') continue;
    const known = people[id];
    // A field that was not asked for is not there; null is an answer, as for a picture that was taken away.
    const person: Person = { ...nobody, ...known, ...given(user), id, name: user.name };
    if (known && fields.every((field) => known[field] === person[field])) continue;
    next ??= { ...people };
    next[id] = person;
  }
  if (next) usePeopleStore.setState({ people: next });
}

const nobody = { fullName: null, kind: 'human', isIntegration: false, profileImageId: null } as const;
const fields = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;

const given = (user: Partial<Person>): Partial<Person> =>
  Object.fromEntries(fields.flatMap((field) => (user[field] === undefined ? [] : [[field, user[field]]])));

export const forgetPeople = (): void => usePeopleStore.setState({ people: {} });

export const nameOf = (person: Person | undefined): string => person?.fullName || person?.name || 'Somebody';

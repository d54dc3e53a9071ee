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
    if (known && known.name === user.name && known.fullName === (user.fullName ?? known.fullName)) continue;
    next ??= { ...people };
    next[id] = {
      id,
      name: user.name,
      fullName: user.fullName ?? known?.fullName ?? null,
      kind: user.kind ?? known?.kind ?? 'human',
      isIntegration: user.isIntegration ?? known?.isIntegration ?? false,
      profileImageId: user.profileImageId ?? known?.profileImageId ?? null,
    };
  }
  if (next) usePeopleStore.setState({ people: next });
}

export const forgetPeople = (): void => usePeopleStore.setState({ people: {} });

export const nameOf = (person: Person | undefined): string => person?.fullName || person?.name || 'Somebody';

/** The people in all answers to watched queries so far, because the service API has no list of all people. */

import { useEffect } from 'react';
import { create } from 'zustand';
import { type QueryAnswer, type Row, rowMapOf } from '../../shared/contract/index.ts';
import { useAppState } from './app-state.ts';
import { call, logFailure } from './bridge.ts';
import { personFields } from './first-queries.ts';

export type Person = Pick<Row<'user'>, 'id' | (typeof personFields)[number]> & {
  /** No longer a member. Lists do not offer removed people. Known for local workspaces only. */
  readonly isRemoved?: boolean;
};

interface People {
  readonly people: Readonly<Record<string, Person>>;
  /** Null until the members are read, or if the service does not list them. */
  readonly members: ReadonlySet<string> | null;
}
export const usePeopleStore = create<People>(() => ({ people: rowMapOf(), members: null }));
const { getState: get, setState: set } = usePeopleStore;

export function addPeopleOfAnswer(answer: QueryAnswer): void {
  const users = answer.user as Record<string, Partial<Person>> | undefined;
  if (!users) return;
  const { people } = get();
  let next: Record<string, Person> | null = null;
  for (const [id, user] of Object.entries(users)) {
    // Queries select different fields. A person without a name cannot be shown.
    if (typeof user.name !== 'string') continue;
    const known = people[id];
    // An undefined field was not selected, so the known value is kept. Null is a real value, such as a removed picture.
    const person = withMembership({ ...unknownPerson, ...known, ...selectedFields(user), id, name: user.name });
    if (known && comparedFields.every((field) => known[field] === person[field])) continue;
    next ??= rowMapOf(people);
    next[id] = person;
  }
  if (next) set({ people: next });
}

/** All other known people of the kind `human` count as removed. */
export function setKnownMemberIds(ids: readonly string[]): void {
  set({ members: new Set(ids) });
  const { people } = get();
  const changed = Object.values(people)
    .map(withMembership)
    .filter((person) => person.isRemoved !== people[person.id]?.isRemoved);
  if (changed.length > 0) set({ people: rowMapOf(people, Object.fromEntries(changed.map((one) => [one.id, one]))) });
}

/** Users of tokens and integrations are never members, so they do not count as removed. */
function withMembership(person: Person): Person {
  const { members } = get();
  return { ...person, isRemoved: members !== null && person.kind === 'human' && !members.has(person.id) };
}

const unknownPerson = { fullName: null, kind: 'human', isIntegration: false, profileImageId: null } as const;
const comparedFields = [...personFields, 'isRemoved'] as const;

const selectedFields = (user: Partial<Person>): Partial<Person> =>
  Object.fromEntries(personFields.flatMap((field) => (user[field] === undefined ? [] : [[field, user[field]]])));

/** Called when another workspace is opened. */
export const clearKnownPeople = (): void => set({ people: rowMapOf(), members: null });

export const nameOf = (person: Person | undefined): string => person?.fullName || person?.name || 'Somebody';

/** Lists do not offer people who were removed from a local workspace's organization. */
async function readMembers(): Promise<void> {
  const workspaceId = useAppState.getState().workspace?.id;
  try {
    const members = await call('members/list', {});
    if (useAppState.getState().workspace?.id === workspaceId) setKnownMemberIds(members.map(({ userId }) => userId));
  } catch (error) {
    logFailure('The members are not known')(error);
  }
}

/** Another window may have removed members. */
export function useRefreshMembersOnWindowFocus(): void {
  const localId = useAppState(({ workspace }) => (workspace?.kind === 'local' ? workspace.id : null));
  useEffect(() => {
    if (localId === null) return;
    const read = () => void readMembers();
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [localId]);
}

import { beforeEach, expect, test } from 'vitest';
import {
  addPeopleOfAnswer,
  clearKnownPeople,
  setKnownMemberIds,
  usePeopleStore,
} from '../../../renderer/data/people.ts';
import { columnsOfGrouping } from '../../../renderer/model/arrange.ts';
import { parseAnswer } from '../../../shared/contract/index.ts';
import { createGroupingContext, loadedCardsFrom } from '../support.ts';

const note = (user: Record<string, unknown>) => addPeopleOfAnswer({ user: { bot: { id: 'bot', ...user } } } as never);
const bot = () => usePeopleStore.getState().people.bot;

beforeEach(clearKnownPeople);

test('a bot that was first seen without its kind becomes one with an answer that selects the kind', () => {
  note({ name: 'robo' });
  expect(bot()).toMatchObject({ kind: 'human', isIntegration: false });
  note({ name: 'robo', kind: 'bot', isIntegration: true });
  expect(bot()).toMatchObject({ kind: 'bot', isIntegration: true });
  // A row without `kind` does not change the known `kind`.
  note({ name: 'robo' });
  expect(bot()).toMatchObject({ kind: 'bot', isIntegration: true });
});

test('pictures and full names are added, changed and removed; an unchanged person stays the same object', () => {
  note({ name: 'ann', fullName: 'Ann', profileImageId: 'one' });
  const first = bot();
  note({ name: 'ann', profileImageId: 'one' });
  expect(bot()).toBe(first);
  note({ name: 'ann', profileImageId: 'two' });
  expect(bot()).toMatchObject({ fullName: 'Ann', profileImageId: 'two' });
  note({ name: 'ann', fullName: null, profileImageId: null });
  expect(bot()).toMatchObject({ fullName: null, profileImageId: null });
});

test('an id that names a property of every object belongs to nobody, before and after people were met', () => {
  const ids = ['constructor', 'toString', '__proto__'];
  const found = () => ids.map((id) => usePeopleStore.getState().people[id]?.name);
  expect(found()).toEqual([undefined, undefined, undefined]);
  note({ name: 'robo' });
  setKnownMemberIds(['robo']);
  expect(found()).toEqual([undefined, undefined, undefined]);
  addPeopleOfAnswer({ user: parseAnswer('{"user":{"__proto__":{"name":"Ann"}}}').user } as never);
  expect(found()).toEqual([undefined, undefined, 'Ann']);
});

test('people who are no longer members count as removed, whether they were seen before or after the list of members', () => {
  const met = (id: string, kind = 'human') => addPeopleOfAnswer({ user: { [id]: { id, name: id, kind } } } as never);
  const removed = () =>
    Object.values(usePeopleStore.getState().people).flatMap((person) => (person.isRemoved ? person.id : []));
  met('ann');
  met('ben');
  met('bot', 'api_token');
  expect(removed()).toEqual([]);
  setKnownMemberIds(['ann']);
  expect(removed()).toEqual(['ben']);
  met('cal');
  expect(removed()).toEqual(['ben', 'cal']);
  setKnownMemberIds(['ann', 'cal']);
  expect(removed()).toEqual(['ben']);
});

test('a removed person has a column of owners only while a card has them as owner', () => {
  const person = (id: string, isRemoved: boolean) =>
    ({ id, name: id, fullName: null, kind: 'human', isIntegration: false, profileImageId: null, isRemoved }) as const;
  const people = { ann: person('ann', false), ben: person('ben', true) };
  const owners = (...used: string[]) =>
    columnsOfGrouping('owner', loadedCardsFrom([]), new Set(used), createGroupingContext({ people })).map(
      ({ value }) => value,
    );
  expect(owners()).toEqual([null, 'ann']);
  expect(owners('owner:ben')).toEqual([null, 'ann', 'ben']);
});

import { beforeEach, expect, test } from 'vitest';
import { forgetPeople, notePeople, usePeopleStore } from '../../renderer/data/people.ts';

const note = (user: Record<string, unknown>) => notePeople({ user: { bot: { id: 'bot', ...user } } } as never);
const bot = () => usePeopleStore.getState().people.bot;

beforeEach(forgetPeople);

test('a bot that was first met without its kind becomes one with the answer that names it', () => {
  note({ name: 'robo' });
  expect(bot()).toMatchObject({ kind: 'human', isIntegration: false });
  note({ name: 'robo', kind: 'bot', isIntegration: true });
  expect(bot()).toMatchObject({ kind: 'bot', isIntegration: true });
  // A query that did not ask for it says nothing about it.
  note({ name: 'robo' });
  expect(bot()).toMatchObject({ kind: 'bot', isIntegration: true });
});

test('a picture and a full name come, change and go; what did not change stays the same object', () => {
  note({ name: 'ann', fullName: 'Ann', profileImageId: 'one' });
  const first = bot();
  note({ name: 'ann', profileImageId: 'one' });
  expect(bot()).toBe(first);
  note({ name: 'ann', profileImageId: 'two' });
  expect(bot()).toMatchObject({ fullName: 'Ann', profileImageId: 'two' });
  note({ name: 'ann', fullName: null, profileImageId: null });
  expect(bot()).toMatchObject({ fullName: null, profileImageId: null });
});

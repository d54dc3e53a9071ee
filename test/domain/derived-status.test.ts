import { expect, test } from 'vitest';
import { type DerivedStatusInput, derivedStatusOf } from '../../shared/domain/derived-status.ts';

const plain: DerivedStatusInput = {
  visibility: 'default',
  status: 'not_started',
  isDoc: false,
  assigneeId: null,
  isSubCard: false,
  hasSubCards: false,
  deckType: 'task',
  openThread: undefined,
};

test.each<[string, Partial<DerivedStatusInput>]>([
  ['unassigned', {}],
  ['unassigned', { deckType: null }],
  ['assigned', { assigneeId: 'u' }],
  ['started', { status: 'started', assigneeId: 'u' }],
  ['snoozing', { status: 'snoozing' }],
  ['done', { status: 'done' }],
  ['hero', { hasSubCards: true, status: 'not_started' }],
  ['hero', { deckType: 'hero' }],
  ['unassigned', { deckType: 'hero', isSubCard: true }],
  ['heroDone', { hasSubCards: true, status: 'done' }],
  ['blocked', { openThread: 'block', hasSubCards: true, status: 'done' }],
  ['review', { openThread: 'review', status: 'done' }],
  ['doc', { isDoc: true, openThread: 'block', deckType: 'hero' }],
  ['heroDoc', { isDoc: true, hasSubCards: true }],
  ['archived', { visibility: 'archived', openThread: 'block', isDoc: true }],
  ['archivedDone', { visibility: 'archived', status: 'done' }],
  ['archivedHero', { visibility: 'archived', hasSubCards: true }],
  ['archivedHeroDone', { visibility: 'archived', hasSubCards: true, status: 'done' }],
  ['deleted', { visibility: 'deleted', hasSubCards: true, status: 'done' }],
])('%s for %j', (status, input) => {
  expect(derivedStatusOf({ ...plain, ...input })).toBe(status);
});

/** Checks which dialog opens before the dialog for a new card. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { WorkspaceLookups } from '../../../../renderer/data/lookups.ts';
import type { Route } from '../../../../renderer/data/routes.ts';
import { createLookups, deckRow } from '../../support.ts';

let dialogNeededBeforeNewCard: typeof import('../../../../renderer/app/commands/board-commands.ts').dialogNeededBeforeNewCard;
beforeAll(async () => {
  // Modules call `matchMedia` when they load. Node does not have this function.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  ({ dialogNeededBeforeNewCard } = await import('../../../../renderer/app/commands/board-commands.ts'));
});

const projects = [{ id: 'shown' }, { id: 'other' }] as unknown as WorkspaceLookups['projects'];
const deleted = deckRow('deleted', { isDeleted: true, projectId: 'shown' });
const archived = deckRow('archived', { projectId: 'archived' });
const inOther = deckRow('inOther', { projectId: 'other' });
const decks = { deleted, archived };
const route = (view: Route['view'], id: string | null = null): Route => ({ view, id, query: {} });

// Decks that are deleted or in an archived project do not count as decks of the workspace.
test('a workspace whose decks are all deleted or archived asks for a new deck first', () => {
  const lookups = createLookups({ projects, decks, activeDecks: [] });
  expect(dialogNeededBeforeNewCard(lookups, route('hand'))).toEqual({ kind: 'newDeck', projectId: 'shown' });
  expect(dialogNeededBeforeNewCard(lookups, route('project', 'other'))).toEqual({
    kind: 'newDeck',
    projectId: 'other',
  });
});

test('a project without decks asks for one of its own', () => {
  const lookups = createLookups({ projects, decks: { ...decks, inOther }, activeDecks: [inOther] });
  expect(dialogNeededBeforeNewCard(lookups, route('project', 'shown'))).toEqual({
    kind: 'newDeck',
    projectId: 'shown',
  });
  expect(dialogNeededBeforeNewCard(lookups, route('project', 'other'))).toBeNull();
  expect(dialogNeededBeforeNewCard(lookups, route('hand'))).toBeNull();
});

// The new deck must not be created in the archived project on screen.
test('an archived project on screen gets no new deck', () => {
  const without = createLookups({ projects, decks, activeDecks: [] });
  for (const shown of [route('project', 'archived'), route('deck', 'archived')])
    expect(dialogNeededBeforeNewCard(without, shown)).toEqual({ kind: 'newDeck', projectId: 'shown' });
  const lookups = createLookups({ projects, decks: { ...decks, inOther }, activeDecks: [inOther] });
  expect(dialogNeededBeforeNewCard(lookups, route('project', 'archived'))).toBeNull();
});

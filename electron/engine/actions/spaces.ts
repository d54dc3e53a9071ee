/** Validates the spaces of a project, which group its decks, and moves decks out of removed spaces. */
import { spaceType } from '../../../shared/contract/extension-actions.ts';
import { findTypeMismatch, refuse, type ValueOf } from '../../../shared/contract/index.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { decksOfSpace, moveDecks } from './deck-order.ts';

/** A space: a named group of decks in a project. */
export type Space = ValueOf<typeof spaceType>;

const spaces = { kind: 'list', of: spaceType } as const;

/**
 * Returns the spaces of a project. The service API does not define the structure of the field `spaces`. If the field
 * does not contain a list of `Space` objects, returns an empty list.
 */
export function spacesOf(project: Pick<StoredRow<'project'>, 'spaces'>): Space[] {
  return findTypeMismatch(spaces, project.spaces, true) === undefined ? (project.spaces as unknown as Space[]) : [];
}

/** @throws Refusal unless the value is a list of one or more spaces with different ids */
export function checkSpaces(value: unknown): Space[] {
  const found = findTypeMismatch(spaces, value);
  if (found) throw refuse('invalid_param', `field 'spaces${found.path}' in body must be ${found.expected}`);
  const list = value as Space[];
  if (list.length === 0) throw refuse('invalid_param', "'spaces' must hold at least one space.");
  if (new Set(list.map(({ id }) => id)).size < list.length)
    throw refuse('invalid_param', "'spaces' must not hold an id twice.");
  return list;
}

/** Moves the decks of removed spaces to the end of the first space, and keeps their order (rule `projects.spaces`). */
export function moveDecksOfRemovedSpaces(
  rows: RowStore,
  projectId: string,
  before: readonly Space[],
  after: readonly Space[],
): void {
  const first = after[0];
  if (!first) return;
  for (const { id } of before) {
    if (after.some((space) => space.id === id)) continue;
    const decks = decksOfSpace(rows, { projectId, spaceId: id }).map((deck) => deck.id);
    moveDecks(rows, decks, { projectId, spaceId: first.id }, 'after', null);
  }
}

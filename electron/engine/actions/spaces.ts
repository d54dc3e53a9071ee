/** The spaces of a project group its decks. */
import { spaceType } from '../../../shared/contract/extension-actions.ts';
import { findTypeMismatch, refuse, type ValueOf } from '../../../shared/contract/index.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { decksOfSpace, moveDecks } from './deck-order.ts';

export type Space = ValueOf<typeof spaceType>;

const spaces = { kind: 'list', of: spaceType } as const;

/** The service API does not define the structure of `spaces`: empty if it is not a list of `Space` objects. */
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

/** The decks move to the end of the first space, in their order (rule `projects.spaces`). */
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

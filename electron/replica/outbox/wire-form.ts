/**
 * Builds the request to send for an operation. A list would overwrite what others added to it since it was read, so sub
 * cards that only join or leave are sent as links instead.
 */
import { isLocalId } from '../store/local-ids.ts';
import type { Operation } from './operation.ts';

interface WireForm {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Sends sub cards that only joined at the end, or only left, as a new `parentCardId` of each.
 * @param parentIdOf returns the last confirmed hero card of a card
 */
export function wireForm(
  { action, params, base, effective }: Pick<Operation, 'action' | 'params' | 'base' | 'effective'>,
  parentIdOf: (cardId: string) => string | null | undefined,
): WireForm {
  const unchanged = { action, params: effective };
  const { id, childCards: mine, ...others } = params;
  const before = base.childCards;
  if (action !== 'cards/update' || typeof id !== 'string' || Object.keys(others).length > 0) return unchanged;
  if (!Array.isArray(mine) || !Array.isArray(before)) return unchanged;
  const staying = mine.filter((child) => before.includes(child));
  const joined = mine.slice(staying.length);
  const removed = before.filter((child) => !mine.includes(child));
  const isInOrder = staying.every((child, at) => child === mine[at]) && isSame(staying, without(before, removed));
  if (!isInOrder || joined.length > 0 === removed.length > 0) return unchanged;
  if (joined.length > 0) return parentOf(joined, id);
  // Sub cards that somebody moved to another hero card meanwhile stay there.
  const leaving = removed.filter((child) => !isLocalId(String(child)) && (parentIdOf(String(child)) ?? id) === id);
  return leaving.length > 0 ? parentOf(leaving, null) : unchanged;
}

const without = (list: readonly unknown[], gone: readonly unknown[]) => list.filter((item) => !gone.includes(item));
const isSame = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b);

const parentOf = (ids: readonly unknown[], parentCardId: string | null): WireForm =>
  ids.length === 1
    ? { action: 'cards/update', params: { id: ids[0], parentCardId } }
    : { action: 'cards/bulkUpdate', params: { ids, parentCardId } };

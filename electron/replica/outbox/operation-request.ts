/**
 * A request with the complete list of sub cards overwrites sub cards that others added. If possible, it therefore sets
 * `parentCardId` of each added or removed sub card instead.
 */
import { isLocalId } from '../store/local-ids.ts';
import type { Operation } from './operation.ts';

interface OperationRequest {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Sets `parentCardId` if the person only added sub cards at the end, or only removed some.
 * @param parentIdOf returns the id of a card's hero card in the confirmed rows
 */
export function requestForOperation(
  { action, params, base, effective }: Pick<Operation, 'action' | 'params' | 'base' | 'effective'>,
  parentIdOf: (cardId: string) => string | null | undefined,
): OperationRequest {
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
  // Skip sub cards that the service does not know yet, or that somebody has moved to another hero card.
  const leaving = removed.filter((child) => !isLocalId(String(child)) && (parentIdOf(String(child)) ?? id) === id);
  return leaving.length > 0 ? parentOf(leaving, null) : unchanged;
}

const without = (list: readonly unknown[], gone: readonly unknown[]) => list.filter((item) => !gone.includes(item));
const isSame = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b);

const parentOf = (ids: readonly unknown[], parentCardId: string | null): OperationRequest =>
  ids.length === 1
    ? { action: 'cards/update', params: { id: ids[0], parentCardId } }
    : { action: 'cards/bulkUpdate', params: { ids, parentCardId } };

/** Only the service stores locks of cards into runs and Beast levels, and queries cannot read them. */
import type { Id, Timestamp } from '../../../shared/contract/index.ts';
import { addMilliseconds, millisecondsPerHour } from '../../../shared/domain/calendar.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';

/** The end of the grace period of a card that joins now. Null if completed or not in Beast Mode. */
function lockTimeOf(rows: RowStore, sprintId: string, at: Timestamp): Timestamp | null {
  const run = rows.get('sprint', sprintId);
  if (!run?.lockedAt || run.completedAt) return null;
  const grace = rows.get('sprintConfig', run.sprintConfigId)?.beastGracePeriodHours ?? 0;
  return addMilliseconds(at, grace * millisecondsPerHour);
}

/**
 * Call this after the card has moved to the run `to`, or to no run (null). A locked card that leaves the run stays
 * locked, so that joining another run later raises its level. A card that leaves during its grace period is not locked.
 */
export function updateCardLockAfterRunChange(
  rows: RowStore,
  cardId: Id<'card'>,
  to: Id<'sprint'> | null,
  at: Timestamp,
): void {
  const before = rows.get('lockedCard', cardId);
  const isLocked = before?.lockedAt != null && before.lockedAt <= at;
  if (to === null) {
    if (before && !isLocked) keepLevel(rows, before);
    return;
  }
  if (isLocked && before.sprintId === to) return;
  const level = (before?.level ?? 0) + (isLocked ? 1 : 0);
  const lockedAt = lockTimeOf(rows, to, at);
  if (lockedAt === null && level === 0) rows.remove('lockedCard', cardId);
  else rows.put('lockedCard', { cardId, sprintId: lockedAt && to, lockedAt, level });
}

function keepLevel(rows: RowStore, { cardId, level }: StoredRow<'lockedCard'>): void {
  if (level === 0) rows.remove('lockedCard', cardId);
  else rows.put('lockedCard', { cardId, sprintId: null, lockedAt: null, level });
}

/** Locks all cards of the run at once, without a grace period. */
export function startBeastMode(rows: RowStore, run: StoredRow<'sprint'>, at: Timestamp): void {
  rows.update('sprint', run.id, { lockedAt: at });
  for (const { cardId } of rows.find('card', { sprintId: run.id })) {
    const level = rows.get('lockedCard', cardId)?.level ?? 0;
    rows.put('lockedCard', { cardId, sprintId: run.id, lockedAt: at, level });
  }
}

/**
 * People are not notified when they assign a card to themselves, even in another program. A card does not store who
 * assigned it, so its history is read first.
 */
import type { Query } from '../../../shared/contract/index.ts';
import { parseNotificationKey } from '../../../shared/domain/notification-rules.ts';
import type { Clock } from '../../client/clock.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { RowStore } from '../../engine/store/rows.ts';
import { cardHistoryQuery, historyEntryThatSetValue } from '../outbox/overwrites.ts';

export interface SelfAssignmentCheckOptions {
  readonly clock: Clock;
  readonly rows: RowStore;
  readonly requestRows: (query: Query) => void;
  /** Called once for each held-back key: when the history is read, or after the timeout. `isOwn`: by the person. */
  readonly onDecided: (key: string, isOwn: boolean) => void;
}

/** Longest wait for a card's history. Without a history, the assignment counts as made by another person. */
const historyTimeoutMs = 5_000;
/** If more assignments than this arrive at once, all are announced unchecked, because each check costs a request. */
const maxHeldAssignments = 5;

export class SelfAssignmentCheck {
  #options: SelfAssignmentCheckOptions;
  /** The function that cancels the timeout of each held-back notification, by notification key. */
  #heldKeys = new Map<string, () => void>();

  constructor(options: SelfAssignmentCheckOptions) {
    this.#options = options;
  }

  /** The keys to announce now. Others wait for `onDecided`; none do beyond `maxHeldAssignments`. */
  hold(arrived: readonly string[]): readonly string[] {
    const assigned = arrived.filter((key) => parseNotificationKey(key).prefix === 'assigned');
    if (assigned.length > maxHeldAssignments) return arrived;
    for (const key of assigned) {
      this.#options.requestRows(cardHistoryQuery(parseNotificationKey(key).id));
      this.#heldKeys.get(key)?.();
      this.#heldKeys.set(
        key,
        this.#options.clock.after(historyTimeoutMs, () => this.#decide(key, false)),
      );
    }
    return arrived.filter((key) => !this.#heldKeys.has(key));
  }

  /** Call it after each commit: it may store the history of cards whose notifications are held back. */
  committed(changed: ChangedRows, me: string): void {
    const cards = new Set([...changed.of('cardHistory').values()].map(({ after }) => after?.cardId));
    for (const key of this.#heldKeys.keys()) {
      const { id } = parseNotificationKey(key);
      if (!cards.has(id)) continue;
      const change = historyEntryThatSetValue(this.#options.rows, { key: id, field: 'assigneeId', value: me });
      this.#decide(key, change?.changerId === me);
    }
  }

  close(): void {
    for (const cancel of this.#heldKeys.values()) cancel();
    this.#heldKeys.clear();
  }

  #decide(key: string, isOwn: boolean): void {
    this.#heldKeys.get(key)?.();
    this.#heldKeys.delete(key);
    this.#options.onDecided(key, isOwn);
  }
}

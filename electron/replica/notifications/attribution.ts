/**
 * Finds out whether the person assigned a card to themselves with another program. Rows of cards do not say who changed
 * them, so the card's history is read before the assignment is announced.
 */
import type { Query } from '../../../shared/contract/index.ts';
import { parseNotificationKey } from '../../../shared/domain/notification-rules.ts';
import type { Clock } from '../../client/clock.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { Rows } from '../../engine/store/rows.ts';
import { historyEntryOf, historyQuery } from '../outbox/overwrites.ts';

export interface AttributionOptions {
  readonly clock: Clock;
  readonly rows: Rows;
  /** Reads rows from the service. */
  readonly demand: (query: Query) => void;
  /** Called once for each key that was held. */
  readonly decided: (key: string, isOwn: boolean) => void;
}

/** Without a history by then, the assignment counts as somebody else's. */
const timeoutMs = 5_000;
/** More assignments at once are not looked up, since each costs a request. */
const maxHeld = 5;

export class Attribution {
  #options: AttributionOptions;
  /** Functions that cancel the timeouts, by key. */
  #held = new Map<string, () => void>();

  constructor(options: AttributionOptions) {
    this.#options = options;
  }

  /** Holds assignments among the arrived keys back, and returns the other keys. */
  hold(arrived: readonly string[]): readonly string[] {
    const assigned = arrived.filter((key) => parseNotificationKey(key).subject === 'assigned');
    if (assigned.length > maxHeld) return arrived;
    for (const key of assigned) {
      const query = historyQuery({ model: 'card', key: parseNotificationKey(key).id });
      if (!query) continue;
      this.#options.demand(query);
      this.#held.get(key)?.();
      this.#held.set(
        key,
        this.#options.clock.after(timeoutMs, () => this.#decide(key, false)),
      );
    }
    return arrived.filter((key) => !this.#held.has(key));
  }

  /** Looks for the histories of held assignments among the changed rows. */
  committed(changed: ChangedRows, me: string): void {
    const cards = new Set([...changed.of('cardHistory').values()].map(({ after }) => after?.cardId));
    for (const key of this.#held.keys()) {
      const { id } = parseNotificationKey(key);
      if (!cards.has(id)) continue;
      const change = historyEntryOf(this.#options.rows, { key: id, field: 'assigneeId', value: me });
      this.#decide(key, change?.changerId === me);
    }
  }

  close(): void {
    for (const cancel of this.#held.values()) cancel();
    this.#held.clear();
  }

  #decide(key: string, isOwn: boolean): void {
    this.#held.get(key)?.();
    this.#held.delete(key);
    this.#options.decided(key, isOwn);
  }
}

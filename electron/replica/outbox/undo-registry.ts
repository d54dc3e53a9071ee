/** The undos offered to windows. An undo of unsent operations removes them from the outbox instead of adding more. */
import type { ActAnswer, Steps } from '../../../shared/bridge/index.ts';
import { waitsFor } from './dependencies.ts';
import type { OptimisticStore } from './optimistic-store.ts';

/** Undos older than the last so many are sent like any other change. */
const maxRemembered = 200;

interface Handed {
  readonly ids: readonly number[];
  readonly redo: Steps;
}

export class UndoRegistry {
  #ledger: OptimisticStore;
  /** By the JSON text of label and steps: the label distinguishes an undo from the same action done on its own. */
  #handed = new Map<string, Handed>();

  constructor(ledger: OptimisticStore) {
    this.#ledger = ledger;
  }

  remember(undo: Steps, handed: Handed): void {
    this.#handed.set(JSON.stringify([undo.label, undo.steps]), handed);
    const [oldest] = this.#handed.keys();
    if (this.#handed.size > maxRemembered && oldest !== undefined) this.#handed.delete(oldest);
  }

  /**
   * Removes the operations that the steps would undo, if none was sent and no other depends on them. Undefined
   * otherwise.
   */
  withdraw({ label, steps }: Steps): ActAnswer | undefined {
    const known = this.#handed.get(JSON.stringify([label, steps]));
    if (!known) return undefined;
    const { all } = this.#ledger.outbox;
    const operations = all.filter(({ id }) => known.ids.includes(id));
    const isUnsent =
      operations.length === known.ids.length &&
      operations.every(({ state, tries }) => state === 'queued' && tries === 0);
    const isBuiltUpon = all.some(
      (later) => !known.ids.includes(later.id) && operations.some((earlier) => waitsFor(later, all).includes(earlier)),
    );
    if (!isUnsent || isBuiltUpon) return undefined;
    this.#ledger.withdraw(new Set(known.ids));
    return { operationIds: [], answers: steps.map(() => ({})), undo: known.redo };
  }
}

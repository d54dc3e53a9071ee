/** The undos offered to windows. An undo of unsent operations removes them from the outbox instead of adding more. */
import type { ActAnswer, Steps } from '../../../shared/bridge/index.ts';
import { waitsFor } from './dependencies.ts';
import type { OptimisticStore } from './optimistic-store.ts';

/** Undos older than the last so many are sent like any other change. */
const maxRemembered = 200;

interface OfferedUndo {
  readonly ids: readonly number[];
  readonly redo: Steps;
}

export class UndoRegistry {
  #store: OptimisticStore;
  /** By the JSON text of label and steps: the label distinguishes an undo from the same action done on its own. */
  #offered = new Map<string, OfferedUndo>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

  remember(undo: Steps, offered: OfferedUndo): void {
    this.#offered.set(JSON.stringify([undo.label, undo.steps]), offered);
    const [oldest] = this.#offered.keys();
    if (this.#offered.size > maxRemembered && oldest !== undefined) this.#offered.delete(oldest);
  }

  /**
   * Removes the operations that the steps would undo, if none was sent and no other depends on them. Undefined
   * otherwise.
   */
  withdraw({ label, steps }: Steps): ActAnswer | undefined {
    const known = this.#offered.get(JSON.stringify([label, steps]));
    if (!known) return undefined;
    const { all } = this.#store.outbox;
    const operations = all.filter(({ id }) => known.ids.includes(id));
    const isUnsent =
      operations.length === known.ids.length &&
      operations.every(({ state, tries }) => state === 'queued' && tries === 0);
    const isBuiltUpon = all.some(
      (later) => !known.ids.includes(later.id) && operations.some((earlier) => waitsFor(later, all).includes(earlier)),
    );
    if (!isUnsent || isBuiltUpon) return undefined;
    this.#store.withdraw(new Set(known.ids));
    return { operationIds: [], answers: steps.map(() => ({})), undo: known.redo };
  }
}

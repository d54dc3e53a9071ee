/** Stores the undos that windows offer. If the operations to undo are unsent, the undo removes them from the outbox. */
import type { ActAnswer, LabelledActionSteps } from '../../../shared/bridge/index.ts';
import { operationsToWaitFor } from './dependencies.ts';
import { isUnsent } from './operation.ts';
import type { OptimisticStore } from './optimistic-store.ts';

/**
 * Maximum number of stored undos. If the person uses an undo that is no longer stored, its steps are performed as a new
 * action.
 */
const maxOfferedUndos = 200;

/** Maximum length of a label in UTF-16 units. */
const maxLabelLength = 200;

/** Returns the label of a change's undo: "Undo: …", or "Redo: …" if the change is itself an undo. */
export function undoLabelOf(label: string): string {
  const [, prefix, changed = label] = /^(Undo|Redo): (.*)$/s.exec(label) ?? [];
  return `${prefix === 'Undo' ? 'Redo' : 'Undo'}: ${changed}`.slice(0, maxLabelLength);
}

interface OfferedUndo {
  /** Ids of the operations to undo. */
  readonly ids: readonly number[];
  readonly redo: LabelledActionSteps;
}

/** The undos that windows offer, each with the operations to undo. */
export class UndoRegistry {
  #store: OptimisticStore;
  /**
   * The offered undos, by the JSON text of label and steps. The label distinguishes an undo from another action with
   * the same steps.
   */
  #offered = new Map<string, OfferedUndo>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

  remember(undo: LabelledActionSteps, offered: OfferedUndo): void {
    this.#offered.set(JSON.stringify([undo.label, undo.steps]), offered);
    const [oldest] = this.#offered.keys();
    if (this.#offered.size > maxOfferedUndos && oldest !== undefined) this.#offered.delete(oldest);
  }

  /**
   * Performs an undo by removing the operations to undo from the outbox. Removes nothing and returns undefined if the
   * undo is not stored here, if an operation was sent, or if another operation depends on an operation to remove.
   */
  takeBackUnsent({ label, steps }: LabelledActionSteps): ActAnswer | undefined {
    const known = this.#offered.get(JSON.stringify([label, steps]));
    if (!known) return undefined;
    const { all } = this.#store.outbox;
    const operations = all.filter(({ id }) => known.ids.includes(id));
    const areUnsent = operations.length === known.ids.length && operations.every(isUnsent);
    const isBuiltUpon = all.some(
      (later) =>
        !known.ids.includes(later.id) &&
        operations.some((earlier) => operationsToWaitFor(later, all).includes(earlier)),
    );
    if (!areUnsent || isBuiltUpon) return undefined;
    this.#store.discard(new Set(known.ids));
    return { operationIds: [], answers: steps.map(() => ({})), undo: known.redo };
  }
}

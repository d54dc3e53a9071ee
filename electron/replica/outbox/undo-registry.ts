/** The undos that windows offer. An undo of unsent operations removes them from the outbox. */
import type { ActAnswer, LabelledActionSteps } from '../../../shared/bridge/index.ts';
import type { RowChange } from '../../engine/store/rows.ts';
import type { ActStep } from '../../engine/types.ts';
import { operationsToWaitFor } from './dependencies.ts';
import { isUnsent } from './operation.ts';
import type { OptimisticStore } from './optimistic-store.ts';

/** The steps of an undo that is no longer stored are performed as a new action. */
const maxOfferedUndos = 200;

/** Maximum length of a label in UTF-16 units. */
const maxLabelLength = 200;

/** Returns the label of a change's undo: "Undo: …", or "Redo: …" if the change is itself an undo. */
export function undoLabelOf(label: string): string {
  const [, prefix, changed = label] = /^(Undo|Redo): (.*)$/s.exec(label) ?? [];
  return `${prefix === 'Undo' ? 'Redo' : 'Undo'}: ${changed}`.slice(0, maxLabelLength);
}

interface OfferedUndo {
  readonly ids: readonly number[];
  readonly redo: LabelledActionSteps;
  readonly changes: readonly RowChange[];
}

/** Owner and status of a card before an operation. Contains only what the operation changed. */
type OwnerAndStatus = { readonly assigneeId?: unknown; readonly status?: unknown };

/** The stored form of `OfferedUndo.changes`: only what `correctionsOf` needs, because texts of cards are long. */
interface StateBefore {
  readonly cards: ReadonlyMap<string, OwnerAndStatus>;
  /** The entries of Hands and done piles, as `entryName`. */
  readonly entries: ReadonlySet<string>;
}

const ownerAndStatus = ['assigneeId', 'status'] as const;
const entryName = (row: RowChange['before']) => `${row?.userId} ${row?.cardId}`;

function stateBefore(changes: readonly RowChange[]): StateBefore {
  const of = (wanted: RowChange['model']) => changes.filter(({ model }) => model === wanted);
  return {
    cards: new Map(
      of('card').map(({ key, before, after }) => [
        key,
        Object.fromEntries(
          ownerAndStatus.flatMap((name) => (before && before[name] !== after?.[name] ? [[name, before[name]]] : [])),
        ),
      ]),
    ),
    entries: new Set(of('queueEntry').flatMap(({ before }) => (before ? [entryName(before)] : []))),
  };
}

/**
 * Corrects what an undo changed beyond the undone change. The service gives an ownerless card that is put into a Hand
 * to the person of that Hand, and Hand sync puts a card into the Hand of the owner that it gets back.
 * @param changes all rows that the undo, and earlier corrections, have changed
 */
function correctionsOf(before: StateBefore, changes: readonly RowChange[]): ActStep[] {
  const steps: ActStep[] = [];
  for (const { model, key, before: present, after } of changes) {
    if (model !== 'card' || !present || !after || after.visibility !== 'default') continue;
    const wanted = Object.fromEntries(
      ownerAndStatus.map((name) => {
        const value = before.cards.get(key)?.[name];
        return [name, value === undefined ? present[name] : value];
      }),
    );
    const owns = wanted.assigneeId === after.assigneeId;
    // No action sets the status `snoozing`. The nearest one is `started`.
    if (wanted.status === 'snoozing' && !(owns && after.status === 'snoozing')) wanted.status = 'started';
    if (owns && wanted.status === after.status) continue;
    // A new owner resets the status of a started card, so both are set together. Documents take no status.
    const { status: _, ...ownerOnly } = wanted;
    steps.push({ action: 'cards/update', params: { id: key, ...(after.isDoc ? ownerOnly : wanted) } });
  }
  for (const { model, before: present, after } of changes)
    if (model === 'queueEntry' && !present && after && !before.entries.has(entryName(after)))
      steps.push({ action: 'handQueue/removeCards', params: { cardIds: [after.cardId], userId: after.userId } });
  return steps;
}

export class UndoRegistry {
  #store: OptimisticStore;
  /** By the JSON text of label and steps. The label distinguishes an undo from another action with the same steps. */
  #offered = new Map<string, Omit<OfferedUndo, 'changes'> & { readonly before: StateBefore }>();

  constructor(store: OptimisticStore) {
    this.#store = store;
  }

  remember(undo: LabelledActionSteps, { changes, ...offered }: OfferedUndo): void {
    this.#offered.set(JSON.stringify([undo.label, undo.steps]), { ...offered, before: stateBefore(changes) });
    const [oldest] = this.#offered.keys();
    if (this.#offered.size > maxOfferedUndos && oldest !== undefined) this.#offered.delete(oldest);
  }

  /** Undefined if the steps are no undo that is stored here. */
  correctionsFor({ label, steps }: LabelledActionSteps): ((changes: readonly RowChange[]) => ActStep[]) | undefined {
    const before = this.#offered.get(JSON.stringify([label, steps]))?.before;
    return before && ((changes) => correctionsOf(before, changes));
  }

  /** Undefined, and nothing removed, if the undo is unknown, was sent, or is what another depends on. */
  takeBackUnsent({ label, steps }: LabelledActionSteps): ActAnswer | undefined {
    const known = this.#offered.get(JSON.stringify([label, steps]));
    if (!known) return undefined;
    const { outbox } = this.#store;
    const operations = known.ids.flatMap((id) => outbox.get(id) ?? []);
    const areUnsent = operations.length === known.ids.length && operations.every(isUnsent);
    const isBuiltUpon = outbox.all.some(
      (later) =>
        later.id > (known.ids[0] ?? 0) &&
        !known.ids.includes(later.id) &&
        [...operationsToWaitFor(outbox, later)].some((earlier) => operations.includes(earlier)),
    );
    if (!areUnsent || isBuiltUpon) return undefined;
    this.#store.discard(new Set(known.ids));
    return { operationIds: [], answers: steps.map(() => ({})), undo: known.redo, isFinal: false };
  }
}

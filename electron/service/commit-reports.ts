import { rowModelNames } from '../../shared/contract/index.ts';
import type { Engine } from '../engine/engine.ts';
import type { ChangedKeys } from '../engine/store/rows.ts';

export type ChangedKeysByModel = Readonly<Record<string, readonly string[]>>;

type CommitListener = (commit: ChangedKeysByModel) => void;

interface CommitNotifier {
  /**
   * Within a transaction it reports nothing; the next call without `changes` after the commit reports these changes,
   * too.
   * @param changes default: all changes since the last report
   */
  report(changes?: ChangedKeys): void;
  /** Calls the listener after each commit. Returns a function that removes the listener. */
  onCommit(listener: CommitListener): () => void;
  removeListeners(): void;
}

const readableModels = new Set<string>(rowModelNames);

/**
 * Leaves out rows that no query can read. A listener that throws must not make the request fail, because its changes
 * are committed: clients find such a commit by their next poll.
 */
export function createCommitNotifier({ db, rows }: Engine, onFailure: (error: unknown) => void): CommitNotifier {
  const listeners = new Set<CommitListener>();
  return {
    report(changes = rows.drainChanges()) {
      // The code that opened the transaction calls `report` without `changes` after the commit.
      if (db.inTransaction) {
        rows.addChanges(changes);
        return;
      }
      const readable = [...changes].filter(([model, keys]) => readableModels.has(model) && keys.size > 0);
      if (readable.length === 0) return;
      const commit = Object.fromEntries(readable.map(([model, keys]) => [model, [...keys]]));
      for (const listener of listeners) {
        try {
          listener(commit);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    removeListeners: () => listeners.clear(),
  };
}

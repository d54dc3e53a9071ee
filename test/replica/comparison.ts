/** Compares the rows of a replica with the rows of its service. Sync tests use this comparison as their last check. */
import type { AnyRow } from '../../electron/engine/store/rows.ts';
import type { StoredModelName } from '../../electron/engine/store/schema.ts';
import { tableDefinitionOf } from '../../electron/engine/store/schema.ts';
import type { Replica } from '../../electron/replica/replica.ts';
import type { Service } from '../../electron/service/service.ts';
import { rowKey } from '../../shared/contract/index.ts';

/** Models that a replica stores completely. */
export const fullyStoredModels = [
  'account',
  'card',
  'cardOrder',
  'deck',
  'milestone',
  'milestoneProject',
  'project',
  'projectTag',
  'queueEntry',
  'resolvable',
  'resolvableEntry',
  'sprint',
  'sprintConfig',
  'sprintProject',
  'workflowItem',
] as const satisfies readonly StoredModelName[];

/**
 * Returns one line of text per difference. `userId` is the person to whom the replica belongs. Only this person's
 * bookmarks are compared, because the replica stores no others. Of people, only those are compared that the replica
 * stores: it reads a person only if a row refers to them.
 */
export function replicaDifferences(replica: Replica, service: Service, userId: string): string[] {
  const found: string[] = [];
  const { rows } = replica.store;
  /**
   * Returns true for a deleted deck without cards. A replica does not have such a deck: the service does not list
   * deleted decks, so a replica reads a deleted deck only if a card refers to it.
   */
  const isUnheardOf = (model: StoredModelName, row: AnyRow) =>
    model === 'deck' &&
    row.isDeleted === true &&
    service.engine.rows.find('card', { deckId: row.id as never }).length === 0;
  const compare = (model: StoredModelName, ours: AnyRow[], theirs: AnyRow[]) => {
    const { model: definition } = tableDefinitionOf(model);
    const byKey = (list: AnyRow[]) => new Map(list.map((row) => [rowKey(definition, row), row]));
    const mine = byKey(ours);
    for (const [key, row] of byKey(theirs)) {
      const own = mine.get(key);
      mine.delete(key);
      if (!own) {
        if (!isUnheardOf(model, row)) found.push(`${model} ${key} is missing here`);
      } else
        for (const name of Object.keys(row)) {
          // A replica cannot read these columns: the service shows `billingEmail` only with an extra scope, and
          // `timezone` only to the person themselves.
          if (name === 'billingEmail' || name === 'timezone') continue;
          if (JSON.stringify(own[name]) !== JSON.stringify(row[name]))
            found.push(
              `${model} ${key}.${name}: ${JSON.stringify(own[name])} here, ${JSON.stringify(row[name])} there`,
            );
        }
    }
    for (const key of mine.keys()) found.push(`${model} ${key} is not there`);
  };
  for (const model of fullyStoredModels)
    compare(model, rows.find(model, {}) as AnyRow[], service.engine.rows.find(model, {}) as AnyRow[]);
  compare(
    'handCard',
    rows.find('handCard', { userId }) as AnyRow[],
    service.engine.rows.find('handCard', { userId }) as AnyRow[],
  );
  const people = rows.find('user', {}) as AnyRow[];
  compare(
    'user',
    people,
    people.flatMap(({ id }) => service.engine.rows.find('user', { id: id as never }) as AnyRow[]),
  );
  return found;
}

/** Compares a replica with its service row by row, for all models that a replica stores completely. */
import type { AnyRow } from '../../electron/engine/store/rows.ts';
import type { StoredModel } from '../../electron/engine/store/schema.ts';
import { tableOf } from '../../electron/engine/store/schema.ts';
import type { Replica } from '../../electron/replica/replica.ts';
import type { Service } from '../../electron/service/service.ts';
import { rowKey } from '../../shared/contract/index.ts';

/** Models that a replica stores completely. */
export const keptModels = [
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
] as const satisfies readonly StoredModel[];

/** The differences, one line each. Bookmarks are compared for `userId`. */
export function differences(replica: Replica, service: Service, userId: string): string[] {
  const found: string[] = [];
  const { rows } = replica.store;
  /**
   * Lists do not contain deleted decks, so a replica cannot know a deck without cards that was deleted before it was
   * read.
   */
  const isUnheardOf = (model: StoredModel, row: AnyRow) =>
    model === 'deck' &&
    row.isDeleted === true &&
    service.engine.rows.find('card', { deckId: row.id as never }).length === 0;
  const compare = (model: StoredModel, ours: AnyRow[], theirs: AnyRow[]) => {
    const { model: definition } = tableOf(model);
    const byKey = (list: AnyRow[]) => new Map(list.map((row) => [rowKey(definition, row), row]));
    const mine = byKey(ours);
    for (const [key, row] of byKey(theirs)) {
      const own = mine.get(key);
      mine.delete(key);
      if (!own) {
        if (!isUnheardOf(model, row)) found.push(`${model} ${key} is missing here`);
      } else
        for (const name of Object.keys(row)) {
          // A field for admins only, and a private setting of other people.
          if (name === 'billingEmail' || name === 'timezone') continue;
          if (JSON.stringify(own[name]) !== JSON.stringify(row[name]))
            found.push(
              `${model} ${key}.${name}: ${JSON.stringify(own[name])} here, ${JSON.stringify(row[name])} there`,
            );
        }
    }
    for (const key of mine.keys()) found.push(`${model} ${key} is not there`);
  };
  for (const model of keptModels)
    compare(model, rows.find(model, {}) as AnyRow[], service.engine.rows.find(model, {}) as AnyRow[]);
  compare(
    'handCard',
    rows.find('handCard', { userId }) as AnyRow[],
    service.engine.rows.find('handCard', { userId }) as AnyRow[],
  );
  return found;
}

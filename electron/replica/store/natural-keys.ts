/**
 * Finds the service's row for a row created here when the service's answer does not contain its id (first comment of a
 * thread, Hand entries, tags, copies): the fields that make it unique are compared.
 */
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import { type StoredModel, tableOf } from '../../engine/store/schema.ts';
import { isLocalId, type LocalIds } from './local-ids.ts';

const naturalKeys: Partial<Record<StoredModel, readonly (readonly string[])[]>> = {
  queueEntry: [['userId', 'cardId']],
  projectTag: [['projectId', 'tag']],
  // The service may have rewritten mentions: then the thread's only comment by this author counts.
  resolvableEntry: [
    ['resolvableId', 'authorId', 'content'],
    ['resolvableId', 'authorId'],
  ],
  resolvableEntryReaction: [['entryId', 'userId', 'value']],
  attachment: [['cardId', 'fileId']],
  // Others may have moved the copy since.
  card: [
    ['deckId', 'creatorId', 'content', 'parentCardId'],
    ['creatorId', 'content'],
  ],
};

export interface CreatedRow {
  readonly model: StoredModel;
  /** As the operation created it, without later changes. */
  readonly row: AnyRow;
  /** `accountSeq` of the newest card before the operation; the row's is higher. */
  readonly seqBefore: number;
}

/**
 * The key of the service's row for one created here; undefined unless exactly one candidate is left that no other local
 * row became.
 */
export function findServiceKey(rows: Rows, { model, row, seqBefore }: CreatedRow, ids: LocalIds): string | undefined {
  const [keyColumn] = tableOf(model).key as [string];
  const renamed = ids.renamedIn(row);
  for (const columns of naturalKeys[model] ?? []) {
    const where = Object.fromEntries(columns.map((name) => [name, renamed[name]]));
    const found = rows
      .find(model, where as never)
      .filter((candidate) => model !== 'card' || Number((candidate as AnyRow).accountSeq) > seqBefore)
      .map((candidate) => String((candidate as AnyRow)[keyColumn]))
      .filter((key) => !isLocalId(key) && !ids.isPaired(key));
    if (found.length === 1) return found[0];
    // Equal copies cannot be told apart and need not be: the newest is taken.
    if (model === 'card' && found.length > 1) return newest(rows, found);
  }
  return undefined;
}

function newest(rows: Rows, keys: readonly string[]): string | undefined {
  const seq = (key: string) => Number(rows.get('card', key)?.accountSeq ?? 0);
  return [...keys].sort((a, b) => seq(a) - seq(b)).at(-1);
}

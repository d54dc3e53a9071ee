/**
 * Rows made here whose id the service does not answer (the first comment of a thread, Hand entries that come along,
 * tags, copies) are found again by what else makes them one of a kind.
 */
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import { type StoredModel, tableOf } from '../../engine/store/schema.ts';
import { isLocalId, type LocalIds } from './local-ids.ts';

const naturalKeys: Partial<Record<StoredModel, readonly (readonly string[])[]>> = {
  queueEntry: [['userId', 'cardId']],
  projectTag: [['projectId', 'tag']],
  // The text may come back with mentions rewritten: then the only comment of the thread by this author will do.
  resolvableEntry: [
    ['resolvableId', 'authorId', 'content'],
    ['resolvableId', 'authorId'],
  ],
  resolvableEntryReaction: [['entryId', 'userId', 'value']],
  attachment: [['cardId', 'fileId']],
  // Others may have moved the copy on since.
  card: [
    ['deckId', 'creatorId', 'content', 'parentCardId'],
    ['creatorId', 'content'],
  ],
};

export interface Made {
  readonly model: StoredModel;
  /** As its operation made it, before what was done to it later. */
  readonly row: AnyRow;
  /** Cards up to this number were there before. */
  readonly seqBefore: number;
}

/** The key of the service's row for one that was made here, when there is exactly one candidate that is not taken. */
export function naturalTwin(rows: Rows, { model, row, seqBefore }: Made, ids: LocalIds): string | undefined {
  const [keyColumn] = tableOf(model).key as [string];
  const renamed = ids.renamedIn(row);
  for (const columns of naturalKeys[model] ?? []) {
    const where = Object.fromEntries(columns.map((name) => [name, renamed[name]]));
    const found = rows
      .find(model, where as never)
      .filter((candidate) => model !== 'card' || Number((candidate as AnyRow).accountSeq) > seqBefore)
      .map((candidate) => String((candidate as AnyRow)[keyColumn]))
      .filter((key) => !isLocalId(key) && !ids.isTaken(key));
    if (found.length === 1) return found[0];
    // Of several equal copies the newest is as good as any other.
    if (model === 'card' && found.length > 1) return newest(rows, found);
  }
  return undefined;
}

function newest(rows: Rows, keys: readonly string[]): string | undefined {
  const seq = (key: string) => Number(rows.get('card', key)?.accountSeq ?? 0);
  return [...keys].sort((a, b) => seq(a) - seq(b)).at(-1);
}

/**
 * Finds the service's row for a row that was created here and whose id the answer lacks, such as the first comment of a
 * thread, a Hand entry or a copied card, by the fields that make a row unique.
 */
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitionOf } from '../../engine/store/schema.ts';
import { isLocalId, type LocalIdMap } from './local-ids.ts';

/** The combinations of fields to compare for each model, the most exact combination first. */
const naturalKeys: Partial<Record<StoredModelName, readonly (readonly string[])[]>> = {
  queueEntry: [['userId', 'cardId']],
  projectTag: [['projectId', 'tag']],
  // The service may have rewritten mentions in the text. The second combination finds the author's only comment in the
  // thread.
  resolvableEntry: [
    ['resolvableId', 'authorId', 'content'],
    ['resolvableId', 'authorId'],
  ],
  resolvableEntryReaction: [['entryId', 'userId', 'value']],
  attachment: [['cardId', 'fileId']],
  // Somebody may have moved the copy, so the second combination omits deck and hero card.
  card: [
    ['deckId', 'creatorId', 'content', 'parentCardId'],
    ['creatorId', 'content'],
  ],
};

export interface CreatedRow {
  readonly model: StoredModelName;
  /** The row as the operation created it, without later changes. */
  readonly row: AnyRow;
  /**
   * The highest `accountSeq` of all cards stored when the operation was first sent. A created card has a higher one.
   */
  readonly seqBefore: number;
}

/**
 * Ignores rows that are paired with another created row. Undefined if no row or several rows match; of several equal
 * cards, the newest.
 */
export function findKeyOfServiceRow(
  rows: RowStore,
  { model, row, seqBefore }: CreatedRow,
  ids: LocalIdMap,
): string | undefined {
  const [keyColumn] = tableDefinitionOf(model).key as [string];
  const renamed = ids.renamedIn(row);
  for (const columns of naturalKeys[model] ?? []) {
    const where = Object.fromEntries(columns.map((name) => [name, renamed[name]]));
    const found = rows
      .find(model, where as never)
      .filter((candidate) => model !== 'card' || Number((candidate as AnyRow).accountSeq) > seqBefore)
      .map((candidate) => String((candidate as AnyRow)[keyColumn]))
      .filter((key) => !isLocalId(key) && !ids.isPaired(key));
    if (found.length === 1) return found[0];
    // Several cards match, such as copies of one card. Their content is equal, so any of them fits.
    if (model === 'card' && found.length > 1) return newest(rows, found);
  }
  return undefined;
}

function newest(rows: RowStore, keys: readonly string[]): string | undefined {
  const seq = (key: string) => Number(rows.get('card', key)?.accountSeq ?? 0);
  return [...keys].sort((a, b) => seq(a) - seq(b)).at(-1);
}

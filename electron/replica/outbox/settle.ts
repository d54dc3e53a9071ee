/** Ends operations whose effects the service's rows show, and pairs the rows that they created. */
import { conflictFailure } from '../../../shared/contract/index.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitionOf } from '../../engine/store/schema.ts';
import { accountSeqClueKey } from '../push/lost-request-matchers.ts';
import {
  createdRowsWithoutServiceId,
  type IdReplacement,
  isLocalId,
  type LocalIdMap,
  localIdsIn,
} from '../store/local-ids.ts';
import type { NamedValueStore } from '../store/stored-values.ts';
import { type Operation, parseRowRef } from './operation.ts';
import type { Outbox } from './outbox.ts';
import { removeLaterChangesFromMergeBases } from './overwrites.ts';
import { storeCardsPutAwayByOthers } from './put-away.ts';
import type { OperationReplayer } from './replay.ts';

export interface SettleOptions {
  readonly ids: readonly number[];
  /** ISO time. */
  readonly at: string;
  readonly storedValues: NamedValueStore;
  /** For operations that stay unsettled: the row sets still to be read, by operation id. */
  readonly needs?: ReadonlyMap<number, readonly string[]>;
  readonly write?: () => void;
  /** The rows that `write` writes, as `rowRef(model, key)`. */
  readonly changed?: Iterable<string>;
}

/** `row` is undefined after a restart, because the values at creation are not stored. */
type LocalRow = Omit<CreatedRow, 'row'> & {
  readonly key: string;
  readonly row: AnyRow | undefined;
  readonly createdBy: Operation;
};

/** Writes the rows, removes the operations, and performs the rest again. Call it in a transaction. */
export function settleOperations(
  replay: OperationReplayer,
  { ids, at, storedValues, needs, write, changed = [] }: SettleOptions,
): void {
  const { rows, outbox } = replay;
  const done = ids.flatMap((id) => outbox.get(id) ?? []);
  const localRowsOfDone = unpairedRowsOf(replay, done);
  const changedRows = [...changed, ...done.flatMap(({ writes, made }) => [...writes, ...made])];
  replay.rebase(() => {
    write?.();
    const unknown = new Set<string>();
    const renamings: IdReplacement[] = [];
    for (const { key, row, ...rest } of localRowsOfDone) {
      const twin = row && findKeyOfServiceRow(rows, { ...rest, row }, replay.ids);
      if (!twin) unknown.add(key);
      else {
        const renaming = { model: rest.model, from: key, to: twin };
        replay.rename(renaming);
        renamings.push(renaming);
      }
    }
    for (const [id, remaining] of needs ?? []) {
      const operation = outbox.get(id);
      if (operation) outbox.change(operation, { needs: remaining });
    }
    for (const { operation, base } of removeLaterChangesFromMergeBases(done, outbox))
      outbox.change(operation, { base });
    storeCardsPutAwayByOthers(storedValues, rows, { settled: done, outbox, at });
    outbox.remove(new Set(ids));
    if (unknown.size > 0) rejectOperationsOn(outbox, unknown);
    replay.renameParams(replay.operationsWith(renamings));
  }, changedRows);
}

/** Created rows whose service ids are unknown, with their values at creation. */
function unpairedRowsOf(replay: OperationReplayer, done: readonly Operation[]): LocalRow[] {
  const { rows, outbox, ids } = replay;
  const createdNames = done.flatMap((createdBy) =>
    [...new Set([...createdBy.writes, ...createdRowsWithoutServiceId(createdBy, ids)])]
      .filter((name) => localIdsIn(parseRowRef(name).key).length > 0)
      .map((name) => ({ createdBy, name, ...parseRowRef(name) })),
  );
  const isChangedLater = createdNames.some(({ createdBy, name }) =>
    outbox.linked(`row ${name}`).some((later) => later.id > createdBy.id && later.writes.has(name)),
  );
  const presentUnpairedRows = () =>
    createdNames.flatMap(({ createdBy, name, model, key }): LocalRow[] => {
      const shown = rows.get(model, key) as AnyRow | undefined;
      const row = shown ?? createdBy.madeRows.get(name);
      const seqBefore = Number(createdBy.known?.[accountSeqClueKey]?.[0] ?? 0);
      // A row that neither exists nor is in `made` was created by another operation.
      return row || createdBy.made.includes(name) ? [{ createdBy, model, key, row, seqBefore }] : [];
    });
  if (!isChangedLater) return presentUnpairedRows();
  // Later operations changed these rows, so read each one right after the replay of the operation that created it.
  const found = new Map<string, LocalRow>();
  const changedRows = createdNames.flatMap(({ createdBy, name }) => [name, ...createdBy.writes]);
  replay.rebase(
    () => undefined,
    changedRows,
    (operation) => {
      if (!done.includes(operation)) return;
      for (const one of presentUnpairedRows())
        if (one.createdBy === operation) found.set(one.key, found.get(one.key) ?? one);
    },
  );
  return [...found.values()];
}

/**
 * For created rows whose service ids cannot be found. The person then decides.
 * @param unknown local ids of these rows
 */
function rejectOperationsOn(outbox: Outbox, unknown: ReadonlySet<string>): void {
  for (const operation of outbox.all)
    if (localIdsIn(JSON.stringify(operation.params)).some((id) => unknown.has(id)))
      outbox.change(operation, { state: 'rejected', failure: createdRowNotFound });
}

const createdRowNotFound = conflictFailure(
  'row_not_found',
  'It belongs to something made here that cannot be told apart at the service any more.',
);

/**
 * The fields that make a row unique, to find the service's row for one that was created here and whose id the answer
 * lacks, such as the first comment of a thread, a Hand entry or a copied card. The most exact combination is first.
 */
const naturalKeys: Partial<Record<StoredModelName, readonly (readonly string[])[]>> = {
  queueEntry: [['userId', 'cardId']],
  projectTag: [['projectId', 'tag']],
  // The service may rewrite mentions: the second one finds the author's only comment in the thread.
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

interface CreatedRow {
  readonly model: StoredModelName;
  /** The row as the operation created it, without later changes. */
  readonly row: AnyRow;
  /**
   * The highest `accountSeq` of all cards stored when the operation was first sent. A created card has a higher one.
   */
  readonly seqBefore: number;
}

/** Ignores paired rows. Undefined for none or several; of several equal cards, the newest. */
function findKeyOfServiceRow(
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

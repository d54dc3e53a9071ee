/**
 * Applies the service's answer to an operation. The service has no query for rows of some models: changes to them count
 * as confirmed at once, because no later read can confirm them.
 */
import type { Database } from 'better-sqlite3';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { StoredModelName } from '../../engine/store/schema.ts';
import { deltaPollRowSet, hasNoServiceQuery, rowSetsOfRow } from '../reads/read-back.ts';
import {
  createdRowsWithoutServiceId,
  type IdReplacement,
  idReplacementsFromAnswers,
  idsInParams,
  localIdsIn,
} from '../store/local-ids.ts';
import { type Operation, parseRowRef, rowRef } from './operation.ts';
import { type OperationReplayer, rowRefsInParams } from './replay.ts';

interface AcknowledgeParts {
  readonly replay: OperationReplayer;
  readonly db: Database;
  /** True if queries of the service return positions of cards (manual order). */
  readonly showsOrder: boolean;
}

/** Returns the row sets to read before the operation is settled. Call it within a transaction. */
export function applyOperationAnswer(
  parts: AcknowledgeParts,
  operation: Operation,
  answer: Record<string, unknown>,
): string[] {
  const { replay } = parts;
  const renamings = idReplacementsFromAnswers(operation.action, operation.answer, answer);
  for (const renaming of renamings) replay.rename(renaming);
  replay.outbox.change(operation, { state: 'acknowledged', failure: null });
  if (renamings.length > 0) {
    const renamed = replay.operationsWith(renamings);
    replay.renameParams(renamed);
    renameRows(replay, renamings, renamed);
  }
  confirmUnqueriedRows(parts, operation);
  return needsOf(parts, operation, answer);
}

const isQueryable = (model: StoredModelName, showsOrder: boolean) =>
  !hasNoServiceQuery(model) && (model !== 'cardOrder' || showsOrder);

/** The row sets (see read-back.ts) that show the operation's effect, to read before it is settled. */
function needsOf(
  { replay, showsOrder }: AcknowledgeParts,
  operation: Operation,
  answer: Record<string, unknown>,
): string[] {
  const { rows, images, ids } = replay;
  const rowSets = new Set<string>();
  for (const name of new Set([...operation.writes, ...createdRowsWithoutServiceId(operation, ids)])) {
    const { model, key } = parseRowRef(name);
    if (!isQueryable(model, showsOrder)) continue;
    if (localIdsIn(key).length > 0 && model === 'card') rowSets.add(deltaPollRowSet);
    const row = (rows.get(model, key) ??
      images.confirmed(rows, model, key) ??
      ids.renamedIn(operation.madeRows.get(name))) as AnyRow | undefined;
    for (const rowSet of rowSetsOfRow(model, key, row)) if (localIdsIn(rowSet).length === 0) rowSets.add(rowSet);
  }
  // A card in the params that is not stored here was changed only at the service, so read the card.
  for (const { model, id } of idsInParams(operation.action, operation.effective))
    if (model === 'card' && !rows.get('card', id)) rowSets.add(`card:${id}`);
  if (typeof answer.cardId === 'string') rowSets.add(`card:${answer.cardId}`);
  return [...rowSets];
}

/** Rebases if a poll has already stored one of the rows under its service id. */
function renameRows(
  replay: OperationReplayer,
  renamings: readonly IdReplacement[],
  operations: readonly Operation[],
): void {
  const { rows, images, ids, outbox } = replay;
  // A poll has stored the row under its service id, too. The rebase removes the local row.
  if (renamings.some(({ model, to }) => rows.get(model as StoredModelName, to))) {
    const renamedRows = renamings.flatMap(({ model, from, to }) => [rowRef(model, from), rowRef(model, to)]);
    replay.rebase(() => undefined, [...renamedRows, ...operations.flatMap(({ writes }) => [...writes])]);
    return;
  }
  const locals = new Set(renamings.map(({ from }) => from));
  const names = new Set(operations.flatMap(({ writes }) => [...writes]));
  for (const name of names) {
    const { model, key } = parseRowRef(name);
    const row = rows.get(model, key) as AnyRow | undefined;
    if (!row || !localIdsIn(JSON.stringify(row)).some((id) => locals.has(id))) continue;
    const renamed = ids.renamedIn(row);
    const newKey = ids.renamed(key);
    if (newKey === key) {
      rows.put(model, renamed as never);
      continue;
    }
    rows.remove(model, key);
    rows.insert(model, renamed as never);
    images.drop(name);
    images.keepFirst(model, newKey, undefined);
  }
  for (const operation of operations) {
    const effective = ids.renamedIn(operation.effective);
    outbox.note(operation, {
      effective,
      names: rowRefsInParams(operation.action, effective),
      orderedLists: new Set([...operation.orderedLists].map((list) => ids.renamed(list))),
      writes: new Set([...operation.writes].map((name) => ids.renamed(name))),
    });
  }
}

function confirmUnqueriedRows(parts: AcknowledgeParts, operation: Operation): void {
  const { replay, showsOrder } = parts;
  const hidden = [...operation.writes].filter((name) => !isQueryable(parseRowRef(name).model, showsOrder));
  if (hidden.length === 0) return;
  const isPending = (name: string) =>
    replay.outbox
      .linked(`row ${name}`)
      .some((other) => other !== operation && other.state !== 'acknowledged' && other.writes.has(name));
  if (hidden.some(isPending)) {
    confirmBelowPending(parts, operation, hidden);
    return;
  }
  for (const name of hidden) {
    replay.images.drop(name);
    storeDurably(parts, name);
  }
}

/** Other pending operations changed the `hidden` rows too, and their changes stay unconfirmed. */
function confirmBelowPending(parts: AcknowledgeParts, operation: Operation, hidden: readonly string[]): void {
  const { replay } = parts;
  const { rows, images } = replay;
  replay.rebase(() => {
    replay.replay(operation);
    const after = hidden.map((name) => {
      const { model, key } = parseRowRef(name);
      return {
        model,
        key,
        row: rows.get(model, key) as AnyRow | undefined,
      };
    });
    images.restore(rows, operation.writes);
    for (const { model, key, row } of after) {
      if (row) rows.put(model, row as never);
      else rows.remove(model, key);
      storeDurably(parts, rowRef(model, key));
    }
  }, operation.writes);
}

/** Also stores a deletion. No query returns the row, so it cannot be read again after the cache is rebuilt. */
function storeDurably({ replay, db }: AcknowledgeParts, name: string): void {
  const { model, key } = parseRowRef(name);
  const row = replay.rows.get(model, key);
  if (row) db.prepare('INSERT OR REPLACE INTO durable.kept VALUES (?, ?, ?)').run(model, key, JSON.stringify(row));
  else db.prepare('DELETE FROM durable.kept WHERE model = ? AND key = ?').run(model, key);
}

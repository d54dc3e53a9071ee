/**
 * Reads all rows once, a page at a time (first-sync-requests.ts), and resumes at its last page. Most indexes and the
 * full-text index are built at the end: writing rows is faster without them.
 */
import type { QueryAnswer } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { quoteSqlIdentifier, type TableDefinition } from '../../engine/store/schema.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { buildAllIndexes } from '../store/storage.ts';
import { hasIndexes, markIndexesBuilt } from '../store/stored-values.ts';
import { storableRowsOf } from './answers.ts';
import { refetchOptionsOf, restartBackgroundRefetch } from './background-refetch.ts';
import { type FirstSyncState, firstSyncRequest, initialFirstSyncState } from './first-sync-requests.ts';
import { firstDeltaPollCursors } from './polls.ts';
import type { PullSchedule } from './pull-schedule.ts';
import type { ServiceReader, SyncJobResult, SyncOptions } from './service-reader.ts';

interface FirstSyncOptions extends SyncOptions {
  readonly reader: ServiceReader;
  readonly schedule: PullSchedule;
  /** Aborts when the replica is closed. */
  readonly signal: AbortSignal;
}

/** Each call of `run` performs one step. */
export class FirstSync {
  #options: FirstSyncOptions;
  /** Ids of decks on screen whose cards were read early, before the pages that contain all cards. */
  #fetchedDecks = new Set<string>();

  constructor(options: FirstSyncOptions) {
    this.#options = options;
  }

  /** The progress of the first sync, stored in the cache file. It begins again if the stored identity is unreadable. */
  get state(): FirstSyncState {
    if (!this.#options.identity()) return initialFirstSyncState;
    return (this.#options.state.get('firstSync') as FirstSyncState | undefined) ?? initialFirstSyncState;
  }
  get isComplete(): boolean {
    return this.state.stage === 'done';
  }
  get #isIndexed(): boolean {
    return hasIndexes(this.#options.state);
  }

  async run(showsOrder: boolean): Promise<SyncJobResult> {
    const { store, state, schedule, reader, clock } = this.#options;
    const syncState = this.state;
    if (syncState.stage === 'finish') return this.#finish(syncState);
    // Read the cards of the board on screen first, because the pages that contain them may be read much later.
    const decksToReadFirst =
      syncState.stage === 'cards' ? schedule.focusedDeckIds.filter((id) => !this.#fetchedDecks.has(id)) : [];
    const decksInStep = syncState.stage === 'deck' ? schedule.focusedDeckIds : decksToReadFirst;
    const step = firstSyncRequest(decksToReadFirst.length > 0 ? { ...syncState, stage: 'deck' } : syncState, {
      showsOrder,
      focus: decksToReadFirst.length > 0 ? decksToReadFirst : schedule.focusedDeckIds,
      mayRead: reader.mayRead,
      now: clock.now(),
    });
    if (!step) return 'done';
    const noteFetched = () => {
      for (const id of decksInStep) this.#fetchedDecks.add(id);
    };
    const result = await reader.query(
      step.query,
      syncState.stage === 'hello' || syncState.stage === 'deck' ? 'screen' : 'background',
      (answer, asked, startedAt) => {
        const next = step.next(answer);
        noteFetched();
        if (syncState.stage === 'hello') {
          const refusal = reader.identify(answer);
          if (refusal) {
            reader.tokenRefusal = refusal;
            return;
          }
        }
        const noteStage = () => state.set('firstSync', next);
        if (store.images.size > 0 || this.#isIndexed)
          reader.apply({ lists: () => [], rowSets: new Set() }, answer, asked, startedAt, {
            alsoInTransaction: noteStage,
            isFirstSync: !this.#isIndexed,
          });
        else store.commitBulk(() => writeAnswerInBulk(store, answer), noteStage);
      },
    );
    // The pages of all cards have these cards, too. In other stages, it is sent again later.
    if (result === 'refused') {
      noteFetched();
      if (syncState.stage === 'deck') state.set('firstSync', { ...syncState, stage: 'cards' });
    }
    return result;
  }

  async #finish(first: FirstSyncState): Promise<SyncJobResult> {
    const { store, state, clock, schedule, reader, signal } = this.#options;
    if (!this.#isIndexed) {
      const parts = buildAllIndexes(store.rows);
      for (let isDone = false; !isDone; ) {
        store.commitBulk(() => {
          isDone = parts.next().done === true;
          if (isDone) markIndexesBuilt(state);
          return new Set();
        });
        store.rows.updatesTextIndex = isDone;
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return 'stopped';
      }
    }
    store.commitBulk(
      () => new Set(['card']),
      () => {
        state.set('cursors', firstDeltaPollCursors(first.startedFrom ?? new Date(0).toISOString()));
        state.set('firstSync', { ...first, stage: 'done' });
        state.set('freshAt', clock.now());
        restartBackgroundRefetch(refetchOptionsOf(this.#options));
        store.restoreLocalRows();
      },
    );
    store.replayOutbox();
    schedule.freshAt = clock.now();
    reader.rowSets.add(unknownPersonIds(store).map((id) => `user:${id}`));
    reader.rowSets.add(unknownDeckIds(store).map((id) => `ask:deck:${id}`));
    return 'done';
  }
}

/** People to whom stored rows refer and whose rows are not stored. */
function unknownPersonIds(store: OptimisticStore): string[] {
  const sources = [
    ['card', 'creatorId'],
    ['card', 'assigneeId'],
    ['resolvable', 'creatorId'],
    ['resolvableEntry', 'authorId'],
    ['queueEntry', 'userId'],
    ['deck', 'creatorId'],
  ] as const;
  const union = sources.map(([model, field]) => `SELECT DISTINCT "${field}" AS id FROM "${model}"`).join(' UNION ');
  return store.engine.db
    .prepare(`SELECT id FROM (${union}) WHERE id <> '' AND id NOT IN (SELECT "id" FROM "user")`)
    .pluck()
    .all() as string[];
}

/** Deleted decks that archived cards refer to: the service's list omits them. */
function unknownDeckIds(store: OptimisticStore): string[] {
  return store.engine.db
    .prepare(
      'SELECT DISTINCT "deckId" FROM "card" WHERE "deckId" IS NOT NULL AND "deckId" NOT IN (SELECT "id" FROM "deck")',
    )
    .pluck()
    .all() as string[];
}

/** Returns the row's values in the order of the table's columns, as SQLite stores them. */
function sqlValuesOf(table: TableDefinition, row: AnyRow): unknown[] {
  return table.columns.map(({ name, kind }) => {
    const value = row[name];
    if (value === undefined || value === null) return null;
    if (kind === 'json') return JSON.stringify(value);
    return kind === 'boolean' ? (value ? 1 : 0) : value;
  });
}

/**
 * Search treats cards with higher row ids as newer (engine/query/find.ts). The first sync reads the newest cards first
 * and counts down from here; cards created later get higher ids.
 */
const highestRowId = 1_000_000_000;

/**
 * Returns the names of the written models. SQL is faster than the row store, but updates neither the full-text index
 * nor the before-images: call it only before the indexes are built, and while no row has pending changes.
 */
function writeAnswerInBulk(store: OptimisticStore, answer: QueryAnswer): Set<string> {
  const { db } = store.engine;
  const lowest = db
    .prepare('SELECT min(n) FROM "card" WHERE n > ?')
    .pluck()
    .get(highestRowId / 2) as number | null;
  let number = lowest ?? highestRowId;
  const models = new Set<string>();
  const statements = new Map<string, (row: AnyRow) => void>();
  for (const { table, row } of storableRowsOf(answer)) {
    let write = statements.get(table.name);
    if (!write) {
      const isCard = table.name === 'card';
      const names = table.columns.map(({ name }) => quoteSqlIdentifier(name));
      const columns = isCard ? [...names, 'n'] : names;
      const updates = names.map((name) => `${name} = excluded.${name}`).join(', ');
      const statement = db.prepare(
        `INSERT INTO ${quoteSqlIdentifier(table.name)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
         ON CONFLICT (${table.key.map(quoteSqlIdentifier).join(', ')}) DO UPDATE SET ${updates}`,
      );
      write = (values) => {
        number -= 1;
        statement.run(isCard ? [...sqlValuesOf(table, values), number] : sqlValuesOf(table, values));
      };
      statements.set(table.name, write);
      models.add(table.name);
    }
    write(row);
  }
  return models;
}

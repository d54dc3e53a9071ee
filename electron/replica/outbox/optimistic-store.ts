/**
 * The replica's rows with the effects of pending operations. Every change of rows is one transaction here: acts of the
 * person, acknowledgements, and rows read from the service.
 */
import { randomBytes } from 'node:crypto';
import { conflict, type Failure, type QueryAnswer } from '../../../shared/contract/index.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { AnyRow, RowChange } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import type { ActStep } from '../../engine/types.ts';
import { type CompleteList, type FollowUps, removeAbsent, writeRows } from '../pull/answers.ts';
import { seqBefore as knownSeq } from '../push/lost-request-matchers.ts';
import { isLocalId, localIdsIn, localIdsInAnswer, type Renaming, unpairedRows } from '../store/local-ids.ts';
import { type CreatedRow, findServiceKey } from '../store/natural-keys.ts';
import { type StoredValues, storedValues } from '../store/stored-values.ts';
import { applyAnswer } from './acknowledge.ts';
import { baseOf } from './intent.ts';
import { type Operation, parseRowRef, rowRef } from './operation.ts';
import { baseOfSeenFields, basesWithoutSettledValues, baseWithOverwrites, noteOverwrites } from './overwrites.ts';
import { baseOfVisibleCards, notePutAway } from './put-away.ts';
import { decideRebase } from './rebase.ts';
import { createdRows, Replay, type ReplayOptions, rowRefsInParams, writtenRowRefs } from './replay.ts';
import { orderedListsOf } from './send-order.ts';

export type { Identity } from './replay.ts';

/** `own`: an action of the person or its outcome. `bulk`: rows of the service, written without the row store. */
export type CommitOrigin = 'own' | 'service' | 'bulk';

export interface OptimisticStoreOptions extends ReplayOptions {
  readonly now: () => number;
  /** Whether the service supports manual order. */
  readonly showsOrder: () => boolean;
  /** Called after each commit with the changed rows and the new ids. Both are empty when only the outbox changed. */
  readonly committed: (changed: ChangedRows, renamed: readonly Renaming[], origin: CommitOrigin) => void;
  readonly newKey?: () => string;
}

interface ActResult {
  readonly operations: readonly Operation[];
  readonly answers: readonly Record<string, unknown>[];
  readonly changes: readonly RowChange[];
}

/** `row` is undefined where the program was restarted since: the values at creation are not stored. */
type LocalRow = Omit<CreatedRow, 'row'> & {
  readonly key: string;
  readonly row: AnyRow | undefined;
  readonly by: Operation;
};

export interface PulledRead {
  readonly answer: QueryAnswer;
  readonly lists: readonly CompleteList[];
  readonly units: ReadonlySet<string>;
  readonly startedAt: number;
  readonly generation: number;
  readonly acceptsLowerVersions?: boolean;
  /** A page of a first sync: the tables have no indexes yet. */
  readonly isFirstSync?: boolean;
  /** Runs in the same transaction, after the rows are written; used to store cursors. */
  readonly also?: () => void;
}

export class OptimisticStore {
  #replay: Replay;
  #options: OptimisticStoreOptions;
  /** Counts acknowledgements and starts of reads, to compare which came first. */
  #stamp = 0;
  #appliedStart = 0;
  generation = 0;
  /** Stores the person's choices, and values about the service. */
  readonly storedValues: StoredValues;

  constructor(options: OptimisticStoreOptions) {
    this.#options = options;
    this.#replay = new Replay(options);
    this.storedValues = storedValues(options.storage.db);
  }

  get engine() {
    return this.#replay.engine;
  }
  get rows() {
    return this.#replay.rows;
  }
  get outbox() {
    return this.#replay.outbox;
  }
  get ids() {
    return this.#replay.ids;
  }
  get images() {
    return this.#replay.images;
  }

  stamp(): number {
    this.#stamp += 1;
    return this.#stamp;
  }

  /** After a restore of the service or with another token: answers to earlier requests are ignored. */
  startGeneration(): void {
    this.generation += 1;
  }

  /** Runs `work` in one transaction, and calls `committed` afterwards. */
  #commit<T>(work: () => T, origin: CommitOrigin = 'own'): T {
    let value: T;
    const { revision } = this.outbox;
    try {
      value = this.#options.storage.transaction(() => {
        const result = work();
        this.rows.flushText();
        this.rows.drainChanges();
        return result;
      });
    } catch (error) {
      this.#replay.reload();
      throw error;
    }
    const { changed, renamed } = this.#replay.takeChanges();
    if (changed.models.size > 0 || renamed.length > 0 || revision !== this.outbox.revision)
      this.#options.committed(changed, renamed, origin);
    return value;
  }

  /** Writes rows without the row store. Only for rows without pending changes. */
  bulk(work: () => ReadonlySet<string>, also: () => void): void {
    this.#commit(() => {
      this.#replay.noteChangedModels(work());
      also();
    }, 'bulk');
  }

  /**
   * Performs the steps on the rows and puts them into the outbox.
   * @throws Refusal when a step is certain to be refused; then nothing has changed.
   */
  act(label: string, steps: readonly ActStep[]): ActResult {
    return this.#commit(() => {
      const rowsBeforeAct = new Map<string, AnyRow | undefined>();
      this.#replay.rowsBeforeAct = rowsBeforeAct;
      try {
        const batch = this.#newKey();
        const at = new Date(this.#options.now()).toISOString();
        const operations = steps.map((step) => this.#actStep(step, { label, batch, at }));
        const changes = [...rowsBeforeAct].map(([name, before]): RowChange => {
          const { model, key } = parseRowRef(name);
          const after = this.rows.get(model as StoredModel, key) as AnyRow | undefined;
          return { model: model as StoredModel, key, before, after };
        });
        return { operations, answers: operations.map(({ answer }) => answer as Record<string, unknown>), changes };
      } finally {
        this.#replay.rowsBeforeAct = undefined;
      }
    });
  }

  /**
   * Returns the rows that the steps would change: performs them as `act` does and rolls back.
   * @throws Refusal when a step is certain to be refused.
   */
  preview(steps: readonly ActStep[]): RowChange[] {
    const at = new Date(this.#options.now()).toISOString();
    return this.engine.preview(
      steps.map(({ action, params }) => ({ action, params: this.ids.renamedIn(params) })),
      (index) => this.#replay.call({ key: `preview ${index}`, at }),
    );
  }

  #newKey(): string {
    return this.#options.newKey?.() ?? randomBytes(12).toString('base64url');
  }

  #actStep(step: ActStep, { label, batch, at }: { label: string; batch: string; at: string }): Operation {
    const params = this.ids.renamedIn(step.params);
    const names = rowRefsInParams(step.action, params);
    const base = {
      ...baseOf(this.rows, step.action, params),
      ...baseOfSeenFields(this.rows, step.action, params),
      ...baseOfVisibleCards(this.rows, step.action, names),
    };
    const key = this.#newKey();
    const { answer, changes, footprint } = this.#replay.performOptimistically(
      step.action,
      params,
      this.#replay.call({ key, at }),
    );
    const writes = writtenRowRefs(changes);
    const unansweredRows = this.#unanswered(writes, answer);
    return this.outbox.add({
      key,
      batch,
      action: step.action,
      params,
      base,
      label,
      at,
      state: 'queued',
      tries: 0,
      failure: null,
      sentAt: null,
      answer: answer ?? {},
      made: unansweredRows,
      known: null,
      needs: null,
      footprint,
      effective: params,
      writes,
      madeRows: createdRows(this.rows, unansweredRows),
      orderedLists: orderedListsOf(this.rows, step.action, writes),
      names,
      unapplied: null,
      acknowledgedAt: 0,
    });
  }

  /** Created rows among those just written whose ids the answer does not contain. */
  #unanswered(writes: ReadonlySet<string>, answer: unknown): string[] {
    const answered = localIdsIn(JSON.stringify(answer ?? {}));
    return [...writes].filter((name) => {
      const { key } = parseRowRef(name);
      return isLocalId(key) && !answered.includes(key) && !this.outbox.all.some((earlier) => earlier.writes.has(name));
    });
  }

  /** At start: makes rows and outbox consistent after any end of the last run, crashes included. */
  recover(): void {
    if (this.outbox.all.length === 0 && this.images.size === 0) return;
    this.#commit(() => {
      const now = this.#options.now();
      for (const operation of this.outbox.all) {
        if (operation.state === 'sending') this.outbox.change(operation, { state: 'uncertain', failure: endedEarly });
        // The file is a backup, or the clock was set back: the time of sending is unknown, and now is the latest
        // possible.
        if (operation.state === 'uncertain' && (operation.sentAt ?? now + 1) > now)
          this.outbox.change(operation, { sentAt: now });
      }
      this.#replay.rebase(() => undefined);
    });
  }

  /** Writes rows that only this side knows into a new cache. Within a transaction. */
  restoreLocalRows(): void {
    const { db } = this.#options.storage;
    const localRows = db.prepare('SELECT model, row FROM durable.kept').all() as { model: string; row: string }[];
    for (const { model, row } of localRows) this.rows.put(model as StoredModel, this.ids.renamedIn(JSON.parse(row)));
  }

  /**
   * Writes rows that were read from the service. Returns the units to read next; undefined when the answer came too
   * late and was ignored.
   */
  apply(read: PulledRead): FollowUps | undefined {
    const rows = new Set<string>();
    for (const [model, found] of Object.entries(read.answer))
      if (model !== '_root') for (const key of Object.keys(found)) rows.add(rowRef(model, key));
    const decision = decideRebase(
      {
        generation: this.generation,
        appliedStart: this.#appliedStart,
        images: this.images.keys,
        pending: this.outbox.all.map((operation) => ({
          id: operation.id,
          acknowledgedAt: operation.state === 'acknowledged' ? operation.acknowledgedAt : undefined,
          touches: new Set([...operation.writes, ...operation.names]),
          needs: operation.needs ?? [],
        })),
      },
      {
        startedAt: read.startedAt,
        generation: read.generation,
        rows,
        completeModels: new Set(read.lists.map(({ model }) => model)),
        units: read.units,
      },
    );
    if (decision.kind === 'discard') return undefined;
    const followUps: FollowUps = new Set();
    const write = () => {
      for (const unit of writeRows(this.rows, read.answer, read)) followUps.add(unit);
      for (const list of read.lists) for (const unit of removeAbsent(this.rows, list)) followUps.add(unit);
      read.also?.();
    };
    this.#commit(() => {
      if (decision.kind === 'apply') write();
      else this.#settle(decision.settled, decision.needs, write);
    }, 'service');
    this.#appliedStart = read.startedAt;
    return followUps;
  }

  #settle(settled: readonly number[], needs: ReadonlyMap<number, readonly string[]>, write: () => void): void {
    const done = this.outbox.all.filter(({ id }) => settled.includes(id));
    const localRowsOfDone = this.#madeBy(done);
    this.#replay.rebase(() => {
      write();
      const unknown = new Set<string>();
      for (const { key, row, ...rest } of localRowsOfDone) {
        const twin = row && findServiceKey(this.rows, { ...rest, row }, this.ids);
        if (twin) this.#replay.rename({ model: rest.model, from: key, to: twin });
        else unknown.add(key);
      }
      for (const [id, remaining] of needs) {
        const operation = this.outbox.get(id);
        if (operation) this.outbox.change(operation, { needs: remaining });
      }
      for (const { operation, base } of basesWithoutSettledValues(done, this.outbox.all))
        this.outbox.change(operation, { base });
      const at = new Date(this.#options.now()).toISOString();
      notePutAway(this.storedValues, this.rows, { settled: done, all: this.outbox.all, at });
      this.outbox.remove(new Set(settled));
      if (unknown.size > 0) this.#rejectUnknown(unknown);
      this.#replay.renameParams();
    });
  }

  /** Rows of these operations whose ids at the service are not known, as the operations created them. */
  #madeBy(done: readonly Operation[]): LocalRow[] {
    const createdNames = done.flatMap((by) =>
      [...new Set([...by.writes, ...unpairedRows(by, this.ids)])]
        .filter((name) => localIdsIn(parseRowRef(name).key).length > 0)
        .map((name) => ({ by, name, ...parseRowRef(name) })),
    );
    const isChangedLater = createdNames.some(({ by, name }) =>
      this.outbox.all.some((later) => later.id > by.id && later.writes.has(name)),
    );
    const rowsMade = () =>
      createdNames.flatMap(({ by, name, model, key }): LocalRow[] => {
        const shown = this.rows.get(model as StoredModel, key) as AnyRow | undefined;
        const row = shown ?? by.madeRows.get(name);
        const seqBefore = Number(by.known?.[knownSeq]?.[0] ?? 0);
        // A row that was written, not created, and no longer exists belongs to another operation.
        return row || by.made.includes(name) ? [{ by, model: model as StoredModel, key, row, seqBefore }] : [];
      });
    if (!isChangedLater) return rowsMade();
    // Later operations changed these rows: a replay up to each operation shows them as it created them.
    this.images.restoreAll(this.rows);
    const found = new Map<string, LocalRow>();
    for (const operation of this.outbox.all) {
      this.#replay.replay(operation);
      if (!done.includes(operation)) continue;
      for (const one of rowsMade()) if (one.by === operation) found.set(one.key, found.get(one.key) ?? one);
    }
    return [...found.values()];
  }

  /**
   * It cannot be decided which of the service's rows these became. Operations on them are rejected, so that the person
   * decides.
   */
  #rejectUnknown(unknown: ReadonlySet<string>): void {
    for (const operation of this.outbox.all)
      if (localIdsIn(JSON.stringify(operation.params)).some((id) => unknown.has(id)))
        this.outbox.change(operation, { state: 'rejected', failure: notFoundAgain });
  }

  /** Call it just before the request is sent. */
  markSending(operation: Operation, known: Operation['known']): void {
    const base = baseWithOverwrites(operation, this.rows, this.images, this.outbox.all);
    this.#commit(() =>
      this.outbox.change(operation, {
        ...(base ? { base: base } : {}),
        state: 'sending',
        tries: operation.tries + 1,
        sentAt: this.#options.now(),
        known,
      }),
    );
  }

  /** The answer was lost: the service may or may not have carried it out. */
  markLost(operation: Operation, failure: Failure, known: Operation['known']): void {
    this.#commit(() => this.outbox.change(operation, { state: 'uncertain', failure, known }));
  }

  /** Stores what a search without result has ruled out. */
  noteKnown(operation: Operation, known: Operation['known']): void {
    this.#commit(() => this.outbox.change(operation, { known }));
  }

  /** `also` runs in the same transaction. */
  mark(operation: Operation, state: 'queued' | 'rejected' | 'uncertain', failure: Failure | null, also?: () => void) {
    this.#commit(() => {
      this.outbox.change(operation, { state, failure });
      also?.();
    });
  }

  /** The service has carried it out. */
  acknowledge(operation: Operation, answer: Record<string, unknown>): void {
    this.#commit(() => {
      const { storage, showsOrder } = this.#options;
      const needs = applyAnswer({ replay: this.#replay, db: storage.db, showsOrder: showsOrder() }, operation, answer);
      operation.acknowledgedAt = this.stamp();
      noteOverwrites(this.storedValues, operation, new Date(this.#options.now()).toISOString());
      if (needs.length === 0) this.#settle([operation.id], new Map(), () => undefined);
      else this.outbox.change(operation, { needs });
    });
  }

  /** Removes operations and their effects, as if they had never been done. */
  withdraw(ids: ReadonlySet<number>): void {
    this.#commit(() => {
      const withdrawn = this.outbox.all.filter(({ id }) => ids.has(id));
      const withdrawnIds = new Set(withdrawn.flatMap(({ answer, made }) => localIdsIn(JSON.stringify([answer, made]))));
      this.outbox.remove(ids);
      for (const operation of this.outbox.all)
        if (localIdsIn(JSON.stringify(operation.params)).some((id) => withdrawnIds.has(id)))
          this.outbox.change(operation, { state: 'rejected', failure: orphaned });
      this.#replay.rebase(() => undefined);
    });
  }

  /** The person resolved a conflict: their text replaces the service's present one. */
  rebaseOnPresentRows(operation: Operation): void {
    this.#commit(() => {
      this.images.restoreAll(this.rows);
      const base = baseOf(this.rows, operation.action, operation.params);
      this.outbox.change(operation, { base: { ...operation.base, ...base } });
      this.#replay.rebase(() => undefined);
    });
  }

  /** Replaces the params of an operation by those that the person corrected, based on the present rows. */
  replaceParams(operation: Operation, given: Operation['params']): void {
    this.#commit(() => {
      this.images.restoreAll(this.rows);
      const params = this.ids.renamedIn(given);
      const base = {
        ...baseOf(this.rows, operation.action, params),
        ...baseOfSeenFields(this.rows, operation.action, params),
      };
      this.outbox.change(operation, { params, base, state: 'queued', failure: null, known: null });
      this.#replay.rebase(() => undefined);
    });
  }

  /**
   * Removes edits of one card's text and stores the newest text as a draft, based on the text that the person saw
   * before the first of them. Other values that an edit sets stay in the outbox.
   */
  moveToDraft(edits: readonly Operation[], key: string): void {
    this.#commit(() => {
      const { content } = edits.at(-1)?.params ?? {};
      const cardId = String(edits[0]?.params.id);
      const base = edits[0]?.base.content ?? this.images.confirmed(this.rows, 'card', cardId)?.content ?? '';
      this.#options.storage.db
        .prepare('INSERT OR REPLACE INTO durable.draft (key, text, base, at) VALUES (?, ?, ?, ?)')
        .run(key, content, base, new Date(this.#options.now()).toISOString());
      const emptied = new Set<number>();
      for (const edit of edits) {
        const { content: _content, ...rest } = edit.params;
        if (Object.keys(rest).length > 1) this.outbox.change(edit, { params: rest, state: 'queued', failure: null });
        else emptied.add(edit.id);
      }
      this.outbox.remove(emptied);
      this.#replay.rebase(() => undefined);
    });
  }

  /** Stores a text that will not be used, so that it can still be read. */
  storeLostText(operation: Operation): void {
    const text = operation.params.content;
    const cardId = this.#cardOf(operation);
    if (typeof text !== 'string' || !cardId) return;
    const at = new Date(this.#options.now()).toISOString();
    this.#options.storage.db
      .prepare(`INSERT INTO durable.lostText (model, key, field, text, at) VALUES ('card', ?, 'content', ?, ?)`)
      .run(cardId, text, at);
  }

  /** The card that a text is for, or that the comment is on. */
  #cardOf({ action, answer, names }: Operation): string | undefined {
    const created = [...localIdsInAnswer(action, answer)].map(({ model, id }) => ({ model, key: id }));
    for (const { model, key } of [...created, ...[...names].map(parseRowRef)]) {
      if (model === 'card') return key;
      if (model === 'resolvable' || model === 'resolvableEntry') return this.rows.get(model, key)?.cardId;
    }
    return undefined;
  }
}

const endedEarly: Failure = {
  kind: 'offline',
  message: 'Decktop ended before the answer came.',
  answerLost: true,
};

const orphaned = conflict(
  'row_discarded',
  'It belongs to something whose creation was discarded, so it cannot be carried out.',
);

const notFoundAgain = conflict(
  'row_not_found',
  'It belongs to something made here that cannot be told apart at the service any more.',
);

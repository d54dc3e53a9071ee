/**
 * Owns the replica's rows with the effects of pending operations. All changes to rows are transactions of this class.
 */
import { randomBytes } from 'node:crypto';
import { conflictFailure, type Failure, isRecord, type QueryAnswer, Refusal } from '../../../shared/contract/index.ts';
import { parseJson } from '../../client/json.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { AnyRow, RowChange } from '../../engine/store/rows.ts';
import { type StoredModelName, tableDefinitionOf, tableDefinitions } from '../../engine/store/schema.ts';
import type { ActStep } from '../../engine/types.ts';
import { type CompleteRowList, type FollowUpRowSets, removeAbsentRows, writeAnswerRows } from '../pull/answers.ts';
import { type IdReplacement, isLocalId, localIdsIn, localIdsInAnswer } from '../store/local-ids.ts';
import { StoredDrafts } from '../store/stored-drafts.ts';
import { type NamedValueStore, outboxValueStore } from '../store/stored-values.ts';
import { applyOperationAnswer } from './acknowledge.ts';
import { isCreationList, listsReorderedByAction, newCardIdsOf } from './list-order-waits.ts';
import { mergeBaseOfParams, mergeParams } from './merge-params.ts';
import { type Operation, parseRowRef, rowRef } from './operation.ts';
import { addOverwritesToMergeBase, seenValuesOfOverwrittenFields, storeOverwrites } from './overwrites.ts';
import { mergeBaseWithVisibleCardIds } from './put-away.ts';
import { decideRebase } from './rebase.ts';
import {
  createdRowsStillPresent,
  OperationReplayer,
  type OperationReplayerOptions,
  rowRefsInParams,
  writtenRowRefs,
} from './replay.ts';
import { type SettleOptions, settleOperations } from './settle.ts';

export type { TokenIdentity } from './replay.ts';

/**
 * Where the changes of a commit come from. `own`: the person's actions or their outcome. `service`: rows read from the
 * service. `bulk`: rows read from the service and written with SQL.
 */
type CommitOrigin = 'own' | 'service' | 'bulk';

export interface OptimisticStoreOptions extends OperationReplayerOptions {
  readonly now: () => number;
  readonly showsOrder: () => boolean;
  /** Called after each commit that changed rows (`changed`), ids (`renamed`) or only the outbox (both are empty). */
  readonly committed: (changed: ChangedRows, renamed: readonly IdReplacement[], origin: CommitOrigin) => void;
  /** Called if `committed` throws, or if the changed rows cannot be read. Must not throw. */
  readonly failedAfterCommit: (error: unknown) => void;
  readonly newKey?: () => string;
}

interface ActStoreOptions {
  readonly alsoInTransaction?: ((answers: readonly Record<string, unknown>[]) => void) | undefined;
  /** Returns further steps of the change, from the rows that it has changed so far; an empty list ends the change. */
  readonly correctionsOf?: ((changes: readonly RowChange[]) => ActStep[]) | undefined;
}
/** A correction can itself have an effect to correct: an owner that is given back gets the card by Hand sync. */
const maxCorrectionRounds = 3;

interface ActResult {
  readonly operations: readonly Operation[];
  readonly answers: readonly Record<string, unknown>[];
  readonly changes: readonly RowChange[];
}

export interface StorableAnswer {
  readonly answer: QueryAnswer;
  readonly lists: readonly CompleteRowList[];
  readonly rowSets: ReadonlySet<string>;
  readonly startedAt: number;
  readonly acceptsLowerVersions?: boolean;
  /** True for a page of a first sync: most indexes do not exist then, so `writeAnswerRows` only writes the rows. */
  readonly isFirstSync?: boolean;
  /** Runs in the same transaction after the rows are written, for example to store cursors. */
  readonly alsoInTransaction?: () => void;
}

export class OptimisticStore {
  #replay: OperationReplayer;
  #options: OptimisticStoreOptions;
  /** The last result of `nextStamp`. The numbers show which came first: an acknowledgement or the start of a read. */
  #stamp = 0;
  /** Order number of the newest applied read, taken when that read started. Answers of earlier reads are discarded. */
  get appliedStart(): number {
    return this.#appliedStart;
  }
  #appliedStart = 0;
  readonly storedValues: NamedValueStore;
  readonly drafts: StoredDrafts;

  constructor(options: OptimisticStoreOptions) {
    this.#options = options;
    this.#replay = new OperationReplayer(options);
    this.storedValues = outboxValueStore(options.storage.db);
    this.drafts = new StoredDrafts(options.storage.db);
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

  get #isoNow(): string {
    return new Date(this.#options.now()).toISOString();
  }

  nextStamp(): number {
    this.#stamp += 1;
    return this.#stamp;
  }

  /** If an error rolls the transaction back, reads the state in memory from the files again, so that both agree. */
  #commit<T>(work: () => T, origin: CommitOrigin = 'own'): T {
    let value: T;
    const { revision, all } = this.outbox;
    try {
      const runWork = () =>
        this.#options.storage.transaction(() => {
          const result = work();
          this.rows.flushText();
          this.rows.drainChanges();
          return result;
        });
      // All cards of a deck read its row, which can have megabytes. The cache knows nothing of rows written with SQL.
      value = origin === 'bulk' ? runWork() : this.rows.withRowCache(runWork);
    } catch (error) {
      this.#replay.reload(all);
      throw error;
    }
    // The change is on disk now. An error must not look as if the change had failed, because the person would repeat it.
    try {
      const { changed, renamed } = this.#replay.takeChanges();
      if (changed.models.size > 0 || renamed.length > 0 || revision !== this.outbox.revision)
        this.#options.committed(changed, renamed, origin);
    } catch (error) {
      this.#options.failedAfterCommit(error);
    }
    return value;
  }

  /** Commits rows that `work` writes with SQL, and whose models it returns. The rows must have no pending changes. */
  commitBulk(work: () => ReadonlySet<string>, alsoInTransaction?: () => void): void {
    this.#commit(() => {
      this.#replay.noteChangedModels(work());
      alsoInTransaction?.();
    }, 'bulk');
  }

  /** @throws Refusal if a step is certain to be refused. Then nothing has changed. */
  act(label: string, steps: readonly ActStep[], { alsoInTransaction, correctionsOf }: ActStoreOptions = {}): ActResult {
    return this.#commit(() => {
      const rowsBeforeAct = new Map<string, AnyRow | undefined>();
      this.#replay.rowsBeforeAct = rowsBeforeAct;
      try {
        const batch = this.#newKey();
        const at = this.#isoNow;
        const perform = (some: readonly ActStep[]) => some.map((step) => this.#performStep(step, { label, batch, at }));
        const changesNow = () =>
          [...rowsBeforeAct].map(([name, before]): RowChange => {
            const { model, key } = parseRowRef(name);
            return { model, key, before, after: this.rows.get(model, key) as AnyRow | undefined };
          });
        const operations = perform(steps);
        for (let round = 0; correctionsOf && round < maxCorrectionRounds; round += 1) {
          const corrections = correctionsOf(changesNow());
          if (corrections.length === 0) break;
          operations.push(...perform(corrections));
        }
        const answers = operations.slice(0, steps.length).map(({ answer }) => answer as Record<string, unknown>);
        alsoInTransaction?.(answers);
        return { operations, answers, changes: changesNow() };
      } finally {
        this.#replay.rowsBeforeAct = undefined;
      }
    });
  }

  /**
   * Returns the row changes that the steps would cause; nothing is kept.
   * @param answered receives the answer of each step before the next one is taken
   * @throws Refusal if a step is certain to be refused.
   */
  preview(steps: Iterable<ActStep>, answered?: (answer: Record<string, unknown>) => void): RowChange[] {
    const at = this.#isoNow;
    const { ids } = this;
    function* renamedSteps() {
      for (const { action, params } of steps) yield { action, params: ids.renamedIn(params) };
    }
    return this.engine.preview(
      renamedSteps(),
      (index) => this.#replay.engineCall({ key: `preview ${index}`, at }),
      answered,
    );
  }

  #newKey(): string {
    return this.#options.newKey?.() ?? randomBytes(12).toString('base64url');
  }

  #performStep(step: ActStep, { label, batch, at }: { label: string; batch: string; at: string }): Operation {
    const params = this.#paramsForNewestRows(step);
    const names = rowRefsInParams(step.action, params);
    const base = {
      ...mergeBaseOfParams(this.rows, step.action, params),
      ...seenValuesOfOverwrittenFields(this.rows, step.action, params),
      ...mergeBaseWithVisibleCardIds(this.rows, step.action, names),
    };
    const key = this.#newKey();
    const { answer, changes, footprint } = this.#replay.performOptimistically(
      step.action,
      params,
      this.#replay.engineCall({ key, at }),
    );
    const writes = writtenRowRefs(changes);
    const unansweredRows = this.#rowsMissingInAnswer(writes, answer);
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
      madeRows: createdRowsStillPresent(this.rows, unansweredRows),
      orderedLists: listsReorderedByAction(this.rows, step.action, writes),
      names,
      unapplied: null,
      acknowledgedAt: 0,
    });
  }

  /**
   * Returns the params of a step, with the step's change of texts, lists and records applied to the newest values.
   * @throws Refusal if the lines of a text that the step changes have changed since the person saw them
   */
  #paramsForNewestRows({ action, params, base }: ActStep): Operation['params'] {
    const given = this.ids.renamedIn(params);
    if (!base) return given;
    const { params: merged, clashes } = mergeParams(this.rows, action, given, this.ids.renamedIn(base));
    if (clashes.length > 0) throw new Refusal(409, changedMeanwhile);
    return merged;
  }

  #rowsMissingInAnswer(writes: ReadonlySet<string>, answer: unknown): string[] {
    const answered = localIdsIn(JSON.stringify(answer ?? {}));
    return [...writes].filter((name) => {
      const { key } = parseRowRef(name);
      return (
        isLocalId(key) &&
        !answered.includes(key) &&
        !this.outbox.linked(`row ${name}`).some((earlier) => earlier.writes.has(name))
      );
    });
  }

  /**
   * Call it after the files are opened, because the program may have crashed or the cache may be new and empty. Marks
   * operations that were being sent as uncertain, and performs all operations again.
   */
  recover(): void {
    if (this.outbox.all.length === 0 && this.images.size === 0) return;
    this.#commit(() => {
      for (const operation of this.outbox.all)
        if (operation.state === 'sending')
          this.outbox.change(operation, { state: 'uncertain', failure: answerLostAtExit });
      this.#limitSendingTimes();
      this.#replay.rebase(() => undefined);
    });
  }

  /** Call it when the clock was set back, because sending times may be in the future then. */
  limitSendingTimes(): void {
    this.#commit(() => this.#limitSendingTimes());
  }

  /** Missing or future times, as after a restore, become now: the sending cannot have been later. */
  #limitSendingTimes(): void {
    const now = this.#options.now();
    for (const operation of this.outbox.all)
      if ((operation.state === 'uncertain' || operation.state === 'sending') && (operation.sentAt ?? now + 1) > now)
        this.outbox.change(operation, { sentAt: now });
  }

  /**
   * Call it at the end of a first sync, because rows that the operations change may have been missing in the new cache.
   */
  replayOutbox(): void {
    if (this.outbox.all.length > 0) this.#commit(() => this.#replay.rebase(() => undefined));
  }

  /** Copies the rows that no query of the service returns into a new cache. Call it within a transaction. */
  restoreLocalRows(): void {
    const { db } = this.#options.storage;
    const localRows = db.prepare('SELECT model, row FROM durable.kept').all() as { model: string; row: string }[];
    for (const { model, row } of localRows) {
      const values = parseJson(String(row));
      if (isRecord(values) && tableDefinitions.has(model))
        this.rows.put(model as StoredModelName, this.ids.renamedIn(values));
    }
  }

  /** Returns the row sets to read next; undefined for an outdated answer, whose rows it does not write. */
  applyRead(read: StorableAnswer): FollowUpRowSets | undefined {
    const rows = new Set<string>();
    for (const [model, found] of Object.entries(read.answer))
      if (model !== '_root') for (const key of Object.keys(found)) rows.add(rowRef(model, key));
    for (const list of read.lists) for (const name of this.#pendingRowsOfList(list)) rows.add(name);
    const decision = decideRebase(
      {
        appliedStart: this.#appliedStart,
        acknowledged: this.outbox
          .linked('state acknowledged')
          .map(({ id, acknowledgedAt, needs }) => ({ id, acknowledgedAt, needs: needs ?? [] })),
        isPending: (name) => this.images.has(name) || this.outbox.linked(`row ${name}`).length > 0,
      },
      { startedAt: read.startedAt, rows, rowSets: read.rowSets },
    );
    if (decision.kind === 'discard') return undefined;
    const followUps: FollowUpRowSets = new Set();
    const write = () => {
      for (const rowSet of writeAnswerRows(this.rows, read.answer, read)) followUps.add(rowSet);
      for (const list of read.lists) for (const rowSet of removeAbsentRows(this.rows, list)) followUps.add(rowSet);
      read.alsoInTransaction?.();
    };
    this.#commit(() => {
      if (decision.kind === 'apply') write();
      else this.#settle(decision.settled, { needs: decision.needs, write, changed: rows });
    }, 'service');
    this.#appliedStart = read.startedAt;
    return followUps;
  }

  /** The rows with pending changes that may belong to a complete list, before these changes or after them. */
  #pendingRowsOfList({ model, field, values }: CompleteRowList): string[] {
    const [keyField, ...more] = tableDefinitionOf(model).key;
    if (field !== undefined && field === keyField && more.length === 0)
      return values.map((value) => rowRef(model, String(value)));
    return [...this.images.ofModel(model)].filter((name) => {
      if (field === undefined) return true;
      const { key } = parseRowRef(name);
      const versions = [this.rows.get(model, key), this.images.confirmed(this.rows, model, key)];
      return versions.some((row) => values.includes((row as AnyRow | undefined)?.[field]));
    });
  }

  #settle(ids: readonly number[], read?: Pick<SettleOptions, 'needs' | 'write' | 'changed'>): void {
    settleOperations(this.#replay, { ids, at: this.#isoNow, storedValues: this.storedValues, ...read });
  }

  /** Also stores the values of other people that the operation overwrites. Call it before sending. */
  markSending(operation: Operation, known: Operation['known']): void {
    const base = addOverwritesToMergeBase(operation, this.rows, this.images, this.outbox);
    this.#commit(() =>
      this.outbox.change(operation, {
        ...(base ? { base } : {}),
        state: 'sending',
        tries: operation.tries + 1,
        sentAt: this.#options.now(),
        known,
      }),
    );
  }

  /** Corrects the sending time of an operation whose request had to wait after `markSending`. */
  noteSending(operation: Operation, known: Operation['known']): void {
    this.#commit(() => this.outbox.change(operation, { sentAt: this.#options.now(), known }));
  }

  /** Call it when the answer was lost: the service may have carried the operation out. */
  markLost(operation: Operation, failure: Failure, known: Operation['known']): void {
    this.#commit(() => this.outbox.change(operation, { state: 'uncertain', failure, known }));
  }

  /**
   * Stores what a search has learnt without finding the effect, such as ids of rows that later searches must ignore.
   */
  noteKnown(operation: Operation, known: Operation['known']): void {
    this.#commit(() => this.outbox.change(operation, { known }));
  }

  setState(
    operation: Operation,
    state: 'queued' | 'rejected' | 'uncertain',
    failure: Failure | null,
    alsoInTransaction?: () => void,
  ) {
    this.#commit(() => {
      const [nextCardId] = operation.known?.[nextCardKey] ?? [];
      this.outbox.change(operation, { state, failure });
      if (state === 'queued' && nextCardId) this.#placeBefore(operation, this.ids.renamed(nextCardId));
      alsoInTransaction?.();
    });
  }

  acknowledge(operation: Operation, answer: Record<string, unknown>): void {
    this.#commit(() => {
      const { storage, showsOrder } = this.#options;
      const needs = applyOperationAnswer(
        { replay: this.#replay, db: storage.db, showsOrder: showsOrder() },
        operation,
        answer,
      );
      operation.acknowledgedAt = this.nextStamp();
      this.#noteOvertaken(operation);
      storeOverwrites(this.storedValues, operation, this.#isoNow);
      if (needs.length === 0) this.#settle([operation.id]);
      else this.outbox.change(operation, { needs });
    });
  }

  /** A creation is sent again after later ones of the deck: orders its cards as the person has made them. */
  #placeBefore(operation: Operation, nextCardId: string): void {
    this.outbox.change(operation, { known: { ...operation.known, [nextCardKey]: [] } });
    const deckId = this.rows.get('card', nextCardId)?.deckId;
    const cardIds = newCardIdsOf(this.rows, operation.writes).filter(
      (cardId) =>
        this.rows.get('card', cardId)?.deckId === deckId &&
        !this.rows.find('cardOrder', { context: 'deck', cardId })[0],
    );
    if (!deckId || cardIds.length === 0) return;
    const params = { context: 'deck', cardIds, targetId: nextCardId, label: null };
    const { label } = operation;
    this.#performStep({ action: 'cardOrders/addBefore', params }, { label, batch: this.#newKey(), at: this.#isoNow });
  }

  /** Notes the first new card in lost creations of the same deck, whose place is before it. */
  #noteOvertaken(operation: Operation): void {
    const [cardId] = newCardIdsOf(this.rows, operation.writes);
    for (const list of cardId ? operation.orderedLists : [])
      for (const lost of isCreationList(list) ? this.outbox.linked(`list ${list}`) : [])
        if (lost.id < operation.id && lost.state === 'uncertain' && !lost.known?.[nextCardKey])
          this.outbox.change(lost, { known: { ...lost.known, [nextCardKey]: [String(cardId)] } });
  }

  /** Removes operations and their effects. Rejects later operations on rows that the removed operations created. */
  discard(ids: ReadonlySet<number>): void {
    this.#commit(() => {
      const discarded = [...ids].flatMap((id) => this.outbox.get(id) ?? []);
      const discardedIds = new Set(discarded.flatMap(({ answer, made }) => localIdsIn(JSON.stringify([answer, made]))));
      this.outbox.remove(ids);
      for (const operation of this.outbox.all)
        if (localIdsIn(JSON.stringify(operation.params)).some((id) => discardedIds.has(id)))
          this.outbox.change(operation, { state: 'rejected', failure: createdRowDiscarded });
      this.#replay.rebase(() => undefined, concernedRows(discarded));
    });
  }

  /**
   * Makes the confirmed values the operation's base, so that the person's text replaces the service's. Call it when the
   * person retries although others changed the same lines.
   */
  rebaseOnPresentRows(operation: Operation): void {
    const setBase = () => {
      const base = mergeBaseOfParams(this.rows, operation.action, operation.params);
      this.outbox.change(operation, { base: { ...operation.base, ...base } });
    };
    this.#commit(() => this.#replay.rebase(setBase, concernedRows([operation])));
  }

  /** Queues a refused operation again with other params. The confirmed values become its base. */
  replaceParams(operation: Operation, given: Operation['params']): void {
    const params = this.ids.renamedIn(given);
    const setParams = () => {
      const base = {
        ...mergeBaseOfParams(this.rows, operation.action, params),
        ...seenValuesOfOverwrittenFields(this.rows, operation.action, params),
      };
      this.outbox.change(operation, { params, base, state: 'queued', failure: null, known: null });
    };
    const changed = [...concernedRows([operation]), ...rowRefsInParams(operation.action, params)];
    this.#commit(() => this.#replay.rebase(setParams, changed));
  }

  /**
   * Removes edits of one card's text from the outbox and stores the newest text as a draft. The draft is based on the
   * text that the person saw before the first edit. Other values that an edit sets stay in the outbox.
   */
  moveToDraft(edits: readonly Operation[], key: string): void {
    this.#commit(() => {
      const { content } = edits.at(-1)?.params ?? {};
      const cardId = String(edits[0]?.params.id);
      const base = edits[0]?.base.content ?? this.images.confirmed(this.rows, 'card', cardId)?.content ?? '';
      this.drafts.set({ key, text: String(content), base: String(base), at: this.#isoNow });
      const emptied = new Set<number>();
      for (const edit of edits) {
        const { content: _content, ...rest } = edit.params;
        if (Object.keys(rest).length > 1) this.outbox.change(edit, { params: rest, state: 'queued', failure: null });
        else emptied.add(edit.id);
      }
      this.outbox.remove(emptied);
      this.#replay.rebase(() => undefined, concernedRows(edits));
    });
  }

  /** Stores a text that is discarded, or changed at the service already, so that the person can still read it. */
  storeLostText(operation: Operation): void {
    const text = operation.params.content;
    const cardId = this.#cardOf(operation);
    if (typeof text === 'string' && cardId) this.drafts.addLostText(cardId, text, this.#isoNow);
  }

  #cardOf({ action, answer, names }: Operation): string | undefined {
    const created = [...localIdsInAnswer(action, answer)].map(({ model, id }) => ({ model, key: id }));
    for (const { model, key } of [...created, ...[...names].map(parseRowRef)]) {
      if (model === 'card') return key;
      if (model === 'resolvable' || model === 'resolvableEntry') return this.rows.get(model, key)?.cardId;
    }
    return undefined;
  }
}

/** Key in `known` of a lost creation: the first card that was created after it in the deck; empty once it is placed. */
const nextCardKey = 'next';

/** As `rowRef(model, key)`. */
const concernedRows = (operations: readonly Operation[]): string[] =>
  operations.flatMap(({ writes, names }) => [...writes, ...names]);

const answerLostAtExit: Failure = {
  kind: 'offline',
  message: 'Decktop ended before the answer came.',
  answerLost: true,
};

const changedMeanwhile = {
  error: 'content_clash',
  message: 'These lines of the text were changed meanwhile. Look at the new text, and change it again.',
};

const createdRowDiscarded = conflictFailure(
  'row_discarded',
  'It belongs to something whose creation was discarded, so it cannot be carried out.',
);

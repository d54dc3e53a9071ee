/**
 * The replica's rows and what is pending on them. Everything that changes rows goes through here, one transaction each:
 * what the person does, what the service acknowledged, what was read.
 */
import { randomBytes } from 'node:crypto';
import type { Failure, QueryAnswer } from '../../../shared/contract/index.ts';
import type { ChangedRows } from '../../engine/query/changed-rows.ts';
import type { AnyRow, RowChange } from '../../engine/store/rows.ts';
import type { StoredModel } from '../../engine/store/schema.ts';
import type { ActStep } from '../../engine/types.ts';
import { type FollowUps, removeAbsent, type WholeList, writeRows } from '../pull/answers.ts';
import { seqBefore as knownSeq } from '../push/lost-request-matchers.ts';
import { isLocalId, localIdsIn, localIdsInAnswer, type Renaming, unfound } from '../store/local-ids.ts';
import { type Made, naturalTwin } from '../store/natural-keys.ts';
import { facts, type StoredValues } from '../store/stored-values.ts';
import { takeAnswer } from './acknowledge.ts';
import { baseOf } from './intent.ts';
import { type Operation, touch, touched } from './operation.ts';
import { basesWithout, meeting, noteOverwrites, seenOf } from './overwrites.ts';
import { notePutAway, shownOf } from './put-away.ts';
import { decide } from './rebase.ts';
import { madeIn, namesIn, Replay, type ReplayOptions, writesIn } from './replay.ts';
import { linesOf } from './send-order.ts';

export type { Identity } from './replay.ts';

export interface OptimisticStoreOptions extends ReplayOptions {
  readonly now: () => number;
  /** Whether the service shows manual order. */
  readonly showsOrder: () => boolean;
  /** After each commit: which rows changed, and which have new names; neither, where only what waits changed. */
  readonly committed: (changed: ChangedRows, renamed: readonly Renaming[], isBulk: boolean) => void;
  readonly newKey?: () => string;
}

export interface Acted {
  readonly operations: readonly Operation[];
  readonly answers: readonly Record<string, unknown>[];
  readonly changes: readonly RowChange[];
}

/** Without its row where a start came between: nothing tells what it was made with. */
type MadeHere = Omit<Made, 'row'> & {
  readonly key: string;
  readonly row: AnyRow | undefined;
  readonly by: Operation;
};

export interface Read {
  readonly answer: QueryAnswer;
  readonly lists: readonly WholeList[];
  readonly units: ReadonlySet<string>;
  readonly startedAt: number;
  readonly generation: number;
  readonly mayGoBack?: boolean;
  /** A page of a first sync: tables are not indexed yet. */
  readonly isFirst?: boolean;
  /** Within the same transaction, after the rows: cursors. */
  readonly also?: () => void;
}

export class OptimisticStore {
  #replay: Replay;
  #options: OptimisticStoreOptions;
  /** Rises with every event that reads and acknowledgements are ordered by. */
  #stamp = 0;
  #appliedStart = 0;
  generation = 0;
  /** What the person chose and what was learnt about the service. */
  readonly facts: StoredValues;

  constructor(options: OptimisticStoreOptions) {
    this.#options = options;
    this.#replay = new Replay(options);
    this.facts = facts(options.storage.db);
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

  /** A restored service or another token: answers to what was asked before are worth nothing. */
  startGeneration(): void {
    this.generation += 1;
  }

  /** Whole or not at all; afterwards tells who watches. */
  #commit<T>(work: () => T, isBulk = false): T {
    let value: T;
    const { revision } = this.outbox;
    try {
      value = this.#options.storage.transaction(() => {
        const result = work();
        this.rows.flushText();
        this.rows.takeChanges();
        return result;
      });
    } catch (error) {
      this.#replay.reload();
      throw error;
    }
    const { changed, renamed } = this.#replay.takeChanges();
    if (changed.models.size > 0 || renamed.length > 0 || revision !== this.outbox.revision)
      this.#options.committed(changed, renamed, isBulk);
    return value;
  }

  /** Rows written past the row store, where nothing pending can be met. */
  bulk(work: () => ReadonlySet<string>, also: () => void): void {
    this.#commit(() => {
      this.#replay.note(work());
      also();
    }, true);
  }

  /**
   * Does the steps on the rows and puts them into the outbox.
   * @throws Refusal when a step is certain to be refused; then nothing has changed.
   */
  act(label: string, steps: readonly ActStep[]): Acted {
    return this.#commit(() => {
      const befores = new Map<string, AnyRow | undefined>();
      this.#replay.befores = befores;
      try {
        const batch = this.#newKey();
        const at = new Date(this.#options.now()).toISOString();
        const operations = steps.map((step) => this.#actStep(step, { label, batch, at }));
        const changes = [...befores].map(([name, before]): RowChange => {
          const { model, key } = touched(name);
          const after = this.rows.get(model as StoredModel, key) as AnyRow | undefined;
          return { model: model as StoredModel, key, before, after };
        });
        return { operations, answers: operations.map(({ answer }) => answer as Record<string, unknown>), changes };
      } finally {
        this.#replay.befores = undefined;
      }
    });
  }

  /**
   * Performs the steps as `act` does and takes them back. Returns the rows that they would change; rows, outbox, ids and
   * watches stay as they are.
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
    const names = namesIn(step.action, params);
    const base = {
      ...baseOf(this.rows, step.action, params),
      ...seenOf(this.rows, step.action, params),
      ...shownOf(this.rows, step.action, names),
    };
    const key = this.#newKey();
    const { answer, changes, footprint } = this.#replay.speculate(step.action, params, this.#replay.call({ key, at }));
    const writes = writesIn(changes);
    const made = this.#unanswered(writes, answer);
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
      made,
      known: null,
      needs: null,
      footprint,
      effective: params,
      writes,
      madeRows: madeIn(this.rows, made),
      lines: linesOf(this.rows, step.action, writes),
      names,
      unapplied: null,
      acknowledgedAt: 0,
    });
  }

  /** Of the rows just written, those that were made now under ids which the answer does not give. */
  #unanswered(writes: ReadonlySet<string>, answer: unknown): string[] {
    const answered = localIdsIn(JSON.stringify(answer ?? {}));
    return [...writes].filter((name) => {
      const { key } = touched(name);
      return isLocalId(key) && !answered.includes(key) && !this.outbox.all.some((earlier) => earlier.writes.has(name));
    });
  }

  /** At the start: brings rows and outbox together, wherever the last run ended. */
  recover(): void {
    if (this.outbox.all.length === 0 && this.images.size === 0) return;
    this.#commit(() => {
      const now = this.#options.now();
      for (const operation of this.outbox.all) {
        if (operation.state === 'sending') this.outbox.change(operation, { state: 'uncertain', failure: endedEarly });
        // From a backup, or the clock was set back: nobody knows when it was sent, at the latest just now.
        if (operation.state === 'uncertain' && (operation.sentAt ?? now + 1) > now)
          this.outbox.change(operation, { sentAt: now });
      }
      this.#replay.rebase(() => undefined);
    });
  }

  /** Puts rows that only this side knows back into a new cache. Within a transaction. */
  restoreKept(): void {
    const { db } = this.#options.storage;
    const kept = db.prepare('SELECT model, row FROM durable.kept').all() as { model: string; row: string }[];
    for (const { model, row } of kept) this.rows.put(model as StoredModel, this.ids.renamedIn(JSON.parse(row)));
  }

  /** Writes what was read; answers what to read next, or undefined when the answer came too late to count. */
  apply(read: Read): FollowUps | undefined {
    const rows = new Set<string>();
    for (const [model, found] of Object.entries(read.answer))
      if (model !== '_root') for (const key of Object.keys(found)) rows.add(touch(model, key));
    const decision = decide(
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
        wholeModels: new Set(read.lists.map(({ model }) => model)),
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
    });
    this.#appliedStart = read.startedAt;
    return followUps;
  }

  #settle(settled: readonly number[], needs: ReadonlyMap<number, readonly string[]>, write: () => void): void {
    const done = this.outbox.all.filter(({ id }) => settled.includes(id));
    const made = this.#madeBy(done);
    this.#replay.rebase(() => {
      write();
      const unknown = new Set<string>();
      for (const { key, row, ...rest } of made) {
        const twin = row && naturalTwin(this.rows, { ...rest, row }, this.ids);
        if (twin) this.#replay.rename({ model: rest.model, from: key, to: twin });
        else unknown.add(key);
      }
      for (const [id, remaining] of needs) {
        const operation = this.outbox.get(id);
        if (operation) this.outbox.change(operation, { needs: remaining });
      }
      for (const { operation, base } of basesWithout(done, this.outbox.all)) this.outbox.change(operation, { base });
      const at = new Date(this.#options.now()).toISOString();
      notePutAway(this.facts, this.rows, { settled: done, all: this.outbox.all, at });
      this.outbox.remove(new Set(settled));
      if (unknown.size > 0) this.#giveBack(unknown);
      this.#replay.renameParams();
    });
  }

  /** Rows that the service made too, under ids it did not answer, as the operations made them. */
  #madeBy(done: readonly Operation[]): MadeHere[] {
    const made = done.flatMap((by) =>
      [...new Set([...by.writes, ...unfound(by, this.ids)])]
        .filter((name) => localIdsIn(touched(name).key).length > 0)
        .map((name) => ({ by, name, ...touched(name) })),
    );
    const isChangedLater = made.some(({ by, name }) =>
      this.outbox.all.some((later) => later.id > by.id && later.writes.has(name)),
    );
    const rowsMade = () =>
      made.flatMap(({ by, name, model, key }): MadeHere[] => {
        const shown = this.rows.get(model as StoredModel, key) as AnyRow | undefined;
        const row = shown ?? by.madeRows.get(name);
        const seqBefore = Number(by.known?.[knownSeq]?.[0] ?? 0);
        // What it wrote and is no more was made by another.
        return row || by.made.includes(name) ? [{ by, model: model as StoredModel, key, row, seqBefore }] : [];
      });
    if (!isChangedLater) return rowsMade();
    // What was done to them later lies on top: the operations are performed anew, up to each of these.
    this.images.restoreAll(this.rows);
    const found = new Map<string, MadeHere>();
    for (const operation of this.outbox.all) {
      this.#replay.replay(operation);
      if (!done.includes(operation)) continue;
      for (const one of rowsMade()) if (one.by === operation) found.set(one.key, found.get(one.key) ?? one);
    }
    return [...found.values()];
  }

  /** Which of the service's rows these became cannot be told: what was to be done to them is the person's to decide. */
  #giveBack(unknown: ReadonlySet<string>): void {
    for (const operation of this.outbox.all)
      if (localIdsIn(JSON.stringify(operation.params)).some((id) => unknown.has(id)))
        this.outbox.change(operation, { state: 'rejected', failure: notFoundAgain });
  }

  /** The request is about to leave. */
  markSending(operation: Operation, known: Operation['known']): void {
    const met = meeting(operation, this.rows, this.images, this.outbox.all);
    this.#commit(() =>
      this.outbox.change(operation, {
        ...(met ? { base: met } : {}),
        state: 'sending',
        tries: operation.tries + 1,
        sentAt: this.#options.now(),
        known,
      }),
    );
  }

  /** Nobody knows whether it was carried out. */
  markLost(operation: Operation, failure: Failure, known: Operation['known']): void {
    this.#commit(() => this.outbox.change(operation, { state: 'uncertain', failure, known }));
  }

  /** What tells its rows by, after a look in vain. */
  learn(operation: Operation, known: Operation['known']): void {
    this.#commit(() => this.outbox.change(operation, { known }));
  }

  /** `also` is kept with it, or neither is. */
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
      const needs = takeAnswer({ replay: this.#replay, db: storage.db, showsOrder: showsOrder() }, operation, answer);
      operation.acknowledgedAt = this.stamp();
      noteOverwrites(this.facts, operation, new Date(this.#options.now()).toISOString());
      if (needs.length === 0) this.#settle([operation.id], new Map(), () => undefined);
      else this.outbox.change(operation, { needs });
    });
  }

  /** Takes operations back as if they had not been done. */
  withdraw(ids: ReadonlySet<number>): void {
    this.#commit(() => {
      const withdrawn = this.outbox.all.filter(({ id }) => ids.has(id));
      const gone = new Set(withdrawn.flatMap(({ answer, made }) => localIdsIn(JSON.stringify([answer, made]))));
      this.outbox.remove(ids);
      for (const operation of this.outbox.all)
        if (localIdsIn(JSON.stringify(operation.params)).some((id) => gone.has(id)))
          this.outbox.change(operation, { state: 'rejected', failure: orphaned });
      this.#replay.rebase(() => undefined);
    });
  }

  /** The person decided about a clash: their text goes on top of what the service has now. */
  rebaseIntent(operation: Operation): void {
    this.#commit(() => {
      this.images.restoreAll(this.rows);
      const base = baseOf(this.rows, operation.action, operation.params);
      this.outbox.change(operation, { base: { ...operation.base, ...base } });
      this.#replay.rebase(() => undefined);
    });
  }

  /** The person does it otherwise, on top of what the service has now. */
  changeIntent(operation: Operation, given: Operation['params']): void {
    this.#commit(() => {
      this.images.restoreAll(this.rows);
      const params = this.ids.renamedIn(given);
      const base = { ...baseOf(this.rows, operation.action, params), ...seenOf(this.rows, operation.action, params) };
      this.outbox.change(operation, { params, base, state: 'queued', failure: null, known: null });
      this.#replay.rebase(() => undefined);
    });
  }

  /**
   * Takes edits of one card's text back and keeps the newest text as a draft, based on what the person saw before the
   * first of them. Other values that an edit sets stay in the outbox.
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

  /** A text that will not be used, kept: nobody's words are thrown away. */
  keepLostText(operation: Operation): void {
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
    const made = [...localIdsInAnswer(action, answer)].map(({ model, id }) => ({ model, key: id }));
    for (const { model, key } of [...made, ...[...names].map(touched)]) {
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

const orphaned: Failure = {
  kind: 'conflict',
  code: 'row_discarded',
  message: 'It belongs to something whose creation was discarded, so it cannot be carried out.',
};

const notFoundAgain: Failure = {
  kind: 'conflict',
  code: 'row_not_found',
  message: 'It belongs to something made here that cannot be told apart at the service any more.',
};

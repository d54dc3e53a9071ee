/**
 * What imports still have to do and have done, in the outbox file: a batch is noted as performed in the transaction
 * that performs it, so that an import goes on after a crash and makes no card twice.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { ImportReport, ImportRun, ImportRunState } from '../../../shared/bridge/index.ts';
import type { Failure } from '../../../shared/contract/index.ts';
import type { ImportBatch } from '../../../shared/domain/import/plan.ts';
import type { KnownItem, SentCard } from '../../../shared/domain/import/plan-cards.ts';
import { parseJson } from '../../client/json.ts';
import type { ActStep } from '../../engine/types.ts';
import type { LocalIdMap } from './local-ids.ts';

/** How to undo a batch that changed rows that the import did not create. */
export interface ImportBatchUndo {
  readonly steps: readonly ActStep[];
  /** What earlier imports had sent of the changed card; null for other rows. */
  readonly sentBefore: readonly [item: string, sent: SentCard] | null;
  /** A card that an own table named by its id, as it was after the batch. */
  readonly after?: { readonly cardId: string; readonly sent: SentCard } | undefined;
  /** Tags that the batch added to projects. */
  readonly newTags?: readonly { readonly projectId: string; readonly tag: string }[];
}

/** With the content of its file, in base64. */
export type StoredBatch = ImportBatch & { readonly bytes?: string };

export type ImportRunRecord = Omit<ImportRun, 'deckId'>;

interface RunRow {
  readonly id: number;
  readonly source: string;
  readonly label: string;
  readonly at: string;
  readonly state: ImportRunState;
  readonly failure: string | null;
  readonly report: string;
  readonly total: number;
  readonly done: number;
}

/** Batches of older runs are not needed any more; their reports are. */
const keptRuns = 20;

/** Batches are performed in their order: counting them would read all their texts after each one. */
const readRuns = `SELECT id, source, label, at, state, failure, report,
  coalesce((SELECT max(number) + 1 FROM durable.importBatch WHERE run = importRun.id), 0) AS total,
  coalesce(
    (SELECT number FROM durable.importBatch WHERE run = importRun.id AND batch IS NOT NULL ORDER BY number LIMIT 1),
    (SELECT max(number) + 1 FROM durable.importBatch WHERE run = importRun.id), 0) AS done
  FROM durable.importRun`;

export class ImportRecords {
  readonly #db: Database;
  readonly #ids: LocalIdMap;
  readonly #readId: Statement;

  constructor(db: Database, ids: LocalIdMap) {
    this.#db = db;
    this.#ids = ids;
    this.#readId = db.prepare('SELECT id FROM durable.importItem WHERE source = ? AND item = ?').pluck();
  }

  /** The newest first. */
  runs(): ImportRunRecord[] {
    return (this.#db.prepare(`${readRuns} ORDER BY id DESC LIMIT ${keptRuns}`).all() as RunRow[]).map(runOf);
  }

  run(id: number): ImportRunRecord | undefined {
    const row = this.#db.prepare(`${readRuns} WHERE id = ?`).get(id) as RunRow | undefined;
    return row && runOf(row);
  }

  /** @param bytesOf returns the content of a chosen file, which is kept until it is attached */
  add(
    { source, label, at }: Pick<ImportRun, 'source' | 'label' | 'at'>,
    batches: readonly ImportBatch[],
    report: ImportReport,
    bytesOf: (path: string) => Uint8Array | undefined,
  ): number {
    return this.#db.transaction(() => {
      const { lastInsertRowid } = this.#db
        .prepare(`INSERT INTO durable.importRun (source, label, at, state, report) VALUES (?, ?, ?, 'running', ?)`)
        .run(source, label, at, JSON.stringify(report));
      const run = Number(lastInsertRowid);
      const insert = this.#db.prepare('INSERT INTO durable.importBatch (run, number, batch) VALUES (?, ?, ?)');
      for (const [number, batch] of batches.entries()) {
        const bytes = batch.file && Buffer.from(bytesOf(batch.file.path) ?? '').toString('base64');
        insert.run(run, number, JSON.stringify({ ...batch, bytes }));
      }
      return run;
    })();
  }

  setState(id: number, state: ImportRunState, failure: Failure | null = null): void {
    this.#db
      .prepare('UPDATE durable.importRun SET state = ?, failure = ? WHERE id = ?')
      .run(state, failure && JSON.stringify(failure), id);
  }

  setReport(id: number, report: ImportReport): void {
    this.#db.prepare('UPDATE durable.importRun SET report = ? WHERE id = ?').run(JSON.stringify(report), id);
  }

  nextBatch(run: number): { readonly number: number; readonly batch: StoredBatch } | undefined {
    const row = this.#db
      .prepare(
        'SELECT number, batch FROM durable.importBatch WHERE run = ? AND batch IS NOT NULL ORDER BY number LIMIT 1',
      )
      .get(run) as { number: number; batch: string } | undefined;
    return row && { number: row.number, batch: JSON.parse(row.batch) as StoredBatch };
  }

  /** Call it in the transaction that performs the batch. `rows` has the rows that it created. */
  markPerformed(
    { id: run, source }: Pick<ImportRun, 'id' | 'source'>,
    number: number,
    notes: ImportBatch['notes'],
    rows: ReadonlyMap<string, string>,
  ): void {
    const put = this.#db.prepare(
      `INSERT INTO durable.importItem (source, item, id, sent, run) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (source, item) DO UPDATE SET sent = excluded.sent,
         run = CASE WHEN excluded.id = '' THEN run ELSE excluded.run END,
         id = CASE WHEN excluded.id = '' THEN id ELSE excluded.id END`,
    );
    for (const [item, sent] of notes) put.run(source, item, rows.get(item) ?? '', sent && JSON.stringify(sent), run);
    this.#db.prepare('UPDATE durable.importBatch SET batch = NULL WHERE run = ? AND number = ?').run(run, number);
  }

  setUndo(run: number, number: number, undo: ImportBatchUndo): void {
    this.#db
      .prepare('UPDATE durable.importBatch SET undo = ? WHERE run = ? AND number = ?')
      .run(JSON.stringify(undo), run, number);
  }

  /** The last batch first. */
  undosOf(run: number): ImportBatchUndo[] {
    const texts = this.#db
      .prepare('SELECT undo FROM durable.importBatch WHERE run = ? AND undo IS NOT NULL ORDER BY number DESC')
      .pluck()
      .all(run) as string[];
    return texts.map((text) => JSON.parse(this.#ids.renamed(text)) as ImportBatchUndo);
  }

  /** The service's id if it is known; undefined if no such row was imported. */
  idOf(source: string, item: string): string | undefined {
    const id = this.#readId.get(source, item) as string | undefined;
    return id ? this.#ids.renamed(id) : undefined;
  }

  /** Undefined if no such card was imported. */
  sentOf(source: string, item: string): SentCard | undefined {
    const sent = this.#db
      .prepare('SELECT sent FROM durable.importItem WHERE source = ? AND item = ?')
      .pluck()
      .get(source, item) as string | null | undefined;
    return sent ? (parseJson(this.#ids.renamed(sent)) as SentCard) : undefined;
  }

  /** With `run`, only what that run created. The id of a comment is null. */
  items(source: string, run?: number): Map<string, KnownItem> {
    const sql = `SELECT item, id, sent FROM durable.importItem WHERE source = ?${run === undefined ? '' : ' AND run = ?'}`;
    const rows = this.#db.prepare(sql).all(...(run === undefined ? [source] : [source, run])) as {
      item: string;
      id: string;
      sent: string | null;
    }[];
    return new Map(
      rows.map(({ item, id, sent }) => [
        item,
        {
          id: id === '' ? null : this.#ids.renamed(id),
          sent: sent === null ? null : (parseJson(this.#ids.renamed(sent)) as SentCard),
        },
      ]),
    );
  }

  /** Of a row of a kind that the run created; undefined if it created none. */
  firstIdOf(source: string, run: number, kind: 'deck' | 'card'): string | undefined {
    const id = this.#db
      .prepare(
        `SELECT id FROM durable.importItem WHERE source = ? AND run = ? AND item >= ? AND item < ? AND id <> ''
         ORDER BY item LIMIT 1`,
      )
      .pluck()
      .get(source, run, `${kind} `, `${kind}!`) as string | undefined;
    return id && this.#ids.renamed(id);
  }

  setSent(source: string, item: string, sent: SentCard): void {
    this.#db
      .prepare('UPDATE durable.importItem SET sent = ? WHERE source = ? AND item = ?')
      .run(JSON.stringify(sent), source, item);
  }

  forget(source: string, items: readonly string[]): void {
    const remove = this.#db.prepare('DELETE FROM durable.importItem WHERE source = ? AND item = ?');
    this.#db.transaction(() => {
      for (const item of items) remove.run(source, item);
    })();
  }
}

const unreadableReport: ImportReport = {
  counts: { created: 0, updated: 0, unchanged: 0, leftOut: 0, comments: 0, files: 0, decks: 0 },
  losses: [],
  notes: ['The report cannot be read.'],
};

const runOf = ({ failure, report, ...row }: RunRow): ImportRunRecord => ({
  ...row,
  failure: failure === null ? null : ((parseJson(failure) as Failure | undefined) ?? null),
  report: (parseJson(report) as ImportReport | undefined) ?? unreadableReport,
});

/**
 * Measures the processor time of a first sync of the whole generated workspace, with recorded answers of the service.
 * Compares it with the time to parse these answers and insert their rows without any other work.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { unlimitedRequestBudget } from '../../../electron/client/budget.ts';
import type { RequestSender } from '../../../electron/client/client.ts';
import { systemClock } from '../../../electron/client/clock.ts';
import {
  createIndexes,
  createTables,
  quoteSqlIdentifier,
  refillTextIndex,
  tableDefinitions,
} from '../../../electron/engine/store/schema.ts';
import { materializedTableDifferences } from '../../../electron/keep/doctor.ts';
import { remotePollIntervals } from '../../../electron/replica/pull/poll-intervals.ts';
import { openReplica } from '../../../electron/replica/replica.ts';
import { createService } from '../../../electron/service/service.ts';
import { cardCount, largeAccountFilePath } from '../support/large-account.ts';
import { createPersonToken } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

interface Recording {
  readonly answers: ReadonlyMap<string, string>;
  readonly token: string;
  readonly bytes: number;
}

const nobody = {
  patched: () => undefined,
  renamed: () => undefined,
  status: () => undefined,
  outbox: () => undefined,
  notifications: () => undefined,
};

/** Returns the processor time of this process since `began`, in ms. */
function processorMsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/**
 * Runs a first sync into a new folder. Returns its processor time in ms, the number of its requests and the number of
 * cards that it stored.
 */
async function runFirstSync(
  send: RequestSender,
  token: string,
): Promise<{ ms: number; requests: number; cards: number }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  let requests = 0;
  const began = process.cpuUsage();
  const opened = openReplica({
    directory,
    baseUrl: 'http://localhost',
    token,
    userId: null,
    send: (request) => {
      requests += 1;
      return send(request);
    },
    clock: systemClock,
    budget: unlimitedRequestBudget,
    intervals: remotePollIntervals,
    events: nobody,
    log: (level, message, details) => {
      if (level === 'warn') throw new Error(`${message} ${JSON.stringify(details)}`);
    },
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const replica = opened.value;
  replica.start();
  // Stop when every row is stored and indexed, before the polls that follow a first sync.
  while (!replica.sync.firstSync.isComplete) await new Promise((resolve) => setTimeout(resolve, 2));
  const ms = processorMsSince(began);
  const cards = replica.store.engine.db.prepare('SELECT count(*) FROM "card"').pluck().get() as number;
  const wrong = materializedTableDifferences(replica.store.engine.db);
  if (wrong.length > 0) throw new Error(wrong.slice(0, 5).join('; '));
  await replica.close();
  rmSync(directory, { recursive: true, force: true });
  return { ms, requests, cards };
}

async function recordAnswers(): Promise<Recording> {
  const service = createService({ file: largeAccountFilePath(), rateLimit: false });
  const { token } = createPersonToken(service);
  const answers = new Map<string, string>();
  let bytes = 0;
  await runFirstSync(async (request) => {
    const body = await request.clone().text();
    const response = await service.handle(request, { ip: '127.0.0.1' });
    const text = await response.text();
    bytes += text.length;
    answers.set(body, text);
    return new Response(text, { status: response.status, headers: response.headers });
  }, token);
  service.close();
  return { answers, token, bytes };
}

/**
 * The baseline: does only the work that every first sync must do. Parses the recorded answers, inserts their rows into
 * the same tables, and builds the indexes at the end. Returns the processor time in ms.
 */
function parseAndInsert({ answers }: Recording): number {
  const directory = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  const began = process.cpuUsage();
  const db = new Database(path.join(directory, 'raw.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('cache_size = -65536');
  createTables(db, { withIndexes: false });
  for (const text of answers.values()) {
    const answer = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
    db.transaction(() => {
      for (const [model, rows] of Object.entries(answer)) {
        const table = tableDefinitions.get(model);
        if (!table) continue;
        const names = table.columns.map(({ name }) => name);
        const insert = db.prepare(
          `INSERT OR REPLACE INTO ${quoteSqlIdentifier(model)} (${names.map(quoteSqlIdentifier).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        );
        for (const row of Object.values(rows))
          insert.run(
            names.map((name) => {
              const value = row[name] ?? null;
              if (typeof value === 'boolean') return value ? 1 : 0;
              return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
            }),
          );
      }
    })();
  }
  createIndexes(db, { withMaterialized: false });
  refillTextIndex(db);
  const ms = processorMsSince(began);
  db.close();
  rmSync(directory, { recursive: true, force: true });
  return ms;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(): Promise<BenchResult> {
  const recording = await recordAnswers();
  const replay: RequestSender = async (request) => {
    const text = recording.answers.get(await request.text());
    if (text === undefined) return new Response('{"error":"unrecorded","message":"not recorded"}', { status: 400 });
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
  const ours: number[] = [];
  const raw: number[] = [];
  let requests = 0;
  for (let round = 0; round < 3; round += 1) {
    const synced = await runFirstSync(replay, recording.token);
    if (synced.cards !== cardCount) throw new Error(`${synced.cards} cards instead of ${cardCount}`);
    requests = synced.requests;
    ours.push(synced.ms);
    raw.push(parseAndInsert(recording));
  }
  if (requests > 60) throw new Error(`${requests} requests instead of at most 60`);
  return {
    median: median(ours),
    p95: Math.max(...ours),
    baseline: { what: 'parse and raw insert', median: median(raw), p95: Math.max(...raw) },
    note: `${requests} requests (at most 60), ${(recording.bytes / 1e6).toFixed(0)} MB for ${cardCount} cards`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'first-sync', budget: { ratio: 2 }, run: measure };

/**
 * Measures actions of the embedded service on a copy of the large workspace. The measured time includes the validation
 * of params, the computation of derived values, and the commit.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createService } from '../../../electron/service/service.ts';
import { type ActionName, type Params, scopesOfToken } from '../../../shared/contract/index.ts';
import { type LargeAccount, largeAccountFilePath, openLargeAccount } from './large-account.ts';
import { measureAlternately } from './measure.ts';
import type { BenchResult } from './row.ts';

export interface ActionBenchContext {
  readonly account: Omit<LargeAccount, 'db'>;
  /** Runs an SQL query and returns the first column of its rows. */
  ids(sql: string, ...values: unknown[]): string[];
  /** Performs an action. Returns the number of rows that it wrote, by model. */
  act<A extends ActionName>(name: A, params: Params<A>): Readonly<Record<string, number>>;
}

/**
 * An action to measure. `once` performs it for one round and must change at least one row. `note` describes the
 * measurement.
 */
export interface ActionToMeasure {
  readonly once: (round: number) => Readonly<Record<string, number>>;
  readonly note: string;
}

/** Number of calls that are timed one by one, to find the 99th percentile of the elapsed time. */
const singleCalls = 300;

export function measureAction(prepare: (acting: ActionBenchContext) => ActionToMeasure): BenchResult {
  const directory = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  const file = path.join(directory, 'workspace.sqlite');
  const { db, ...account } = openLargeAccount();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  copyFileSync(largeAccountFilePath(), file);
  const service = createService({ file, rateLimit: false });
  const { engine, accountId } = service;
  const scopes = scopesOfToken('personal', 'admin');
  const actor = { userId: account.userId, projects: 'all', scopes, isPerson: true, isProducer: true } as const;
  let ids = 0;
  let now = Date.now();
  const { once, note } = prepare({
    account,
    ids: (sql, ...values) =>
      engine.db
        .prepare(sql)
        .pluck()
        .all(...values) as string[],
    act(name, params) {
      now += 1;
      const at = new Date(now).toISOString();
      const call = { actor, at, accountId, newId: () => `new${ids++}` };
      const { changes } = engine.perform(name, params, call);
      return Object.fromEntries([...changes].map(([model, keys]) => [model, keys.size]));
    },
  });
  let round = 0;
  const { work } = measureAlternately({ work: () => once(round++) }, 15);
  const times = Array.from({ length: singleCalls }, () => {
    const began = performance.now();
    once(round++);
    return performance.now() - began;
  }).toSorted((a, b) => a - b);
  const written = once(round);
  service.close();
  rmSync(directory, { recursive: true, force: true });
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  const rows = Object.entries(written)
    .map(([model, count]) => `${count} ${model}`)
    .join(', ');
  return {
    ...work,
    note: `${note}; rows written: ${rows || 'none'}; by the wall clock, disk included: median ${at(0.5)}, p99 ${at(0.99)} ms`,
  };
}

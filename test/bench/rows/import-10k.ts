/**
 * Imports a table of 10,000 cards into a local workspace: from the file's bytes until the service has everything.
 * Replica and service share this thread, which the app gives two.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { unlimitedRequestBudget } from '../../../electron/client/budget.ts';
import { systemClock } from '../../../electron/client/clock.ts';
import { localPollIntervals } from '../../../electron/replica/pull/poll-intervals.ts';
import { openReplica } from '../../../electron/replica/replica.ts';
import { createService } from '../../../electron/service/service.ts';
import { Imports } from '../../../electron/workspace/import/imports.ts';
import { suggestedChoices } from '../../../shared/domain/import/choices.ts';
import { largeWorkspaceContent } from '../../support/large-workspace.ts';
import { createPersonToken } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const cardCount = 10_000;
const maxMs = 60_000;
/** Above the memory before the import. */
const maxMegabytes = 300;
/** Longest time in ms for which a window waits for its answer; the preview and the plan are not counted. */
const maxStallMs = 500;

const table = (): string =>
  [
    'Id,Title,Description,Status,Labels,Priority,Estimate,Due date,Parent',
    ...Array.from({ length: cardCount }, (_, index) =>
      [
        index,
        `Card ${index} of the import`,
        `"Some text with #foreign and @signs, ${'word '.repeat(30)}"`,
        ['Backlog', 'To do', 'Doing', 'Done'][index % 4],
        `"label-${index % 20}, area-${index % 7}"`,
        ['High', 'Medium', 'Low', ''][index % 4],
        index % 9,
        index % 3 === 0
          ? `2026-${String((index % 3) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`
          : '',
        index % 10 === 5 ? index - (index % 100) : '',
      ].join(','),
    ),
  ].join('\n');

async function measure(): Promise<BenchResult> {
  const service = createService({ file: ':memory:', content: largeWorkspaceContent(500), rateLimit: false });
  const { userId, token } = createPersonToken(service);
  const directory = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  const opened = openReplica({
    directory,
    baseUrl: 'http://localhost',
    token,
    userId,
    // As the app's port between two threads, which lets other work in between.
    send: async (request) => {
      await setImmediate();
      return service.handle(request, { ip: '127.0.0.1' });
    },
    clock: systemClock,
    budget: unlimitedRequestBudget,
    intervals: localPollIntervals,
    events: {
      patched: () => undefined,
      renamed: () => undefined,
      status: () => undefined,
      outbox: () => undefined,
      notifications: () => undefined,
    },
    log: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const replica = opened.value;
  replica.start();
  await replica.sync.idle();
  const imports = new Imports({
    replica,
    clock: systemClock,
    changed: () => undefined,
    canDeleteTags: true,
    log: () => undefined,
  });
  const rest = process.memoryUsage.rss();
  let peak = rest;
  const began = performance.now();
  const bytes = new TextEncoder().encode(table());
  const { summary } = await imports.read(1, [{ path: 'ten-thousand.csv', bytes }], 'UTC');
  const readMs = performance.now() - began;
  const projectId = String(replica.store.rows.find('project', {})[0]?.id);
  const choices = suggestedChoices(summary, projectId, []);
  const previewBegan = performance.now();
  imports.preview(1, choices);
  const previewMs = performance.now() - previewBegan;
  const cpuBegan = process.cpuUsage();
  const runBegan = performance.now();
  const { id } = imports.run(1, choices);
  const planMs = performance.now() - runBegan;
  let longest = 0;
  let last = performance.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    peak = Math.max(peak, process.memoryUsage.rss());
    const state = imports.list().find((run) => run.id === id)?.state;
    if (state === 'stopped') throw new Error(JSON.stringify(imports.list()[0]?.failure));
    if (state === 'done' && replica.status().waiting === 0) break;
    last = performance.now();
  }
  const ms = performance.now() - runBegan;
  const { user, system } = process.cpuUsage(cpuBegan);
  const imported = service.engine.rows.find('card', {}).filter(({ title }) => title.endsWith('of the import')).length;
  await replica.close();
  service.close();
  rmSync(directory, { recursive: true, force: true });
  if (imported !== cardCount) throw new Error(`The service has ${imported} of ${cardCount} cards`);
  return {
    median: ms,
    p95: ms,
    limits: [
      { what: 'longest stall in ms', value: longest, max: maxStallMs },
      { what: 'memory above rest in MB', value: (peak - rest) / 2 ** 20, max: maxMegabytes },
    ],
    note: `read ${readMs.toFixed(0)} ms, preview ${previewMs.toFixed(0)} ms, plan ${planMs.toFixed(0)} ms; processor time of both sides ${((user + system) / 1e6).toFixed(1)} s`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'import-10k', budget: { p95: maxMs }, run: measure };

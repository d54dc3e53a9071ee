/**
 * Measures the memory of all processes of the app with an open, unused window. The measure is PSS (proportional set
 * size) in MB, which divides shared pages among the processes that use them. The budget excludes file-backed pages,
 * because their share depends on other Chromium processes on the machine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launchApp } from '../../support/launch.ts';
import { startLargeServiceProcess } from '../../support/service-process.ts';
import { emptyAppFolder, waitForFirstSync } from '../support/app.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const samples = 3;
/** Maximum memory in MB for a workspace of 100,000 cards after its first sync. File-backed pages do not count. */
const maxManyCardsMb = 300;
/** Time to wait before the first sample, so that the app has finished the work of its start. */
const restMs = 25_000;

function readProcFile(id: number, file: string): string {
  try {
    return readFileSync(path.join('/proc', String(id), file), 'utf8');
  } catch {
    // The process ended after its id was listed.
    return '';
  }
}

/** Returns the ids of a process and all its descendants. */
function familyOf(root: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const [, parent] = /^PPid:\s+(\d+)/m.exec(readProcFile(Number(name), 'status')) ?? [];
    return parent === undefined ? [] : [{ id: Number(name), parent: Number(parent) }];
  });
  const family = new Set([root]);
  for (let grown = -1; grown !== family.size; ) {
    grown = family.size;
    for (const { id, parent } of parents) if (family.has(parent)) family.add(id);
  }
  return [...family];
}

/** Adds up the counters `names` from the file `smaps_rollup` of a process. Returns MB. */
const megabytesOf = (id: number, ...names: readonly string[]): number => {
  const rollup = readProcFile(id, 'smaps_rollup');
  return (
    names.reduce((sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0), 0) / 1024
  );
};

/** Samples of used memory, in MB. */
interface MemorySamples {
  /** Memory of all processes of the app. */
  readonly all: number[];
  /** The same without file-backed pages. */
  readonly own: number[];
  /** Memory of the main process alone. */
  readonly main: number[];
}

async function measureMemory(
  options: Parameters<typeof launchApp>[0],
  hasCards: boolean,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<MemorySamples> {
  const { app, page, close } = await launchApp(options);
  try {
    if (hasCards) {
      await waitForFirstSync(page);
      await page.locator('[data-card-id]').first().waitFor();
    }
    await prepare?.(page);
    await wait(restMs);
    const root = app.process().pid ?? 0;
    const found: MemorySamples = { all: [], own: [], main: [] };
    for (let sample = 0; sample < samples; sample += 1) {
      const family = familyOf(root);
      found.all.push(family.reduce((sum, id) => sum + megabytesOf(id, 'Pss'), 0));
      found.own.push(family.reduce((sum, id) => sum + megabytesOf(id, 'Pss_Anon', 'Pss_Shmem'), 0));
      found.main.push(megabytesOf(root, 'Pss'));
      await wait(2_000);
    }
    return found;
  } finally {
    await close();
  }
}

/** Sets the app to stay in the tray, and closes its main window. */
async function closeMainWindow(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const settings = await window.decktop.call('settings/get', {});
    if (!settings.ok) throw new Error(settings.failure.message);
    await window.decktop.call('settings/set', {
      desktop: { ...settings.value.desktop, tray: true, afterLastWindow: 'stay' },
    });
  });
  await page.close({ runBeforeUnload: true });
}

/**
 * Measures the memory of the app while it is connected to a service with `cards` cards. The service is a separate
 * program, and its memory is not measured.
 */
async function measureClientMemory(cards: number): Promise<MemorySamples> {
  const service = await startLargeServiceProcess(cards);
  const { baseUrl, tokens } = service;
  try {
    const args = [`--connect=${baseUrl}`, '--size=1280x800'];
    return await measureMemory({ args, env: { DECKTOP_TOKEN: tokens.personal } }, true);
  } finally {
    await service.stop();
  }
}

async function measure(): Promise<BenchResult> {
  if (process.platform !== 'linux') throw new Error('Memory is read from /proc: this row runs on Linux only');
  const local = await measureMemory({ args: ['--size=1280x800'] }, true);
  const few = await measureClientMemory(500);
  const many = await measureClientMemory(100_000);
  const windowless = await measureMemory({ args: ['--size=1280x800'] }, true, closeMainWindow);
  const empty = await measureMemory({ app: emptyAppFolder }, false);
  return {
    ...statsOf(few.own),
    besides: [
      { what: 'with pages of files', ...statsOf(few.all) },
      { what: 'main process of it, threads included', ...statsOf(few.main) },
      { what: '100,000 cards', ...statsOf(many.all) },
      { what: 'without pages of files', ...statsOf(many.own) },
      { what: 'main process of it, threads included', ...statsOf(many.main) },
      { what: 'local workspace, its service included', ...statsOf(local.all) },
      { what: 'without pages of files', ...statsOf(local.own) },
      { what: 'main process of it, threads included', ...statsOf(local.main) },
      { what: 'the same with its main window closed, in the tray', ...statsOf(windowless.all) },
      { what: 'without pages of files', ...statsOf(windowless.own) },
      { what: 'an empty window of the same shell', ...statsOf(empty.all) },
      { what: 'without pages of files', ...statsOf(empty.own) },
    ],
    limits: [{ what: '100,000 cards, without pages of files', value: statsOf(many.own).p95, max: maxManyCardsMb }],
    note: 'MB, not ms: proportional set size of all processes of the client at rest, 500 cards of a service elsewhere, without pages of files',
  };
}

export const { name, budget, run }: BenchRow = { name: 'memory', budget: { p95: 212 }, run: measure };

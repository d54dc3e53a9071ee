/** Measures the processor time of all processes of the app while nobody uses the app. */
import { readdirSync, readFileSync } from 'node:fs';
import { launchApp } from '../../support/launch.ts';
import { waitForFirstSync } from './app.ts';

/** Length of a clock tick on Linux: `utime` and `stime` of proc(5) count ticks of 10 ms. */
const tickMs = 10;
const samples = 4;
/** Long enough to contain what runs from time to time, for example the garbage collection of an idle process. */
const sampleSeconds = 30;

/** Returns the processor time of a process and all its descendants so far, in ms. */
function processorTimeMs(root: number): number {
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = statOf(name);
    if (!stat) return [];
    // Split after the last parenthesis, because the process name in parentheses may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [{ id: Number(name), parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * tickMs }];
  });
  const family = new Set([root]);
  for (let grown = -1; grown !== family.size; ) {
    grown = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.reduce((sum, { id, ms }) => sum + (family.has(id) ? ms : 0), 0);
}

/** Reads `/proc/<id>/stat`. Returns undefined if the process has ended. */
function statOf(id: string): string | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}

export interface IdleOptions {
  readonly launch: Parameters<typeof launchApp>[0];
  /** True if the app shows a board. The measurement then first waits for the sync and for a card. */
  readonly hasBoard: boolean;
  /** Hides the windows before the measurement. */
  readonly isHidden?: boolean;
}

/**
 * Starts an app and measures it while nobody uses it. Returns its processor time in ms per second, one value per
 * sample. Throws an error on systems other than Linux.
 */
export async function measureIdleProcessorTime({ launch, hasBoard, isHidden = false }: IdleOptions): Promise<number[]> {
  if (process.platform !== 'linux') throw new Error('Processor time is read from /proc: this row runs on Linux only');
  const { app, page, close } = await launchApp(launch);
  try {
    if (hasBoard) {
      await waitForFirstSync(page);
      await page.locator('[data-card-id]').first().waitFor();
    }
    if (isHidden)
      await app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.hide();
      });
    // Wait until the work of the app's start has ended.
    await page.waitForTimeout(15_000);
    const root = app.process().pid ?? 0;
    const taken: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const before = processorTimeMs(root);
      await new Promise((resolve) => setTimeout(resolve, sampleSeconds * 1000));
      taken.push((processorTimeMs(root) - before) / sampleSeconds);
    }
    return taken;
  } finally {
    await close();
  }
}

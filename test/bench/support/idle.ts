/** Measures the processor time of all the app's processes while nobody uses it. */
import { readdirSync, readFileSync } from 'node:fs';
import { launchApp } from '../../support/launch.ts';
import { synced } from './app.ts';

/** Milliseconds per clock tick on Linux (proc(5): `utime` and `stime` count ticks of 1/100 s). */
const tickMs = 10;
const samples = 4;
const sampleSeconds = 10;

/** Processor time in ms of the process and all its descendants. */
function used(root: number): number {
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = statOf(name);
    if (!stat) return [];
    // The name, in parentheses, may contain spaces.
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

/** Undefined when the process ended during the search. */
function statOf(id: string): string | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}

export interface IdleOptions {
  readonly launch: Parameters<typeof launchApp>[0];
  /** Whether the app shows a board, which has to be complete first. */
  readonly hasBoard: boolean;
  /** Hides the windows before the measurement. */
  readonly isHidden?: boolean;
}

/** Milliseconds of processor time per second, one value per sample. Runs on Linux only. */
export async function idle({ launch, hasBoard, isHidden = false }: IdleOptions): Promise<number[]> {
  if (process.platform !== 'linux') throw new Error('Processor time is read from /proc: this row runs on Linux only');
  const { app, page, close } = await launchApp(launch);
  try {
    if (hasBoard) {
      await synced(page);
      await page.locator('[data-card-id]').first().waitFor();
    }
    if (isHidden)
      await app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.hide();
      });
    // Work of the app's start must have ended.
    await page.waitForTimeout(15_000);
    const root = app.process().pid ?? 0;
    const taken: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const before = used(root);
      await new Promise((resolve) => setTimeout(resolve, sampleSeconds * 1000));
      taken.push((used(root) - before) / sampleSeconds);
    }
    return taken;
  } finally {
    await close();
  }
}

/**
 * Counts crashes in a row, also over restarts of the app, in `last-run.json` of the data folder. A run that ends without
 * `end` has crashed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../client/clock.ts';
import { writeAtomically } from '../../workspace/durable-file.ts';

/** Crashes in a row after which nothing is restored by itself. */
export const maxCrashes = 2;
/** After this time without a crash, earlier ones do not count. */
const stableAfterMs = 10 * 60_000;

const schema = z.object({ crashes: z.number().int().min(0), isRunning: z.boolean() });

export interface RunRecord {
  /** Crashes in a row: runs of the app that did not end by themselves, and crashed windows. */
  readonly crashes: number;
  noteCrash(): void;
  /** Forgets the crashes: the person goes on. */
  forget(): void;
  /** The app ends as intended. */
  end(): void;
}

/** @param folder the data folder; errors of the disk only log a warning */
export function openRunRecord(folder: string, clock: Clock, warn: (message: string) => void): RunRecord {
  const file = path.join(folder, 'last-run.json');
  const last = readRecord(file);
  let crashes = last.crashes + (last.isRunning ? 1 : 0);
  let hasCrashed = false;
  let cancelTimer = () => {};

  const write = (isRunning: boolean) => {
    try {
      writeAtomically(file, JSON.stringify({ crashes, isRunning }));
    } catch (error) {
      warn(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const forget = () => {
    crashes = 0;
    hasCrashed = false;
    write(true);
  };
  const forgetLater = () => {
    cancelTimer();
    cancelTimer = clock.after(stableAfterMs, forget);
  };
  write(true);
  forgetLater();

  return {
    get crashes() {
      return crashes;
    },
    noteCrash() {
      crashes += 1;
      hasCrashed = true;
      write(true);
      forgetLater();
    },
    forget,
    end() {
      cancelTimer();
      if (!hasCrashed) crashes = 0;
      write(false);
    },
  };
}

/** A file that is missing or damaged says nothing about the last run. */
function readRecord(file: string): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { crashes: 0, isRunning: false };
  }
}

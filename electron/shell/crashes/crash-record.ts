/** In a row, across restarts (`last-run.json`). An exit without `end` counts as a crash. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { errorMessage } from '../../../shared/contract/index.ts';
import type { Clock } from '../../client/clock.ts';
import { writeFileAtomically } from '../../workspace/durable-file.ts';

/** After this many crashes in a row the app shows the recovery page, and does not open windows again by itself. */
export const maxCrashesInARow = 2;
/** After this time without a crash, earlier crashes no longer count. */
const stableAfterMs = 10 * 60_000;

const schema = z.object({ crashes: z.number().int().min(0), isRunning: z.boolean() });

export interface CrashRecord {
  /** Number of crashes in a row: starts of the app that ended in a crash, and crashed windows. */
  readonly crashes: number;
  noteCrash(): void;
  /** Sets the number of crashes to 0, after the person has chosen to continue. */
  forget(): void;
  /** Call this function when the app exits normally. */
  end(): void;
}

/** Also notes that the app has started. If the record cannot be written, only logs a warning. */
export function openCrashRecord(folder: string, clock: Clock, warn: (message: string) => void): CrashRecord {
  const file = path.join(folder, 'last-run.json');
  const last = readRecord(file);
  let crashes = last.crashes + (last.isRunning ? 1 : 0);
  let hasCrashed = false;
  let cancelTimer = () => {};

  const write = (isRunning: boolean) => {
    try {
      writeFileAtomically(file, JSON.stringify({ crashes, isRunning }));
    } catch (error) {
      warn(`${file} could not be written: ${errorMessage(error)}`);
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

/** A missing or damaged file counts as a start without crashes. */
function readRecord(file: string): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { crashes: 0, isRunning: false };
  }
}

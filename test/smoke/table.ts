/** Runs the checks of the smoke run and prints a table of the results, with a row per check. */
import { usesRealElectron } from '../support/launch.ts';

const rowTimeoutMs = 60_000;

interface Row {
  readonly title: string;
  /** Message of the error, or null if the check passed. */
  readonly failure: string | null;
  readonly detail: string;
  readonly durationMs: number;
}

const rows: Row[] = [];

/**
 * Runs one check and adds its result to the table as a row. If `work` returns a text, the last column of the row shows
 * this text.
 */
export async function runCheckAsRow(title: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${rowTimeoutMs / 1000} s`)), rowTimeoutMs);
  });
  let detail = '';
  const failure = await Promise.race([work(), timeout]).then(
    (found) => {
      detail = typeof found === 'string' ? found : '';
      return null;
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  clearTimeout(timer);
  rows.push({ title, failure, detail, durationMs: performance.now() - began });
  console.log(`${failure === null ? 'ok    ' : 'FAILED'} ${title}${failure === null ? '' : `\n       ${failure}`}`);
}

/** @throws an error with the text `otherwise` if the condition is false */
export function checkCondition(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

/** Prints the table. Returns whether all checks passed. */
export function printTable(): boolean {
  const failed = rows.filter(({ failure }) => failure !== null);
  const shell = usesRealElectron ? 'Electron' : 'the stand-in';
  console.log(`\n${'row'.padEnd(74)}${'s'.padStart(6)}  result   (${shell}, ${process.platform} ${process.arch})`);
  for (const { title, failure, detail, durationMs } of rows)
    console.log(
      `${title.padEnd(74)}${(durationMs / 1000).toFixed(1).padStart(6)}  ${failure === null ? 'ok' : 'FAILED'}  ${detail}`,
    );
  console.log(`\n${rows.length - failed.length} of ${rows.length} rows passed.`);
  return failed.length === 0;
}

/** The table of the smoke run: runs each row, and prints at the end which of them failed. */
import { realElectron } from '../support/launch.ts';

/** A row fails after this time. */
const timeoutMs = 60_000;

interface Row {
  readonly title: string;
  /** Null if it passed. */
  readonly failure: string | null;
  readonly detail: string;
  readonly durationMs: number;
}

const rows: Row[] = [];

/** Runs one row. `work` may return a detail for the table. */
export async function row(title: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${timeoutMs / 1000} s`)), timeoutMs);
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

/** @throws an error with the text if the condition is false */
export function check(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

/** Prints all rows. Returns whether all have passed. */
export function printTable(): boolean {
  const failed = rows.filter(({ failure }) => failure !== null);
  const shell = realElectron ? 'Electron' : 'the stand-in';
  console.log(`\n${'row'.padEnd(74)}${'s'.padStart(6)}  result   (${shell}, ${process.platform} ${process.arch})`);
  for (const { title, failure, detail, durationMs } of rows)
    console.log(
      `${title.padEnd(74)}${(durationMs / 1000).toFixed(1).padStart(6)}  ${failure === null ? 'ok' : 'FAILED'}  ${detail}`,
    );
  console.log(`\n${rows.length - failed.length} of ${rows.length} rows passed.`);
  return failed.length === 0;
}

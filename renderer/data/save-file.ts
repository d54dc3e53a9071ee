import type { CommandParams } from '../../shared/bridge/index.ts';
import { call } from './bridge.ts';

/**
 * Asks for a file, and stores what `write` sends to it. Returns the path; null if the person chose no file, or if
 * `write` resolves to false: an earlier file then stays as it was.
 * @throws FailureError, and what `write` throws
 */
export async function saveFile(
  file: CommandParams<'export/begin'>,
  write: (send: (text: string) => Promise<unknown>) => Promise<boolean>,
): Promise<string | null> {
  const begun = await call('export/begin', file);
  if (!begun) return null;
  let isComplete = false;
  try {
    isComplete = await write((text) => call('export/write', { text }));
  } finally {
    await call('export/end', { isComplete });
  }
  return isComplete ? begun.path : null;
}

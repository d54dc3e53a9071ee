import type { CommandParams } from '../../shared/bridge/index.ts';
import { toast } from '../ui/popups/toast.ts';
import { call, logFailure } from './bridge.ts';

export const toastAboutSavedFile = (title: string, path: string): string =>
  toast({
    title,
    detail: path,
    tone: 'success',
    action: {
      label: 'Show in folder',
      run: () => void call('export/show', { path }).catch(logFailure('the file was not shown')),
    },
  });

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

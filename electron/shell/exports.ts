import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { type BrowserWindow, dialog } from 'electron';
import type { CommandHandlers } from '../../shared/bridge/index.ts';
import { conflictFailure, type Outcome } from '../../shared/contract/index.ts';
import { returnDiskErrorsAsFailures } from '../workspace/failures.ts';

/** Undefined if the person cancels the dialog. */
export async function chooseFolder(
  window: BrowserWindow,
  title: string,
  buttonLabel: 'Export here' | 'Open',
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    buttonLabel,
    properties: buttonLabel === 'Open' ? ['openDirectory'] : ['openDirectory', 'createDirectory'],
  });
  return canceled ? undefined : filePaths[0];
}

interface OpenExport {
  readonly path: string;
  readonly file: FileHandle;
}

const partName = (path: string) => `${path}.part`;
const maxNameCharacters = 80;

/**
 * A window writes a text into a file that the person has chosen, in parts. The text is in a file beside it until it is
 * complete, so that a failure or a closed window leaves an earlier export as it was. A window has one export at a time.
 */
export function createFileExports(): CommandHandlers<'export/begin' | 'export/write' | 'export/end', BrowserWindow> {
  const exports = new Map<BrowserWindow, OpenExport>();
  async function close(window: BrowserWindow, isComplete: boolean): Promise<Outcome<null>> {
    const open = exports.get(window);
    exports.delete(window);
    if (!open) return { ok: true, value: null };
    const { path, file } = open;
    return returnDiskErrorsAsFailures(path, async () => {
      try {
        if (isComplete) await file.sync();
        await file.close();
        if (isComplete) await rename(partName(path), path);
      } finally {
        await rm(partName(path), { force: true });
      }
      return { ok: true, value: null };
    });
  }
  return {
    'export/begin': async ({ name, extension }, window) => {
      const plain = [...name.replaceAll(/[^\p{L}\p{N}\p{M} _.-]/gu, '').trim()].slice(0, maxNameCharacters).join('');
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: 'Export',
        defaultPath: `${plain.replace(/^\.+/, '') || 'Cards'}.${extension}`,
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
      });
      if (canceled || !filePath) return { ok: true, value: null };
      await close(window, false);
      return returnDiskErrorsAsFailures(filePath, async () => {
        exports.set(window, { path: filePath, file: await open(partName(filePath), 'w') });
        window.once('closed', () => void close(window, false));
        return { ok: true, value: { path: filePath } };
      });
    },
    'export/write': ({ text }, window) => {
      const open = exports.get(window);
      if (!open) return { ok: false, failure: conflictFailure('no_export', 'The export has ended. Start it again.') };
      return returnDiskErrorsAsFailures(open.path, async () => {
        await open.file.appendFile(text);
        return { ok: true, value: null };
      });
    },
    'export/end': ({ isComplete }, window) => close(window, isComplete),
  };
}

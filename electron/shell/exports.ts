import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, dialog } from 'electron';
import type { CommandHandlers } from '../../shared/bridge/index.ts';
import { conflictFailure, type Outcome } from '../../shared/contract/index.ts';
import { unusedPath } from '../workspace/export-folder.ts';
import { returnDiskErrorsAsFailures } from '../workspace/failures.ts';
import type { FileContent } from '../workspace/messages.ts';

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
  /** Where everything is written until it is complete. */
  readonly part: string;
  /** Null for a folder. */
  readonly file: FileHandle | null;
  readonly isPdf: boolean;
}

const maxNameCharacters = 80;
const plainName = (name: string) =>
  [...name.replaceAll(/[^\p{L}\p{N}\p{M} _.-]/gu, '').trim()]
    .slice(0, maxNameCharacters)
    .join('')
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '') || 'Cards';

const noExport = { ok: false, failure: conflictFailure('no_export', 'The export has ended. Start it again.') } as const;

/**
 * The PDF of a file with a page of HTML. The page runs no scripts and loads nothing (its own policy, and the settings
 * here). A4 as most of the world prints; margins in inches.
 */
async function printedPage(file: string): Promise<Uint8Array> {
  const webPreferences = {
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    javascript: false,
  };
  const window = new BrowserWindow({ show: false, webPreferences });
  try {
    await window.loadURL(pathToFileURL(file).href);
    return await window.webContents.printToPDF({
      pageSize: 'A4',
      printBackground: true,
      margins: { top: 0.6, bottom: 0.7, left: 0.6, right: 0.6 },
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: pageNumbers,
    });
  } finally {
    window.destroy();
  }
}
const pageNumbers =
  '<div style="width:100%;text-align:center;font:8px sans-serif"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/**
 * A window writes texts into a file or a folder that the person has chosen, in parts. They are in a file or folder
 * beside it until they are complete, so that a failure or a closed window leaves an earlier export as it was. A window
 * has one export at a time.
 *
 * @param readFile reads an attached file of the window's workspace
 */
export function createFileExports(
  readFile: (window: BrowserWindow, fileId: string) => Promise<Outcome<FileContent>>,
): CommandHandlers<
  'export/begin' | 'export/write' | 'export/beginFolder' | 'export/file' | 'export/end',
  BrowserWindow
> {
  const exports = new Map<BrowserWindow, OpenExport>();
  async function close(window: BrowserWindow, isComplete: boolean): Promise<Outcome<null>> {
    const open = exports.get(window);
    exports.delete(window);
    if (!open) return { ok: true, value: null };
    const { path: target, part, file, isPdf } = open;
    return returnDiskErrorsAsFailures(target, async () => {
      try {
        if (isComplete) await file?.sync();
        await file?.close();
        if (isComplete && isPdf) await writeFile(part, await printedPage(part));
        if (isComplete) await rename(part, target);
      } finally {
        await rm(part, { recursive: true, force: true });
      }
      return { ok: true, value: null };
    });
  }
  const begin = (window: BrowserWindow, opened: OpenExport) => {
    exports.set(window, opened);
    window.once('closed', () => void close(window, false));
    return { ok: true, value: { path: opened.path } } as const;
  };
  return {
    'export/begin': async ({ name, extension }, window) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: 'Export',
        defaultPath: `${plainName(name)}.${extension}`,
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
      });
      if (canceled || !filePath) return { ok: true, value: null };
      await close(window, false);
      return returnDiskErrorsAsFailures(filePath, async () => {
        // Chromium takes only a file with this ending as a page.
        const isPdf = extension === 'pdf';
        const part = `${filePath}.part${isPdf ? '.html' : ''}`;
        return begin(window, { path: filePath, part, file: await open(part, 'w'), isPdf });
      });
    },
    'export/write': ({ text }, window) => {
      const open = exports.get(window);
      if (!open?.file) return noExport;
      const { file } = open;
      return returnDiskErrorsAsFailures(open.path, async () => {
        await file.appendFile(text);
        return { ok: true, value: null };
      });
    },
    'export/beginFolder': async ({ name }, window) => {
      const parent = await chooseFolder(window, 'Export as a folder', 'Export here');
      if (parent === undefined) return { ok: true, value: null };
      await close(window, false);
      const folder = unusedPath(parent, name);
      return returnDiskErrorsAsFailures(folder, async () => {
        const part = `${folder}.part`;
        await mkdir(part);
        return begin(window, { path: folder, part, file: null, isPdf: false });
      });
    },
    'export/file': async ({ path: parts, content }, window) => {
      const open = exports.get(window);
      if (!open || open.file) return noExport;
      const read = 'fileId' in content ? await readFile(window, content.fileId) : null;
      if (read && !read.ok) return { ok: true, value: { missing: read.failure } };
      const file = path.join(open.part, ...parts);
      return returnDiskErrorsAsFailures(file, async () => {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, read ? read.value.bytes : (content as { text: string }).text, { flag: 'wx' });
        return { ok: true, value: { missing: null } };
      });
    },
    'export/end': ({ isComplete }, window) => close(window, isComplete),
  };
}

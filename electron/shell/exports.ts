import { type FileHandle, mkdir, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, dialog, shell, type WebContents } from 'electron';
import type { CommandHandlers, PrintedPages } from '../../shared/bridge/index.ts';
import { conflictFailure, type Outcome } from '../../shared/contract/index.ts';
import { pageMarginInches } from '../../shared/domain/paper.ts';
import { unusedPath } from '../workspace/export-folder.ts';
import { returnDiskErrorsAsFailures } from '../workspace/failures.ts';
import type { FileContent } from '../workspace/messages.ts';

/** Undefined if the person cancels the dialog. */
export async function chooseFolder(
  window: BrowserWindow,
  title: string,
  buttonLabel: 'Export here' | 'Keep here' | 'Open',
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    buttonLabel,
    properties: buttonLabel === 'Open' ? ['openDirectory'] : ['openDirectory', 'createDirectory'],
  });
  return canceled ? undefined : filePaths[0];
}

interface OpenExport {
  /** Null if it is printed. */
  readonly path: string | null;
  /** Where everything is written until it is complete. */
  readonly part: string;
  /** Null for a folder. */
  readonly file: FileHandle | null;
  readonly pages: PrintedPages | null;
}

const maxNameCharacters = 80;
const plainName = (name: string) =>
  [...name.replaceAll(/[^\p{L}\p{N}\p{M} _.-]/gu, '').trim()]
    .slice(0, maxNameCharacters)
    .join('')
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '') || 'Cards';

const maxShownExports = 100;
const notExported = {
  ok: false,
  failure: conflictFailure('not_exported', 'This window has exported no such file.'),
} as const;
const noExport = { ok: false, failure: conflictFailure('no_export', 'The export has ended. Start it again.') } as const;

/**
 * Shows a file with a page of HTML in a hidden window until `work` is done. The page runs no scripts and loads nothing
 * (its own policy, and the settings here).
 */
async function withPage<T>(file: string, work: (page: WebContents) => Promise<T>): Promise<T> {
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
    return await work(window.webContents);
  } finally {
    window.destroy();
  }
}

const pdfOf = ({ paper, isLandscape }: PrintedPages, page: WebContents): Promise<Uint8Array> =>
  page.printToPDF({
    pageSize: paper,
    landscape: isLandscape,
    printBackground: true,
    margins: pageMarginInches,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: pageNumbers,
  });
const pageNumbers =
  '<div style="width:100%;text-align:center;font:8px sans-serif"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/** Resolves when the system's dialog is closed. To cancel it is no failure. */
const print = ({ paper, isLandscape }: PrintedPages, page: WebContents): Promise<Outcome<null>> =>
  new Promise((resolve) => {
    page.print({ pageSize: paper, landscape: isLandscape, printBackground: true }, (isPrinted, reason) =>
      resolve(
        isPrinted || reason === 'Print job canceled'
          ? { ok: true, value: null }
          : { ok: false, failure: conflictFailure('not_printed', `It could not be printed: ${reason}`) },
      ),
    );
  });

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
  | 'export/begin'
  | 'export/beginPrint'
  | 'export/write'
  | 'export/beginFolder'
  | 'export/file'
  | 'export/end'
  | 'export/show',
  BrowserWindow
> {
  const exports = new Map<BrowserWindow, OpenExport>();
  /** The last ones only. A window may show no other place of the disk. */
  const exported = new WeakMap<BrowserWindow, readonly string[]>();
  async function close(window: BrowserWindow, isComplete: boolean): Promise<Outcome<null>> {
    const open = exports.get(window);
    exports.delete(window);
    if (!open) return { ok: true, value: null };
    const { path: target, part, file, pages } = open;
    return returnDiskErrorsAsFailures(target ?? part, async () => {
      try {
        if (isComplete) await file?.sync();
        await file?.close();
        if (!isComplete) return { ok: true, value: null };
        if (pages && target === null) return await withPage(part, (page) => print(pages, page));
        if (pages) await writeFile(part, await withPage(part, (page) => pdfOf(pages, page)));
        if (target !== null) {
          await rename(part, target);
          exported.set(window, [...(exported.get(window) ?? []), target].slice(-maxShownExports));
        }
      } finally {
        await rm(target === null ? path.dirname(part) : part, { recursive: true, force: true });
      }
      return { ok: true, value: null };
    });
  }
  const begin = (window: BrowserWindow, opened: OpenExport) => {
    exports.set(window, opened);
    window.once('closed', () => void close(window, false));
  };
  return {
    'export/begin': async ({ name, extension, pages = null }, window) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: 'Export',
        defaultPath: `${plainName(name)}.${extension}`,
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
      });
      if (canceled || !filePath) return { ok: true, value: null };
      await close(window, false);
      return returnDiskErrorsAsFailures(filePath, async () => {
        // Chromium takes only a file with this ending as a page.
        const part = `${filePath}.part${pages ? '.html' : ''}`;
        begin(window, { path: filePath, part, file: await open(part, 'w'), pages });
        return { ok: true, value: { path: filePath } };
      });
    },
    'export/beginPrint': async (pages, window) => {
      await close(window, false);
      return returnDiskErrorsAsFailures(tmpdir(), async () => {
        const part = path.join(await mkdtemp(path.join(tmpdir(), 'decktop-print-')), 'page.html');
        begin(window, { path: null, part, file: await open(part, 'w'), pages });
        return { ok: true, value: null };
      });
    },
    'export/write': ({ text }, window) => {
      const open = exports.get(window);
      if (!open?.file) return noExport;
      const { file } = open;
      return returnDiskErrorsAsFailures(open.part, async () => {
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
        begin(window, { path: folder, part, file: null, pages: null });
        return { ok: true, value: { path: folder } };
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
    'export/show': ({ path: target }, window) => {
      if (!exported.get(window)?.includes(target)) return notExported;
      shell.showItemInFolder(target);
      return { ok: true, value: null };
    },
  };
}

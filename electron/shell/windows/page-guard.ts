import { writeFile } from 'node:fs/promises';
import type { Session } from 'electron';
import { type BrowserWindow, clipboard, dialog, Menu, net, shell } from 'electron';
import { errorMessage } from '../../../shared/contract/index.ts';
import { isAppPage } from '../app-url.ts';
import { contextMenuTemplate, imageFileName } from './context-menu.ts';

export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && /^(https?|mailto):$/.test(new URL(url).protocol);
}

/** @param address the app's page that the window loads again if it has left the app's pages */
export function preventLeavingAppPages(window: BrowserWindow, origin: string, address: string): void {
  const { webContents } = window;
  webContents.setWindowOpenHandler(({ url }) => {
    if (isSafeLink(url)) void shell.openExternal(url);
    return { action: 'deny' };
  });
  webContents.on('will-navigate', (event) => {
    if (!isAppPage(event.url, origin)) event.preventDefault();
  });
  // Electron sends no `will-navigate` for about:blank (electron/electron#21136): loads the page again.
  webContents.on('did-navigate', (_event, url) => {
    if (!isAppPage(url, origin)) void window.loadURL(address);
  });
}

/** The menu opens only after right clicks that the page itself does not handle. */
export function installContextMenus(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, {
      replaceMisspelling: (word) => webContents.replaceMisspelling(word),
      addToDictionary: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
      openLink: (url) => void shell.openExternal(url),
      copyText: (text) => void clipboard.writeText(text),
      copyImageAt: (x, y) => webContents.copyImageAt(x, y),
      saveImage: (url, name) => void saveImage(window, url, name),
      isSafeLink,
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

/**
 * Grants only `clipboard-sanitized-write`, the permission for `navigator.clipboard.writeText`. Sets both handlers,
 * because Electron calls the check handler and then the request handler, and a missing handler grants every permission.
 */
export function limitPermissionsToCopying(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(permission === 'clipboard-sanitized-write' && isAppPage(requestingUrl, origin)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      permission === 'clipboard-sanitized-write' && isAppPage(requestingOrigin, origin),
  );
}

/** Shows an error message if the image cannot be saved. */
async function saveImage(window: BrowserWindow, url: string, description: string): Promise<void> {
  try {
    const response = await net.fetch(url);
    if (!response.ok) throw new Error(`The image could not be read (${response.status}).`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const defaultPath = imageFileName(description, response.headers.get('content-type') ?? '');
    const { canceled, filePath } = await dialog.showSaveDialog(window, { title: 'Save image', defaultPath });
    if (!canceled && filePath) await writeFile(filePath, bytes);
  } catch (error) {
    dialog.showErrorBox('The image was not saved', errorMessage(error));
  }
}

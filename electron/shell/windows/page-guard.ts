import { type BrowserWindow, clipboard, Menu, shell } from 'electron';
import { isAppPage } from '../own-pages.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { saveImage } from './save-image.ts';

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
  // Loads the app's page again after a navigation to about:blank, for which Electron sends no `will-navigate`
  // (electron/electron#21136).
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

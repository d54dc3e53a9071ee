/**
 * Main script of a small Electron app that opens one window. The command line option `--show=` gives the URL to show.
 */
import { app, BrowserWindow } from 'electron';

app.on('window-all-closed', () => app.quit());
await app.whenReady();
const window = new BrowserWindow({
  width: 1280,
  height: 800,
  webPreferences: { sandbox: true, contextIsolation: true },
});
await window.loadURL(app.commandLine.getSwitchValue('show'));

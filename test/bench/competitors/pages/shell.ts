/** Main script of a small Electron app that opens one window with the URL of its option `--show=`. */
import { app, BrowserWindow } from 'electron';

app.on('window-all-closed', () => app.quit());
await app.whenReady();
const window = new BrowserWindow({
  width: 1280,
  height: 800,
  webPreferences: { sandbox: true, contextIsolation: true },
});
await window.loadURL(app.commandLine.getSwitchValue('show'));

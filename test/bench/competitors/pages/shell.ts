/** Main script that opens a window of the app's shell at the address after `--show=`. */
import { app, BrowserWindow } from 'electron';

app.on('window-all-closed', () => app.quit());
await app.whenReady();
const window = new BrowserWindow({
  width: 1280,
  height: 800,
  webPreferences: { sandbox: true, contextIsolation: true },
});
await window.loadURL(app.commandLine.getSwitchValue('show'));

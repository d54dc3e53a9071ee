import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, ipcMain, Menu, nativeTheme, protocol, safeStorage, session, shell } from 'electron';

/**
 * A small Electron app that uses the same features of Electron as Decktop. Tests of the Electron stand-in run this app.
 */
const pages = path.join(import.meta.dirname, 'page');
const origin = 'app://bundle';
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'",
  "form-action 'none'; require-trusted-types-for 'script'; trusted-types fixture",
].join('; ');
const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** Events of the main process in order. Tests read them with `recordedEvents` of test/build/fixture.ts. */
const seen: unknown[] = [];
const large = { text: '' };
Object.assign(globalThis, { fixture: { seen, large, missing: () => Reflect.get(app, 'getNothing') } });

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

if (!app.requestSingleInstanceLock({ from: 'fixture' })) {
  app.exit(3);
} else {
  app.on('second-instance', (_event, argv, directory, data) => seen.push({ second: argv.at(-1), directory, data }));
}

function openWindow(show = true): BrowserWindow {
  const window = new BrowserWindow({
    width: 700,
    height: 500,
    show,
    title: 'Fixture',
    webPreferences: { preload: path.join(import.meta.dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  });
  window.webContents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, url) => {
    seen.push({ navigate: url });
    if (!url.startsWith(`${origin}/`)) event.preventDefault();
  });
  window.webContents.on('context-menu', (_event, { x, y, isEditable }) => seen.push({ menu: [x, y, isEditable] }));
  window.on('close', (event) => {
    seen.push('close');
    if (Reflect.get(globalThis, 'keepOpen')) event.preventDefault();
  });
  window.webContents.send('note', 'before loading');
  void window.loadURL(`${origin}/index.html${app.commandLine.getSwitchValue('page')}`);
  return window;
}

const handlers: Record<string, (...args: never[]) => unknown> = {
  echo: (value: unknown) => value,
  fail: () => {
    throw Object.assign(new TypeError('no such thing'), { code: 'E_NOPE' });
  },
  uncloneable: () => () => 1,
  large: () => large.text,
  wrapped: () => ({ ok: true, value: large.text }),
  openWindow: (show: boolean) => openWindow(show).id,
};

app.on('window-all-closed', () => app.quit());
app.on('before-quit', () => seen.push('before-quit'));

await app.whenReady();
protocol.handle('app', async (request) => {
  const { host, pathname } = new URL(request.url);
  // Delay the answer until the first window has emitted its `close` event. A test uses this to keep a page busy.
  if (pathname === '/closing') {
    await new Promise((resolve) => BrowserWindow.fromId(1)?.once('close', resolve));
    await new Promise(setImmediate);
    return new Response('closing');
  }
  const file = path.normalize(path.join(pages, decodeURIComponent(pathname)));
  if (host !== 'bundle' || !file.startsWith(pages + path.sep)) return new Response('no', { status: 403 });
  const content = await readFile(file).catch(() => null);
  if (!content) return new Response('not found', { status: 404 });
  const connect = new URL(request.url).searchParams.has('no-connect');
  const csp = connect ? policy.replace("connect-src 'self'", "connect-src 'none'") : policy;
  const headers = { 'content-type': types[path.extname(file)] ?? 'text/plain', 'content-security-policy': csp };
  return new Response(new Uint8Array(content), { headers });
});
session.defaultSession.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: /^https?:/.test(url) }));
Menu.setApplicationMenu(
  Menu.buildFromTemplate([
    {
      label: 'File',
      submenu: [
        { id: 'new', label: 'New window', accelerator: 'CommandOrControl+Shift+N', click: () => openWindow() },
        { id: 'find', label: 'Find', accelerator: 'CommandOrControl+K', click: () => seen.push('find') },
        { id: 'help', label: 'Keys', accelerator: '?', click: () => seen.push('keys') },
        { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
  ]),
);
nativeTheme.on('updated', () => seen.push({ dark: nativeTheme.shouldUseDarkColors }));
for (const [channel, handler] of Object.entries(handlers)) {
  ipcMain.handle(channel, (event, ...args) => {
    if (!event.senderFrame?.url.startsWith(origin)) throw new Error('forbidden');
    return handler(...(args as never[]));
  });
}
ipcMain.on('burst', (event, count: number) => {
  for (let i = 0; i < count; i++) event.sender.send('note', i === 3 ? 'x'.repeat(200_000) : i);
});
Object.assign(globalThis, {
  roundTrip: (text: string) => safeStorage.decryptString(safeStorage.encryptString(text)),
});
openWindow(!app.commandLine.hasSwitch('hidden'));

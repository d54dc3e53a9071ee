import { setTimeout as wait } from 'node:timers/promises';
import { app, crashReporter } from 'electron';
import { linkScheme } from '../shared/bridge/link-format.ts';
import { registerAppProtocol } from './shell/app-protocol.ts';
import { handleMainErrors } from './shell/crashes/main-errors.ts';
import { createDeepLinkQueue } from './shell/deep-link.ts';
import { limitToHttp1 } from './shell/network/network.ts';
import { exitWithFailure } from './shell/quitting.ts';
import { readStartOptions } from './shell/start-options.ts';

const links = createDeepLinkQueue();
/** Workspaces as files, which arrive as links do. */
const files = createDeepLinkQueue();

function start(): void {
  // electron-updater starts a new AppImage once with this variable to install it, without a window.
  if (process.env.APPIMAGE_EXIT_AFTER_INSTALL) process.exit(0);
  const options = readStartOptions();
  // Otherwise a failed start leaves a process without a window, which holds the single-instance lock.
  const endStart = (message: string) => exitWithFailure({ kind: 'defect', message }, options);
  const errors = handleMainErrors(endStart);
  registerAppProtocol();
  limitToHttp1();
  // Crash reports are not uploaded. They stay on this computer, in `app.getPath('crashDumps')`.
  crashReporter.start({ uploadToServer: false });
  if (!app.requestSingleInstanceLock()) {
    console.error(`Decktop already runs with the data in ${app.getPath('userData')}; its window is now in front.`);
    app.exit(0);
    return;
  }
  app.on('open-url', (event, url) => {
    event.preventDefault();
    links.receive(url);
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    files.receive(file);
  });
  if (options.link) links.receive(options.link);
  if (options.file) files.receive(options.file);
  // Not in development, where a click on such a link would start Electron's executable without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  // Lets Electron continue its own start before the rest of the app is loaded. The first window then appears sooner.
  wait(0)
    .then(() => import('./shell/app.ts'))
    .then(({ runApp }) => runApp(options, { links, files }, errors))
    .catch((error: unknown) => endStart(error instanceof Error ? (error.stack ?? error.message) : String(error)));
}

start();

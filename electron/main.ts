/**
 * Entry point of Electron's main process: reads the options, sets what Electron must know before its `ready` event,
 * allows one running instance per data folder, and loads the app while Electron gets ready.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { app, crashReporter } from 'electron';
import { linkScheme } from '../shared/bridge/link-format.ts';
import { registerAppProtocol } from './shell/app-protocol.ts';
import { exitWithFailure } from './shell/exit-with-failure.ts';
import { createLinkInbox } from './shell/links.ts';
import { limitToHttp1 } from './shell/network/network.ts';
import { readStartOptions } from './shell/start-options.ts';

const links = createLinkInbox();

function start(): void {
  // electron-updater starts a new AppImage once with this variable, only to install it. No window must open then.
  if (process.env.APPIMAGE_EXIT_AFTER_INSTALL) process.exit(0);
  const options = readStartOptions();
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
  if (options.link) links.receive(options.link);
  // In development a link would start Electron's executable without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  // Lets Electron continue its own start before the rest of the app is loaded, which shows the first window sooner.
  wait(0)
    .then(() => import('./shell/app.ts'))
    .then(({ runApp }) => runApp({ options, links }))
    // Without this exit, a failed start would leave a process without a window that holds the single-instance lock.
    .catch((error: unknown) =>
      exitWithFailure(
        { kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        options,
      ),
    );
}

start();

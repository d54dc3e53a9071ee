/** Entry point of main: reads the options, lets one instance run per data folder, and loads the app while Electron gets ready. */
import { setTimeout as wait } from 'node:timers/promises';
import { app, crashReporter } from 'electron';
import { linkScheme } from '../shared/bridge/link-format.ts';
import { registerAppProtocol } from './shell/app-protocol.ts';
import { createLinkInbox } from './shell/links.ts';
import { keepConnectionsApart } from './shell/network/network.ts';
import { readStart } from './shell/start-options.ts';
import { stopWith } from './shell/stop-with.ts';

const links = createLinkInbox();

function start(): void {
  // An updated AppImage is run once for its installation, while the old version still ends.
  if (process.env.APPIMAGE_EXIT_AFTER_INSTALL) process.exit(0);
  const options = readStart();
  registerAppProtocol();
  keepConnectionsApart();
  // Reports stay in `app.getPath('crashDumps')`; the person may send one.
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
  // In development the system would start Electron without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  // Electron's own start goes first. The rest of the app, with the contract's schemas, loads beside it (bench row `start`).
  wait(0)
    .then(() => import('./shell/app.ts'))
    .then(({ runApp }) => runApp({ options, links }))
    // Without a window the app would keep its lock and do nothing.
    .catch((error: unknown) =>
      stopWith(
        { kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        options,
      ),
    );
}

start();

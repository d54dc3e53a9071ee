// @ts-check
import { buildAppAndRunScript } from './build-app-and-run-script.mjs';
import { runMainAndExit } from './toolchain.mjs';

/** `npm run pictures`: takes the pictures for the README. They show the app's window with the demo workspace. */
await runMainAndExit(() => buildAppAndRunScript('test/support/pictures.ts'));

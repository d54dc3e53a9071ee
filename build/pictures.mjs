// @ts-check
import { runWithApp } from './run-with-app.mjs';
import { runScript } from './toolchain.mjs';

/** `npm run pictures`: takes the pictures of the README. They show the app's window with the demo workspace. */
await runScript(() => runWithApp('test/support/pictures.ts'));

// @ts-check
import { runWithApp } from './run-with-app.mjs';
import { runScript } from './toolchain.mjs';

/** `npm run walk`: uses the app at random. */
await runScript(() => runWithApp('test/walk/command.ts'));

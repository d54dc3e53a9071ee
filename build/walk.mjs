// @ts-check
import { runWithApp } from './run-with-app.mjs';
import { runScript } from './toolchain.mjs';

/** `npm run walk`: operates the app's window at random, and reports each fault that it finds. */
await runScript(() => runWithApp('test/walk/command.ts'));

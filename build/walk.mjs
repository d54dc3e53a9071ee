// @ts-check
import { buildAppAndRunScript } from './build-app-and-run-script.mjs';
import { runMainAndExit } from './toolchain.mjs';

/** `npm run walk`: operates the app's window at random, and reports each fault that it finds. */
await runMainAndExit(() => buildAppAndRunScript('test/walk/command.ts'));

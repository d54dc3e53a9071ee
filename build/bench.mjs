// @ts-check
import path from 'node:path';
import { runWithApp } from './run-with-app.mjs';
import { installPackages } from './setup.mjs';
import { rootFolder, runScript, whileLocked } from './toolchain.mjs';

/** `npm run bench`: installs the libraries that benchmarks compare the app with, and runs the benchmarks. */
await runScript(() =>
  runWithApp('test/bench/main.ts', () =>
    whileLocked('setup', () => installPackages(path.join(rootFolder, 'test/bench'))),
  ),
);

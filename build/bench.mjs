// @ts-check
import path from 'node:path';
import { buildAppAndRunScript } from './build-app-and-run-script.mjs';
import { installPackages } from './setup.mjs';
import { rootFolder, runMainAndExit, withFileLock } from './toolchain.mjs';

/** `npm run bench`: installs the libraries that benchmarks compare the app with, and runs the benchmarks. */
await runMainAndExit(() =>
  buildAppAndRunScript('test/bench/main.ts', () =>
    withFileLock('setup', () => installPackages(path.join(rootFolder, 'test/bench'))),
  ),
);

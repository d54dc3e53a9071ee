// @ts-check
import { setup } from './setup.mjs';
import { runNode, script } from './toolchain.mjs';

/**
 * Installs what is missing, then runs a program of this project with the arguments, streams, signals and exit code of
 * this script. The installation writes to stderr only.
 */
export const runProgram = (/** @type {string} */ file) =>
  script(async () => {
    await setup();
    return (await runNode(file, process.argv.slice(2), { input: true })).code;
  });

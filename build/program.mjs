// @ts-check
import { setup } from './setup.mjs';
import { runNode, script } from './toolchain.mjs';

/**
 * Sets up and runs a program of this project with the script's arguments, streams, signals and exit code. The set-up writes
 * to stderr only.
 */
export const program = (/** @type {string} */ file) =>
  script(async () => {
    await setup();
    return (await runNode(file, process.argv.slice(2), { input: true })).code;
  });

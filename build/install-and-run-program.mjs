// @ts-check
import { setup } from './setup.mjs';
import { runMainAndExit, runNode } from './toolchain.mjs';

/**
 * Installs missing packages, and then runs a program of this project. The program gets the arguments, streams and
 * signals of this script. This script ends with the program's exit code. The installation writes to stderr only.
 */
export const installAndRunProgram = (/** @type {string} */ file) =>
  runMainAndExit(async () => {
    await setup();
    return (await runNode(file, process.argv.slice(2), { input: true })).code;
  });

// @ts-check
import { setup } from './setup.mjs';
import { runNode, script } from './toolchain.mjs';

/**
 * The whole of a script that sets up and then is a program of ours: arguments, streams, signals and exit code are the
 * program's; the set-up speaks on stderr only.
 */
export const program = (/** @type {string} */ file) =>
  script(async () => {
    await setup();
    return (await runNode(file, process.argv.slice(2), { input: true })).code;
  });

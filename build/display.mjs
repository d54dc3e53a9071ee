// @ts-check
import { spawn } from 'node:child_process';
import { electronVariant, printToStderr, runAtScriptEnd, UserError, which } from './toolchain.mjs';

/**
 * Returns true if this machine has no display, but has Xvfb, which can start a virtual one. If Xvfb is missing too, the
 * result depends on the program that runs the app. The stand-in can draw its windows in memory, so the result is false.
 * Electron cannot, so this function throws a UserError.
 */
function needsVirtualDisplay() {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return false;
  if (which('Xvfb')) return true;
  if (electronVariant() === 'stand-in') {
    printToStderr('There is no display and no Xvfb: the windows are drawn in memory only.');
    return false;
  }
  throw new UserError('There is no display. Set DISPLAY, or install a virtual one: sudo apt-get install xvfb');
}

/**
 * Starts a virtual display if the machine has no display. The virtual display ends with this process, even after
 * SIGKILL: a shell around Xvfb reads from a pipe of this process, and stops Xvfb when the pipe is closed.
 * @returns {Promise<boolean>} whether a virtual display was started
 */
export async function startVirtualDisplay() {
  return (await startVirtualDisplays(1)).length > 0;
}

/**
 * Starts several virtual displays, since windows on the same display take the focus from each other. Sets DISPLAY to
 * the first display.
 * @param {number} count
 * @returns {Promise<string[]>} the names of the displays; empty if no virtual display is started
 */
export async function startVirtualDisplays(count) {
  if (!needsVirtualDisplay()) return [];
  const names = await Promise.all(Array.from({ length: count }, startXvfb));
  process.env.DISPLAY = names[0];
  return names;
}

/** @returns {Promise<string>} the display's name, such as `:1` */
async function startXvfb() {
  const server = `"$0" -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp & pid=$!; read line; kill $pid; wait $pid`;
  const child = spawn('/bin/sh', ['-c', server, which('Xvfb') ?? 'Xvfb'], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const number = await new Promise((resolve, reject) => {
    let text = '';
    child.on('error', reject);
    child.on('exit', () => reject(new UserError('Xvfb could not start a virtual display.')));
    /** @type {import('node:stream').Readable} */ (child.stdio[3]).on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
  });
  child.removeAllListeners('exit');
  child.unref();
  for (const stream of child.stdio) /** @type {import('node:net').Socket | null} */ (stream)?.unref();
  runAtScriptEnd(() => child.stdin?.destroy());
  return `:${number}`;
}

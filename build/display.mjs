// @ts-check
import { spawn } from 'node:child_process';
import { atEnd, say, shellInUse, Trouble, which } from './toolchain.mjs';

/** Whether windows need a virtual display. Throws when they need one and none can be started. */
function needsVirtualDisplay() {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return false;
  if (which('Xvfb')) return true;
  if (shellInUse() === 'stand-in') {
    say('There is no display and no Xvfb: the windows are drawn in memory only.');
    return false;
  }
  throw new Trouble('There is no display. Set DISPLAY, or install a virtual one: sudo apt-get install xvfb');
}

/**
 * Starts a virtual display on a machine without one. It ends with this process, even by SIGKILL: the shell around Xvfb
 * waits on a pipe that closes then.
 * @returns {Promise<boolean>} whether a virtual one was started
 */
export async function startDisplay() {
  return (await startDisplays(1)).length > 0;
}

/**
 * Starts several virtual displays, since windows on one screen take the focus from each other. DISPLAY names the first.
 * @param {number} count
 * @returns {Promise<string[]>} their names; empty where windows open on the person's own screen
 */
export async function startDisplays(count) {
  if (!needsVirtualDisplay()) return [];
  const names = await Promise.all(Array.from({ length: count }, startXvfb));
  process.env.DISPLAY = names[0];
  return names;
}

/** @returns {Promise<string>} the display's name, as `:1` */
async function startXvfb() {
  const server = `"$0" -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp & pid=$!; read line; kill $pid; wait $pid`;
  const child = spawn('/bin/sh', ['-c', server, which('Xvfb') ?? 'Xvfb'], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const number = await new Promise((resolve, reject) => {
    let text = '';
    child.on('error', reject);
    child.on('exit', () => reject(new Trouble('Xvfb could not start a virtual display.')));
    /** @type {import('node:stream').Readable} */ (child.stdio[3]).on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
  });
  child.removeAllListeners('exit');
  child.unref();
  for (const stream of child.stdio) /** @type {import('node:net').Socket | null} */ (stream)?.unref();
  atEnd(() => child.stdin?.destroy());
  return `:${number}`;
}

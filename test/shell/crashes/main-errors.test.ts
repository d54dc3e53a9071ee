/** Checks what happens to errors that no code of the main process handles. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleMainErrors } from '../../../electron/shell/crashes/main-errors.ts';
import { callListeners } from '../../../electron/workspace/call-listeners.ts';

const { app } = await vi.hoisted(() => import('../../../build/standin/app.ts'));
vi.mock('electron', () => ({ app }));

type Handler = (thrown: unknown) => void;
let folder: string;
/** The handlers that the app registers for the whole process, by event. */
let handlers: Map<string, Handler>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-errors-'));
  app.setPath('crashDumps', folder);
  handlers = new Map();
  vi.spyOn(process, 'on').mockImplementation((event, handler) => {
    handlers.set(String(event), handler as Handler);
    return process;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
const report = () => readFileSync(path.join(folder, 'main-process.txt'), 'utf8');

test('an error during the start ends it, and later ones are logged and reported once each while the app goes on', () => {
  const ended: string[] = [];
  const logged: unknown[] = [];
  const errors = handleMainErrors((message) => ended.push(message));
  const [throws, rejects] = ['uncaughtException', 'unhandledRejection'].map((event) => handlers.get(event));
  throws?.('early');
  expect(ended).toEqual(['early']);
  errors.goOn((level, message, details) => logged.push([level, message, details?.error]));
  const error = new TypeError('no title, but Bearer abcdef123456');
  for (let time = 0; time < 3; time++) throws?.(error);
  rejects?.('refused');
  expect(ended).toEqual(['early']);
  expect(logged.slice(-2)).toEqual([
    ['error', 'An error in the main process', error.stack],
    ['error', 'An unhandled rejection', 'refused'],
  ]);
  expect(report().match(/no title/g)).toHaveLength(1);
  expect(report()).toContain('refused');
  expect(report()).not.toContain('abcdef123456');
  for (let time = 0; time < 50; time++) throws?.(`error ${time}`);
  expect(report().match(/An error in/g)).toHaveLength(20);
});

test('a listener that throws keeps no other from hearing, and fails nobody who reports a change', async () => {
  vi.mocked(process.on).mockRestore();
  const heard: number[] = [];
  const uncaught = vi.fn();
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', uncaught);
  callListeners<[number]>(
    [
      () => {
        throw new Error('no title');
      },
      (value) => void heard.push(value),
    ],
    1,
  );
  expect(heard).toEqual([1]);
  await vi.waitFor(() => expect(uncaught).toHaveBeenCalledOnce());
  for (const other of others) process.on('uncaughtException', other);
});

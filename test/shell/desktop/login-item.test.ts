/**
 * Checks, for each operating system, when the app must start without a visible window, and that the entry for Linux
 * follows the Desktop Entry Specification.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { autostartEntry, startsWithoutWindow } from '../../../electron/shell/desktop/login-item.ts';
import type { DesktopSettings } from '../../../shared/bridge/index.ts';

const { app } = await vi.hoisted(() => import('../../../build/standin/app.ts'));
vi.mock('electron', () => ({ app }));

const systems = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
const runsOn = (system: NodeJS.Platform) => Object.defineProperty(process, 'platform', { ...systems, value: system });
const choices: readonly DesktopSettings['startAtLogin'][] = ['no', 'shown', 'hidden'];

beforeEach(() => {
  vi.spyOn(app, 'isPackaged', 'get').mockReturnValue(true);
});
afterEach(() => {
  Object.defineProperty(process, 'platform', systems);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

// macOS passes no arguments to apps that it starts at login. So on macOS the app must not decide by the argument
// `--hidden`.
test('on macOS only a start at login is hidden, and only if the person wants it', () => {
  runsOn('darwin');
  expect(choices.map((wanted) => startsWithoutWindow(true, wanted))).toEqual([false, false, false]);
  vi.stubEnv('STANDIN_OPENED_AT_LOGIN', '1');
  expect(choices.map((wanted) => startsWithoutWindow(false, wanted))).toEqual([false, false, true]);
});

test.each(['linux', 'win32'] as const)('on %s the argument of the start decides', (system) => {
  runsOn(system);
  vi.stubEnv('STANDIN_OPENED_AT_LOGIN', '1');
  expect(startsWithoutWindow(true, 'hidden')).toBe(true);
  expect(startsWithoutWindow(false, 'hidden')).toBe(false);
});

test('the program of the autostart entry is quoted', () => {
  expect(autostartEntry('/opt/My Apps/100% "Decktop"/decktop', true)).toContain(
    'Exec="/opt/My Apps/100%% \\\\"Decktop\\\\"/decktop" --hidden\n',
  );
  expect(autostartEntry('/usr/bin/decktop', false)).toContain('Exec="/usr/bin/decktop"\n');
});

/** Watches sleep, screen lock, battery and the visibility of windows, and reports them to the workspaces. */
import { app, powerMonitor } from 'electron';
import type { ComputerActivity } from '../replica/pull/activity.ts';
import type { Workspaces } from '../workspace/registry.ts';
import type { Windows } from './windows/windows.ts';

/** Not every system reports a change to battery power as an event, so the app checks it at this interval instead. */
const batteryCheckMs = 60_000;

/**
 * Starts to report the state of the computer and windows to the workspaces. Call it after Electron's `ready` event.
 * @returns a function that reports the present state again; call that function after a window changes its workspace
 */
export function startActivityReports(workspaces: Workspaces, windows: Windows): () => void {
  let isAsleep = false;
  let isLocked = false;
  let isOnBattery = powerMonitor.isOnBatteryPower();

  const activityOf = (workspaceId: string): ComputerActivity => ({
    isAsleep,
    isLocked,
    isOnBattery,
    isVisible: windows.windowsOf(workspaceId).some((window) => window.isVisible() && !window.isMinimized()),
  });
  const report = () => workspaces.setActivity(activityOf);
  const noteAwake = () => {
    isAsleep = false;
    isLocked = false;
    report();
  };

  powerMonitor.on('suspend', () => {
    isAsleep = true;
    report();
  });
  powerMonitor.on('resume', () => {
    isAsleep = false;
    report();
  });
  powerMonitor.on('lock-screen', () => {
    isLocked = true;
    report();
  });
  powerMonitor.on('unlock-screen', noteAwake);
  // Not every system reports the end of sleep or lock. A window that gets the focus shows that a person uses the
  // computer.
  app.on('browser-window-focus', () => {
    if (isAsleep || isLocked) noteAwake();
  });
  setInterval(() => {
    const wasOnBattery = isOnBattery;
    isOnBattery = powerMonitor.isOnBatteryPower();
    if (isOnBattery !== wasOnBattery) report();
  }, batteryCheckMs).unref();
  app.on('browser-window-created', (_event, window) => {
    // Does not listen to `closed`. Electron throws an error if a listener uses a closed window, and then the window is
    // still in the list of its workspace. `onRelease` in app.ts reports the change after the window has left the list.
    for (const event of ['show', 'hide', 'minimize', 'restore'] as const) window.on(event as 'show', report);
  });
  report();
  return report;
}

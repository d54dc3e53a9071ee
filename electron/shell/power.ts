/** Watches sleep, screen lock, battery and the visibility of windows, and reports them to the workspaces. */
import { app, powerMonitor } from 'electron';
import type { Activity } from '../replica/pull/activity.ts';
import type { Workspaces } from '../workspace/registry.ts';
import type { Windows } from './windows/windows.ts';

/** The change to battery is an event on some systems only. */
const batteryCheckMs = 60_000;

/** Call it when Electron is ready. Returns a function that reports again, for changes of a window's workspace. */
export function watchPower(workspaces: Workspaces, windows: Windows): () => void {
  let isAsleep = false;
  let isLocked = false;
  let isOnBattery = powerMonitor.isOnBatteryPower();

  const activityOf = (workspaceId: string): Activity => ({
    isAsleep,
    isLocked,
    isOnBattery,
    isVisible: windows.showing(workspaceId).some((window) => window.isVisible() && !window.isMinimized()),
  });
  const report = () => workspaces.setActivity(activityOf);
  const awake = () => {
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
  powerMonitor.on('unlock-screen', awake);
  // Not every system reports the end of sleep: a window that gets the focus shows that somebody is here.
  app.on('browser-window-focus', () => {
    if (isAsleep || isLocked) awake();
  });
  setInterval(() => {
    const wasOnBattery = isOnBattery;
    isOnBattery = powerMonitor.isOnBatteryPower();
    if (isOnBattery !== wasOnBattery) report();
  }, batteryCheckMs).unref();
  app.on('browser-window-created', (_event, window) => {
    for (const event of ['show', 'hide', 'minimize', 'restore', 'closed'] as const) window.on(event as 'show', report);
  });
  report();
  return report;
}

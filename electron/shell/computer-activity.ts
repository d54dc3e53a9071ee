import { app, powerMonitor } from 'electron';
import type { ComputerActivity } from '../replica/pull/poll-intervals.ts';
import type { WorkspaceRegistry } from '../workspace/registry.ts';
import type { AppWindows } from './windows/windows.ts';

/** Not every system sends an event when the computer starts or stops to run on battery power. */
const batteryCheckMs = 60_000;

/** After `ready`. The returned function reports again; call it after a window changes its workspace. */
export function trackComputerActivity(workspaces: WorkspaceRegistry, windows: AppWindows): () => void {
  let computer = { isAsleep: false, isLocked: false, isOnBattery: powerMonitor.isOnBatteryPower() };

  const activityOf = (workspaceId: string): ComputerActivity => ({
    ...computer,
    isVisible: windows.windowsOf(workspaceId).some((window) => window.isVisible() && !window.isMinimized()),
  });
  const report = () => workspaces.threads.setActivity(activityOf);
  const note = (change: Partial<typeof computer>) => {
    computer = { ...computer, ...change };
    report();
  };

  powerMonitor.on('suspend', () => note({ isAsleep: true }));
  powerMonitor.on('resume', () => note({ isAsleep: false }));
  powerMonitor.on('lock-screen', () => note({ isLocked: true }));
  powerMonitor.on('unlock-screen', () => note({ isAsleep: false, isLocked: false }));
  // Not every system reports the end of sleep or lock. A focused window shows that a person is there.
  app.on('browser-window-focus', () => {
    if (computer.isAsleep || computer.isLocked) note({ isAsleep: false, isLocked: false });
  });
  setInterval(() => {
    const isOnBattery = powerMonitor.isOnBatteryPower();
    if (isOnBattery !== computer.isOnBattery) note({ isOnBattery });
  }, batteryCheckMs).unref();
  app.on('browser-window-created', (_event, window) => {
    // Does not listen to `closed`: during this event the window is still in the list of its workspace, and Electron
    // throws an error if a listener uses the closed window. `onRelease` in app.ts reports the change after the window
    // has left the list.
    for (const event of ['show', 'hide', 'minimize', 'restore'] as const) window.on(event as 'show', report);
  });
  report();
  return report;
}

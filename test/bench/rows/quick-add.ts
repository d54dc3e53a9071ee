/**
 * Measures the time from the global shortcut of quick add to the frame in which the text field of the quick add window
 * has the focus.
 */
import type { ElectronApplication, Page } from '@playwright/test';
import { launchApp, usesRealElectron } from '../../support/launch.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const samples = 20;
const key = 'CommandOrControl+Alt+Shift+N';

type Standin = { readonly standinRecord: { readonly shortcuts: ReadonlyMap<string, () => void> } };

/**
 * Calls the shortcut's handler. Resolves to the time in ms until the window is on screen, its text field has the focus,
 * and a frame is drawn. `screenX` tells whether the window is on screen: the Electron stand-in hides a window by moving
 * it beyond the screen's edge.
 */
const pressShortcut = (app: ElectronApplication): Promise<number> =>
  app.evaluate(async ({ BrowserWindow }, accelerator) => {
    const pressedAt = performance.now();
    (globalThis as unknown as Standin).standinRecord.shortcuts.get(accelerator)?.();
    const window = BrowserWindow.getAllWindows().find(({ webContents }) => /quickAdd/.test(webContents.getURL()));
    await window?.webContents.executeJavaScript(`new Promise((resolve) => {
      const look = () =>
        screenX >= 0 && document.hasFocus() && document.activeElement instanceof HTMLInputElement
          ? requestAnimationFrame(() => setTimeout(resolve))
          : requestAnimationFrame(look);
      look();
    })`);
    return performance.now() - pressedAt;
  }, key);

async function waitForHiddenWindow(app: ElectronApplication): Promise<Page> {
  for (;;) {
    const page = app.windows().find((one) => one.url().includes('window=quickAdd'));
    const isVisible = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some(
        (window) => /quickAdd/.test(window.webContents.getURL()) && window.isVisible(),
      ),
    );
    if (page && !isVisible) return page;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function measure(): Promise<BenchResult> {
  if (usesRealElectron) throw new Error('Only the stand-in can press a global key from a program');
  const { app, page, close } = await launchApp({ args: ['--size=1280x800'] });
  try {
    await page.locator('[data-card-id]').first().waitFor();
    await page.evaluate(async (quickAddKey) => {
      const { decktop } = window;
      const settings = await decktop.call('settings/get', {});
      if (!settings.ok) throw new Error(settings.failure.message);
      await decktop.call('settings/set', { desktop: { ...settings.value.desktop, quickAddKey } });
    }, key);
    const quick = await waitForHiddenWindow(app);
    await quick.locator('input').waitFor({ state: 'attached' });
    const times: number[] = [];
    // Do not count sample -1, which draws the window for the first time.
    for (let sample = -1; sample < samples; sample += 1) {
      await quick.waitForTimeout(300);
      const time = await pressShortcut(app);
      if (sample >= 0) times.push(time);
      await quick.keyboard.press('Escape');
      await waitForHiddenWindow(app);
    }
    return { ...statsOf(times), note: 'from the key to the focused line, drawn, demo workspace' };
  } finally {
    await close();
  }
}

export const { name, budget, run }: BenchRow = { name: 'quick-add', budget: { p95: 100 }, run: measure };

/** Steps in the window that several parts of the smoke run share. */
import type { Locator, Page } from '@playwright/test';
import { openRoute } from '../support/window.ts';

export const pauseBriefly = () => new Promise((resolve) => setTimeout(resolve, 200));

/** Opens a route and waits for its heading. */
export async function showRoute(page: Page, route: string): Promise<void> {
  await openRoute(page, route);
  await page.locator('main h1').first().waitFor();
}

export const dialogs = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Closes all dialogs by Escape. */
export async function closeDialogs(page: Page): Promise<void> {
  while ((await dialogs(page).count()) > 0) {
    await page.keyboard.press('Escape');
    await pauseBriefly();
  }
}

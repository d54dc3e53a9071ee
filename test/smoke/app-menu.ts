/** Reads and clicks entries of the application menu, for the smoke run (smoke.ts). */
import type { ElectronApplication } from '@playwright/test';

export interface EnabledMenuEntry {
  readonly id: string;
  readonly label: string;
}

/** Returns the enabled, visible entries that have an id and whose label matches. */
export async function menuEntries(app: ElectronApplication, matches: RegExp): Promise<readonly EnabledMenuEntry[]> {
  const all = await app.evaluate(({ Menu }) => {
    const of = (menu: Electron.Menu | null | undefined): EnabledMenuEntry[] =>
      (menu?.items ?? []).flatMap((item) =>
        item.submenu ? of(item.submenu) : item.enabled && item.visible ? [{ id: item.id, label: item.label }] : [],
      );
    return of(Menu.getApplicationMenu());
  });
  return all.filter(({ id, label }) => id && matches.test(label));
}

/** Waits until the entry is enabled, then clicks it. An open dialog disables entries. */
export async function chooseMenuEntry(app: ElectronApplication, id: string): Promise<void> {
  const click = () =>
    app.evaluate(({ Menu }, wanted) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
      if (item?.enabled) item.click();
      return item?.enabled ?? false;
    }, id);
  while (!(await click())) await new Promise((resolve) => setTimeout(resolve, 100));
}

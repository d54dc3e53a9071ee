/**
 * Walks the views and dialogs of the app for the smoke run: finds every text field and every Copy button, types into the
 * fields and presses the buttons.
 */
import type { Locator, Page } from '@playwright/test';
import { type View, views } from '../../renderer/data/routes.ts';
import { ask } from '../support/window.ts';
import { pause } from './steps.ts';

/** The keys that a menu accelerator of one key could take away from a text. */
const letters = 'abcdefghijklmnopqrstuvwxyz /[]?,.1234567890';
const digits = '12';

/** What was tried in one place. */
export interface Tried {
  readonly fields: number;
  readonly copies: number;
}

export const describe = ({ fields, copies }: Tried): string => `${fields} fields, ${copies} copies`;

const textField = [
  'input:not([type]), input[type=text], input[type=search], input[type=url], input[type=password], input[type=email]',
  'input[type=number], textarea, [contenteditable=true]',
].join(', ');

const nameOf = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    return (
      element.getAttribute('aria-label') ??
      labels[0]?.textContent ??
      element.getAttribute('placeholder') ??
      element.outerHTML.slice(0, 80)
    );
  });

/** The fields that are shown and can be edited. They are marked, since a list by position changes while one is used. */
async function fieldsIn(page: Page, within: Locator): Promise<Locator[]> {
  const marks = await within.locator(textField).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isOff = element.matches(':disabled, [readonly], [aria-readonly=true], [aria-hidden=true], [tabindex="-1"]');
      if (isOff || width < 2 || height < 2 || element.closest('[inert]')) return [];
      const mark = crypto.randomUUID();
      (element as HTMLElement).dataset.smoke = mark;
      return [mark];
    }),
  );
  return marks.map((mark) => page.locator(`[data-smoke="${mark}"]`));
}

/** Types into a field, checks that every key arrived, and restores what it had. */
async function typeInto(page: Page, field: Locator): Promise<boolean> {
  // A field can go when the one before it is left.
  if ((await field.count()) === 0) return false;
  const { isEditor, isNumber, maxLength } = await field.evaluate((element) => ({
    isEditor: (element as HTMLElement).isContentEditable,
    isNumber: element.matches('[type=number], [inputmode=numeric], [inputmode=decimal]'),
    maxLength: element instanceof HTMLInputElement && element.maxLength > 0 ? element.maxLength : null,
  }));
  const text = (isNumber ? digits : letters).slice(0, maxLength ?? undefined);
  const before = isEditor ? '' : await field.inputValue();
  const name = await nameOf(field);
  await field.evaluate((element) => (element as HTMLElement).focus());
  // Some plain fields become an editor when they get the focus.
  const target = page.locator(':focus');
  await page.keyboard.press(isEditor ? 'ControlOrMeta+End' : 'ControlOrMeta+a');
  await page.keyboard.type(text);
  const value = await target.evaluate((element) => (element as HTMLInputElement).value ?? element.textContent ?? '');
  if (isEditor ? !value.includes(text) : value !== text) throw new Error(`the field “${name}” has “${value}”`);
  if (isEditor || (await field.count()) === 0) return true;
  await field.fill(before);
  return true;
}

/** Presses a Copy button or entry and waits for the message that it copied. */
export async function copied(page: Page, press: () => Promise<unknown>, what: string): Promise<void> {
  // Two copies in a row show one message, so the one before has to go first.
  await page.getByText(/^Copied/).waitFor({ state: 'detached' });
  await press();
  await page
    .getByText(/^Copied|^Couldn’t copy/)
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => {
      throw new Error(`“${what}” says nothing`);
    });
  if ((await page.getByText('Couldn’t copy').count()) > 0) throw new Error(`“${what}” did not copy`);
}

/** Chooses each entry of a menu whose label matches. `open` opens the menu. Returns their number. */
export async function copyByMenu(page: Page, open: () => Promise<unknown>, matches: RegExp): Promise<number> {
  const entries = page.getByRole('menuitem', { disabled: false });
  const show = async () => {
    // Menus close with an animation.
    await entries.first().waitFor({ state: 'detached' });
    await open();
    await entries.first().waitFor();
  };
  await show();
  const labels = (await entries.allTextContents()).filter((label) => matches.test(label));
  while ((await entries.count()) > 0) await page.keyboard.press('Escape').then(pause);
  for (const label of labels) {
    const choose = () => entries.filter({ hasText: label }).first().click();
    await copied(page, () => show().then(choose), label);
  }
  return labels.length;
}

/** Types into every field that is shown within an element, and presses every Copy button of the window. */
export async function tryAll(page: Page, within: Locator = page.locator('body')): Promise<Tried> {
  let fields = 0;
  for (const field of await fieldsIn(page, within)) if (await typeInto(page, field)) fields += 1;
  let copies = 0;
  const buttons = page.getByRole('button', { name: /^Copy( |$)/, disabled: false });
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const button = buttons.nth(at);
    if ((await button.getAttribute('aria-haspopup')) === 'menu') {
      copies += await copyByMenu(page, () => button.click(), /./);
      continue;
    }
    await copied(page, () => button.click(), (await button.textContent()) ?? '');
    copies += 1;
  }
  return { fields, copies };
}

/** Routes of all views, with ids of the open workspace where a view needs one. */
export async function routesOf(page: Page): Promise<readonly string[]> {
  const rows = await ask(page, {
    _root: [
      {
        account: [
          { decks: ['id'] },
          { projects: ['id'] },
          { milestones: ['id'] },
          { sprintConfigs: ['id'] },
          { sprints: ['id'] },
          { 'cards({"visibility":"default"})': ['parentCardId'] },
        ],
      },
    ],
  });
  const first = (model: string): string => Object.keys(rows[model] ?? {})[0] ?? '';
  const parent = Object.values(rows.card ?? {}).find(({ parentCardId }) => parentCardId)?.parentCardId;
  const ids: Partial<Record<View, string>> = {
    deck: first('deck'),
    project: first('project'),
    milestone: first('milestone'),
    runs: first('sprintConfig'),
    run: first('sprint'),
    hero: String(parent ?? ''),
    card: first('card'),
  };
  return views.filter((view) => view !== 'home').map((view) => `#/${view}${ids[view] ? `/${ids[view]}` : ''}`);
}

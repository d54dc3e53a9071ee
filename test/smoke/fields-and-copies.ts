/**
 * Functions of the smoke run (smoke.ts) that type into text fields, press Copy buttons and menu entries, and list the
 * app's views.
 */
import type { Locator, Page } from '@playwright/test';
import { type ViewName, viewNames } from '../../renderer/data/routes.ts';
import { queryRows } from '../support/window.ts';
import { pauseBriefly } from './steps.ts';

/**
 * Text that the checks type without modifier keys. It shows whether each field gets these keys, or whether an
 * accelerator of the menu takes one of them.
 */
const letters = 'abcdefghijklmnopqrstuvwxyz /[]?,.1234567890';
const digits = '12';

/** Number of fields into which a check has typed, and number of texts that the check has copied. */
export interface FieldAndCopyCounts {
  readonly fields: number;
  readonly copies: number;
}

export const fieldAndCopyCountsText = ({ fields, copies }: FieldAndCopyCounts): string =>
  `${fields} fields, ${copies} copies`;

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

/**
 * Returns the visible, editable fields. Each locator finds its field by an attribute that this function adds, because
 * the index of a field can change while another field is used.
 */
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

/**
 * Types into a field, checks its text, and restores its former value, except in rich-text editors. Returns false if the
 * field no longer exists.
 */
async function typeInto(page: Page, field: Locator): Promise<boolean> {
  // A field can disappear when the previous field loses the focus.
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
  // When a plain field gets the focus, an editor can take its place, so find the focused element again.
  const target = page.locator(':focus');
  await page.keyboard.press(isEditor ? 'ControlOrMeta+End' : 'ControlOrMeta+a');
  await page.keyboard.type(text);
  const value = await target.evaluate((element) => (element as HTMLInputElement).value ?? element.textContent ?? '');
  if (isEditor ? !value.includes(text) : value !== text) throw new Error(`the field “${name}” has “${value}”`);
  if (isEditor || (await field.count()) === 0) return true;
  await field.fill(before);
  return true;
}

/**
 * Calls `press` on a Copy button or menu entry and waits for the message “Copied”. Errors contain `entryName` as the
 * name of the button or entry.
 */
export async function expectCopied(page: Page, press: () => Promise<unknown>, entryName: string): Promise<void> {
  // Wait until the message of the previous copy has disappeared. Otherwise it is mistaken for the message of this copy.
  await page.getByText(/^Copied/).waitFor({ state: 'detached' });
  await press();
  await page
    .getByText(/^Copied|^Couldn’t copy/)
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => {
      throw new Error(`“${entryName}” says nothing`);
    });
  if ((await page.getByText('Couldn’t copy').count()) > 0) throw new Error(`“${entryName}” did not copy`);
}

/**
 * Opens a menu with `open`, clicks each entry whose label matches, and waits for the message “Copied” after each click.
 * Returns the number of these entries.
 */
export async function copyByEachMenuEntry(page: Page, open: () => Promise<unknown>, matches: RegExp): Promise<number> {
  const entries = page.getByRole('menuitem', { disabled: false });
  const show = async () => {
    // The previous menu stays in the page until its closing animation ends.
    await entries.first().waitFor({ state: 'detached' });
    await open();
    await entries.first().waitFor();
  };
  await show();
  const labels = (await entries.allTextContents()).filter((label) => matches.test(label));
  while ((await entries.count()) > 0) await page.keyboard.press('Escape').then(pauseBriefly);
  for (const label of labels) {
    const choose = () => entries.filter({ hasText: label }).first().click();
    await expectCopied(page, () => show().then(choose), label);
  }
  return labels.length;
}

/** Types into every visible field in `within`, and presses every Copy button of the window. */
export async function typeIntoFieldsAndCopy(
  page: Page,
  within: Locator = page.locator('body'),
): Promise<FieldAndCopyCounts> {
  let fields = 0;
  for (const field of await fieldsIn(page, within)) if (await typeInto(page, field)) fields += 1;
  let copies = 0;
  const buttons = page.getByRole('button', { name: /^Copy( |$)/, disabled: false });
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const button = buttons.nth(at);
    if ((await button.getAttribute('aria-haspopup')) === 'menu') {
      copies += await copyByEachMenuEntry(page, () => button.click(), /./);
      continue;
    }
    await expectCopied(page, () => button.click(), (await button.textContent()) ?? '');
    copies += 1;
  }
  return { fields, copies };
}

/**
 * Returns the routes of all views except `home`. The route of a view that shows one row, such as a deck, contains the
 * id of an existing row.
 */
export async function routesOfAllViews(page: Page): Promise<readonly string[]> {
  const rows = await queryRows(page, {
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
  const ids: Partial<Record<ViewName, string>> = {
    deck: first('deck'),
    project: first('project'),
    milestone: first('milestone'),
    runs: first('sprintConfig'),
    run: first('sprint'),
    hero: String(parent ?? ''),
    card: first('card'),
  };
  return viewNames.filter((view) => view !== 'home').map((view) => `#/${view}${ids[view] ? `/${ids[view]}` : ''}`);
}

/**
 * Measures every view: sizes of text and spaces and colours are those of renderer/ui/tokens.css, no text is cut off
 * without a tooltip that has the whole of it, and targets are large enough. accessibility.spec.ts has the contrast. At three sizes of the window,
 * and at a zoom of 200 %, for which the layout is that of a window of half the size.
 */

import { writeFileSync } from 'node:fs';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import {
  findDeckWithZones,
  openRoute,
  queryRows,
  setUpSharedApp,
  showDeck,
  storeViewState,
  waitForAnimations,
} from '../../support/window.ts';

const app = setUpSharedApp();

/** One kind of fault, with an element that has it. */
interface Finding {
  readonly kind: string;
  readonly value: string;
  readonly at: string;
}

const measure = (page: Page): Promise<Finding[]> =>
  page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    const names = new Set<string>();
    const collect = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule && /:root|data-palette/.test(rule.selectorText))
          for (const name of rule.style) if (name.startsWith('--')) names.add(name);
        if ('cssRules' in rule) collect(rule.cssRules as CSSRuleList);
      }
    };
    for (const sheet of document.styleSheets) collect(sheet.cssRules);
    const probe = document.body.appendChild(document.createElement('i'));
    const colors = new Set(['rgba(0, 0, 0, 0)']);
    for (const name of names) {
      probe.style.color = '';
      probe.style.color = `var(${name})`;
      if (
        !/^--(?:text|space|radius|control|leading|weight|fast|normal|slow|ease|font|shadow)-?[a-z0-9]*$/.test(name) ||
        /^--text(?:-soft|-faint)?$/.test(name)
      )
        colors.add(getComputedStyle(probe).color);
    }
    probe.remove();
    const lengths = (start: string) =>
      [...names].filter((name) => name.startsWith(start)).map((name) => parseFloat(root.getPropertyValue(name)));
    const sizes = new Set(lengths('--text-').filter((size) => size > 0));
    const spaces = new Set([0, 1, ...lengths('--space-')]);
    const weights = new Set(lengths('--weight-'));

    const found = new Map<string, Finding>();
    const describe = (element: Element) =>
      `${element.localName}.${[...element.classList].filter((name) => !/^[a-z0-9-]+$/.test(name)).join('.') || [...element.classList].join('.')} “${(element.textContent ?? '').trim().slice(0, 24)}”`;
    const add = (kind: string, value: string, element: Element) => {
      const key = `${kind} ${value} ${[...element.classList].join(' ')}`;
      if (!found.has(key)) found.set(key, { kind, value, at: describe(element) });
    };
    const isCut = (element: Element) =>
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1;
    for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
      if (!(element instanceof HTMLElement)) continue;
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      if (element.classList.contains('visually-hidden') || element.closest('.cm-editor')) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      // Pictures of people have a colour and a size of text of their own.
      if (element.closest('[style*="--avatar"]')) continue;
      const style = getComputedStyle(element);
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (own || element.matches('input, textarea')) {
        if (!sizes.has(parseFloat(style.fontSize))) add('font-size', style.fontSize, element);
        if (!weights.has(parseFloat(style.fontWeight))) add('font-weight', style.fontWeight, element);
        if (!colors.has(style.color) && !element.closest('[style*="color"]')) add('color', style.color, element);
      }
      if (
        !colors.has(style.backgroundColor) &&
        !element.style.cssText.includes('--') &&
        !element.style.background &&
        !element.style.backgroundColor
      )
        add('background', style.backgroundColor, element);
      const typed = element.computedStyleMap();
      for (const name of [
        'padding-top',
        'padding-right',
        'padding-bottom',
        'padding-left',
        'margin-top',
        'margin-right',
        'margin-bottom',
        'margin-left',
        'row-gap',
        'column-gap',
      ]) {
        const value = typed.get(name);
        if (
          value instanceof CSSUnitValue &&
          value.unit === 'px' &&
          !spaces.has(Math.abs(value.value)) &&
          !element.style.getPropertyValue(name) &&
          !element.style.margin &&
          !element.style.padding
        )
          add(name.replace(/-(?:top|right|bottom|left)$/, ''), `${value.value}px`, element);
      }
      const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (
        cuts &&
        isCut(element) &&
        element.textContent?.trim() &&
        (own || style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis')
      ) {
        const isShown = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const hasTip = element.closest('[title], [data-tip], [data-whole], .truncate, .clamp');
        if (!isShown)
          add(
            'cut without an ellipsis',
            `${element.scrollWidth}×${element.scrollHeight} in ${element.clientWidth}×${element.clientHeight}`,
            element,
          );
        else if (!hasTip) add('cut without a tooltip', '', element);
      }
    }
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        '#root :is(a[href], button, input, select, textarea, summary, [role="button"], [role="separator"][tabindex], [role="checkbox"], [role="tab"])',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
          !element.matches(':disabled, [type="hidden"], [aria-hidden="true"]'),
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => {
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.width > 1 && box.height > 1 && top !== null && (element.contains(top) || top.contains(element));
      });
    // As WCAG 2.5.8: a smaller target has no other target within 24 px of its middle. A link in a sentence may be as low as its line.
    for (const { element, box } of targets) {
      if ((box.width >= 24 && box.height >= 24) || getComputedStyle(element).display === 'inline') continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const near = targets.find(({ element: other, box: b }) => {
        if (other === element || other.contains(element) || element.contains(other)) return false;
        const isSmall = b.width < 24 || b.height < 24;
        const [dx, dy] = isSmall
          ? [b.left + b.width / 2 - x, b.top + b.height / 2 - y]
          : [Math.max(b.left - x, 0, x - b.right), Math.max(b.top - y, 0, y - b.bottom)];
        return Math.hypot(dx, dy) < (isSmall ? 24 : 12) - 0.5;
      });
      if (near)
        add('target', `${Math.round(box.width)}×${Math.round(box.height)} near ${describe(near.element)}`, element);
    }
    if (document.documentElement.scrollWidth > innerWidth)
      add('wider than the window', String(document.documentElement.scrollWidth), document.documentElement);
    return [...found.values()];
  });

const sizes = [
  { name: '1024×700', width: 1024, height: 700 },
  { name: '1440×900', width: 1440, height: 900 },
  { name: '1920×1080', width: 1920, height: 1080 },
  { name: '1440×900 at 200 %', width: 720, height: 450 },
];

/** Every view, with the function that opens it. */
async function viewsOf(page: Page): Promise<[string, () => Promise<unknown>][]> {
  const deck = await findDeckWithZones(page);
  const rows = await queryRows(page, {
    _root: [
      { account: [{ projects: ['name'] }, { milestones: ['name'] }, { sprints: ['name'] }] },
      { loggedInUser: ['name'] },
    ],
  });
  const first = (model: string) => Object.keys(rows[model] ?? {})[0] ?? '';
  const cardId = (await page.locator('main [data-card-id]').first().getAttribute('data-card-id')) ?? '';
  return [
    ['deck', () => showDeck(page, deck, {})],
    ['deck by status', () => showDeck(page, deck, { by: 'status' })],
    ['lanes', () => showDeck(page, deck, { lanes: 'owner' })],
    ['list', () => showDeck(page, deck, { layout: 'list' })],
    ['table', () => showDeck(page, deck, { layout: 'table' })],
    [
      'calendar by week',
      async () => {
        await openRoute(page, '#/inbox');
        await storeViewState(page, 'calendar:scale', 'week');
        await openRoute(page, '#/calendar');
      },
    ],
    [
      'milestones as a list',
      async () => {
        await openRoute(page, '#/inbox');
        await storeViewState(page, 'milestones:layout', 'list');
        await openRoute(page, '#/milestones');
      },
    ],
    [
      'roadmap',
      async () => {
        await openRoute(page, '#/inbox');
        await storeViewState(page, 'milestones:layout', 'roadmap');
        await openRoute(page, '#/milestones');
      },
    ],
    ...[
      `project/${first('project')}`,
      'hand',
      'team',
      'runs',
      `run/${first('sprint')}`,
      `milestone/${first('milestone')}`,
      `person/${first('user')}`,
      'bookmarks',
      'inbox',
      'outbox',
      'query',
      'connect',
      'settings',
      'settings/organization',
      'settings/projects',
      'settings/runs',
      'settings/network',
      'settings/notifications',
      'settings/tokens',
      'settings/diagnostics',
      'gallery',
      `card/${cardId}`,
      `deck/${deck.id}?card=${cardId}`,
    ].map((route): [string, () => Promise<unknown>] => [route, () => openRoute(page, `#/${route}`)]),
  ];
}

test('every view has only sizes, spaces and colours of the tokens, whole texts, and large targets', async () => {
  test.setTimeout(900_000);
  const { page } = app();
  const views = await viewsOf(page);
  const only = process.env.VIEWS?.split(',');
  const all = new Map<string, string[]>();
  const note = (text: string, where: string) => all.set(text, [...(all.get(text) ?? []), where]);
  for (const [view, open] of views) {
    if (only && !only.includes(view)) continue;
    await open();
    await expect(page.getByRole('heading').first()).toBeVisible();
    for (const { name, width, height } of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
      await waitForAnimations(page);
      for (const { kind, value, at } of await measure(page)) note(`${kind} ${value} ${at}`, `${view} ${name}`);
    }
  }
  const lines = [...all].map(
    ([text, where]) => `${text} | ${where[0]}${where.length > 1 ? ` and ${where.length - 1} more` : ''}`,
  );
  expect(lines.sort()).toEqual([]);
});

interface Stop {
  readonly role: string;
  readonly name: string;
  readonly box: string;
  /** What is wrong with it, or empty. */
  readonly fault: string;
}

/** Of the focused element, as a screen reader gets it from Chromium. Null if nothing has the focus. */
async function focusedStop(page: Page, cdp: CDPSession): Promise<Stop | null> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { objectId = '' } = result;
  const { nodes } = await cdp.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
  const [node] = nodes;
  const role = String(node?.role?.value ?? '');
  const name = String(node?.name?.value ?? '');
  const at = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    // Cards and fields draw the ring on a part of them or on the box around them.
    const near = [
      element,
      ...element.querySelectorAll('*'),
      element.parentElement,
      element.parentElement?.parentElement,
      // The box around a text editor.
      element.closest('.cm-editor')?.parentElement?.parentElement,
    ];
    const hasRing = near.slice(0, 400).some((each) => {
      const style = each && getComputedStyle(each);
      return (
        style &&
        ((style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
          (each.matches(':focus-within') && style.boxShadow !== 'none'))
      );
    });
    const isVisible = width > 0 && height > 0 && x + width > 0 && y + height > 0 && x < innerWidth && y < innerHeight;
    return {
      box: [x, y, width, height].map(Math.round).join(' '),
      hasRing,
      isVisible,
      isInMain: element.closest('main') !== null,
    };
  });
  const { result: after } = await cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: 'function () { return this === document.activeElement; }',
  });
  // A plain field becomes the editor soon after it gets the focus.
  if (after.value !== true) return focusedStop(page, cdp);
  if (!at?.isInMain) return null;
  const faults = [
    name.trim() === '' ? 'no name' : '',
    ['generic', 'none', ''].includes(role) ? 'no role' : '',
    at.hasRing ? '' : 'no visible focus',
    at.isVisible ? '' : 'outside the window',
  ];
  return { role, name, box: at.box, fault: faults.filter(Boolean).join(', ') };
}

// FOCUS_FILE=<path> keeps the record of all stops, to be read for their order.
test('by Tab, every stop of every view has a name, a role and a visible focus within the window', async () => {
  test.setTimeout(900_000);
  const { page } = app();
  await page.setViewportSize({ width: 1440, height: 900 });
  const cdp = await page.context().newCDPSession(page);
  const record: string[] = [];
  const faults: string[] = [];
  for (const [view, open] of await viewsOf(page)) {
    await open();
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.locator('main').evaluate((main) => {
      main.tabIndex = -1;
      main.focus();
    });
    record.push(`== ${view}`);
    for (let count = 0; count < 60; count++) {
      await page.keyboard.press('Tab');
      // The focus scrolls the page before the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const stop = await focusedStop(page, cdp);
      if (!stop) break;
      const text = `${stop.role} “${stop.name.slice(0, 80)}”`;
      record.push(`${text} ${stop.box} ${stop.fault}`);
      if (stop.fault) faults.push(`${view}: ${text}: ${stop.fault}`);
    }
  }
  await cdp.detach();
  if (process.env.FOCUS_FILE) writeFileSync(process.env.FOCUS_FILE, record.join('\n'));
  expect(faults).toEqual([]);
});

test('with reduced motion nothing moves, in views, menus, dialogs and toasts', async () => {
  test.slow();
  const { page } = app();
  const deck = await findDeckWithZones(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenMotion: seen });
    for (const type of ['transitionrun', 'animationstart'])
      document.addEventListener(type, ({ target }) => seen.push(`${type} ${(target as Element).className}`), true);
  });
  await showDeck(page, deck, {});
  await page.locator('main [data-card-id]').first().focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('ookmark');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Start a thread' }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More about this deck' }).click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await openRoute(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible();
  const running = await page.evaluate(() => [
    ...(window as unknown as { seenMotion: string[] }).seenMotion,
    ...document
      .getAnimations()
      .flatMap(({ effect }) => (Number(effect?.getComputedTiming().duration) > 1 ? 'animation' : [])),
  ]);
  expect(running).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
});

// Backgrounds become those of the system. A bar without its own would be empty.
test('in high contrast of the system, bars and swatches keep their colours', async () => {
  const { page } = app();
  await openRoute(page, '#/gallery');
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible();
  const parts = page.locator(
    '#root main :is([role="progressbar"], [role="meter"], [role="img"]):not([style*="avatar"]) *',
  );
  const colors = () => parts.evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor));
  const before = await colors();
  expect(before.filter((color) => !color.endsWith(', 0)')).length).toBeGreaterThan(2);
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = (await colors()).filter((color, at) => color !== before[at] && !before[at]?.endsWith(', 0)'));
  await page.emulateMedia({ forcedColors: null });
  expect(lost).toEqual([]);
});

/**
 * Measures all samples of the component gallery in a real window. The tests do not use stored screenshots, because
 * fonts and graphics differ between machines. Instead they compare the two themes with each other: elements must be
 * equally visible and have the same positions in both. They also check that icons have enough contrast, that popups are
 * visible, and that hover and focus move no elements.
 */
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { type PixelImage, readPng } from '../../support/png.ts';
import { waitForAnimations } from '../../support/window.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes of a sample and of the elements in it, in document order, rounded to half a pixel. */
interface MeasuredSample {
  readonly name: string;
  readonly box: Box;
  readonly inside: readonly string[];
  /** Texts that are cut without an ellipsis. */
  readonly cut: readonly string[];
}

const measureSamples = (page: Page): Promise<MeasuredSample[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-sample]')].map((sample) => {
      const half = (value: number) => Math.round(value * 2) / 2;
      const rect = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: half(x), y: half(y), width: half(width), height: half(height) };
      };
      // Leave out the hidden inputs that select lists contain for forms.
      const elements = [...sample.querySelectorAll<HTMLElement>('*:not(input[aria-hidden="true"])')];
      return {
        name: `${sample.closest<HTMLElement>('[data-part]')?.dataset.part}: ${sample.dataset.sample}`,
        box: rect(sample),
        inside: elements.map((element) => `${element.localName} ${Object.values(rect(element)).join(' ')}`),
        cut: elements
          .filter((element) => {
            const style = getComputedStyle(element);
            const hides = style.overflowX === 'hidden' && !element.classList.contains('visually-hidden');
            const showsEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
            return hides && !showsEllipsis && element.scrollWidth > element.clientWidth + 1;
          })
          .map((element) => element.textContent ?? ''),
      };
    }),
  );

/**
 * Measures how much is visible in a box of a screenshot. The most frequent brightness counts as the background. Returns
 * the share of pixels that differ from it by more than 12 of 255, and the largest difference.
 */
function inkOf(pixels: PixelImage, { x, y, width, height }: Box): { share: number; most: number } {
  const luma = ([red, green, blue]: readonly [number, number, number]) => 0.299 * red + 0.587 * green + 0.114 * blue;
  const seen = new Map<number, number>();
  const values: number[] = [];
  for (let row = Math.ceil(y); row < Math.floor(y + height); row++)
    for (let column = Math.ceil(x); column < Math.floor(x + width); column++) {
      const value = Math.round(luma(pixels.at(column, row)));
      values.push(value);
      seen.set(value, (seen.get(value) ?? 0) + 1);
    }
  const [ground = 0] = [...seen].sort((a, b) => b[1] - a[1])[0] ?? [];
  const distances = values.map((value) => Math.abs(value - ground));
  return {
    share: distances.filter((distance) => distance > 12).length / Math.max(1, values.length),
    most: distances.reduce((most, distance) => Math.max(most, distance), 0),
  };
}

/** Returns the WCAG contrast between the colour of each icon and the surface behind the icon. */
const iconContrasts = (page: Page): Promise<{ sign: string; contrast: number }[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('No canvas');
    const linear = (colors: readonly string[]) => {
      for (const color of colors) {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
    };
    const luminance = (colors: readonly string[]) => {
      const [red = 0, green = 0, blue = 0] = linear(colors);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const drawn = '[data-sample] :is(svg[viewBox="0 0 14 14"], [data-tone] > svg)';
    return [...document.querySelectorAll(drawn)].map((sign) => {
      const behind: string[] = [];
      for (let element: Element | null = sign; element; element = element.parentElement)
        behind.unshift(getComputedStyle(element).backgroundColor);
      const ground = luminance(['white', ...behind]);
      const ink = luminance(['white', ...behind, getComputedStyle(sign).color]);
      const sample = sign.closest<HTMLElement>('[data-sample]')?.dataset.sample ?? '';
      return {
        sign: `${sample}, ${sign.getAttribute('aria-label') ?? ''}`,
        contrast: (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05),
      };
    });
  });

/** Height of the window in px. It must be larger than the gallery, so that one screenshot shows all samples. */
const heightPx = 3400;

test.describe('the gallery', () => {
  let launched: LaunchedApp;
  let page: Page;
  const applyTheme = async (theme: 'light' | 'dark', palette: 'standard' | 'colour-blind' = 'standard') => {
    await page.evaluate(
      (settings) => (window as unknown as { decktop: Bridge }).decktop.call('settings/set', settings),
      { theme, palette },
    );
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.locator('html')).toHaveAttribute('data-palette', palette);
    // Wait until colour transitions have ended.
    await waitForAnimations(page);
  };
  test.beforeAll(async () => {
    launched = await launchApp({ args: ['--route=/gallery'] });
    page = launched.page;
    await page.setViewportSize({ width: 1440, height: heightPx });
    await page.getByRole('heading', { name: 'Components' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.mouse.move(1430, heightPx - 10);
  });
  test.afterAll(async () => {
    await launched.close();
  });
  test.afterEach(() => {
    expect(launched.errors).toEqual([]);
  });

  test('has the same layout in both themes and palettes, without overlaps and cut texts', async () => {
    await applyTheme('light');
    const light = await measureSamples(page);
    expect(light.length).toBeGreaterThan(120);
    for (const [theme, palette] of [
      ['dark', 'standard'],
      ['dark', 'colour-blind'],
      ['light', 'colour-blind'],
    ] as const) {
      await applyTheme(theme, palette);
      expect(await measureSamples(page), `${theme}, ${palette}`).toEqual(light);
    }
    expect(light.filter(({ cut }) => cut.length > 0)).toEqual([]);
    const over = light.flatMap(({ name, box }, index) =>
      light
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.x < other.x + other.width &&
            other.x < box.x + box.width &&
            box.y < other.y + other.height &&
            other.y < box.y + box.height,
        )
        .map((other) => `${name} over ${other.name}`),
    );
    expect(over).toEqual([]);
    const last = light.reduce((most, { box }) => Math.max(most, box.y + box.height), 0);
    expect(last, 'the window is too low for the picture').toBeLessThan(heightPx);
  });

  test('elements visible in one theme are visible in the other', async () => {
    const pictures = [];
    for (const theme of ['light', 'dark'] as const) {
      await applyTheme(theme);
      const picture = await page.screenshot({ path: test.info().outputPath(`gallery-${theme}.png`) });
      pictures.push(readPng(picture));
    }
    const [light, dark] = pictures as [PixelImage, PixelImage];
    const scale = light.width / 1440;
    const faint = (await measureSamples(page)).flatMap(({ name, box }) => {
      const placed = { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale };
      const seen = { light: inkOf(light, placed), dark: inkOf(dark, placed) };
      const isFaint =
        Math.min(seen.light.most, seen.dark.most) < 18 ||
        Math.min(seen.light.share, seen.dark.share) < 0.3 * Math.max(seen.light.share, seen.dark.share);
      return isFaint ? [{ name, ...seen }] : [];
    });
    expect(faint).toEqual([]);
  });

  test('an avatar shows the picture, or the initials if the picture is damaged', async () => {
    const avatar = (sample: string) => page.locator(`[data-sample="${sample}"] [role="img"]`);
    await expect(avatar('damaged picture').locator('img')).toHaveCount(0);
    await expect(avatar('damaged picture')).toHaveText('MI');
    const picture = avatar('picture').locator('img');
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  for (const theme of ['light', 'dark'] as const)
    test(`icons have enough contrast, ${theme}`, async () => {
      await applyTheme(theme);
      const contrasts = await iconContrasts(page);
      expect(contrasts.length).toBeGreaterThan(60);
      expect(contrasts.filter(({ contrast }) => contrast < 3)).toEqual([]);
    });

  test('popups are visible in both themes, stay in the window, and return the focus', async () => {
    const overlays = [
      ['select', '[role="listbox"]'],
      ['picker', '[role="dialog"]'],
      ['menu', '[role="menu"]'],
      ['popover', '[role="dialog"]'],
      ['day', '[role="dialog"]'],
      ['dialog', '[role="dialog"]'],
      ['confirm', '[role="alertdialog"]'],
    ] as const;
    for (const [sample, role] of overlays) {
      const inks = [];
      for (const theme of ['light', 'dark'] as const) {
        await applyTheme(theme);
        const trigger = page.locator(`[data-sample="${sample}"] button`).first();
        await trigger.focus();
        await trigger.click();
        const popup = page.locator(role).last();
        await expect(popup).toBeVisible();
        await waitForAnimations(page);
        const box = await popup.boundingBox();
        expect(
          box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1440 && box.y + box.height <= heightPx,
          sample,
        ).toBe(true);
        const { width, height, ...pixels } = readPng(await popup.screenshot());
        inks.push(inkOf({ width, height, ...pixels }, { x: 0, y: 0, width, height }));
        await page.keyboard.press('Escape');
        await expect(popup).toBeHidden();
        await expect(trigger).toBeFocused();
      }
      const [light, dark] = inks.map(({ share }) => share) as [number, number];
      expect(Math.min(light, dark), sample).toBeGreaterThan(0.01);
      expect(Math.min(light, dark) / Math.max(light, dark), sample).toBeGreaterThan(0.5);
    }
  });

  test('hover, focus and press do not move elements, and focus is visible', async () => {
    await applyTheme('light');
    const controls = page.locator(
      '[data-sample] :is(button, [role="checkbox"], [role="switch"], [role="tab"], input):not([aria-hidden])',
    );
    const count = await controls.count();
    expect(count).toBeGreaterThan(25);
    const before = await measureSamples(page);
    for (let index = 0; index < count; index++) {
      const control = controls.nth(index);
      if (!(await control.isEnabled()) || !(await control.isVisible())) continue;
      await control.hover();
      await control.focus();
    }
    await page.mouse.move(1430, heightPx - 10);
    expect(await measureSamples(page)).toEqual(before);
    // Move the focus by a key, because the focus ring does not appear if a script sets the focus.
    await page.locator('[data-sample="primary"] button').focus();
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement ?? document.body);
      return { width: Number.parseFloat(style.outlineWidth), style: style.outlineStyle };
    });
    expect(outline).toEqual({ width: 2, style: 'solid' });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    expect(await measureSamples(page)).toEqual(before);
  });

  // Repeated refusals must not cover the window.
  test('a refusal that comes again is counted, and toasts take at most a third of the window', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.reload();
    const refusal = page.getByRole('button', { name: 'Refusal', exact: true });
    const other = page.getByRole('button', { name: 'Toast', exact: true });
    for (let count = 0; count < 3; count++) await refusal.click();
    // Screen readers get a copy of the text outside this region.
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts.getByText('The Hand is full. (3 times)')).toBeVisible();
    for (let count = 0; count < 6; count++) await other.click();
    await waitForAnimations(page);
    expect(await toasts.getByText('The Hand is full.').count()).toBe(1);
    const list = page.locator('[data-tone]').first().locator('..');
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(700 / 3);
    // The newest toast is in view.
    await expect(toasts.getByText('Moved “').first()).toBeInViewport();
  });
});

/** Pointer input on a board through Playwright: dragging cards, scrolling, and measuring the start of drags. */
import type { CDPSession, Page } from '@playwright/test';
import { type MainThreadWork, type PageTrace, recordTrace } from './trace.ts';

declare global {
  /** Stops the measurement of drag starts, and returns their times in ms. */
  var endBenchLifts: (() => number[]) | undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the point at which to press the card with this index on the page. */
export async function cardPressPoint(page: Page, index = 2): Promise<Point> {
  const box = await page.locator('main [data-card-id]').nth(index).boundingBox();
  if (!box) throw new Error('The card is not on screen');
  return { x: box.x + 80, y: box.y + 14 };
}

/** Presses the mouse button and moves the pointer past the drag threshold. */
export async function pressAndMove(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 16, { steps: 3 });
}

/** Presses a card and moves the pointer past the drag threshold. Resolves when the card follows the pointer. */
export async function startDrag(page: Page, index = 2): Promise<void> {
  await pressAndMove(page, await cardPressPoint(page, index));
  await page.locator('body.dragging-cards').waitFor();
}

export async function cancelDrag(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.locator('body:not(.dragging-cards)').waitFor();
}

/** Moves the pointer over the columns in large steps. Some steps end near an edge, where the board scrolls. */
export async function movePointerOverColumns(page: Page, moves: number): Promise<void> {
  for (let step = 0; step < moves; step += 1)
    await page.mouse.move(420 + ((step * 37) % 500), 160 + ((step * 53) % 420));
}

/** Drops the dragged card over the column with this title. Resolves when the drop animation has ended. */
export async function dropOnColumn(page: Page, title: string): Promise<void> {
  const box = await page.getByRole('heading', { name: title, exact: true }).boundingBox();
  if (!box) throw new Error(`No column ${title} is on screen`);
  await page.mouse.move(box.x + 60, box.y + 90);
  await page.mouse.up();
  await page.locator('body:not(.dragging-cards)').waitFor();
  await page.waitForTimeout(600);
}

/**
 * Hides the app, and shows one element that follows the pointer while the mouse button is pressed. Returns a function
 * that shows the app again.
 */
export async function showEmptyPage(page: Page, { x, y }: Point): Promise<() => Promise<void>> {
  await page.evaluate(
    ([left, top]) => {
      for (const element of document.body.children) (element as HTMLElement).style.display = 'none';
      const thing = document.createElement('div');
      thing.id = 'bench-thing';
      thing.style.cssText = `position:fixed;left:0;top:0;width:264px;height:90px;background:#888;will-change:transform;transform:translate(${left}px,${top}px)`;
      document.body.append(thing);
      const heard = new AbortController();
      let frame = 0;
      let last: PointerEvent | undefined;
      const draw = () => {
        frame = 0;
        if (last) thing.style.transform = `translate(${last.clientX - 80}px, ${last.clientY - 14}px)`;
      };
      const moved = (event: PointerEvent) => {
        if (event.buttons !== 1) return;
        last = event;
        if (frame === 0) frame = requestAnimationFrame(draw);
      };
      window.addEventListener('pointermove', moved, { signal: heard.signal });
      thing.addEventListener('bench:over', () => heard.abort());
    },
    [x - 80, y - 14] as const,
  );
  return () =>
    page.evaluate(() => {
      const thing = document.getElementById('bench-thing');
      thing?.dispatchEvent(new Event('bench:over'));
      thing?.remove();
      for (const element of document.body.children) (element as HTMLElement).style.display = '';
    });
}

/**
 * Turns the wheel by notches of 120 px, with `framesPerNotch` frames between two notches. Returns the speed in px per
 * second.
 */
export async function turnWheel(
  page: Page,
  notches: number,
  axis: 'x' | 'y' = 'y',
  framesPerNotch = 2,
): Promise<number> {
  const began = performance.now();
  for (let turn = 0; turn < notches; turn += 1) {
    await page.mouse.wheel(axis === 'x' ? 120 : 0, axis === 'y' ? 120 : 0);
    await page.evaluate(
      (count) =>
        new Promise<void>((resolve) => {
          const next = (left: number) => (left === 0 ? resolve() : void requestAnimationFrame(() => next(left - 1)));
          next(count);
        }),
      framesPerNotch,
    );
  }
  return (notches * 120_000) / (performance.now() - began);
}

/**
 * Starts and cancels a drag `lifts` times, in turn on each of the first `cards` cards. Returns two figures for each
 * start: `work` is the work from the press to the first frame of the drag, `times` the ms from the pointer move that
 * starts the drag to this frame.
 */
export async function measureDragStarts(
  page: Page,
  cdp: CDPSession,
  lifts: number,
  cards: number,
): Promise<{ readonly trace: PageTrace; readonly work: readonly MainThreadWork[]; readonly times: readonly number[] }> {
  await page.evaluate(() => {
    const times: number[] = [];
    let began = 0;
    const listeners = new AbortController();
    // Measure from the last pointer move before the drag starts. Until that move, the press can still become a click.
    window.addEventListener(
      'pointermove',
      (event) => {
        if (event.buttons === 1 && !document.body.classList.contains('dragging-cards')) began = event.timeStamp;
      },
      { capture: true, signal: listeners.signal },
    );
    const observer = new MutationObserver(() => {
      if (!document.body.classList.contains('dragging-cards') || began === 0) return;
      const from = began;
      began = 0;
      requestAnimationFrame(() =>
        setTimeout(() => {
          times.push(performance.now() - from);
          performance.mark('bench:lifted');
        }, 0),
      );
    });
    observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    globalThis.endBenchLifts = () => {
      listeners.abort();
      observer.disconnect();
      return times;
    };
  });
  const trace = await recordTrace(page, cdp, async () => {
    for (let round = 0; round < lifts; round += 1) {
      await startDrag(page, round % cards);
      await page.waitForTimeout(60);
      await cancelDrag(page);
      await page.waitForTimeout(250);
    }
  });
  const times = await page.evaluate(() => globalThis.endBenchLifts?.() ?? []);
  return { trace, work: trace.until('pointerdown', 'bench:lifted'), times };
}

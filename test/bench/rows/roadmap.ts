/**
 * Opens the roadmap with 200 milestones and 50 runs, by the page's clock and with an empty cache, then zooms it by the wheel
 * and scrolls it sideways while all of them are in sight: the page's work per frame.
 */
import type { Page } from '@playwright/test';
import { addDays } from '../../../shared/domain/calendar.ts';
import { unitPxPerDay } from '../../../shared/domain/time-axis.ts';
import { act, ask, keepView } from '../../support/window.ts';
import { statsOf } from '../support/measure.ts';
import { timesToOpen } from '../support/opening.ts';
import type { BenchRow } from '../support/row.ts';
import { noLongTask, partsOf, type Traced, traced, whole } from '../support/trace.ts';
import { closeWindow, type LargeWindow, largeWindow } from '../support/window.ts';

const milestoneCount = 200;
const runCount = 50;
const notches = 60;
const weekDays = 7;

/** Adds spans and dates of two years over all projects, and a Run Config of weeks. */
async function fillRoadmap(page: Page): Promise<void> {
  const { account, project, milestone, sprint } = await ask(page, {
    _root: [{ account: [{ projects: ['name'] }, { milestones: ['name'] }, { sprints: ['startDate'] }] }],
  });
  const accountId = Object.keys(account ?? {})[0] ?? '';
  const projectIds = Object.keys(project ?? {});
  const today = new Date().toISOString().slice(0, 10);
  const missing = milestoneCount - Object.keys(milestone ?? {}).length;
  await act(
    page,
    Array.from({ length: missing }, (_, at) => {
      const date = addDays(today, ((at * 37) % 730) - 365);
      return {
        action: 'milestones/create',
        params: {
          accountId,
          name: `Milestone ${at} of the long plan`,
          color: 'green',
          date,
          startDate: at % 3 === 0 ? null : addDays(date, -20 - (at % 60)),
          isGlobal: at % 10 === 0,
          projectIds: at % 10 === 0 ? null : [projectIds[at % projectIds.length] ?? ''],
        },
      };
    }),
  );
  const weeks = runCount - Object.keys(sprint ?? {}).length;
  if (weeks <= 0) return;
  // The service creates two runs ahead of the current one.
  const startDate = addDays(today, -weekDays * (weeks - 3));
  await act(page, [{ action: 'sprints/createConfig', params: { name: 'Weeks', startDate, days: weekDays } }]);
}

/** Turns the wheel in one direction and back, so that each round begins at the same zoom and place. */
async function turned({ page, cdp }: LargeWindow, key: 'Control' | 'Shift'): Promise<Traced> {
  await page.mouse.move(500, 400);
  return traced(page, cdp, async () => {
    await page.keyboard.down(key);
    for (const way of [1, -1])
      for (let turn = 0; turn < notches; turn += 1) {
        await page.mouse.wheel(0, way * (key === 'Control' ? 10 : 60));
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    await page.keyboard.up(key);
  });
}

export const { name, budget, run, end }: BenchRow = {
  name: 'roadmap',
  budget: { p95: 100 },
  end: closeWindow,
  async run() {
    const window = await largeWindow();
    const { page } = window;
    await fillRoadmap(page);
    await keepView(page, 'roadmap:pxPerDay', unitPxPerDay.quarter);
    const times = await timesToOpen(window, '/milestones', '[data-roadmap] [data-milestone-id]');
    const bars = await page.locator('[data-roadmap] a').count();
    await turned(window, 'Control');
    const [zoomed, scrolled] = [await turned(window, 'Control'), await turned(window, 'Shift')];
    const perFrame = (what: string, trace: Traced) => ({
      what: `${what}, p95 per frame`,
      value: whole(trace.frames()).p95,
      max: 10,
    });
    return {
      ...statsOf(times),
      limits: [
        perFrame('zoom', zoomed),
        perFrame('pan', scrolled),
        noLongTask(`${2 * notches} notches of zoom and pan`, [zoomed, scrolled]),
      ],
      note: `${bars} bars mounted; zoom: ${partsOf(zoomed.frames())}; pan: ${partsOf(scrolled.frames())}`,
    };
  },
};

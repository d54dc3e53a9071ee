/**
 * Measures how long opening the roadmap takes with 200 milestones and 50 runs. Also measures the page's processor time
 * per frame while the mouse wheel zooms the roadmap and scrolls it sideways.
 */
import type { Page } from '@playwright/test';
import { addDays } from '../../../shared/domain/calendar.ts';
import { pxPerDayByAxisUnit } from '../../../shared/domain/time-axis.ts';
import { performActions, queryRows, storeViewState } from '../../support/window.ts';
import { statsOf } from '../support/measure.ts';
import { measureOpeningTimesMs } from '../support/opening.ts';
import type { BenchRow } from '../support/row.ts';
import {
  longestTaskBound,
  mainThreadWorkStats,
  mainThreadWorkText,
  type PageTrace,
  recordTrace,
} from '../support/trace.ts';
import {
  closeLargeAccountWindow,
  type LargeAccountWindow,
  largeAccountWindow,
  waitUntilSent,
} from '../support/window.ts';

const milestoneCount = 200;
const runCount = 50;
const notches = 60;
const weekDays = 7;

/** Creates milestones over two years in all projects, and a Run Config with runs of one week. */
async function fillRoadmap(page: Page): Promise<void> {
  const { account, project, milestone, sprint } = await queryRows(page, {
    _root: [{ account: [{ projects: ['name'] }, { milestones: ['name'] }, { sprints: ['startDate'] }] }],
  });
  const accountId = Object.keys(account ?? {})[0] ?? '';
  const projectIds = Object.keys(project ?? {});
  const today = new Date().toISOString().slice(0, 10);
  const missing = milestoneCount - Object.keys(milestone ?? {}).length;
  await performActions(
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
  // The service creates the runs from the start date to today, and two runs after the current one. To get `weeks` runs
  // in all, start `weeks - 3` weeks ago.
  const startDate = addDays(today, -weekDays * (weeks - 3));
  await performActions(page, [
    { action: 'sprints/createConfig', params: { name: 'Weeks', startDate, days: weekDays } },
  ]);
}

/**
 * Turns the wheel forwards and then back while `key` is pressed, so that each round begins at the same zoom and scroll
 * position.
 */
async function traceWheel({ page, cdp }: LargeAccountWindow, key: 'Control' | 'Shift'): Promise<PageTrace> {
  await page.mouse.move(500, 400);
  return recordTrace(page, cdp, async () => {
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
  end: closeLargeAccountWindow,
  async run() {
    const window = await largeAccountWindow();
    const { page } = window;
    await fillRoadmap(page);
    await waitUntilSent(page);
    await storeViewState(page, 'roadmap:pxPerDay', pxPerDayByAxisUnit.quarter);
    const times = await measureOpeningTimesMs(window, '/milestones', '[data-roadmap] [data-milestone-id]');
    const bars = await page.locator('[data-roadmap] a').count();
    await traceWheel(window, 'Control');
    const [zoomed, scrolled] = [await traceWheel(window, 'Control'), await traceWheel(window, 'Shift')];
    const perFrame = (what: string, trace: PageTrace) => ({
      what: `${what}, p95 per frame`,
      value: mainThreadWorkStats(trace.frames()).p95,
      max: 10,
    });
    return {
      ...statsOf(times),
      limits: [
        perFrame('zoom', zoomed),
        perFrame('pan', scrolled),
        longestTaskBound(`${2 * notches} notches of zoom and pan`, [zoomed, scrolled]),
      ],
      note: `${bars} bars mounted; zoom: ${mainThreadWorkText(zoomed.frames())}; pan: ${mainThreadWorkText(scrolled.frames())}`,
    };
  },
};

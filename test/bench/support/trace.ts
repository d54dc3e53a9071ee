/**
 * Reads the processor time of the page's main thread from Chromium's trace: per frame or per input event, and split
 * into script, style and layout, and paint.
 */
import type { CDPSession, Page } from '@playwright/test';
import { statsOf } from './measure.ts';
import type { BoundedFigure, Stats } from './row.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** `ts`, `dur` and `tdur` are microseconds. `dur` is elapsed time, `tdur` processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** Processor time of the page's main thread in ms. `all` also includes work that is not script, layout or paint. */
export interface MainThreadWork {
  readonly all: number;
  readonly script: number;
  readonly layout: number;
  readonly paint: number;
}

export interface PageTrace {
  /** Returns the work after each DOM event of a type, until the next event of this type. One entry per event. */
  after(eventType: string): MainThreadWork[];
  /**
   * Returns the work after each DOM event of a type, until the page calls `performance.mark` with the name `mark`. One
   * entry per event.
   */
  until(eventType: string, mark: string): MainThreadWork[];
  /** Returns the work of each frame of the page. */
  frames(): MainThreadWork[];
  /** The longest task of the page, in ms of processor time. */
  readonly longestTask: number;
  /** Number of frames that the compositor dropped. `drawn` is the number of frames that it showed. */
  readonly dropped: number;
  readonly drawn: number;
}

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline.frame',
  'blink.user_timing',
];

const kinds: Readonly<Record<string, 'script' | 'layout' | 'paint'>> = {
  FunctionCall: 'script',
  EvaluateScript: 'script',
  UpdateLayoutTree: 'layout',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** Records a trace of the page while `work` runs. */
export async function recordTrace(page: Page, cdp: CDPSession, work: () => Promise<void>): Promise<PageTrace> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(event as TraceEvent);
  };
  cdp.on('Tracing.dataCollected', collect);
  const complete = new Promise<void>((resolve) => {
    cdp.once('Tracing.tracingComplete', () => resolve());
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'], recordMode: 'recordAsMuchAsPossible' },
  });
  const mark = (name: string) => page.evaluate((text) => void performance.mark(text), name);
  await mark('bench:begin');
  await work();
  await mark('bench:end');
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', collect);
  return readTrace(events);
}

function readTrace(events: readonly TraceEvent[]): PageTrace {
  const begin = events.find(({ name }) => name === 'bench:begin');
  const end = events.find(({ name }) => name === 'bench:end');
  if (!begin || !end) throw new Error('The trace holds no marks of the page');
  const inside = events.filter(({ pid, ts }) => pid === begin.pid && ts >= begin.ts && ts < end.ts);
  const main = inside.filter(({ tid }) => tid === begin.tid).toSorted((a, b) => a.ts - b.ts);
  const tasks = main.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const between = (starts: readonly number[]): MainThreadWork[] => {
    const work = starts.map(() => ({ all: 0, script: 0, layout: 0, paint: 0 }));
    // If a script event contains other script events, count only the outer one: skip events that start before it ends.
    let scriptUntil = 0;
    for (const event of main) {
      if (event.ph !== 'X') continue;
      const isTask = event.name === 'RunTask';
      const kind = kinds[event.name];
      if (!isTask && !kind) continue;
      if (kind === 'script') {
        if (event.ts < scriptUntil) continue;
        scriptUntil = event.ts + (event.dur ?? 0);
      }
      // A task begins before the input event that it handles. So assign a task by its end, and other events by their
      // start.
      const at = isTask ? event.ts + (event.dur ?? 0) : event.ts;
      const entry = work[starts.findLastIndex((start) => start <= at)];
      if (entry) entry[isTask ? 'all' : (kind as 'script')] += (event.tdur ?? 0) / 1000;
    }
    return work;
  };
  const eventsOf = (type: string) =>
    main
      .filter(({ name, args, ph }) => ph === 'X' && name === 'EventDispatch' && args?.data?.type === type)
      .map(({ ts }) => ts);
  return {
    after: (type) => between(eventsOf(type)),
    until(type, mark) {
      const begun = eventsOf(type);
      const ended = main.filter(({ name }) => name === mark).map(({ ts }) => ts);
      const starts = [...begun, ...ended].toSorted((a, b) => a - b);
      return between(starts).filter((_work, index) => begun.includes(starts[index] as number));
    },
    frames: () => between(main.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)),
    longestTask: tasks.reduce((max, { tdur }) => Math.max(max, (tdur ?? 0) / 1000), 0),
    dropped: inside.filter(({ name }) => name === 'DroppedFrame').length,
    drawn: inside.filter(({ name }) => name === 'DrawFrame').length,
  };
}

export const mainThreadWorkStats = (work: readonly MainThreadWork[]): Stats => statsOf(work.map(({ all }) => all));

/** Returns a text with the medians of script, layout and paint in ms. */
export function mainThreadWorkText(work: readonly MainThreadWork[]): string {
  const median = (part: keyof MainThreadWork) => statsOf(work.map((entry) => entry[part])).median.toFixed(1);
  return `script ${median('script')}, style and layout ${median('layout')}, paint ${median('paint')}`;
}

/** Returns the longest task of the page in all these traces, together with its upper bound of 50 ms. */
export const longestTaskBound = (measuredWork: string, traces: readonly PageTrace[]): BoundedFigure => ({
  what: `longest task of the page, ${measuredWork}`,
  value: Math.max(...traces.map(({ longestTask }) => longestTask)),
  max: 50,
});

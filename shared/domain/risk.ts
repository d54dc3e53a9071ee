/** Compares the effort of open cards with what people can finish by the milestone's date. */
import type { Day } from '../contract/index.ts';
import { addDays, countWorkdays, type Workdays } from './calendar.ts';
import type { PaceRange } from './forecast.ts';

/**
 * `nothingLeft`: no effort is left. `late`: the milestone's date has passed. `onTrack`: even the slowest pace is
 * enough. `tight`: the fastest pace is enough, but not the slowest. `atRisk`: even the fastest pace is not enough.
 * `unknown`: no pace is known.
 */
export type MilestoneRiskLevel = 'nothingLeft' | 'late' | 'unknown' | 'onTrack' | 'tight' | 'atRisk';

export interface MilestoneRisk {
  readonly level: MilestoneRiskLevel;
  /** Effort of cards that are not done. */
  readonly left: number;
  /** Number of workdays from tomorrow to the milestone's date, both included. */
  readonly workdaysLeft: number;
  /** Effort that can be finished on these workdays at the slowest and at the fastest pace; null without a pace. */
  readonly range: readonly [low: number, high: number] | null;
}

interface RiskInput {
  readonly left: number;
  readonly today: Day;
  readonly date: Day;
  readonly pace: PaceRange | null;
  readonly workdays: Workdays;
}

export function milestoneRiskOf({ left, today, date, pace, workdays }: RiskInput): MilestoneRisk {
  const workdaysLeft = countWorkdays(addDays(today, 1), date, workdays);
  const range = pace && ([pace.slow * workdaysLeft, pace.fast * workdaysLeft] as const);
  return { level: levelOf(left, date < today, range), left, workdaysLeft, range };
}

function levelOf(left: number, isOver: boolean, range: MilestoneRisk['range']): MilestoneRiskLevel {
  if (left === 0) return 'nothingLeft';
  if (isOver) return 'late';
  if (range === null) return 'unknown';
  const [low, high] = range;
  return left <= low ? 'onTrack' : left <= high ? 'tight' : 'atRisk';
}

const rounded = (value: number) => String(Math.round(value * 10) / 10);
/** "2.5 to 4", or "2.5" if both ends are equal after rounding. */
export function numberRangeText([low, high]: readonly [number, number]): string {
  const [from, to] = [rounded(low), rounded(high)];
  return from === to ? from : `${from} to ${to}`;
}

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export function milestoneRiskExplanation(
  { level, left, workdaysLeft, range }: MilestoneRisk,
  pace: PaceRange | null,
  people: number,
): string {
  if (level === 'nothingLeft') return 'No effort is left.';
  const open = `${rounded(left)} effort is left.`;
  if (level === 'late') return `${open} The date has passed.`;
  if (people === 0) return `${open} Nobody owns it, so there is no velocity.`;
  if (pace === null || range === null) return `${open} There is no velocity yet: it needs a completed run.`;
  const done = numberRangeText([pace.slow, pace.fast]);
  const days = counted(workdaysLeft, 'workday', 'workdays');
  const whose = people === 1 ? 'Its one person' : `Its ${people} people`;
  return `${open} ${whose} finished ${done} effort per workday in the last runs, all their work included. In the ${days} after today that makes ${numberRangeText(range)}.`;
}

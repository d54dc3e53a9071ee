/** What a board leaves out. An empty list filters nothing; null in a list stands for "none". */
import { localDay } from '../data/today.ts';
import { type StatusGroup, statusLook } from '../ui/status.ts';
import { type CardRow, openThreadsOf } from './cards.ts';

/** What a card may have or not have. */
export const properties = [
  'owner',
  'effort',
  'due',
  'tags',
  'milestone',
  'run',
  'threads',
  'subCards',
  'checkboxes',
  'waiting',
] as const;
export type Property = (typeof properties)[number];

export const propertyLabels: Record<Property, string> = {
  owner: 'Owner',
  effort: 'Effort',
  due: 'Due date',
  tags: 'Tags',
  milestone: 'Milestone',
  run: 'Run',
  threads: 'Open threads',
  subCards: 'Sub cards',
  checkboxes: 'Open checkboxes',
  waiting: 'Cards it waits for',
};

const has: Record<Property, (card: CardRow) => boolean> = {
  owner: ({ assigneeId }) => assigneeId !== null,
  effort: ({ effort }) => effort !== null,
  due: ({ dueDate }) => dueDate !== null,
  tags: ({ tags }) => tags.length > 0,
  milestone: ({ milestoneId }) => milestoneId !== null,
  run: ({ sprintId }) => sprintId !== null,
  threads: (card) => openThreadsOf(card) > 0,
  subCards: ({ childCards }) => childCards.length > 0,
  checkboxes: ({ checkboxStats }) => checkboxStats.checked < checkboxStats.total,
  waiting: ({ hasBlockingDeps }) => hasBlockingDeps,
};

export const spans = ['overdue', 'today', 'soon', 'changed', 'quiet', 'new'] as const;
export type Span = (typeof spans)[number];

export const spanLabels: Record<Span, string> = {
  overdue: 'Overdue',
  today: 'Due today',
  soon: 'Due within a week',
  changed: 'Changed in the last week',
  quiet: 'Unchanged for a month',
  new: 'Created in the last week',
};

export interface Filters {
  readonly text?: string;
  readonly owners?: readonly (string | null)[];
  readonly statuses?: readonly StatusGroup[];
  readonly tags?: readonly string[];
  readonly priorities?: readonly (string | null)[];
  /** As text, since kept views hold lists of texts. */
  readonly efforts?: readonly (string | null)[];
  readonly decks?: readonly string[];
  readonly runs?: readonly (string | null)[];
  readonly milestones?: readonly (string | null)[];
  /** Any of them. */
  readonly dates?: readonly Span[];
  /** The first and the last day on which cards are due, either of them or null: a list, as kept views hold them. */
  readonly due?: readonly (string | null)[] | undefined;
  /** All of them, and none of them. */
  readonly with?: readonly Property[];
  readonly without?: readonly Property[];
  readonly hideDone?: boolean;
}

export const noFilters: Filters = {};

/** Cards that are put away are asked for only where somebody filters for them. */
export const visibilitiesOf = ({ statuses }: Filters): readonly string[] => [
  'default',
  ...(['archived', 'deleted'] as const).filter((group) => statuses?.includes(group)),
];

export const toggled = <T>(list: readonly T[] | undefined, value: T): T[] =>
  list?.includes(value) ? list.filter((other) => other !== value) : [...(list ?? []), value];

export const countFilters = (filters: Filters): number =>
  [
    filters.owners,
    filters.statuses,
    filters.tags,
    filters.priorities,
    filters.efforts,
    filters.decks,
    filters.runs,
    filters.milestones,
    filters.dates,
    filters.due?.filter(Boolean),
    filters.with,
    filters.without,
  ].filter((list) => list?.length).length + Number(!!filters.hideDone);

/** Letters compared without case and accents. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const week = 7;
const month = 30;

/** Whether a card falls into a span of time, seen from a local day. */
function spanTests(today: string): Record<Span, (card: CardRow) => boolean> {
  const day = (days: number) => {
    const date = new Date(`${today}T12:00:00`);
    date.setDate(date.getDate() + days);
    return date;
  };
  const [ago, long, ahead] = [day(-week).toISOString(), day(-month).toISOString(), localDay(day(week))];
  const isDue = ({ dueDate, status }: CardRow) => dueDate !== null && status !== 'done';
  return {
    overdue: (card) => isDue(card) && (card.dueDate ?? '') < today,
    today: (card) => isDue(card) && card.dueDate === today,
    soon: (card) => isDue(card) && (card.dueDate ?? '') >= today && (card.dueDate ?? '') <= ahead,
    changed: ({ lastUpdatedAt }) => lastUpdatedAt >= ago,
    quiet: ({ lastUpdatedAt }) => lastUpdatedAt < long,
    new: ({ createdAt }) => createdAt >= ago,
  };
}

/** Names of a kept view that this version does not know filter nothing. */
const known = <T extends string>(names: readonly T[], list: readonly T[] | undefined): readonly T[] =>
  list?.filter((name) => names.includes(name)) ?? [];

/** A test for cards; undefined when everything passes. `codeOf` gives the short code the person sees. */
export function cardTest(
  filters: Filters,
  codeOf: (card: CardRow) => string,
  today: string = localDay(),
): ((card: CardRow) => boolean) | undefined {
  const { owners, statuses, tags, priorities, efforts, decks, runs, milestones, hideDone } = filters;
  const words = folded(filters.text ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const wantedTags = tags?.map(folded);
  if (words.length === 0 && countFilters(filters) === 0) return undefined;
  const inSpan = spanTests(today);
  const dates = known(spans, filters.dates);
  const [from, until] = filters.due ?? [];
  const [wanted, unwanted] = [known(properties, filters.with), known(properties, filters.without)];
  return (card) => {
    if (owners?.length && !owners.includes(card.assigneeId)) return false;
    if (statuses?.length && !statuses.includes(statusLook(card.derivedStatus).group)) return false;
    if (priorities?.length && !priorities.includes(card.priority)) return false;
    if (efforts?.length && !efforts.includes(card.effort === null ? null : String(card.effort))) return false;
    if (decks?.length && !(card.deckId && decks.includes(card.deckId))) return false;
    if (runs?.length && !runs.includes(card.sprintId)) return false;
    if (milestones?.length && !milestones.includes(card.milestoneId)) return false;
    if (wantedTags?.length && !card.tags.some((tag) => wantedTags.includes(folded(tag)))) return false;
    if (dates.length > 0 && !dates.some((span) => inSpan[span](card))) return false;
    if (from && !(card.dueDate && card.dueDate >= from)) return false;
    if (until && !(card.dueDate && card.dueDate <= until)) return false;
    if (!wanted.every((property) => has[property](card))) return false;
    if (unwanted.some((property) => has[property](card))) return false;
    if (hideDone && card.status === 'done') return false;
    if (words.length === 0) return true;
    const text = folded(`${card.title} ${codeOf(card)} ${card.tags.map((tag) => `#${tag}`).join(' ')}`);
    return words.every((word) => text.includes(word));
  };
}

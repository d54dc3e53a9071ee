/**
 * Rebuilds the progress of earlier days from the history of cards, for burn-up charts of one person: recorded rows name no
 * people.
 */
import type { Day, Timestamp } from '../contract/index.ts';
import { addDays, dayOf } from './calendar.ts';
import { liveProgress, type ProgressRow } from './progress.ts';

/** The fields of a card that its history leads back, as they are now. */
export interface CardNow {
  readonly cardId: string;
  readonly createdAt: Timestamp;
  readonly assigneeId: string | null;
  readonly sprintId: string | null;
  readonly milestoneId: string | null;
  readonly effort: number | null;
  readonly derivedStatus: string;
}

/** One version of a card: a `cardHistory` row. `diff` has `[old, new]` for single fields. */
export interface CardVersion {
  readonly cardId: string;
  readonly versionCreatedAt: Timestamp;
  readonly diff: unknown;
}

const ledBack = ['assigneeId', 'sprintId', 'milestoneId', 'effort', 'derivedStatus'] as const;

/** Derived statuses for services that record only `status`. */
const derivedFrom: Readonly<Record<string, string>> = {
  done: 'done',
  started: 'started',
  snoozing: 'snoozing',
  not_started: 'assigned',
};

const oldValue = (diff: unknown, field: string): unknown => {
  const change = (diff as Record<string, unknown> | null)?.[field];
  return Array.isArray(change) && change.length === 2 ? change[0] : undefined;
};

/** The card before a version. Fields whose change has another form stay as they are. */
function before(card: CardNow, diff: unknown): CardNow {
  const changed: Record<string, unknown> = {};
  for (const field of ledBack) {
    const value = oldValue(diff, field);
    if (value !== undefined) changed[field] = value;
  }
  const status = oldValue(diff, 'status');
  if (!('derivedStatus' in changed) && typeof status === 'string') changed.derivedStatus = derivedFrom[status];
  return Object.keys(changed).length === 0 ? card : { ...card, ...changed };
}

/** Cards without any version, whose past is not known. */
export function withoutHistory<Card extends CardNow>(cards: readonly Card[], versions: readonly CardVersion[]): Card[] {
  const known = new Set(versions.map(({ cardId }) => cardId));
  return cards.filter(({ cardId }) => !known.has(cardId));
}

/**
 * The progress at the end of each UTC day from `from` to `to`, of the cards for which `counts` was true then. Cards that
 * are not among `cards` are missing on all days.
 */
export function pastProgress(
  cards: readonly CardNow[],
  versions: readonly CardVersion[],
  { from, to }: { readonly from: Day; readonly to: Day },
  counts: (card: CardNow) => boolean,
): ProgressRow[] {
  const states = new Map(cards.map((card) => [card.cardId, card]));
  const newestFirst = versions.toSorted((a, b) => b.versionCreatedAt.localeCompare(a.versionCreatedAt));
  const rows: ProgressRow[] = [];
  let next = 0;
  for (let day = to; day >= from; day = addDays(day, -1)) {
    for (
      let version = newestFirst[next];
      version && dayOf(version.versionCreatedAt) > day;
      version = newestFirst[++next]
    ) {
      const card = states.get(version.cardId);
      if (card) states.set(version.cardId, before(card, version.diff));
    }
    const present = [...states.values()].filter((card) => dayOf(card.createdAt) <= day && counts(card));
    rows.push({ date: day, progress: liveProgress(present) });
  }
  return rows.reverse();
}

/** The columns a table of cards can show: their names, widths, order of values, and which menu changes them. */

import { type Lookups, nameOf, type Person } from '../../data/lookups.ts';
import { type TableColumn, type TableView, tableColumns } from '../../model/board-view.ts';
import { type CardRow, type CardSet, placeOf } from '../../model/card-row.ts';
import { statusGroups, statusLook } from '../../ui/icons/status.ts';
import type { ChooseWhat } from '../../workbench/dialog-state.ts';

interface ColumnLook {
  readonly label: string;
  /** px */
  readonly width: number;
  /** The menu that changes the field; absent where it is not changed in place. */
  readonly edit?: ChooseWhat;
}

export const columnLooks: Record<TableColumn, ColumnLook> = {
  title: { label: 'Title', width: 320 },
  code: { label: 'Code', width: 76 },
  status: { label: 'Status', width: 124, edit: 'status' },
  owner: { label: 'Owner', width: 150, edit: 'owner' },
  priority: { label: 'Priority', width: 100, edit: 'priority' },
  effort: { label: 'Effort', width: 76, edit: 'effort' },
  deck: { label: 'Deck', width: 150, edit: 'deck' },
  zone: { label: 'Zone', width: 120, edit: 'zone' },
  milestone: { label: 'Milestone', width: 140, edit: 'milestone' },
  run: { label: 'Run', width: 140, edit: 'run' },
  due: { label: 'Due', width: 96, edit: 'due' },
  tags: { label: 'Tags', width: 180, edit: 'tag' },
  updated: { label: 'Updated', width: 110 },
};

export const standardColumns: readonly TableColumn[] = [
  'title',
  'code',
  'status',
  'owner',
  'priority',
  'effort',
  'milestone',
  'run',
  'tags',
  'updated',
];

/** The columns of a view, the title always first; names that are unknown (a view from elsewhere) are left out. */
export function shownColumns(view: TableView | undefined): readonly TableColumn[] {
  const chosen = (view?.columns ?? standardColumns).filter((name) => tableColumns.includes(name) && name !== 'title');
  return ['title', ...tableColumns.filter((name) => chosen.includes(name))];
}

export interface TableFacts {
  readonly set: CardSet;
  readonly zones: readonly (string | null)[];
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
  readonly runName: (id: string) => string;
}

type Value = string | number | null;

/** What a column sorts by; null where the card has none. */
export function sortValueOf(column: TableColumn, card: CardRow, facts: TableFacts): Value {
  const { lookups, people, set, zones } = facts;
  switch (column) {
    case 'title':
      return card.title;
    case 'code':
      return card.accountSeq || null;
    case 'status':
      return statusGroups.indexOf(statusLook(card.derivedStatus).group);
    case 'owner':
      return card.assigneeId ? nameOf(people[card.assigneeId]) : null;
    case 'priority':
      return card.priority;
    case 'effort':
      return card.effort;
    case 'deck':
      return card.deckId ? (lookups.decks[card.deckId]?.title ?? '') : null;
    case 'zone': {
      const at = zones.indexOf(placeOf(set, card.cardId)?.label ?? null);
      return at < 0 ? null : at;
    }
    case 'milestone':
      return card.milestoneId ? (lookups.milestones[card.milestoneId]?.date ?? '9999') : null;
    case 'run':
      return card.sprintId ? (lookups.sprints[card.sprintId]?.startDate ?? '9999') : null;
    case 'due':
      return card.dueDate;
    case 'tags':
      return card.tags.length > 0 ? card.tags.join(' ') : null;
    case 'updated':
      return card.lastUpdatedAt;
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
/** Ids, days and letters of priorities compare by code unit; names as people sort them. */
const named: ReadonlySet<TableColumn> = new Set(['title', 'owner', 'deck', 'tags']);

/**
 * Card ids in the order of a column. Cards without a value stand at the end in both directions; those with the same value
 * keep the order they came in.
 */
export function sortedBy(
  ids: readonly string[],
  { column, descending }: { readonly column: TableColumn; readonly descending: boolean },
  facts: TableFacts,
): readonly string[] {
  const values = new Map<string, Value>();
  for (const id of ids) {
    const card = facts.set.rows[id];
    values.set(id, card ? sortValueOf(column, card, facts) : null);
  }
  const sign = descending ? -1 : 1;
  return [...ids].sort((a, b) => {
    const [x, y] = [values.get(a) ?? null, values.get(b) ?? null];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * (named.has(column) ? collator.compare(String(x), String(y)) : x < y ? -1 : x > y ? 1 : 0);
  });
}

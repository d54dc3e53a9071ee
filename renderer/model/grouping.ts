/** How a board turns cards into columns or lanes: by zone, deck, status, owner, priority, effort, run, milestone, tag or hero card. */
import { runLabel } from '../../shared/domain/run-label.ts';
import type { DeckRow, Lookups, Person } from '../data/lookups.ts';
import { nameOf } from '../data/lookups.ts';
import { groupLabels, type StatusGroup, statusGroups, statusLook } from '../ui/icons/status.ts';
import { type CardRow, type CardSet, placeOf } from './card-row.ts';

export const groupingNames = [
  'zone',
  'deck',
  'status',
  'owner',
  'priority',
  'effort',
  'run',
  'milestone',
  'tag',
  'hero',
  'none',
] as const;
export type GroupingName = (typeof groupingNames)[number];

export const groupingLabels: Record<GroupingName, string> = {
  zone: 'Zone',
  deck: 'Deck',
  status: 'Status',
  owner: 'Owner',
  priority: 'Priority',
  effort: 'Effort',
  run: 'Run',
  milestone: 'Milestone',
  tag: 'Tag',
  hero: 'Hero card',
  none: 'One list',
};

/** A column and what it stands for: `value` is the field's value that its cards share. */
export interface Column {
  readonly key: string;
  readonly title: string;
  readonly by: GroupingName;
  readonly value: string | number | null;
  /** CSS colour of its mark. */
  readonly color?: string | null;
  readonly statusGroup?: StatusGroup;
  readonly personId?: string;
  readonly emoji?: string | null;
  readonly detail?: string;
  readonly deckType?: string;
}

export interface GroupingFacts {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
  readonly me: string | null;
  /** Zones of the source, in order; empty where it has none. */
  readonly zones: readonly (string | null)[];
  /** Decks of the source, in order. */
  readonly decks: readonly DeckRow[];
  /** The runs shown, where the source is about some of them only. */
  readonly runs?: readonly string[] | undefined;
  /** All its cards have an owner: none is unassigned. */
  readonly owned?: boolean;
  /** Those that are shown at all; absent or empty: any. */
  readonly statuses?: readonly StatusGroup[] | undefined;
  /** Titles of hero cards by id, where cards are grouped by them. */
  readonly heroes?: Readonly<Record<string, string>> | undefined;
}

const keyOf = (by: GroupingName, value: string | number | null) => `${by}:${value === null ? '' : value}`;

/** Statuses a board of tasks always shows, so that there is somewhere to drop. */
const standingGroups: readonly StatusGroup[] = ['unassigned', 'assigned', 'started', 'review', 'blocked', 'done'];

/** The keys of the columns a card stands in: several only for tags. */
export function columnKeysOf(
  by: GroupingName,
  card: CardRow,
  set: CardSet,
  zones: readonly (string | null)[],
): string[] {
  switch (by) {
    case 'zone': {
      const label = placeOf(set, card.cardId)?.label ?? null;
      return [keyOf('zone', zones.includes(label) ? label : null)];
    }
    case 'deck':
      return [keyOf('deck', card.deckId)];
    case 'status':
      return [keyOf('status', statusLook(card.derivedStatus).group)];
    case 'owner':
      return [keyOf('owner', card.assigneeId)];
    case 'priority':
      return [keyOf('priority', card.priority)];
    case 'effort':
      return [keyOf('effort', card.effort)];
    case 'run':
      return [keyOf('run', card.sprintId)];
    case 'milestone':
      return [keyOf('milestone', card.milestoneId)];
    case 'tag':
      return card.tags.length > 0 ? card.tags.map((tag) => keyOf('tag', tag.toLowerCase())) : [keyOf('tag', null)];
    case 'hero':
      return [keyOf('hero', card.parentCardId)];
    case 'none':
      return ['none:'];
  }
}

/** The columns of a grouping, in order; `used` are the keys that cards of the source stand in. */
export function columnsOf(by: GroupingName, set: CardSet, used: ReadonlySet<string>, facts: GroupingFacts): Column[] {
  const { lookups, people, me, zones, decks } = facts;
  switch (by) {
    case 'zone': {
      const columns = zones.map(
        (label): Column => ({ key: keyOf('zone', label), title: label ?? 'No zone', by, value: label }),
      );
      if (!zones.includes(null) && (used.has(keyOf('zone', null)) || zones.length === 0))
        columns.unshift({ key: keyOf('zone', null), title: zones.length === 0 ? 'Cards' : 'No zone', by, value: null });
      return columns;
    }
    case 'deck': {
      const columns = decks.map(
        (deck): Column => ({
          key: keyOf('deck', deck.id),
          title: deck.title,
          by,
          value: deck.id,
          color: deck.coverColor,
          deckType: deck.deckType,
        }),
      );
      for (const key of used) {
        const id = key.slice('deck:'.length);
        if (columns.some((column) => column.key === key)) continue;
        const deck = lookups.decks[id];
        columns.push({
          key,
          title: id ? (deck?.title ?? 'Deck out of sight') : 'Private cards',
          by,
          value: id || null,
          color: deck?.coverColor,
          deckType: deck?.deckType,
        });
      }
      return columns;
    }
    case 'status':
      return statusGroups
        .filter(
          (group) =>
            used.has(keyOf('status', group)) ||
            (standingGroups.includes(group) && !(facts.owned && group === 'unassigned')),
        )
        .map((group) => ({
          key: keyOf('status', group),
          title: groupLabels[group],
          by,
          value: group,
          statusGroup: group,
        }));
    case 'owner': {
      const owners = Object.values(people)
        .filter((person) => used.has(keyOf('owner', person.id)) || (person.kind === 'human' && !person.isRemoved))
        .sort((a, b) => Number(b.id === me) - Number(a.id === me) || nameOf(a).localeCompare(nameOf(b)));
      const columns = owners.map(
        (person): Column => ({
          key: keyOf('owner', person.id),
          title: nameOf(person),
          by,
          value: person.id,
          personId: person.id,
        }),
      );
      for (const key of used) {
        const id = key.slice('owner:'.length);
        if (id && !people[id]) columns.push({ key, title: 'Somebody', by, value: id, personId: id });
      }
      return [{ key: keyOf('owner', null), title: 'Nobody', by, value: null }, ...columns];
    }
    case 'priority': {
      const labels = (lookups.account?.priorityLabels ?? { a: 'High', b: 'Medium', c: 'Low' }) as Record<
        string,
        string
      >;
      const values = [...Object.keys(labels)];
      for (const key of used) {
        const value = key.slice('priority:'.length);
        if (value && !values.includes(value)) values.push(value);
      }
      return [
        ...values.map((value): Column => ({ key: keyOf('priority', value), title: labels[value] ?? value, by, value })),
        { key: keyOf('priority', null), title: 'No priority', by, value: null },
      ];
    }
    case 'effort': {
      const values = new Set<number>(lookups.account?.effortScale ?? []);
      for (const key of used) if (key !== 'effort:') values.add(Number(key.slice('effort:'.length)));
      return [
        { key: keyOf('effort', null), title: 'No effort', by, value: null },
        ...[...values]
          .sort((a, b) => a - b)
          .map((value): Column => ({ key: keyOf('effort', value), title: String(value), by, value })),
      ];
    }
    case 'run': {
      const listed = facts.runs;
      const sprints = Object.values(lookups.sprints)
        .filter((sprint) =>
          listed ? listed.includes(sprint.id) : sprint.completedAt === null || used.has(keyOf('run', sprint.id)),
        )
        .sort((a, b) => a.startDate.localeCompare(b.startDate));
      return [
        ...(listed ? [] : [{ key: keyOf('run', null), title: 'No run', by, value: null }]),
        ...sprints.map((sprint): Column => {
          const config = lookups.sprintConfigs[sprint.sprintConfigId];
          return {
            key: keyOf('run', sprint.id),
            title: runLabel(sprint, config),
            by,
            value: sprint.id,
            color: `var(--planner-${config?.color ?? 'gray'})`,
            detail: `${sprint.startDate} – ${sprint.endDate}`,
          };
        }),
      ];
    }
    case 'milestone': {
      const milestones = Object.values(lookups.milestones).sort((a, b) => a.date.localeCompare(b.date));
      return [
        { key: keyOf('milestone', null), title: 'No milestone', by, value: null },
        ...milestones.map(
          (milestone): Column => ({
            key: keyOf('milestone', milestone.id),
            title: milestone.name,
            by,
            value: milestone.id,
            color: `var(--planner-${milestone.color})`,
            detail: milestone.date,
          }),
        ),
      ];
    }
    case 'tag': {
      const projects = new Set(decks.map((deck) => deck.projectId));
      const columns = new Map<string, Column>();
      for (const tag of Object.values(lookups.tags)) {
        const key = keyOf('tag', tag.tag.toLowerCase());
        if ((projects.size === 0 || projects.has(tag.projectId)) && !columns.has(key))
          columns.set(key, { key, title: tag.tag, by, value: tag.tag, color: tag.color, emoji: tag.emoji });
      }
      for (const id of set.ids)
        for (const tag of set.rows[id]?.tags ?? []) {
          const key = keyOf('tag', tag.toLowerCase());
          if (!columns.has(key)) columns.set(key, { key, title: tag, by, value: tag });
        }
      return [{ key: keyOf('tag', null), title: 'No tag', by, value: null }, ...columns.values()];
    }
    case 'hero': {
      const heroes = new Map<string, string>();
      for (const key of used) {
        const id = key.slice('hero:'.length);
        if (id) heroes.set(id, facts.heroes?.[id] ?? set.rows[id]?.title ?? 'Hero card out of sight');
      }
      // Hero cards that are shown themselves take sub cards, too, though they have none in sight.
      for (const id of set.ids) {
        const card = set.rows[id];
        if (card && card.childCards.length > 0) heroes.set(id, card.title || 'Untitled');
      }
      return [
        { key: keyOf('hero', null), title: 'No hero card', by, value: null },
        ...[...heroes]
          .sort(([a, titleA], [b, titleB]) => titleA.localeCompare(titleB) || (a < b ? -1 : 1))
          .map(([id, title]): Column => ({ key: keyOf('hero', id), title, by, value: id })),
      ];
    }
    case 'none':
      return [{ key: 'none:', title: 'Cards', by, value: null }];
  }
}

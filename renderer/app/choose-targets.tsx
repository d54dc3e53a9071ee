/** What can be chosen for cards, field by field: the same entries in dialogs, in cells of a table and in the bulk bar. */
import { CalendarDays, CalendarX, FileText, Flag, Gem, Hand, Milestone, SquareCheck, Tag, Timer } from 'lucide-react';
import { useMemo } from 'react';
import { query, under } from '../../shared/contract/index.ts';
import { runLabel } from '../../shared/domain/run-label.ts';
import { activeList } from '../board/active.ts';
import * as actions from '../board/card-actions.ts';
import type { CardRow } from '../board/cards.ts';
import { refusalOf } from '../board/drop.ts';
import { hexColor } from '../board/facts.tsx';
import { useMe } from '../data/app-state.ts';
import { useLive } from '../data/live.ts';
import { type Lookups, nameOf, type Person, useLookups, usePersons } from '../data/lookups.ts';
import { dayInWords, localDay } from '../data/today.ts';
import { zoneTitle } from '../decks/zones.ts';
import { useHand } from '../hand/entries.ts';
import { handRefusal } from '../hand/hand-drop.ts';
import { Avatar } from '../ui/Avatar.tsx';
import type { Choice } from '../ui/ChoiceList.tsx';
import { EffortMark, PriorityMark } from '../ui/marks.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { Swatch } from '../ui/Swatch.tsx';
import type { ChooseWhat } from './dialog-state.ts';

export interface Target extends Choice {
  readonly run: () => void;
}

const heroesQuery = query({
  _root: [
    {
      account: [
        under('cards', { visibility: 'default', derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] } }, [
          'title',
          'deckId',
          'derivedStatus',
          'parentCardId',
        ]),
      ],
    },
  ],
});

export function useTargets(what: ChooseWhat, cards: readonly CardRow[]): readonly Target[] {
  const lookups = useLookups();
  const persons = usePersons();
  const me = useMe();
  const hand = useHand();
  const { data } = useLive(heroesQuery, { enabled: what === 'hero' });
  return useMemo<Target[]>(() => {
    switch (what) {
      case 'status':
        return statuses(cards, lookups);
      case 'owner':
        return owners(cards, persons, me);
      case 'priority':
        return priorityTargets(cards, lookups);
      case 'effort':
        return efforts(cards, lookups);
      case 'run':
        return runs(cards, lookups);
      case 'milestone':
        return milestones(cards, lookups);
      case 'due':
        return dueDays(cards);
      case 'kind':
        return kinds(cards);
      case 'tag':
        return tags(cards, lookups);
      case 'deck':
        return decks(cards, lookups);
      case 'hero':
        return heroes(cards, Object.values(data?.card ?? {}) as unknown as readonly HeroRow[], lookups);
      case 'zone':
        return zoneTargets(cards);
      case 'move':
        return [
          ...columns(cards, lookups),
          {
            key: 'hand',
            label: 'Your Hand',
            group: 'Hand',
            icon: <Hand size={14} aria-hidden />,
            disabled: handRefusal(cards, {
              userId: hand.userId ?? '',
              current: hand.entries.map((entry) => entry.cardId),
              slots: hand.slots,
            }),
            run: () => void actions.toHand(cards, new Set()),
          },
          ...decks(cards, lookups),
          ...runs(cards, lookups),
          ...milestones(cards, lookups),
        ];
    }
  }, [what, cards, lookups, persons, me, hand, data]);
}

/** What typing something that is not listed means; absent where it means nothing. */
export function creationOf(what: ChooseWhat, cards: readonly CardRow[]): ((text: string) => boolean) | undefined {
  if (what === 'tag')
    return (text) => {
      void actions.toggleTag(cards, text.replace(/^#/, ''));
      return true;
    };
  if (what === 'effort')
    return (text) => {
      const effort = Number(text);
      if (!Number.isInteger(effort) || effort < 0) return false;
      actions.setEffort(cards, effort);
      return true;
    };
  if (what === 'due')
    return (text) => {
      const day = dayIn(text);
      if (!day) return false;
      void actions.setDueDate(cards, day, dayInWords(day));
      return true;
    };
  return undefined;
}

/** `2026-03-09`, where that is a day of the calendar. */
export function dayIn(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? null : text;
}

function statuses(cards: readonly CardRow[], lookups: Lookups): Target[] {
  const options = [
    ['not_started', 'Not started', 'unassigned'],
    ['started', 'Started', 'started'],
    ['done', 'Done', 'done'],
  ] as const;
  return options.map(([status, label, group]) => ({
    key: status,
    label,
    icon: <StatusDot group={group} named={false} />,
    disabled: cards.every((card) => card.isDoc) ? 'documents have no status' : null,
    chosen: allAre(cards, 'status', status),
    run: () => actions.setStatus(cards, status, lookups),
  }));
}

function dueDays(cards: readonly CardRow[]): Target[] {
  const from = (days: number) => {
    const day = new Date();
    day.setDate(day.getDate() + days);
    return localDay(day);
  };
  // Fridays are where weeks of work end.
  const toFriday = (12 - new Date().getDay()) % 7;
  const offered = [
    ['Today', from(0)],
    ['Tomorrow', from(1)],
    ['This Friday', from(toFriday)],
    ['In a week', from(7)],
    ['In two weeks', from(14)],
    ['In four weeks', from(28)],
  ] as const;
  return [
    ...offered.map(([label, day]) => ({
      key: label,
      label,
      hint: dayInWords(day),
      words: day,
      icon: <CalendarDays size={14} aria-hidden />,
      chosen: allAre(cards, 'dueDate', day),
      run: () => void actions.setDueDate(cards, day, dayInWords(day)),
    })),
    {
      key: 'none',
      label: 'No due date',
      icon: <CalendarX size={14} aria-hidden />,
      chosen: allAre(cards, 'dueDate', null),
      run: () => void actions.setDueDate(cards, null, ''),
    },
  ];
}

function kinds(cards: readonly CardRow[]): Target[] {
  return [
    {
      key: 'card',
      label: 'Card with a status',
      icon: <SquareCheck size={14} aria-hidden />,
      chosen: allAre(cards, 'isDoc', false),
      run: () => void actions.setDoc(cards, false),
    },
    {
      key: 'doc',
      label: 'Document',
      hint: 'no status, priority or effort',
      icon: <FileText size={14} aria-hidden />,
      chosen: allAre(cards, 'isDoc', true),
      run: () => void actions.setDoc(cards, true),
    },
  ];
}

interface HeroRow {
  readonly cardId: string;
  readonly title: string;
  readonly deckId: string | null;
  readonly derivedStatus: string;
  readonly parentCardId: string | null;
}

function heroes(cards: readonly CardRow[], rows: readonly HeroRow[], lookups: Lookups): Target[] {
  const facts = { deckTypeOf: (id: string | null) => (id ? lookups.decks[id]?.deckType : undefined) };
  return [
    {
      key: 'none',
      label: 'No hero card',
      chosen: allAre(cards, 'parentCardId', null),
      run: () => void actions.setHero(cards, null, ''),
    },
    ...rows
      .filter((row) => row.parentCardId === null)
      .sort((a, b) => a.title.localeCompare(b.title))
      .map((row) => ({
        key: row.cardId,
        label: row.title || 'Untitled',
        hint: row.deckId ? lookups.decks[row.deckId]?.title : undefined,
        icon: <Gem size={14} aria-hidden />,
        chosen: allAre(cards, 'parentCardId', row.cardId),
        disabled:
          cards
            .map((card) => refusalOf(card, { key: '', title: '', by: 'hero', value: row.cardId }, facts))
            .find((reason) => reason !== null) ?? null,
        run: () => void actions.setHero(cards, row.cardId, row.title || 'Untitled'),
      })),
  ];
}

const allAre = (cards: readonly CardRow[], field: keyof CardRow, value: unknown) =>
  cards.length > 0 && cards.every((card) => card[field] === value);

/** The columns of the board that is shown. */
function columns(cards: readonly CardRow[], lookups: Lookups): Target[] {
  const list = activeList();
  if (!list?.move) return [];
  return list.columns.map(({ column, ids }, index) => ({
    key: `column:${column.key}`,
    label: column.title,
    group: 'This board',
    hint: 'column',
    icon: column.statusGroup ? <StatusDot group={column.statusGroup} named={false} /> : <Swatch color={column.color} />,
    disabled: cards.every((card) => ids.includes(card.cardId))
      ? 'already there'
      : (cards
          .map((card) =>
            refusalOf(card, column, { deckTypeOf: (id) => (id ? lookups.decks[id]?.deckType : undefined) }),
          )
          .find((reason) => reason !== null) ?? null),
    run: () => list.move?.(cards, index, ids.length),
  }));
}

/** Zones of the board that is shown. */
function zoneTargets(cards: readonly CardRow[]): Target[] {
  const list = activeList();
  return (list?.zones ?? []).map((zone) => ({
    key: `zone:${zone ?? ''}`,
    label: zoneTitle(zone),
    run: () => list?.toZone?.(cards, zone),
  }));
}

function decks(cards: readonly CardRow[], lookups: Lookups): Target[] {
  const order = new Map(lookups.projects.map((project, index) => [project.id as string, index]));
  return Object.values(lookups.decks)
    .filter((deck) => !deck.isDeleted && order.has(deck.projectId))
    .sort((a, b) => (order.get(a.projectId) ?? 0) - (order.get(b.projectId) ?? 0) || a.title.localeCompare(b.title))
    .map((deck) => ({
      key: `deck:${deck.id}`,
      label: deck.title,
      group: 'Decks',
      hint: lookups.projects.find(({ id }) => id === deck.projectId)?.name,
      icon: <Swatch color={hexColor(deck.coverColor)} />,
      chosen: allAre(cards, 'deckId', deck.id),
      words: 'deck',
      run: () => void actions.setDeck(cards, deck.id, deck.title),
    }));
}

function owners(cards: readonly CardRow[], persons: readonly Person[], me: string | null): Target[] {
  const sorted = [...persons].sort((a, b) => Number(b.id === me) - Number(a.id === me));
  return [
    {
      key: 'nobody',
      label: 'Nobody',
      chosen: allAre(cards, 'assigneeId', null),
      run: () => void actions.setOwner(cards, null, ''),
    },
    ...sorted.map((person) => ({
      key: person.id,
      label: person.id === me ? `${nameOf(person)} (you)` : nameOf(person),
      words: person.name,
      icon: <Avatar id={person.id} name={nameOf(person)} size={18} />,
      chosen: allAre(cards, 'assigneeId', person.id),
      run: () => void actions.setOwner(cards, person.id, nameOf(person)),
    })),
  ];
}

function priorityTargets(cards: readonly CardRow[], lookups: Lookups): Target[] {
  const labels = (lookups.account?.priorityLabels ?? { a: 'High', b: 'Medium', c: 'Low' }) as Record<string, string>;
  return [
    ...Object.entries(labels).map(([priority, label]) => ({
      key: priority,
      label,
      words: priority,
      icon: <PriorityMark priority={priority} label={label} />,
      chosen: allAre(cards, 'priority', priority),
      run: () => actions.setPriority(cards, priority),
    })),
    {
      key: 'none',
      label: 'No priority',
      icon: <Flag size={14} aria-hidden />,
      chosen: allAre(cards, 'priority', null),
      run: () => actions.setPriority(cards, null),
    },
  ];
}

function efforts(cards: readonly CardRow[], lookups: Lookups): Target[] {
  return [
    ...(lookups.account?.effortScale ?? []).map((effort) => ({
      key: String(effort),
      label: String(effort),
      icon: <EffortMark effort={effort} />,
      chosen: allAre(cards, 'effort', effort),
      run: () => actions.setEffort(cards, effort),
    })),
    {
      key: 'none',
      label: 'No effort',
      chosen: allAre(cards, 'effort', null),
      run: () => actions.setEffort(cards, null),
    },
  ];
}

function runs(cards: readonly CardRow[], lookups: Lookups): Target[] {
  return [
    ...Object.values(lookups.sprints)
      .filter((sprint) => sprint.completedAt === null)
      .sort((a, b) => a.startDate.localeCompare(b.startDate))
      .map((sprint) => {
        const config = lookups.sprintConfigs[sprint.sprintConfigId];
        const label = runLabel(sprint, config);
        return {
          key: `run:${sprint.id}`,
          label,
          group: 'Runs',
          words: `run ${config?.name ?? ''}`,
          hint: `${dayInWords(sprint.startDate)} – ${dayInWords(sprint.endDate)}`,
          icon: <Timer size={14} aria-hidden />,
          chosen: allAre(cards, 'sprintId', sprint.id),
          run: () => void actions.setRun(cards, sprint.id, label),
        };
      }),
    {
      key: 'run:',
      label: 'No run',
      group: 'Runs',
      chosen: allAre(cards, 'sprintId', null),
      run: () => void actions.setRun(cards, null, ''),
    },
  ];
}

function milestones(cards: readonly CardRow[], lookups: Lookups): Target[] {
  return [
    ...Object.values(lookups.milestones)
      .sort((a, b) => a.date.localeCompare(b.date))
      .map((milestone) => ({
        key: `milestone:${milestone.id}`,
        label: milestone.name,
        group: 'Milestones',
        words: 'milestone',
        hint: dayInWords(milestone.date),
        icon: <Milestone size={14} aria-hidden style={{ color: `var(--planner-${milestone.color})` }} />,
        chosen: allAre(cards, 'milestoneId', milestone.id),
        run: () => void actions.setMilestone(cards, milestone.id, milestone.name),
      })),
    {
      key: 'milestone:',
      label: 'No milestone',
      group: 'Milestones',
      chosen: allAre(cards, 'milestoneId', null),
      run: () => void actions.setMilestone(cards, null, ''),
    },
  ];
}

function tags(cards: readonly CardRow[], lookups: Lookups): Target[] {
  const projects = new Set(cards.map((card) => (card.deckId ? lookups.decks[card.deckId]?.projectId : undefined)));
  const having = (key: string) =>
    cards.filter((card) => card.masterTags.some((own) => own.toLowerCase() === key)).length;
  const known = new Map<string, { tag: string; emoji?: string | null; color?: string | null }>();
  for (const tag of Object.values(lookups.tags)) {
    const key = tag.tag.toLowerCase();
    if (!known.has(key) && projects.has(tag.projectId)) known.set(key, tag);
  }
  for (const tag of cards.flatMap((card) => card.masterTags))
    if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), { tag });
  const all = [...known].map(([key, tag]) => ({ key, tag, count: having(key) }));
  const icon = (tag: { emoji?: string | null; color?: string | null }) =>
    tag.emoji ? (
      <span aria-hidden>{tag.emoji}</span>
    ) : hexColor(tag.color) ? (
      <Swatch color={tag.color} />
    ) : (
      <Tag size={13} aria-hidden />
    );
  const some = all.filter(({ count }) => count > 0 && count < cards.length);
  return [
    ...all.map(({ key, tag, count }) => ({
      key,
      label: tag.tag,
      group: cards.length > 1 ? 'Add to all, or take off all' : '',
      icon: icon(tag),
      hint: count > 0 && count < cards.length ? `${count} of ${cards.length}` : undefined,
      chosen: count === cards.length,
      run: () => void actions.toggleTag(cards, tag.tag),
    })),
    ...some.map(({ key, tag, count }) => ({
      key: `remove:${key}`,
      label: `Remove ${tag.tag}`,
      group: 'Take off those that have it',
      icon: icon(tag),
      hint: `${count} cards`,
      run: () =>
        void actions.removeTag(
          cards.filter((card) => card.masterTags.some((own) => own.toLowerCase() === key)),
          tag.tag,
        ),
    })),
  ];
}

/** "Which one?": the menu and keyboard twin of dropping cards on something. */
import { Flag, Hand, Milestone, Tag, Timer } from 'lucide-react';
import { type CSSProperties, type ReactElement, useMemo } from 'react';
import { runLabel } from '../../shared/domain/run-label.ts';
import { activeList } from '../board/active.ts';
import * as actions from '../board/card-actions.ts';
import type { CardRow } from '../board/cards.ts';
import { cardsInWords, refusalOf } from '../board/drop.ts';
import { hexColor } from '../board/facts.tsx';
import { useMe } from '../data/app-state.ts';
import { type Lookups, nameOf, type Person, useLookups, usePersons } from '../data/lookups.ts';
import { dayInWords } from '../data/today.ts';
import { useHand } from '../hand/entries.ts';
import { handRefusal } from '../hand/hand-drop.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { type Choice, ChoiceList } from '../ui/ChoiceList.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EffortMark, PriorityMark } from '../ui/marks.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import styles from './ChooseDialog.module.css';
import { closeDialog, type DialogState } from './dialog-state.ts';

type What = Extract<DialogState, { kind: 'choose' }>['what'];

export interface ChooseDialogProps {
  what: What;
  cards: readonly CardRow[];
}

const titles: Record<What, string> = {
  move: 'Move',
  owner: 'Owner of',
  priority: 'Priority of',
  effort: 'Effort of',
  run: 'Run of',
  milestone: 'Milestone of',
  tag: 'Tags of',
  deck: 'Deck of',
};

interface Target extends Choice {
  readonly run: () => void;
}

export function ChooseDialog({ what, cards }: ChooseDialogProps): ReactElement {
  const lookups = useLookups();
  const persons = usePersons();
  const me = useMe();
  const hand = useHand();
  const targets = useMemo<Target[]>(() => {
    switch (what) {
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
      case 'tag':
        return tags(cards, lookups);
      case 'deck':
        return decks(cards, lookups);
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
  }, [what, cards, lookups, persons, me, hand]);
  const title = `${titles[what]} ${cardsInWords(cards)}`;
  return (
    <Dialog open onClose={closeDialog} title={what === 'move' ? `${title} to…` : title} width={440}>
      <ChoiceList
        label={what === 'move' ? 'Where to' : titles[what].replace(' of', '')}
        choices={targets}
        onChoose={(key) => {
          targets.find((target) => target.key === key)?.run();
          if (what !== 'tag') closeDialog();
        }}
        {...(what === 'tag'
          ? {
              onCreate: (text: string) => {
                void actions.toggleTag(cards, text.replace(/^#/, ''));
                closeDialog();
              },
            }
          : what === 'effort'
            ? {
                onCreate: (text: string) => {
                  const effort = Number(text);
                  if (!Number.isInteger(effort) || effort < 0) return;
                  actions.setEffort(cards, effort);
                  closeDialog();
                },
              }
            : {})}
      />
    </Dialog>
  );
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

function Swatch({ color }: { color: string | null | undefined }): ReactElement {
  return <span className={styles.swatch} style={color ? ({ '--swatch': color } as CSSProperties) : undefined} />;
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
  const seen = new Map<string, Target>();
  for (const tag of Object.values(lookups.tags)) {
    const key = tag.tag.toLowerCase();
    if (seen.has(key) || !projects.has(tag.projectId)) continue;
    seen.set(key, {
      key,
      label: tag.tag,
      icon: tag.emoji ? (
        <span aria-hidden>{tag.emoji}</span>
      ) : hexColor(tag.color) ? (
        <Swatch color={tag.color} />
      ) : (
        <Tag size={13} aria-hidden />
      ),
      chosen: cards.every((card) => card.masterTags.some((own) => own.toLowerCase() === key)),
      run: () => {
        void actions.toggleTag(cards, tag.tag);
        closeDialog();
      },
    });
  }
  return [...seen.values()];
}

import { Gem, Milestone, Timer } from 'lucide-react';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import { type CardRow, shownTitle } from '../../model/card-row.ts';
import type { Column } from '../../model/column.ts';
import { columnDropRefusal } from '../../model/drop-action.ts';
import { labelOfRun, openRunsOf, phaseOfRun } from '../../model/planning/run-phase.ts';
import { zoneTitle } from '../../model/zones.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { localDay } from '../../ui/dates/today.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import { currentActiveList } from '../../workbench/active-list.ts';
import * as actions from '../card-actions.ts';
import { validHexColor } from '../face/face-context.tsx';
import { allCardsHaveValue, type CardChoice } from './choice.ts';

/** Why one of the cards cannot go into the column, or null. */
function refusalOfColumn(cards: readonly CardRow[], column: Column, { decks }: WorkspaceLookups): string | null {
  const board = { deckTypeOf: (id: string | null) => decks[id ?? '']?.deckType };
  return cards.map((card) => columnDropRefusal(card, column, board)).find((reason) => reason !== null) ?? null;
}

/** None if the cards of the board cannot be moved. */
export function columnChoices(cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] {
  const list = currentActiveList();
  if (!list?.move) return [];
  return list.columns.map(({ column, ids }) => ({
    key: `column:${column.key}`,
    label: column.title,
    group: 'This board',
    hint: 'column',
    icon: column.statusGroup ? (
      <StatusIcon group={column.statusGroup} named={false} />
    ) : (
      <Swatch color={column.color} />
    ),
    ...(cards.every((card) => ids.includes(card.cardId))
      ? { isPresentPlace: true, disabled: 'already there' }
      : { disabled: refusalOfColumn(cards, column, lookups) }),
    run: () => moveToColumn(cards, list.key, column.key),
  }));
}

/** At the end of the column. Columns can appear and disappear while the person chooses. */
function moveToColumn(cards: readonly CardRow[], listKey: string, columnKey: string): void {
  const list = currentActiveList();
  const columns = list?.key === listKey ? list.columns : [];
  const index = columns.findIndex(({ column }) => column.key === columnKey);
  if (index < 0) showRefusalToast('The board no longer shows this column.');
  else list?.move?.(cards, index, columns[index]?.ids.length ?? 0);
}

export function zoneChoices(cards: readonly CardRow[]): CardChoice[] {
  const list = currentActiveList();
  return (list?.zones ?? []).map((zone) => ({
    key: `zone:${zone ?? ''}`,
    label: zoneTitle(zone),
    run: () => list?.moveToZone?.(cards, zone),
  }));
}

export function deckChoices(cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] {
  const order = new Map(lookups.projects.map((project, index) => [project.id as string, index]));
  return lookups.activeDecks
    .toSorted((a, b) => (order.get(a.projectId) ?? 0) - (order.get(b.projectId) ?? 0) || compareNames(a.title, b.title))
    .map((deck) => ({
      key: `deck:${deck.id}`,
      label: deck.title,
      group: 'Decks',
      hint: lookups.projects.find(({ id }) => id === deck.projectId)?.name,
      icon: <Swatch color={validHexColor(deck.coverColor)} />,
      chosen: allCardsHaveValue(cards, 'deckId', deck.id),
      keywords: 'deck',
      run: () => void actions.setCardDeck(cards, deck.id, deck.title),
    }));
}

export function runChoices(cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] {
  const today = localDay();
  const runs = openRunsOf(lookups);
  return [
    ...runs
      .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
      .map((sprint) => {
        const label = labelOfRun(sprint, lookups);
        const phase = phaseOfRun(sprint, runs, today);
        const days = `${dayAndMonthText(sprint.startDate)} – ${dayAndMonthText(sprint.endDate)}`;
        return {
          key: `run:${sprint.id}`,
          label,
          group: 'Runs',
          keywords: `run ${lookups.sprintConfigs[sprint.sprintConfigId]?.name ?? ''} ${phase ?? ''}`,
          hint: phase ? `${phase === 'current' ? 'Current' : 'Next'} · ${days}` : days,
          icon: <Timer size={14} aria-hidden />,
          chosen: allCardsHaveValue(cards, 'sprintId', sprint.id),
          run: () => void actions.setCardRun(cards, sprint.id, label),
        };
      }),
    {
      key: 'run:',
      label: 'No run',
      isEmptyValue: true,
      group: 'Runs',
      chosen: allCardsHaveValue(cards, 'sprintId', null),
      run: () => void actions.setCardRun(cards, null, ''),
    },
  ];
}

export function milestoneChoices(cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] {
  return [
    ...lookups.activeMilestones
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .map((milestone) => ({
        key: `milestone:${milestone.id}`,
        label: milestone.name,
        group: 'Milestones',
        keywords: 'milestone',
        hint: dayAndMonthText(milestone.date),
        icon: <Milestone size={14} aria-hidden style={{ color: `var(--milestone-${milestone.color})` }} />,
        chosen: allCardsHaveValue(cards, 'milestoneId', milestone.id),
        run: () => void actions.setCardMilestone(cards, milestone.id, milestone.name),
      })),
    {
      key: 'milestone:',
      label: 'No milestone',
      isEmptyValue: true,
      group: 'Milestones',
      chosen: allCardsHaveValue(cards, 'milestoneId', null),
      run: () => void actions.setCardMilestone(cards, null, ''),
    },
  ];
}

export interface HeroCardRow {
  readonly cardId: string;
  readonly title: string;
  readonly deckId: string | null;
  readonly derivedStatus: string;
  readonly parentCardId: string | null;
}

export function heroCardChoices(
  cards: readonly CardRow[],
  rows: readonly HeroCardRow[],
  lookups: WorkspaceLookups,
): CardChoice[] {
  return [
    {
      key: 'none',
      label: 'No hero card',
      isEmptyValue: true,
      chosen: allCardsHaveValue(cards, 'parentCardId', null),
      run: () => void actions.setParentHeroCard(cards, null, ''),
    },
    ...rows
      .filter((row) => row.parentCardId === null)
      .sort((a, b) => compareNames(a.title, b.title))
      .map((row) => ({
        key: row.cardId,
        label: shownTitle(row.title),
        hint: row.deckId ? lookups.decks[row.deckId]?.title : undefined,
        icon: <Gem size={14} aria-hidden />,
        chosen: allCardsHaveValue(cards, 'parentCardId', row.cardId),
        disabled: refusalOfColumn(cards, { key: '', title: '', by: 'hero', value: row.cardId }, lookups),
        run: () => void actions.setParentHeroCard(cards, row.cardId, shownTitle(row.title)),
      })),
  ];
}

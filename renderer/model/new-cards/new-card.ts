/**
 * The action `cards/create` applies no defaults, so the app applies them. They come from the deck (its default card and
 * its milestone), from a Run Config that adds new cards to its current run, and from the board, column and lane.
 */
import { type Params, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import type { SprintRow, WorkspaceLookups } from '../../data/lookups.ts';
import type { BoardSource } from '../board-source.ts';
import { cardFields } from '../card-fields/index.ts';
import { type Column, columnOrLaneBy } from '../column.ts';
import { type BoardOfDrop, columnAndLaneRefusal, zoneNotInRunRefusal } from '../drop-action.ts';
import { currentRun, runsOfConfig } from '../planning/run-phase.ts';

/** A completed run accepts no new cards, so they go to the current run of the same Run Config. */
export function completedRunOfColumnOrBoard(
  newCardFields: BoardSource['newCardFields'],
  axes: readonly (Column | null)[],
  { sprints }: Pick<WorkspaceLookups, 'sprints'>,
): SprintRow | undefined {
  const id = axes.find((axis) => axis?.by === 'run')?.value ?? newCardFields.sprintId;
  const run = sprints[String(id ?? '')];
  return run?.completedAt == null ? undefined : run;
}

export function defaultRunForNewCards(
  lookups: WorkspaceLookups,
  projectId: string | undefined,
  today: string,
): SprintRow | undefined {
  if (!projectId || lookups.account?.sprintsEnabled === false) return undefined;
  for (const config of Object.values(lookups.sprintConfigs)) {
    if (!config.autoAssignNewCard) continue;
    const linked =
      config.isGlobal ||
      lookups.sprintProjects.some((link) => link.sprintConfigId === config.id && link.projectId === projectId);
    if (!linked) continue;
    const run = currentRun(runsOfConfig(lookups.sprints, config.id), today);
    if (run) return run;
  }
  return undefined;
}

/** Null if none determines the deck, so that the person chooses it. */
export function deckIdFixedByColumnOrBoard(
  { column, lane }: Pick<NewCardInput, 'column' | 'lane'>,
  { deckId }: BoardSource['newCardFields'],
): string | null {
  const axis = columnOrLaneBy('deck', column, lane);
  return typeof axis?.value === 'string' ? axis.value : (deckId ?? null);
}

export interface NewCardInput {
  readonly content: string;
  readonly deckId: string | null;
  readonly column: Column | null;
  readonly lane?: Column | null;
  readonly newCardFields: BoardSource['newCardFields'];
  readonly lookups: WorkspaceLookups;
  readonly me: string | null;
  /** Local day as `YYYY-MM-DD`. */
  readonly today: string;
}

export interface NewCardText {
  /** Without the short forms. */
  readonly content: string;
  /** Absent if the text has no short forms (`quick-add.ts`). */
  readonly paramsFor?: (input: NewCardInput) => Params<'cards/create'>;
}

export function newCardParams(input: NewCardInput): Params<'cards/create'> {
  const { content, deckId, column, lane, newCardFields, lookups, me, today } = input;
  const deck = deckId ? lookups.decks[deckId] : undefined;
  const template = deck?.defaultCard ?? {};
  const isDoc = deck?.deckType === 'doc';
  const params: Record<string, unknown> = {
    content: template.content ? `${content}\n\n${template.content}` : content,
    deckId,
  };
  if (isDoc) params.isDoc = true;
  if (template.masterTags?.length) params.masterTags = [...template.masterTags];
  if (template.assigneeId) params.assigneeId = template.assigneeId;
  if (!isDoc)
    for (const name of taskOnlyFieldNames) if ((template[name] ?? null) !== null) params[name] = template[name];
  const run = isDoc ? undefined : defaultRunForNewCards(lookups, deck?.projectId, today);
  if (run) params.sprintId = run.id;
  if (deck?.milestoneId) params.milestoneId = deck.milestoneId;
  Object.assign(params, Object.fromEntries(Object.entries(newCardFields).filter(([name]) => name !== 'deckId')));
  // The status is applied first. The status "assigned" sets the current user as owner; the owner of a column or lane
  // must replace that value.
  const axes = [column, lane ?? null].filter((axis) => axis !== null);
  for (const axis of axes.sort((a, b) => Number(b.by === 'status') - Number(a.by === 'status')))
    if (axis.by !== 'none') Object.assign(params, cardFields[axis.by].paramsForNewCard?.(axis.value, params, me));
  const completedRun = completedRunOfColumnOrBoard(newCardFields, axes, lookups);
  if (completedRun) {
    const open = currentRun(runsOfConfig(lookups.sprints, completedRun.sprintConfigId), today) ?? run;
    if (open) params.sprintId = open.id;
    else delete params.sprintId;
  }
  return params as unknown as Params<'cards/create'>;
}

/**
 * True if a new card then appears in both. Boards that show the manual orders of runs pass `zones.zonesOfRun`, because
 * a card in a run can appear only in the zones of that run.
 */
export const canCreateCardIn = (
  column: Column,
  lane?: Column | null,
  zones: Pick<BoardOfDrop, 'zonesOfRun'> = {},
): boolean =>
  [column, lane].every(
    (axis) => axis?.by !== 'status' || ['unassigned', 'assigned', 'doc'].includes(String(axis.value)),
  ) &&
  (!lane ||
    (columnAndLaneRefusal(column, lane) === null &&
      zoneNotInRunRefusal(undefined, { to: column, lane }, zones) === null));

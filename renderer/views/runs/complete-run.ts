/**
 * Completes a run after a confirmation that lists its cards. Each unfinished card can stay, go to the next run or leave
 * runs; what the Run Config moves by itself is chosen beforehand (rules `runs.complete`, `runs.move-on-finish`).
 */

import type { PreviewedChange } from '../../../shared/bridge/index.ts';
import { query, selectRelated } from '../../../shared/contract/index.ts';
import { unfinishedCardKind } from '../../../shared/domain/derived-status.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { type ActStep, act, actStep } from '../../data/act.ts';
import { queryOnce } from '../../data/live.ts';
import { currentLookups, type SprintConfigRow, type SprintRow } from '../../data/lookups.ts';
import { shownTitle } from '../../model/card-row.ts';
import { labelOfRun, runsOfConfig, unfinishedCardLabels } from '../../model/planning/run-phase.ts';
import { confirmEffects, type EffectTable } from '../../workbench/confirmation/confirm.ts';

function cardsQuery(sprintId: string) {
  const where = { sprintId, visibility: 'default', $order: 'accountSeq' } as const;
  const cards = selectRelated('cards', where, ['title', 'status', 'derivedStatus', 'isDoc', 'visibility']);
  return query({ _root: [{ account: [cards] }] });
}

/** The open run after this one, as `completeRun` of the engine finds it; undefined before the service has made it. */
const nextRunOf = ({ sprintConfigId, index }: SprintRow): SprintRow | undefined =>
  runsOfConfig(currentLookups().sprints, sprintConfigId)
    .filter((run) => run.index > index && run.completedAt === null)
    .sort((a, b) => a.index - b.index)[0];

/** Cards that move, then unfinished cards that stay, then other cards. `choose` gets the id of a run, or null. */
async function outcomeTable(
  sprint: SprintRow,
  changes: readonly PreviewedChange[],
  choose: (cardId: string, sprintId: string | null) => void,
): Promise<EffectTable> {
  const { card } = await queryOnce(cardsQuery(sprint.id));
  const lookups = currentLookups();
  const targets = new Map<string, string>();
  for (const { model, keys, after } of changes)
    if (model === 'card' && typeof after?.sprintId === 'string')
      for (const key of keys) targets.set(key, after.sprintId);
  const runNameOf = (id: string) => {
    const run = lookups.sprints[id] ?? (changes.find(({ keys }) => keys.includes(id))?.after as SprintRow | undefined);
    return run ? labelOfRun(run, lookups) : 'the next run';
  };
  const next = nextRunOf(sprint);
  const runByChoice = new Map<string, string | null>([
    ['Stays', sprint.id],
    ...(next ? [[`Moves to ${runNameOf(next.id)}`, next.id] as const] : []),
    ['Back to no run', null],
  ]);
  const rows = Object.values(card ?? {}).map(({ cardId, title, status, derivedStatus, isDoc, visibility }) => {
    const openThread =
      derivedStatus === 'blocked' ? ('block' as const) : derivedStatus === 'review' ? ('review' as const) : undefined;
    const kind = unfinishedCardKind({ status, isDoc, visibility, openThread });
    const target = targets.get(cardId);
    const state = isDoc ? 'Document' : kind ? unfinishedCardLabels[kind] : 'Done';
    const outcome = target ? `Moves to ${runNameOf(target)}` : 'Stays';
    return {
      key: cardId as string,
      rank: target ? 0 : kind ? 1 : 2,
      cells: [shownTitle(title), state, outcome],
      ...(kind && {
        choices: [...new Set([outcome, ...runByChoice.keys()])],
        choose: (choice: string) => choose(cardId, runByChoice.get(choice) ?? null),
      }),
    };
  });
  return {
    caption: 'Cards of the run',
    columns: ['Card', 'State', 'Afterwards'],
    rows: rows.sort((a, b) => a.rank - b.rank),
  };
}

export async function completeRun(sprint: SprintRow, config: SprintConfigRow | undefined): Promise<void> {
  const label = runLabel(sprint, config);
  const steps = [actStep('sprints/updateSprint', { id: sprint.id, complete: true })];
  const chosenRuns = new Map<string, string | null>();
  const goOn = await confirmEffects({
    title: `Complete ${label}?`,
    verb: 'Complete the run',
    undoable: false,
    steps,
    note: 'The run ends now, as it would on its last day. Archived cards and documents stay in it.',
    table: (changes) => outcomeTable(sprint, changes, (cardId, sprintId) => chosenRuns.set(cardId, sprintId)),
  });
  if (!goOn) return;
  // After the completion, which moves cards by itself.
  const moves: ActStep[] = [...Map.groupBy(chosenRuns, ([, sprintId]) => sprintId)].map(([sprintId, cards]) =>
    actStep('cards/bulkUpdate', { ids: cards.map(([cardId]) => cardId), sprintId }),
  );
  await act(`Complete ${label}`, [...steps, ...moves], { showsToast: true });
}

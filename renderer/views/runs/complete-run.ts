/**
 * Completes a run after a confirmation that lists the cards that stay, and those that move, with the name of their next
 * run (rules `runs.complete`, `runs.move-on-finish`).
 */

import type { PreviewedChange } from '../../../shared/bridge/index.ts';
import { query, selectRelated } from '../../../shared/contract/index.ts';
import { unfinishedCardKind } from '../../../shared/domain/carry-over.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { act, actStep } from '../../data/act.ts';
import { queryOnce } from '../../data/live.ts';
import { currentLookups, type SprintConfigRow, type SprintRow } from '../../data/lookups.ts';
import { shownTitle } from '../../model/card-row.ts';
import { labelOfRun, unfinishedCardLabels } from '../../model/planning/run-phase.ts';
import { confirmEffects, type EffectTable } from '../../workbench/confirmation/confirm.ts';

function cardsQuery(sprintId: string) {
  const where = { sprintId, visibility: 'default', $order: 'accountSeq' } as const;
  const cards = selectRelated('cards', where, ['title', 'status', 'derivedStatus', 'isDoc', 'visibility']);
  return query({ _root: [{ account: [cards] }] });
}

/** Cards that move, then unfinished cards that stay, then other cards. */
async function outcomeTable(sprintId: string, changes: readonly PreviewedChange[]): Promise<EffectTable> {
  const { card } = await queryOnce(cardsQuery(sprintId));
  const lookups = currentLookups();
  const targets = new Map<string, string>();
  for (const { model, keys, after } of changes)
    if (model === 'card' && typeof after?.sprintId === 'string')
      for (const key of keys) targets.set(key, after.sprintId);
  const runNameOf = (id: string) => {
    const run = lookups.sprints[id] ?? (changes.find(({ keys }) => keys.includes(id))?.after as SprintRow | undefined);
    return run ? labelOfRun(run, lookups) : 'the next run';
  };
  const rows = Object.values(card ?? {}).map(({ cardId, title, status, derivedStatus, isDoc, visibility }) => {
    const openThread =
      derivedStatus === 'blocked' ? ('block' as const) : derivedStatus === 'review' ? ('review' as const) : undefined;
    const kind = unfinishedCardKind({ status, isDoc, visibility, openThread });
    const target = targets.get(cardId);
    const state = isDoc ? 'Document' : kind ? unfinishedCardLabels[kind] : 'Done';
    return {
      key: cardId as string,
      rank: target ? 0 : kind ? 1 : 2,
      cells: [shownTitle(title), state, target ? `Moves to ${runNameOf(target)}` : 'Stays'],
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
  const goOn = await confirmEffects({
    title: `Complete ${label}?`,
    verb: 'Complete the run',
    undoable: false,
    steps,
    note: 'The run ends now, as it would on its last day. Archived cards and documents stay in it.',
    table: (changes) => outcomeTable(sprint.id, changes),
  });
  if (goOn) await act(`Complete ${label}`, steps, { showsToast: true });
}

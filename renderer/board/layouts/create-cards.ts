/**
 * The deck, column and lane of the position decide the field values of the new cards. A second round of steps sets
 * their positions.
 */
import { actStep, actWithFollowUpSteps } from '../../data/act.ts';
import { type ActionLabel, labelInPastTense } from '../../data/action-labels.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import { focusCard } from '../../data/selection.ts';
import { type ArrangedColumn, columnAndLaneOf } from '../../model/arrange.ts';
import { completedRunOfColumnOrBoard, type NewCardText, newCardParams } from '../../model/new-cards/new-card.ts';
import { labelOfRun } from '../../model/planning/run-phase.ts';
import { localDay } from '../../ui/dates/today.ts';
import { announceToScreenReaders } from '../../ui/dom/announce-to-screen-readers.ts';
import type { BoardModel } from '../use-board-model.ts';
import { stepsToPositionNewCards } from './new-card-position.ts';

interface CardCreation {
  readonly model: BoardModel;
  readonly lookups: WorkspaceLookups;
  readonly me: string | null;
  readonly list: ArrangedColumn;
  /** New cards are inserted before this card; null: at the end; undefined: at the top. */
  readonly before: string | null | undefined;
  /** The composer was opened at this card. New cards get its zone, unless the column or the lane is a zone. */
  readonly near?: string | undefined;
  /** The card that the same composer created last. In manual order, the new cards come after it. */
  readonly after?: string | null;
}

/** One undo step. Focuses the first new card. Returns an empty list if the creation is refused. */
export async function createCards(
  texts: readonly NewCardText[],
  deckId: string | null,
  creation: CardCreation,
): Promise<readonly string[]> {
  const { model, lookups, me, list, before, near, after = null } = creation;
  const { column, lane } = columnAndLaneOf(list);
  const { newCardFields } = model.source;
  const input = { deckId, column, lane, newCardFields, lookups, me, today: localDay() };
  const steps = texts.map(({ content, paramsFor = newCardParams }) =>
    actStep('cards/create', paramsFor({ ...input, content })),
  );
  const completedRun = completedRunOfColumnOrBoard(newCardFields, [column, lane], lookups);
  const run = completedRun && lookups.sprints[String(steps[0]?.params.sprintId ?? '')];
  const where = run ? ` in ${labelOfRun(run, lookups)}` : '';
  const created = texts.length === 1 ? `“${texts[0]?.content.split('\n')[0]}”` : `${texts.length} cards`;
  const label: ActionLabel = `Create ${created}${where}`;
  const newIdsIn = (answers: readonly Record<string, unknown>[]) =>
    answers.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const target = before === undefined ? (list.ids[0] ?? null) : before;
  const place = { model, list, before: target, after, near: near ?? null };
  const answers = await actWithFollowUpSteps(
    label,
    steps,
    (made, round) => (round > 1 || completedRun ? [] : stepsToPositionNewCards(place, newIdsIn(made))),
    { showsToast: completedRun !== undefined },
  );
  if (!answers) return [];
  if (!completedRun) announceToScreenReaders(labelInPastTense(label));
  const ids = newIdsIn(answers);
  focusCard(ids[0] ?? null);
  return ids;
}

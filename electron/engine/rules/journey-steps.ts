import { refuse } from '../../../shared/contract/index.ts';
import { ranksBetween } from '../../../shared/domain/rank.ts';
import type { RowStore, StoredRow } from '../store/rows.ts';
import { type ActionContext, dateForChangedRow } from '../types.ts';
import { columnsDerivedFromContent, combineTextTagsAndProjectTags } from './derive.ts';

export type JourneyStep = StoredRow<'workflowItem'>;

/** The fields are derived from the step's content and `masterTags`. */
export function derivedJourneyStepFields(
  context: ActionContext,
  { content, masterTags }: Pick<JourneyStep, 'content' | 'masterTags'>,
) {
  return { ...columnsDerivedFromContent(context, content), tags: combineTextTagsAndProjectTags(content, masterTags) };
}

/** Visible steps, sorted by label, then by `sortValue`. Steps without a label come first. */
export function visibleJourneyStepsOfDeck(rows: RowStore, deckId: string): JourneyStep[] {
  return rows.where('workflowItem', "deckId = ? AND visibility = 'default' ORDER BY label, sortValue, itemId", deckId);
}

/** Only the service raises version and date; a replica reads both from the service. */
export function changeJourneyStep(
  context: ActionContext,
  { itemId, version, lastUpdatedAt }: JourneyStep,
  patch: Partial<JourneyStep>,
): void {
  context.rows.update('workflowItem', itemId, {
    ...patch,
    ...(context.role === 'service' && {
      version: version + 1,
      lastUpdatedAt: dateForChangedRow(context, lastUpdatedAt),
    }),
  });
}

/** Puts a step after all other steps with the same label. */
export function sortValueAfterLabelGroup(rows: RowStore, deckId: string, label: string | null): string {
  const last = rows.find('workflowItem', { deckId, label }, ['sortValue']).at(-1);
  return ranksBetween(last?.sortValue ?? null, null, 1)[0] as string;
}

/** @throws Refusal if `inDeps` contains steps of another journey */
export function refuseStepsOfOtherJourneys(rows: RowStore, deckId: string, inDeps: readonly string[]): void {
  for (const id of inDeps)
    if (rows.get('workflowItem', id)?.deckId !== deckId)
      throw refuse('not_found', `There is no workflowItem with the id '${id}' in this journey.`);
}

/** @throws Refusal if `inDeps` makes the step wait for itself, directly or through other stored steps */
export function refuseStepDependencyCycle(rows: RowStore, itemId: string, inDeps: readonly string[]): void {
  const toVisit = [...inDeps];
  const visited = new Set<string>();
  for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
    if (id === itemId) throw refuse('dependency_cycle');
    if (visited.has(id)) continue;
    visited.add(id);
    toVisit.push(...(rows.get('workflowItem', id)?.inDeps ?? []));
  }
}

/** Also updates the other step of each added or removed dependency. */
export function setStepDeps(rows: RowStore, itemId: string, inDeps: readonly string[]): void {
  const step = rows.get('workflowItem', itemId);
  if (!step) return;
  const now = [...new Set(inDeps)];
  for (const id of new Set([...step.inDeps, ...now])) {
    const other = rows.get('workflowItem', id);
    if (!other) continue;
    const without = other.outDeps.filter((waiting) => waiting !== itemId);
    rows.update('workflowItem', id, {
      outDeps: !now.includes(id) ? without : other.outDeps.includes(itemId) ? other.outDeps : [...without, itemId],
    });
  }
  rows.update('workflowItem', itemId, { inDeps: now });
}

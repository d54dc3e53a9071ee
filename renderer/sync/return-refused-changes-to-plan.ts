/** Moves refused changes of a sent run plan from the outbox back to the plan. */
import type { OutboxOperation } from '../../shared/bridge/index.ts';
import { currentPlanDraft, restoreRefusedPlanParts, sentPlanOperationIds } from '../cards/planning/plan-draft.ts';
import { call } from '../data/bridge.ts';
import { failureText } from '../data/failures.ts';
import { navigate } from '../data/routes.ts';
import { toast } from '../ui/popups/toast.ts';

/** Moves the refused operations of the sent plan from the outbox back to the plan. Returns their number. */
export async function returnRefusedChangesToPlan(operations: readonly OutboxOperation[]): Promise<number> {
  const sent = new Set(sentPlanOperationIds());
  const refused = operations.filter(({ id, state }) => state === 'rejected' && sent.has(String(id)));
  if (refused.length === 0) return 0;
  const isBack = restoreRefusedPlanParts(refused.map(({ id }) => String(id)));
  for (const { id } of refused) await call('outbox/discard', { id });
  // If only positions of cards were refused now, and an earlier refusal has already moved these cards back to the plan,
  // shows no second toast.
  const { plan } = currentPlanDraft();
  const cardIds = refused.flatMap(({ params }) => (params.cardIds ?? []) as readonly string[]);
  if (!isBack && cardIds.every((id) => plan[id])) return refused.length;
  const failure = refused.find((operation) => operation.failure)?.failure;
  toast({
    title: isBack
      ? 'Changes of the plan were refused. They are in the plan again.'
      : 'Positions of planned cards in their run were refused.',
    ...(failure ? { detail: failureText(failure) } : {}),
    action: { label: 'Show', run: () => navigate('runs') },
    tone: 'danger',
    id: 'refused-plan',
    timeout: 15_000,
  });
  return refused.length;
}

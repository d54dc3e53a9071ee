/**
 * Toasts for people who do not open the outbox: refused changes, replaced changes of others, changed cards that
 * somebody else archived or deleted, and a stopped workspace. Also moves refused changes of a sent run plan from the
 * outbox back to the plan.
 */
import type { BridgeEvents, OutboxOperation } from '../../shared/bridge/index.ts';
import {
  currentPlanDraft,
  discardSentPlanParts,
  restoreRefusedPlanParts,
  sentPlanOperationIds,
} from '../cards/planning/plan-draft.ts';
import { useAppState } from '../data/app-state.ts';
import { bridge, call, errorText, failureText } from '../data/bridge.ts';
import { currentRoute, navigate } from '../data/routes.ts';
import { closeToast, toast } from '../ui/popups/toast.ts';

const show = { label: 'Show', run: () => navigate('outbox') };
const showNotice = (id: string, title: string, detail: string) =>
  toast({ title, detail, action: show, id, timeout: 15_000 });

/** Returns a function that stops the toasts. */
export function startSyncToasts(): () => void {
  const stops = [...watchOverwritten(), watchRefused(), watchDown()];
  return () => {
    for (const stop of stops) stop();
  };
}

function watchOverwritten(): readonly (() => void)[] {
  let known: BridgeEvents['outbox/changed'] | null = null;
  return [
    bridge().on('outbox/changed', (counts) => {
      if (counts.waiting + counts.attention === 0) discardSentPlanParts();
      if (known !== null && counts.overwritten > known.overwritten)
        showNotice(
          'overwritten',
          'Your change replaced one that somebody made meanwhile',
          'Yours applies. You can restore theirs.',
        );
      // The outbox page lists the changed cards that somebody else archived or deleted.
      if (known !== null && counts.putAway > known.putAway && currentRoute().view !== 'outbox')
        showNotice('changed-put-away', 'You changed a card that somebody removed meanwhile', 'It can be restored.');
      known = counts;
    }),
    bridge().on('workspace/changed', () => {
      known = null;
    }),
  ];
}

/**
 * Reads the number of refused changes from the sync status: the first outbox event may already report a refusal, and
 * there is no earlier event to compare it with.
 */
const watchRefused = (): (() => void) =>
  useAppState.subscribe(({ sync, workspace }, before) => {
    if (!sync || !before.sync || workspace?.id !== before.workspace?.id) return;
    const newRefusals = sync.attention - before.sync.attention;
    if (newRefusals > 0) void showRefused(newRefusals);
  });

const downToast = 'workspace-down';

/** The workspace stopped because its thread crashed too often. */
export function restartWorkspace(id: string): void {
  call('workspace/open', { id }).catch((error: unknown) =>
    toast({ title: errorText(error), tone: 'danger', id: downToast }),
  );
}

/** The sidebar with the sync indicator may be hidden. */
const watchDown = (): (() => void) =>
  useAppState.subscribe(({ sync, workspace }, before) => {
    const [isDown, wasDown] = [sync?.phase === 'down', before.sync?.phase === 'down'];
    if (isDown === wasDown) return;
    if (!isDown) return closeToast(downToast);
    toast({
      title: 'The workspace stopped working',
      detail: sync?.failure?.message ?? '',
      tone: 'danger',
      action: { label: 'Start again', run: () => workspace && restartWorkspace(workspace.id) },
      id: downToast,
      timeout: 0,
    });
  });

async function showRefused(count: number): Promise<void> {
  const [operations, { needsPersonDecision, unfinishedOperationReason, operationStateLabel }] = await Promise.all([
    call('outbox/list', {}),
    import('./outbox-labels.ts'),
  ]);
  const takenBack = await returnRefusedChangesToPlan(operations);
  if (takenBack >= count || currentRoute().view === 'outbox') return;
  const newest: readonly OutboxOperation[] = operations
    .filter(needsPersonDecision)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, count - takenBack);
  const [first] = newest;
  if (!first) return;
  toast({
    title: newest.length > 1 ? `${newest.length} changes need you` : `${operationStateLabel(first)}: ${first.label}`,
    detail: `${unfinishedOperationReason(first, operations)} It waits in the outbox.`,
    action: show,
    tone: 'danger',
    id: 'refused-change',
  });
}

/** Returns the number of moved operations. */
async function returnRefusedChangesToPlan(operations: readonly OutboxOperation[]): Promise<number> {
  const sent = new Set(sentPlanOperationIds());
  const refused = operations.filter(({ id, state }) => state === 'rejected' && sent.has(String(id)));
  if (refused.length === 0) return 0;
  const isBack = restoreRefusedPlanParts(refused.map(({ id }) => String(id)));
  for (const { id } of refused) await call('outbox/discard', { id });
  // No second toast if only positions were refused now, of cards that an earlier refusal has already moved back.
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

/** Converts the outbox and the state of the sync into the data that windows show. */
import { alwaysPreviewedFields, type PreviewedChange } from '../../../shared/bridge/effect.ts';
import type { OutboxOperation, OverwrittenValue, SyncStatus } from '../../../shared/bridge/index.ts';
import type { ServiceClient } from '../../client/client.ts';
import type { AnyRow, RowChange, RowStore } from '../../engine/store/rows.ts';
import type { SyncLoop } from '../sync-loop.ts';
import { operationsToWaitFor } from './dependencies.ts';
import { parseRowRef } from './operation.ts';
import type { OptimisticStore } from './optimistic-store.ts';
import { authorAndTimeOfValue, replacedRowValuesOf, storedOverwrites } from './overwrites.ts';

/** Returns the entries of the outbox view: one for each group of operations (`Outbox.groups`). */
export const operationsToShow = (store: OptimisticStore): OutboxOperation[] =>
  store.rows.withRowCache(() => listOperations(store));

function listOperations({ outbox, rows }: OptimisticStore): OutboxOperation[] {
  /** Ids of operations that wait, directly or through other operations, for a rejected or uncertain operation. */
  const stuck = new Set<number>();
  return outbox.groups.map((group) => {
    const [operation] = group;
    const own = new Set(group.map(({ id }) => id));
    const blocking = new Set(
      group
        .flatMap((one) => (one.state === 'acknowledged' ? [] : [...operationsToWaitFor(outbox, one)]))
        .filter(({ id }) => !own.has(id))
        .toSorted((a, b) => a.id - b.id),
    );
    const isStuck = [...blocking].some(
      ({ id, state }) => state === 'rejected' || state === 'uncertain' || stuck.has(id),
    );
    if (isStuck) for (const id of own) stuck.add(id);
    const labels = [...new Set(group.map(({ label }) => label))];
    return {
      id: operation.id,
      action: operation.action,
      params: Object.assign({}, ...group.flatMap((one) => (one.action === operation.action ? [one.effective] : []))),
      label: labels.join(', '),
      state: operation.state === 'queued' && isStuck ? 'waiting' : operation.state,
      at: operation.at,
      tries: operation.tries,
      failure: operation.failure,
      waitsFor: [...blocking].map(({ id }) => id),
      before: Object.assign(
        {},
        ...group.toReversed().map((one) => replacedRowValuesOf(one, String(one.params.id ?? ''))),
      ),
      touches: [...new Set(group.flatMap(({ names }) => [...names]))]
        .map(parseRowRef)
        .map(({ model, key }) => ({ model, id: key, title: rowTitleOf(rows, model, key) })),
    };
  });
}

const modelsWithTitle = new Set([
  'card',
  'deck',
  'milestone',
  'sprint',
  'sprintConfig',
  'project',
  'user',
  'projectTag',
]);

/** Null if rows of the model have no title, or if the row is not stored. */
export function rowTitleOf(rows: RowStore, model: string, key: string): string | null {
  if (!modelsWithTitle.has(model)) return null;
  const row = rows.get(model as 'card', key) as AnyRow | undefined;
  const title = row?.title ?? row?.name ?? row?.tag;
  return typeof title === 'string' ? title : null;
}

export const overwritesToShow = (store: OptimisticStore): OverwrittenValue[] =>
  storedOverwrites(store.storedValues).map((stored) => {
    const { action: _action, ...one } = stored;
    const key = store.ids.renamed(one.key);
    return {
      ...one,
      key,
      title: rowTitleOf(store.rows, one.model, key),
      ...authorAndTimeOfValue(store.rows, { ...stored, key }),
    };
  });

/** `waiting`: changes not acknowledged. `attention`: operations that need a decision by the person. */
export const outboxCounts = ({
  outbox,
}: OptimisticStore): { readonly waiting: number; readonly attention: number } => ({
  waiting: outbox.waitingCount,
  attention: outbox.linked('state toDecide').length,
});

interface StatusParts {
  readonly sync: SyncLoop;
  readonly client: ServiceClient;
  readonly counts: { readonly waiting: number; readonly attention: number };
  readonly unapplied: number;
}

export function syncStatusOf({ sync, client, counts, unapplied }: StatusParts): SyncStatus {
  const { reader, schedule, firstSync, puller } = sync;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const { done, total, stage } = firstSync.state;
  const oldest = client.oldestRequestAt;
  return {
    phase: phaseOf(sync, counts.waiting),
    progress: firstSync.isComplete ? null : { done, total, what: stage === 'threads' ? 'comments' : 'cards' },
    freshAt: iso(schedule.freshAt),
    offlineSince: iso(sync.offlineSince),
    unansweredSince: iso(oldest !== null && sync.isAnswerLate(oldest) ? oldest : null),
    pausedByPerson: sync.isOfflineByPerson || sync.isOutboxPaused,
    ...counts,
    failure: reader.tokenRefusal ?? reader.failure ?? puller.fullPollRefusal,
    unapplied,
    nextPollAt: firstSync.isComplete ? iso(Math.max(schedule.dueAt.deltaPoll, sync.retryAt)) : null,
    budgetLeft: client.budget.remainingRequests(),
    manualOrderShared: puller.showsOrder,
    missingScopes: [...new Set([...client.refused.scopes, ...client.deniedScopes])],
    wrongValues: client.wrongValues,
  };
}

function phaseOf(
  { reader, firstSync, offlineSince, isOfflineByPerson, isFailing, currentJob }: SyncLoop,
  waiting: number,
): SyncStatus['phase'] {
  if (reader.tokenRefusal) return 'stopped';
  if (offlineSince !== null || isOfflineByPerson) return 'offline';
  if (!firstSync.isComplete) return 'first';
  if (isFailing) return 'failing';
  // Polls do not change the phase. They run every few seconds, and the display must not flicker.
  const isPoll = currentJob === null || currentJob === 'Delta poll' || currentJob === 'Full poll';
  return waiting > 0 && !isPoll ? 'syncing' : 'fresh';
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
const pick = (row: AnyRow, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]));

/** Rows of one model that change in the same way are one effect. Rows with equal values before and after are ignored. */
export function previewedChangesOf(changes: readonly RowChange[]): PreviewedChange[] {
  const effects = new Map<string, { model: string; keys: string[]; before: AnyRow | null; after: AnyRow | null }>();
  for (const { model, key, before, after } of changes) {
    if (!before && !after) continue;
    const changed = before && after && Object.keys(after).filter((name) => !same(before[name], after[name]));
    if (changed?.length === 0) continue;
    const effect = {
      model,
      keys: [key],
      before:
        before && changed
          ? pick(before, [...new Set([...(alwaysPreviewedFields[model] ?? []), ...changed])])
          : (before ?? null),
      after: after && changed ? pick(after, changed) : (after ?? null),
    };
    const name = JSON.stringify([model, effect.before, effect.after]);
    const sameEffect = effects.get(name);
    if (sameEffect) sameEffect.keys.push(key);
    else effects.set(name, effect);
  }
  return [...effects.values()];
}

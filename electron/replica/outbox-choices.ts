/** What a person can choose for a change that waits: again, or not at all. Negative ids are those of waiting files. */
import { actionNamed, checkParams } from '../../shared/contract/index.ts';
import { groupOf } from './merged-edits.ts';
import type { OpenFiles } from './open-files.ts';

export function retry({ ledger, sync, uploads }: OpenFiles, id: number): void {
  if (id < 0) {
    uploads.retry(-id);
    return;
  }
  const operation = ledger.outbox.get(id);
  if (!operation || operation.state === 'acknowledged' || operation.state === 'sending') return;
  const code = operation.failure?.kind === 'conflict' ? operation.failure.code : undefined;
  // What it belongs to was made here and will never be at the service: it would wait for ever.
  if (code === 'row_discarded' || code === 'row_not_found') return;
  if (code === 'content_clash') ledger.rebaseIntent(operation);
  ledger.mark(operation, 'queued', null);
  sync.push.forgetWaiting();
  sync.refresh();
}

export function discard({ ledger, sync, uploads }: OpenFiles, id: number): void {
  if (id < 0) {
    uploads.remove(-id);
    return;
  }
  const operation = ledger.outbox.get(id);
  // What the service has taken in cannot be discarded here.
  if (!operation || operation.state === 'acknowledged') return;
  const group = groupOf(id, ledger.outbox.all);
  for (const one of group) ledger.keepLostText(one);
  const wasSent = operation.state === 'sending' || operation.state === 'uncertain';
  ledger.withdraw(new Set(group.map((one) => one.id)));
  if (wasSent) sync.refresh();
  sync.wake();
}

/**
 * A change that the service refused, done otherwise.
 * @throws Refusal when the params are none of the action's.
 */
export function change({ ledger, sync }: OpenFiles, id: number, params: Readonly<Record<string, unknown>>): void {
  const operation = ledger.outbox.get(id);
  if (operation?.state !== 'rejected') return;
  const shape = actionNamed(operation.action)?.params;
  if (shape) checkParams(shape, params);
  ledger.changeIntent(operation, params);
  sync.push.forgetWaiting();
  sync.refresh();
}

/** The row that the change made, named by the person: what builds on it goes on with it. */
export function adopt({ ledger, sync }: OpenFiles, id: number, rowId: string): void {
  const operation = ledger.outbox.get(id);
  const { failure } = operation ?? {};
  if (operation?.state !== 'uncertain' || failure?.kind !== 'conflict') return;
  if (!failure.candidates?.some((candidate) => candidate.id === rowId)) return;
  ledger.acknowledge(operation, { id: rowId });
  sync.wake();
}

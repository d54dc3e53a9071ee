/** What a person can choose for a change that waits: again, or not at all. Negative ids are those of waiting files. */
import { groupOf } from './merged-edits.ts';
import type { OpenFiles } from './open-files.ts';

export function retry({ ledger, sync, uploads }: OpenFiles, id: number): void {
  if (id < 0) {
    uploads.retry(-id);
    return;
  }
  const operation = ledger.outbox.get(id);
  if (!operation || operation.state === 'acknowledged' || operation.state === 'sending') return;
  if (operation.failure?.kind === 'conflict' && operation.failure.code === 'content_clash')
    ledger.rebaseIntent(operation);
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

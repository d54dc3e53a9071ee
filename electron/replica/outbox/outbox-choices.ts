/**
 * Carries out the person's choice for an operation in the outbox. A negative id means a file that waits for its upload.
 */
import { actionByName, conflictFailure, type Outcome, validateActionParams } from '../../../shared/contract/index.ts';
import type { ReplicaSession } from '../replica-session.ts';
import { type Operation, unreadableCode } from './operation.ts';

/** Does nothing for an operation that is being sent, was acknowledged, or can never be sent. */
export function retryOperation({ store, sync, uploads }: ReplicaSession, id: number): void {
  if (id < 0) {
    uploads.retry(-id);
    return;
  }
  const operation = store.outbox.get(id);
  if (!operation || operation.state === 'acknowledged' || operation.state === 'sending') return;
  const code = operation.failure?.kind === 'conflict' ? operation.failure.code : undefined;
  // The operation names a row that never gets a service id, so it can never be sent.
  if (code === 'row_discarded' || code === 'row_not_found' || code === unreadableCode) return;
  if (code === 'content_clash') store.rebaseOnPresentRows(operation);
  store.setState(operation, 'queued', null);
  sync.push.searchAgainNow();
  sync.refresh();
}

/** With the operations shown as one change with it. Does nothing if it is acknowledged. */
export function discardOperation({ store, sync, uploads }: ReplicaSession, id: number): void {
  if (id < 0) {
    uploads.remove(-id);
    return;
  }
  const operation = store.outbox.get(id);
  if (!operation || operation.state === 'acknowledged') return;
  const group = [...store.outbox.groupOf(id)];
  for (const one of group) store.storeLostText(one);
  const sent = group.filter(({ state }) => state === 'sending' || state === 'uncertain');
  for (const one of sent) sync.push.addLostRequest(one);
  store.discard(new Set(group.map((one) => one.id)));
  if (sent.length > 0) sync.refresh();
  sync.wake();
}

/** Does nothing for an operation that is not rejected. @throws Refusal if the params do not fit the action */
export function retryWithNewParams(
  { store, sync }: ReplicaSession,
  id: number,
  params: Readonly<Record<string, unknown>>,
): void {
  const operation = store.outbox.get(id);
  if (operation?.state !== 'rejected') return;
  const shape = actionByName(operation.action)?.params;
  if (shape) validateActionParams(shape, params);
  store.replaceParams(operation, params);
  sync.push.searchAgainNow();
  sync.refresh();
}

/** Takes later edits of the same text along. The draft has the newest text, based on the text before the first edit. */
export function moveEditToDraft({ store, sync }: ReplicaSession, id: number, draftKey: string): Outcome<null> {
  const operation = store.outbox.get(id);
  if (operation?.state !== 'rejected' || !isTextEdit(operation)) return { ok: false, failure: nothingToMerge };
  if (store.drafts.get(draftKey)) return { ok: false, failure: hasDraft };
  const edits = store.outbox.all.filter(
    (other) =>
      other.id >= id &&
      (other.state === 'rejected' || other.state === 'queued') &&
      isTextEdit(other) &&
      other.params.id === operation.params.id,
  );
  store.moveToDraft(edits, draftKey);
  sync.wake();
  return { ok: true, value: null };
}

const nothingToMerge = conflictFailure(
  'not_there',
  'There is no text left to merge: the change was sent, withdrawn or moved already.',
);
const hasDraft = conflictFailure('draft_exists', 'The card has an unsaved draft already. Save or discard it first.');

const isTextEdit = ({ action, params }: Operation) => action === 'cards/update' && typeof params.content === 'string';

/** The person chose the row of an uncertain operation. Does nothing for rows that are no candidates. */
export function acknowledgeWithChosenRow({ store, sync }: ReplicaSession, operationId: number, rowId: string): void {
  const operation = store.outbox.get(operationId);
  const { failure } = operation ?? {};
  if (operation?.state !== 'uncertain' || failure?.kind !== 'conflict') return;
  if (!failure.candidates?.some((candidate) => candidate.id === rowId)) return;
  store.acknowledge(operation, { id: rowId });
  sync.wake();
}

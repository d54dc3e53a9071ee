/**
 * Carries out the person's choice for an operation in the outbox: send it again, discard it, correct it, move its text
 * into a draft, or name the row that it created. A negative id means a file that waits for its upload.
 */
import { actionByName, conflictFailure, type Outcome, validateActionParams } from '../../../shared/contract/index.ts';
import type { ReplicaSession } from '../replica-session.ts';
import { type Operation, unreadableCode } from './operation.ts';
import { operationGroupOf } from './operation-groups.ts';

/**
 * Queues the operation or waiting file to be sent again. Does nothing for an operation that is being sent, was
 * acknowledged, or can never be sent.
 */
export function retryOperation({ store, sync, uploads }: ReplicaSession, id: number): void {
  if (id < 0) {
    uploads.retry(-id);
    return;
  }
  const operation = store.outbox.get(id);
  if (!operation || operation.state === 'acknowledged' || operation.state === 'sending') return;
  const code = operation.failure?.kind === 'conflict' ? operation.failure.code : undefined;
  // The operation names a row that was created here and that never gets a service id. So the operation can never be
  // sent.
  if (code === 'row_discarded' || code === 'row_not_found' || code === unreadableCode) return;
  if (code === 'content_clash') store.rebaseOnPresentRows(operation);
  store.setState(operation, 'queued', null);
  sync.push.searchAgainNow();
  sync.refresh();
}

/**
 * Removes a waiting file or an operation from the outbox. With an operation, also removes the operations that the
 * outbox view shows as one change with it. Does nothing if the service has acknowledged the operation.
 */
export function discardOperation({ store, sync, uploads }: ReplicaSession, id: number): void {
  if (id < 0) {
    uploads.remove(-id);
    return;
  }
  const operation = store.outbox.get(id);
  // The service has already carried out an acknowledged operation, so it cannot be discarded.
  if (!operation || operation.state === 'acknowledged') return;
  const group = operationGroupOf(id, store.outbox.all);
  for (const one of group) store.storeLostText(one);
  const sent = group.filter(({ state }) => state === 'sending' || state === 'uncertain');
  for (const one of sent) sync.push.addLostRequest(one);
  store.discard(new Set(group.map((one) => one.id)));
  if (sent.length > 0) sync.refresh();
  sync.wake();
}

/**
 * Replaces the params of a rejected operation, and queues it again. Does nothing for an operation in another state.
 * @throws Refusal if the params do not fit the action
 */
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

/**
 * Moves a refused edit of a card's text into a draft, together with later edits of the same text. The draft gets the
 * newest text. Its base is the text that the person saw before the first edit.
 */
export function moveEditToDraft({ store, drafts, sync }: ReplicaSession, id: number, draftKey: string): Outcome<null> {
  const operation = store.outbox.get(id);
  if (operation?.state !== 'rejected' || !isTextEdit(operation)) return { ok: false, failure: nothingToMerge };
  if (drafts.get(draftKey)) return { ok: false, failure: hasDraft };
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

/**
 * Acknowledges an uncertain operation: the person has chosen which of its candidates is the row that it created. Does
 * nothing if the row is not one of the candidates.
 */
export function acknowledgeWithChosenRow({ store, sync }: ReplicaSession, operationId: number, rowId: string): void {
  const operation = store.outbox.get(operationId);
  const { failure } = operation ?? {};
  if (operation?.state !== 'uncertain' || failure?.kind !== 'conflict') return;
  if (!failure.candidates?.some((candidate) => candidate.id === rowId)) return;
  store.acknowledge(operation, { id: rowId });
  sync.wake();
}

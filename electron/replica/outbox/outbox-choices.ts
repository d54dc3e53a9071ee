/**
 * What a person can do with an operation in the outbox: send it again, discard it, change it, turn it into a draft.
 * Negative ids are those of waiting files.
 */
import { actionNamed, checkParams, conflict, type Outcome } from '../../../shared/contract/index.ts';
import type { ReplicaSession } from '../replica-session.ts';
import { operationGroupOf } from './merged-edits.ts';
import type { Operation } from './operation.ts';

export function retry({ store, sync, uploads }: ReplicaSession, id: number): void {
  if (id < 0) {
    uploads.retry(-id);
    return;
  }
  const operation = store.outbox.get(id);
  if (!operation || operation.state === 'acknowledged' || operation.state === 'sending') return;
  const code = operation.failure?.kind === 'conflict' ? operation.failure.code : undefined;
  // The row that it belongs to will never exist at the service, so it would wait for ever.
  if (code === 'row_discarded' || code === 'row_not_found') return;
  if (code === 'content_clash') store.rebaseOnPresentRows(operation);
  store.mark(operation, 'queued', null);
  sync.push.searchAgainNow();
  sync.refresh();
}

export function discard({ store, sync, uploads }: ReplicaSession, id: number): void {
  if (id < 0) {
    uploads.remove(-id);
    return;
  }
  const operation = store.outbox.get(id);
  // An acknowledged operation cannot be discarded: the service has carried it out.
  if (!operation || operation.state === 'acknowledged') return;
  const group = operationGroupOf(id, store.outbox.all);
  for (const one of group) store.storeLostText(one);
  const sent = group.filter(({ state }) => state === 'sending' || state === 'uncertain');
  for (const one of sent) sync.push.giveUp(one);
  store.withdraw(new Set(group.map((one) => one.id)));
  if (sent.length > 0) sync.refresh();
  sync.wake();
}

/**
 * Replaces the params of an operation that the service refused.
 * @throws Refusal when the params do not fit the action.
 */
export function change({ store, sync }: ReplicaSession, id: number, params: Readonly<Record<string, unknown>>): void {
  const operation = store.outbox.get(id);
  if (operation?.state !== 'rejected') return;
  const shape = actionNamed(operation.action)?.params;
  if (shape) checkParams(shape, params);
  store.replaceParams(operation, params);
  sync.push.searchAgainNow();
  sync.refresh();
}

/**
 * Moves a refused edit of a card's text into a draft, based on the text that the person saw. Later edits of the same
 * text are moved too, since they build on it; the draft gets the newest text.
 */
export function toDraft({ store, drafts, sync }: ReplicaSession, id: number, key: string): Outcome<null> {
  const operation = store.outbox.get(id);
  if (operation?.state !== 'rejected' || !isTextEdit(operation)) return { ok: false, failure: nothingToMerge };
  if (drafts.get(key)) return { ok: false, failure: hasDraft };
  const edits = store.outbox.all.filter(
    (other) =>
      other.id >= id &&
      (other.state === 'rejected' || other.state === 'queued') &&
      isTextEdit(other) &&
      other.params.id === operation.params.id,
  );
  store.moveToDraft(edits, key);
  sync.wake();
  return { ok: true, value: null };
}

const nothingToMerge = conflict(
  'not_there',
  'There is no text left to merge: the change was sent, withdrawn or moved already.',
);
const hasDraft = conflict('draft_exists', 'The card has an unsaved draft already. Save or discard it first.');

const isTextEdit = ({ action, params }: Operation) => action === 'cards/update' && typeof params.content === 'string';

/** The person names the row that the operation created. Operations on that row can go on. */
export function adopt({ store, sync }: ReplicaSession, id: number, rowId: string): void {
  const operation = store.outbox.get(id);
  const { failure } = operation ?? {};
  if (operation?.state !== 'uncertain' || failure?.kind !== 'conflict') return;
  if (!failure.candidates?.some((candidate) => candidate.id === rowId)) return;
  store.acknowledge(operation, { id: rowId });
  sync.wake();
}

/** What waits in the outbox, why, and what each choice would do, in words. */

import type { Operation, OperationState } from '../../shared/bridge/index.ts';
import type { Failure } from '../../shared/contract/index.ts';

export const stateWords: Record<OperationState, string> = {
  queued: 'Waits to be sent',
  sending: 'Being sent',
  acknowledged: 'Sent, being read back',
  waiting: 'Waits for another change',
  rejected: 'Refused',
  uncertain: 'Perhaps done',
};

/** Operations that go on only once the person has chosen. */
export const needsPerson = (operation: Pick<Operation, 'state'>) =>
  operation.state === 'rejected' || operation.state === 'uncertain';

/** Somebody else changed the same lines of a text: both versions are there to choose from. */
export const isTextClash = ({ failure }: Pick<Operation, 'failure'>) =>
  failure?.kind === 'conflict' && failure.code === 'content_clash';

export const stateWord = (operation: Pick<Operation, 'state' | 'failure'>) =>
  isTextClash(operation) ? 'Both changed it' : stateWords[operation.state];

/** Why it is not done yet. */
export function reasonFor(operation: Operation, operations: readonly Operation[]): string {
  const { state, failure, waitsFor } = operation;
  if (state === 'waiting') {
    const first = operations.find((other) => waitsFor.includes(other.id));
    return first
      ? `It builds on “${first.label}”, which is not through yet.`
      : 'It builds on a change that is not through yet.';
  }
  if (state === 'uncertain')
    return 'The answer was lost, and what the service shows does not tell this change from another just like it. Only you can tell whether it was done.';
  if (isTextClash(operation))
    return 'Somebody else changed the same lines meanwhile. Both texts are kept until you choose.';
  if (failure) return failureWords(failure);
  if (state === 'acknowledged') return 'The service has it. It leaves this list once it has been seen there.';
  return state === 'sending' ? 'On its way.' : 'Its turn comes.';
}

export function failureWords(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return failure.answerLost ? 'The connection broke before the answer came.' : 'There is no connection.';
    case 'throttled':
      return `The service asked to wait ${Math.ceil(failure.retryAfter)} seconds.`;
    case 'auth':
      return 'The service no longer accepts the token. Connect again with a new one; nothing waiting is lost.';
    case 'scope':
      return `The token may not do this: it lacks ${failure.requiredScope}.`;
    case 'rejected':
    case 'conflict':
    case 'defect':
      return failure.message;
  }
}

export interface Choice {
  readonly name: 'retry' | 'discard';
  readonly label: string;
  /** What would follow. */
  readonly effect: string;
}

export function choicesFor(operation: Operation, operations: readonly Operation[]): Choice[] {
  const dependents = operations.filter((other) => other.waitsFor.includes(operation.id)).length;
  const others =
    dependents === 0
      ? ''
      : dependents === 1
        ? ' The change that builds on it goes too.'
        : ` ${dependents} changes that build on it go too.`;
  if (isTextClash(operation))
    return [
      { name: 'retry', label: 'Use mine', effect: 'Puts your text on the card in place of theirs.' },
      {
        name: 'discard',
        label: 'Keep theirs',
        effect: `Leaves the card as it is there. Your text is put aside.${others}`,
      },
    ];
  switch (operation.state) {
    case 'sending':
    case 'acknowledged':
      return [];
    case 'queued':
    case 'waiting':
      return [
        { name: 'discard', label: 'Withdraw', effect: `Nothing was sent; it is as if it had not been done.${others}` },
      ];
    case 'uncertain':
      return [
        {
          name: 'retry',
          label: 'Do it again',
          effect: 'Sends it once more. If it was done already, it will be there twice.',
        },
        { name: 'discard', label: 'It was done', effect: 'Does not send it again and shows what the service has.' },
      ];
    case 'rejected':
      return [
        { name: 'retry', label: 'Try again', effect: 'Sends it as it is. Useful once the reason is gone.' },
        { name: 'discard', label: 'Discard', effect: `Gives up this change and shows what the service has.${others}` },
      ];
  }
}

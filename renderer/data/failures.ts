/** Failures as sentences that say what happened and what to do. */
import type { Failure } from '../../shared/contract/index.ts';

export function sentenceOf(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return failure.answerLost
        ? 'The connection broke before the service answered. The app will look whether it arrived.'
        : 'The service cannot be reached. What you do is kept and sent later.';
    case 'throttled':
      return `The service asks to wait ${failure.retryAfter} s. The app goes on by itself.`;
    case 'scope':
      return `The token of this workspace may not do this: it lacks ${failure.requiredScope}.`;
    case 'auth':
      return failure.message || 'The service no longer accepts the token. Connect again in Settings.';
    case 'rejected':
    case 'conflict':
      return failure.message;
    case 'defect':
      return `Something went wrong in the app: ${failure.message}`;
  }
}

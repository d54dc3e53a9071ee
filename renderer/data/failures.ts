/** Describes failures in sentences for toasts and banners. */
import type { Failure } from '../../shared/contract/index.ts';
import { toast } from '../ui/popups/toast.ts';
import { failureOf } from './bridge.ts';

export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return failure.answerLost
        ? 'The connection broke before the service answered. The app will check whether it arrived.'
        : `${failure.message} Your changes are kept and sent later.`;
    case 'throttled':
      return `The service asks to wait ${failure.retryAfter} s. The app continues automatically.`;
    case 'auth':
      return failure.message || 'The service no longer accepts the token. Connect again in Settings.';
    case 'scope':
    case 'rejected':
    case 'conflict':
      return failure.message;
    case 'defect':
      return `Something went wrong in the app: ${failure.message}`;
  }
}

/** Returns in a sentence why a command failed. `error` is what its promise was rejected with. */
export const errorText = (error: unknown): string => failureText(failureOf(error));

/** Shows in a toast what failed, such as "The link could not be opened", and why. Without `title`, shows only why. */
export function toastFailure(error: unknown, title?: string): void {
  const reason = errorText(error);
  toast({ ...(title === undefined ? { title: reason } : { title, detail: reason }), tone: 'danger' });
}

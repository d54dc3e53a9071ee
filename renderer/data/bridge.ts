/** Calls through `window.decktop`; failed commands throw. */
import type { Bridge, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import { type Failure, FailureError } from '../../shared/contract/errors.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { toast } from '../ui/popups/toast.ts';

declare global {
  interface Window {
    readonly decktop: Bridge;
  }
}

/** Read at each call, because tests set it after this module has loaded. */
export const bridge = (): Bridge => window.decktop;

const leaveListeners = new Set<() => Promise<void>>();

/**
 * Called before each `workspace/…` command, which can open another workspace: unsaved text must be stored in the
 * current one before. Returns the function that removes the listener.
 */
export function onBeforeWorkspaceSwitch(listener: () => Promise<void>): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

/** @throws FailureError */
export async function call<C extends CommandName>(command: C, params: CommandParams<C>): Promise<CommandAnswer<C>> {
  if (command.startsWith('workspace/')) await Promise.all([...leaveListeners].map((listener) => listener()));
  return unwrapOutcome(await bridge().call(command, params));
}

/** @throws FailureError with the failure of the outcome */
export function unwrapOutcome<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new FailureError(outcome.failure);
  return outcome.value;
}

/** Any other error becomes a failure of kind `defect`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  return { kind: 'defect', message: error instanceof Error ? error.message : String(error) };
}

/** For commands whose failure the person need not see. `what` is the result. */
export const logFailure =
  (what: string) =>
  (error: unknown): void =>
    console.warn(what, failureOf(error).message);

/** Refusals name rows by their ids, for programs. */
export const withoutIds = (message: string): string =>
  message.replaceAll(/ with the id '[^']*'|(?<=\b(?:card|step)) '[^']*'/gi, '');

export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return failure.answerLost
        ? 'The connection broke before the answer came. The app will check whether it arrived.'
        : `${failure.message} Your changes are kept and sent later.`;
    case 'throttled':
      return `The service asks to wait ${failure.retryAfter} s. The app continues automatically.`;
    case 'auth':
      return failure.message || 'The service no longer accepts the token. Connect again in Settings.';
    case 'scope':
    case 'rejected':
    case 'conflict':
      return withoutIds(failure.message);
    case 'defect':
      return `Something went wrong in the app: ${failure.message}`;
  }
}

export const errorText = (error: unknown): string => failureText(failureOf(error));

/** Such as "The link could not be opened"; the toast shows only the reason without `title`. */
export function toastFailure(error: unknown, title?: string): void {
  const reason = errorText(error);
  toast({ ...(title === undefined ? { title: reason } : { title, detail: reason }), tone: 'danger' });
}

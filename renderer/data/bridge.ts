/** Calls the main process through `window.decktop`; failed commands throw. */
import type { Bridge, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import { type Failure, FailureError } from '../../shared/contract/errors.ts';
import type { Outcome } from '../../shared/contract/index.ts';

declare global {
  interface Window {
    readonly decktop: Bridge;
  }
}

/** Returns `window.decktop`. Reads it at each call, because tests set it after this module has loaded. */
export const bridge = (): Bridge => window.decktop;

const leaveListeners = new Set<() => Promise<void>>();

/**
 * Calls the listener before the window can switch to another workspace, so that unsaved text is stored in the open
 * workspace. Returns the function that removes the listener.
 */
export function onBeforeWorkspaceSwitch(listener: () => Promise<void>): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

/** Runs a command of the main process and returns its answer. @throws FailureError */
export async function call<C extends CommandName>(command: C, params: CommandParams<C>): Promise<CommandAnswer<C>> {
  if (command.startsWith('workspace/')) await Promise.all([...leaveListeners].map((listener) => listener()));
  return unwrapOutcome(await bridge().call(command, params));
}

/** Returns the value of a successful outcome. @throws FailureError with the failure of any other outcome */
export function unwrapOutcome<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new FailureError(outcome.failure);
  return outcome.value;
}

/** Returns the failure in a `FailureError`. Any other error becomes a failure of kind `defect`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  return { kind: 'defect', message: error instanceof Error ? error.message : String(error) };
}

/** Returns a function that logs an error, for commands whose failure the person need not see. `what` is the result. */
export const logFailure =
  (what: string) =>
  (error: unknown): void =>
    console.warn(what, failureOf(error).message);

/** Calls the main process through `window.decktop`; failed commands throw. */
import type { Bridge, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import { type Failure, FailureError } from '../../shared/contract/errors.ts';
import type { Outcome } from '../../shared/contract/index.ts';

declare global {
  interface Window {
    readonly decktop: Bridge;
  }
}

/** Reads the property at each call, because pages of tests set it after modules have loaded. */
export const bridge = (): Bridge => window.decktop;

const leaveListeners = new Set<() => Promise<void>>();

/**
 * Calls the listener before the window may switch to another workspace, so that unsaved text is stored in the current one.
 * Returns the function that stops this.
 */
export function onLeave(listener: () => Promise<void>): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

/** Runs a command of the main process and returns its answer. @throws FailureError */
export async function call<C extends CommandName>(command: C, params: CommandParams<C>): Promise<CommandAnswer<C>> {
  if (command.startsWith('workspace/')) await Promise.all([...leaveListeners].map((listener) => listener()));
  return unwrap(await bridge().call(command, params));
}

/** The value of a successful outcome. @throws FailureError */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new FailureError(outcome.failure);
  return outcome.value;
}

/** The failure that an error carries; any other error is a defect of the app. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  return { kind: 'defect', message: error instanceof Error ? error.message : String(error) };
}

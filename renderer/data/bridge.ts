/** The renderer's only way out: `window.decktop`, with failures thrown where a caller wants them thrown. */
import type { Bridge, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import { type Failure, FailureError } from '../../shared/contract/errors.ts';
import type { Outcome } from '../../shared/contract/index.ts';

declare global {
  interface Window {
    readonly decktop: Bridge;
  }
}

/** Read at each use: pages in tests set it after modules have loaded. */
export const bridge = (): Bridge => window.decktop;

const leaveListeners = new Set<() => Promise<void>>();

/** Called before this window may come to show another workspace: unsaved text is stored in the one it belongs to. */
export function onLeave(listener: () => Promise<void>): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

/** @throws FailureError with what went wrong, as plain data in `failure`. */
export async function call<C extends CommandName>(command: C, params: CommandParams<C>): Promise<CommandAnswer<C>> {
  if (command.startsWith('workspace/')) await Promise.all([...leaveListeners].map((listener) => listener()));
  return granted(await bridge().call(command, params));
}

/** @throws FailureError as `call` */
export function granted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new FailureError(outcome.failure);
  return outcome.value;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  return { kind: 'defect', message: error instanceof Error ? error.message : String(error) };
}

/** Long random walks over all actions of a service and its clockwork, with every invariant checked after each step. */
import { violations } from '../support/invariants.ts';
import { performStep, walk } from '../support/random-actions.ts';
import { createWorkspace } from '../support/workspace.ts';

export interface Walked {
  /** Number of steps that the service performed. */
  readonly carriedOut: number;
  readonly refused: number;
  /** The first step after which an invariant was violated, with the violations. Undefined when there was none. */
  readonly failure: string | undefined;
}

/** Plays a random walk of `length` steps. The seed decides all of them. Stops at the first violated invariant. */
export function playWalk(seed: number, length: number): Walked {
  const workspace = createWorkspace();
  let [carriedOut, refused] = [0, 0];
  try {
    for (const [index, step] of walk(seed, length).entries()) {
      const description = `step ${index}, ${JSON.stringify(step)}`;
      try {
        if (performStep(workspace, step) !== undefined) {
          // Not checked here: if a refused step changed something, the check after the next step finds it.
          refused += 1;
          continue;
        }
        carriedOut += 1;
      } catch (error) {
        return {
          carriedOut,
          refused,
          failure: `${description}: ${error instanceof Error ? error.stack : String(error)}`,
        };
      }
      const found = violations(workspace.engine);
      if (found.length > 0) return { carriedOut, refused, failure: `${description}: ${found.slice(0, 3).join('; ')}` };
    }
    return { carriedOut, refused, failure: undefined };
  } finally {
    workspace.db.close();
  }
}
